//! The finished reports of simulations and experiments: a list, and their files.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::UNIX_EPOCH;

use axum::extract::{Path as UrlPath, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use crate::error::ApiError;
use crate::server::Shared;

/// Letters of a report's name.
const LONGEST_NAME: usize = 60;

/// The folder of a report with this name.
pub(crate) fn folder_name(name: &str) -> Result<String, ApiError> {
    let name = name.trim();
    let is_fine =
        |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, ' ' | '-' | '_');
    if name.is_empty() || name.len() > LONGEST_NAME || !name.chars().all(is_fine) {
        return Err(ApiError::Bad(format!(
            "{name:?} is no name for a report: up to {LONGEST_NAME} letters, digits, spaces, - and _"
        )));
    }
    Ok(name.replace(' ', "-").to_ascii_lowercase())
}

/// `GET /api/reports`: the newest first.
pub(crate) async fn list(State(shared): State<Arc<Shared>>) -> Result<axum::Json<Value>, ApiError> {
    let mut reports: Vec<(u64, Value)> = Vec::new();
    let Ok(folders) = fs::read_dir(shared.reports()) else {
        return Ok(axum::Json(json!([])));
    };
    for folder in folders.flatten() {
        if let Some(report) = describe(&folder.path()) {
            reports.push(report);
        }
    }
    reports.sort_by_key(|(time, _)| std::cmp::Reverse(*time));
    let reports: Vec<Value> = reports.into_iter().map(|(_, report)| report).collect();
    Ok(axum::Json(json!(reports)))
}

fn describe(folder: &Path) -> Option<(u64, Value)> {
    let name = folder.file_name()?.to_str()?.to_owned();
    let written = fs::metadata(folder.join("report.html")).ok();
    let settings = read_json(&folder.join("simulation.json"));
    // A simulation that was killed has settings and no report yet; it can still be gone on with.
    if written.is_none() && settings.is_null() {
        return None;
    }
    let summary = read_json(&folder.join("summary.json"));
    let time = written
        .as_ref()
        .and_then(|data| data.modified().ok())
        .and_then(|time| time.duration_since(UNIX_EPOCH).ok())
        .map_or(0, |time| time.as_secs());
    let report = json!({
        "name": name,
        "title": summary["title"].as_str().unwrap_or(&name),
        "kind": if settings.is_null() { "experiment" } else { "simulation" },
        "written": time,
        "has_report": written.is_some(),
        "settings": settings,
        "games": summary["summary"]["games"],
        "score": summary["summary"]["score"],
    });
    Some((time, report))
}

fn read_json(path: &Path) -> Value {
    fs::read(path)
        .ok()
        .and_then(|text| serde_json::from_slice(&text).ok())
        .unwrap_or_default()
}

/// `GET /reports/{name}/{file}`
pub(crate) async fn file(
    State(shared): State<Arc<Shared>>,
    UrlPath((name, file)): UrlPath<(String, String)>,
) -> Result<Response, ApiError> {
    let missing = || ApiError::Missing(format!("there is no report {name}/{file}"));
    let is_plain = |text: &str| {
        !text.starts_with('.')
            && text
                .chars()
                .all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_' | '.'))
    };
    if !is_plain(&name) || !is_plain(&file) {
        return Err(missing());
    }
    let kind = match file.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("csv") => "text/csv; charset=utf-8",
        Some("json") => "application/json",
        _ => return Err(missing()),
    };
    let bytes = fs::read(shared.reports().join(&name).join(&file)).map_err(|_| missing())?;
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    Ok((headers, bytes).into_response())
}
