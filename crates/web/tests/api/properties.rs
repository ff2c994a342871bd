//! Random requests against the OpenAPI document, in the manner of Schemathesis. Requests are generated from the schemas,
//! and half of them are then mutated. Whatever a client sends, the status is a documented one, the body fits its schema,
//! nothing fails with 500, and a body that violates the schema of the request is rejected.

use std::collections::HashMap;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::http::{Request, header};
use axum::response::Response;
use jsonschema::Validator;
use serde_json::{Value, json};

use crate::Server;
use crate::random_json::{ODD_TEXTS, RandomJson};

/// Requests to each operation.
const REQUESTS: u64 = 120;
/// A stream may last longer than a test wants to wait; disconnecting stops its search.
const MAX_STREAM: Duration = Duration::from_secs(2);
/// Any other answer may be slow on a busy machine, but it comes.
const MAX_ANSWER: Duration = Duration::from_secs(60);

/// A compiled OpenAPI document.
struct Document {
    json: Value,
    validators: HashMap<String, Validator>,
}

impl Document {
    fn new() -> Document {
        Document {
            json: serde_json::from_str(web::openapi_json()).unwrap(),
            validators: HashMap::new(),
        }
    }

    /// Why a value does not fit a schema.
    fn violation(&mut self, schema: &Value, value: &Value) -> Option<String> {
        let components = &self.json["components"];
        let validator = self
            .validators
            .entry(schema.to_string())
            .or_insert_with(|| {
                let root = json!({ "allOf": [schema], "components": components });
                jsonschema::draft202012::new(&root).unwrap()
            });
        let error = validator.iter_errors(value).next()?;
        Some(format!("{error} at {}", error.instance_path()))
    }
}

/// One request, and what the document says of it.
struct Case<'a> {
    title: String,
    operation: &'a Value,
    /// Does the body violate the schema of the request?
    is_invalid: bool,
}

#[tokio::test]
async fn every_response_fits_the_document() {
    let server = Server::new();
    let mut document = Document::new();
    let json = document.json.clone();
    let mut statuses: HashMap<u16, usize> = HashMap::new();
    let mut seed = 0;
    for (path, operations) in json["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            for _ in 0..REQUESTS {
                seed += 1;
                let mut random = RandomJson::new(&json, seed);
                let url = random_url(path, operation, &mut random);
                let (request, body) = random_request(method, &url, operation, &mut random);
                let body_text = body.as_deref().map(String::from_utf8_lossy);
                let title = format!("seed {seed}: {method} {url} {body_text:?}");
                let is_invalid = match &body {
                    Some(body) => violates_request(&mut document, operation, body),
                    None => false,
                };
                let case = Case {
                    title,
                    operation,
                    is_invalid,
                };
                let response = server.send(request).await;
                *statuses.entry(response.status().as_u16()).or_default() += 1;
                check_response(&server, &mut document, &case, response).await;
            }
        }
    }
    // The generator reaches both the handlers and the errors.
    assert!(statuses[&200] > 400, "{statuses:?}");
    assert!(statuses[&400] > 200, "{statuses:?}");
    assert!(
        statuses.contains_key(&404) && statuses.contains_key(&415),
        "{statuses:?}"
    );
}

fn random_url(path: &str, operation: &Value, random: &mut RandomJson<'_>) -> String {
    let mut url = path.to_owned();
    let mut query = Vec::new();
    for parameter in operation["parameters"].as_array().into_iter().flatten() {
        let name = parameter["name"].as_str().unwrap();
        let is_path = parameter["in"] == "path";
        if !is_path && random.chance(0.5) {
            continue;
        }
        let value = if random.chance(0.2) {
            json!(random.choose(&ODD_TEXTS))
        } else {
            random.valid(&parameter["schema"], name)
        };
        let text = match &value {
            Value::Null => continue,
            Value::String(text) => percent_encode(text),
            value => percent_encode(&value.to_string()),
        };
        if is_path {
            // An empty segment would be another route.
            let segment = if text.is_empty() { "0" } else { &text };
            url = url.replace(&format!("{{{name}}}"), segment);
        } else {
            query.push(format!("{name}={text}"));
        }
    }
    // A nullable path parameter may have been left out.
    assert!(!url.contains('{'), "{url}");
    if !query.is_empty() {
        url = format!("{url}?{}", query.join("&"));
    }
    url
}

fn percent_encode(text: &str) -> String {
    let bytes = text.bytes();
    let encode = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    };
    bytes.map(encode).collect()
}

/// A request, and its body if the operation has one.
fn random_request(
    method: &str,
    url: &str,
    operation: &Value,
    random: &mut RandomJson<'_>,
) -> (Request<Body>, Option<Vec<u8>>) {
    let content = &operation["requestBody"]["content"];
    let request = Request::builder()
        .method(method.to_uppercase().as_str())
        .uri(url)
        .header(header::HOST, "localhost:7117");
    let request = if random.chance(0.3) {
        request.header(header::ACCEPT, "text/event-stream")
    } else {
        request
    };
    if content["application/octet-stream"].is_object() {
        let request = request.body(Body::from(random_file(random))).unwrap();
        return (request, None);
    }
    let schema = &content["application/json"]["schema"];
    if schema.is_null() {
        return (request.body(Body::empty()).unwrap(), None);
    }
    let mut value = random.valid(schema, "");
    if random.chance(0.5) {
        random.mutate(&mut value);
    }
    let mut bytes = value.to_string().into_bytes();
    if random.chance(0.1) {
        random.damage(&mut bytes);
    }
    let content_type = if random.chance(0.03) {
        "text/plain"
    } else {
        "application/json"
    };
    let request = request
        .header(header::CONTENT_TYPE, content_type)
        .body(Body::from(bytes.clone()))
        .unwrap();
    (request, Some(bytes))
}

fn random_file(random: &mut RandomJson<'_>) -> Vec<u8> {
    let files: [&[u8]; 6] = [
        b"(;FF[4]GM[4]SZ[15]PB[Ann]C[root];B[hh]C[first](;W[ii];B[gg])(;W[jj]))",
        b"Piskvorky 15x15, 11:11, 0\r\n8,8,120\r\n9,7,250\r\n",
        b"h8i9g7\n\nh8\n",
        b"\xffRenLib\xff\x03\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00x\x00",
        b"\x01\x02\x03",
        b"0,0, 1,1, -2,3\n",
    ];
    let mut file = random.choose(&files).to_vec();
    if random.chance(0.5) {
        random.damage(&mut file);
    }
    file
}

fn violates_request(document: &mut Document, operation: &Value, body: &[u8]) -> bool {
    let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
    match serde_json::from_slice(body) {
        Ok(value) => document.violation(schema, &value).is_some(),
        Err(_) => true,
    }
}

async fn check_response(
    server: &Server,
    document: &mut Document,
    case: &Case<'_>,
    response: Response,
) {
    let title = &case.title;
    let status = response.status();
    assert_ne!(status, 500, "{title}");
    let described = &case.operation["responses"][status.as_str()];
    assert!(described.is_object(), "{title}: {status} is not documented");
    assert!(
        !(case.is_invalid && status.is_success()),
        "{title}: accepted"
    );
    let content_type = response.headers()[header::CONTENT_TYPE].to_str().unwrap();
    let content_type = content_type.split(';').next().unwrap().to_owned();
    let schema = &described["content"][&content_type]["schema"];
    assert!(
        schema.is_object(),
        "{title}: {status} {content_type} is not documented"
    );
    let is_stream = matches!(
        content_type.as_str(),
        "text/event-stream" | "application/x-ndjson"
    );
    let patience = if is_stream { MAX_STREAM } else { MAX_ANSWER };
    let body = tokio::time::timeout(patience, to_bytes(response.into_body(), 1 << 24)).await;
    let Ok(body) = body else {
        assert!(is_stream, "{title}: no response");
        return;
    };
    let body = body.unwrap();
    if is_stream {
        check_events(document, case, schema, &body);
    } else if content_type == "application/json" {
        let value: Value = serde_json::from_slice(&body).unwrap();
        let violation = document.violation(schema, &value);
        assert_eq!(violation, None, "{title}: {value}");
        if value["state"] == "running" {
            finish_job(server, document, title, &value["id"]).await;
        }
    }
}

/// Checks each event, and that the last one ends the stream.
fn check_events(document: &mut Document, case: &Case<'_>, schema: &Value, body: &[u8]) {
    let title = &case.title;
    let text = std::str::from_utf8(body).unwrap();
    let events: Vec<Value> = text
        .lines()
        .map(|line| line.strip_prefix("data: ").unwrap_or(line))
        .filter(|line| line.starts_with('{'))
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    for event in &events {
        assert_eq!(document.violation(schema, event), None, "{title}: {event}");
        let error = event["error"].as_str().unwrap_or_default();
        let is_crash = error.contains("crash") || error.contains("panic");
        assert!(!is_crash, "{title}: {error}");
    }
    let last = events.last().expect(title);
    let is_end = last["event"] == "done"
        || last["event"] == "error"
        || (last["event"] == "progress" && last["state"] != "running");
    assert!(is_end, "{title}: {last}");
}

/// Stops a job and waits for its end, so that the next one may start.
async fn finish_job(server: &Server, document: &mut Document, title: &str, id: &Value) {
    let (status, _) = server
        .post(&format!("/api/jobs/{id}/stop"), &json!({}))
        .await;
    assert_eq!(status, 200, "{title}");
    let operation = document.json["paths"]["/api/jobs/{id}/events"]["get"].clone();
    let request = Request::get(format!("/api/jobs/{id}/events"))
        .header(header::HOST, "localhost")
        .body(Body::empty())
        .unwrap();
    let response = server.send(request).await;
    assert_eq!(response.status(), 200, "{title}");
    let schema = &operation["responses"]["200"]["content"]["application/x-ndjson"]["schema"];
    let body = to_bytes(response.into_body(), 1 << 24).await.unwrap();
    let case = Case {
        title: title.to_owned(),
        operation: &operation,
        is_invalid: false,
    };
    check_events(document, &case, schema, &body);
}
