//! The reports of simulations and experiments: a list, and their files.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::UNIX_EPOCH;

use axum::body::Body;
use axum::extract::{Path as UrlPath, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use tokio::io::AsyncReadExt;
use wire::{ErrorResponse, JobKind, ReportInfo, SimulationRequest, SimulationSummary};

use crate::app::AppState;
use crate::caller::Caller;
use crate::error::{ApiError, CommonErrors};

/// Characters of a report's name.
const MAX_NAME: usize = 60;
/// Reports that simulations may make.
const MAX_REPORTS: usize = 1000;
/// Reports of one list, those of experiments included.
const MAX_LISTED: usize = 2 * MAX_REPORTS;
/// Bytes of a description that are read.
const MAX_DESCRIPTION: u64 = 1 << 20;
/// Bytes of a file in memory at once.
const PIECE: usize = 64 << 10;

/// The folder of the report with this name.
pub(super) fn folder_name(name: &str) -> Result<String, ApiError> {
    let name = name.trim();
    let is_allowed =
        |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, ' ' | '-' | '_');
    if name.is_empty() || name.len() > MAX_NAME || !name.chars().all(is_allowed) {
        return Err(ApiError::BadRequest(format!(
            "{name:?} is not a report name: up to {MAX_NAME} letters, digits, spaces, - and _"
        )));
    }
    Ok(name.replace(' ', "-").to_ascii_lowercase())
}

/// The folder of a simulation's report, unless there are too many already.
pub(super) fn new_folder(state: &AppState, name: &str) -> Result<PathBuf, ApiError> {
    let folder = state.reports().join(name);
    let count = || fs::read_dir(state.reports()).map_or(0, Iterator::count);
    if !folder.exists() && count() >= MAX_REPORTS {
        return Err(ApiError::Conflict(format!(
            "there are {MAX_REPORTS} reports already: remove some from the folder \"reports\" of the data folder"
        )));
    }
    Ok(folder)
}

/// The reports of simulations and experiments, the newest first.
#[utoipa::path(get, path = "/api/reports", responses(
    (status = 200, description = "The reports.", body = [ReportInfo]),
    CommonErrors,
))]
pub(super) async fn list(caller: Caller) -> Result<Response, ApiError> {
    let list = |state: &AppState| Ok(read_list(&state.reports()));
    caller.answer(|lanes| &lanes.storage, list).await
}

fn read_list(folder: &Path) -> Vec<ReportInfo> {
    let folders = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut reports: Vec<ReportInfo> = folders
        .take(MAX_LISTED)
        .filter_map(|folder| report_info(&folder.path()))
        .collect();
    reports.sort_by_key(|report| std::cmp::Reverse(report.written));
    reports
}

/// `summary.json` of an experiment, as far as the list needs it.
#[derive(Deserialize)]
struct ExperimentSummary {
    title: String,
}

fn report_info(folder: &Path) -> Option<ReportInfo> {
    let name = folder.file_name()?.to_str()?.to_owned();
    let report = fs::metadata(folder.join("report.html")).ok();
    let settings: Option<SimulationRequest> = read_json(&folder.join("simulation.json"));
    // A simulation that was killed has settings and no report yet; it can be continued.
    if report.is_none() && settings.is_none() {
        return None;
    }
    let summary_file = folder.join("summary.json");
    let (title, result) = if settings.is_some() {
        let summary: Option<SimulationSummary> = read_json(&summary_file);
        summary.map(|one| (one.title, one.summary)).unzip()
    } else {
        let summary: Option<ExperimentSummary> = read_json(&summary_file);
        (summary.map(|summary| summary.title), None)
    };
    let written = report
        .as_ref()
        .and_then(|file| file.modified().ok())
        .and_then(|time| time.duration_since(UNIX_EPOCH).ok())
        .map_or(0, |time| time.as_secs());
    Some(ReportInfo {
        title: title.unwrap_or_else(|| name.clone()),
        name,
        kind: match settings {
            Some(_) => JobKind::Simulation,
            None => JobKind::Experiment,
        },
        written,
        has_report: report.is_some(),
        settings,
        games: result.as_ref().map(|result| result.games),
        score: result.as_ref().and_then(|result| result.score),
    })
}

/// A JSON file of a report; `None` if it is not there, too large or something else.
pub(super) fn read_json<T: DeserializeOwned>(path: &Path) -> Option<T> {
    let mut text = Vec::new();
    let file = fs::File::open(path).ok()?;
    file.take(MAX_DESCRIPTION).read_to_end(&mut text).ok()?;
    serde_json::from_slice(&text).ok()
}

/// A file of a report: `report.html`, `summary.json`, `*.csv` or `*.svg`.
#[utoipa::path(get, path = "/reports/{name}/{file}",
    params(
        ("name" = String, Path, description = "The name of the report."),
        ("file" = String, Path, description = "The name of the file."),
    ),
    responses(
        (status = 200, description = "The file.", content(
            (String = "text/html"),
            (String = "image/svg+xml"),
            (String = "text/csv"),
            (serde_json::Value = "application/json"),
        )),
        (status = 404, description = "There is no such file.", body = ErrorResponse),
        CommonErrors,
    ),
)]
pub(super) async fn file(
    State(state): State<Arc<AppState>>,
    UrlPath((name, file)): UrlPath<(String, String)>,
) -> Result<Response, ApiError> {
    let not_found = || ApiError::NotFound(format!("there is no report {name}/{file}"));
    let is_plain = |text: &str| {
        !text.starts_with('.')
            && text
                .chars()
                .all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_' | '.'))
    };
    if !is_plain(&name) || !is_plain(&file) {
        return Err(not_found());
    }
    let content_type = match file.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("csv") => "text/csv; charset=utf-8",
        Some("json") => "application/json",
        _ => return Err(not_found()),
    };
    let path = state.reports().join(&name).join(&file);
    let (content, length) = open(&path).await.ok_or_else(not_found)?;
    let headers = [
        (header::CONTENT_TYPE, content_type.to_owned()),
        (header::CONTENT_LENGTH, length.to_string()),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
    ];
    Ok((headers, content).into_response())
}

/// The content of a file, piece by piece, and its length: the games of a large simulation take a hundred megabytes.
async fn open(path: &Path) -> Option<(Body, u64)> {
    let metadata = tokio::fs::metadata(path).await.ok();
    let length = metadata.filter(std::fs::Metadata::is_file)?.len();
    let file = tokio::fs::File::open(path).await.ok()?.take(length);
    let pieces = stream::try_unfold(file, async |mut file| {
        let mut piece = Vec::with_capacity(PIECE);
        let count = (&mut file)
            .take(PIECE as u64)
            .read_to_end(&mut piece)
            .await?;
        Ok::<_, std::io::Error>((count > 0).then_some((piece, file)))
    });
    Some((Body::from_stream(pieces), length))
}
