//! The OpenAPI document. Each run writes it to `target/tmp/openapi.json`, from which `scripts/api-types` generates the page's
//! TypeScript types.

use std::path::Path;

use serde_json::Value;

#[test]
fn every_operation_is_described() {
    let text = web::openapi_json();
    std::fs::write(
        Path::new(env!("CARGO_TARGET_TMPDIR")).join("openapi.json"),
        text,
    )
    .unwrap();
    let document: Value = serde_json::from_str(text).unwrap();
    let paths = document["paths"].as_object().unwrap();
    assert!(paths.len() >= 19, "{} paths", paths.len());
    for (path, operations) in paths {
        for (method, operation) in operations.as_object().unwrap() {
            let summary = operation["summary"].as_str().unwrap_or_default();
            assert!(summary.ends_with('.'), "{method} {path}: {summary:?}");
            for status in ["200", "400", "401", "403", "500"] {
                let response = &operation["responses"][status];
                assert!(
                    response["content"].is_object(),
                    "{method} {path} {status}: {response}"
                );
            }
        }
    }
}

/// A schema without a description or a type would be a gap in the contract.
#[test]
fn every_property_has_a_description() {
    let document: Value = serde_json::from_str(web::openapi_json()).unwrap();
    let schemas = document["components"]["schemas"].as_object().unwrap();
    for (name, schema) in schemas {
        assert!(schema["description"].is_string(), "{name}: {schema}");
        let properties = schema["properties"].as_object();
        for (key, property) in properties.into_iter().flatten() {
            // A nullable reference carries its description beside the reference.
            let reference = &property["oneOf"][0];
            let is_described = [property, reference]
                .iter()
                .any(|one| one["description"].is_string());
            assert!(is_described, "{name}.{key}: {property}");
        }
    }
}
