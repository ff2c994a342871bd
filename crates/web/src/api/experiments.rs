//! The experiments that come with the program.

use std::path::Path;
use std::sync::Arc;

use arena::experiment::{self, Definition, ExperimentError, LIBRARY, RunEvent, RunOptions};
use axum::extract::{Path as UrlPath, State};
use axum::response::Response;
use players::Access;
use wire::{
    ErrorResponse, ExperimentInfo, ExperimentRequest, ExperimentResults, JobKind, JobProgress,
};

use super::reports;
use crate::app::AppState;
use crate::caller::Caller;
use crate::error::{ApiError, BodyErrors, CommonErrors};
use crate::extract::Json;
use crate::jobs::End;
use crate::paper_pages;

/// The experiments that come with the program.
#[utoipa::path(get, path = "/api/experiments", responses(
    (status = 200, description = "The experiments.", body = [ExperimentInfo]),
    CommonErrors,
))]
pub(super) async fn list(caller: Caller) -> Result<Response, ApiError> {
    let list = |state: &AppState| Ok(read_list(&state.reports()));
    caller.answer(|lanes| &lanes.storage, list).await
}

fn read_list(reports: &Path) -> Vec<ExperimentInfo> {
    let report = |name: &str, is_quick| {
        let folder = experiment::folder_name(name, is_quick);
        let file = reports.join(&folder).join("report.html");
        file.exists().then_some(folder)
    };
    let experiments = LIBRARY.iter().filter_map(|(name, text)| {
        let definition = Definition::read(text, false).ok()?;
        Some(ExperimentInfo {
            name: (*name).to_owned(),
            kind: definition.kind.name().to_owned(),
            title: definition.title,
            question: definition.question,
            source: definition.source,
            paper_title: definition
                .paper_page
                .as_deref()
                .and_then(paper_pages::title),
            paper_page: definition.paper_page,
            duration: definition.duration,
            report: report(name, false),
            quick_report: report(name, true),
        })
    });
    experiments.collect()
}

/// The results of the last full run of an experiment and of its last quick run.
#[utoipa::path(get, path = "/api/experiments/{name}",
    params(("name" = String, Path, description = "The name of the experiment.")),
    responses(
        (status = 200, description = "The results.", body = ExperimentResults),
        (status = 404, description = "There is no such experiment.", body = ErrorResponse),
        CommonErrors,
    ),
)]
pub(super) async fn results(
    caller: Caller,
    UrlPath(name): UrlPath<String>,
) -> Result<Response, ApiError> {
    let (name, _) = find(&name)?;
    let read = |state: &AppState| {
        let summary = |is_quick| {
            let folder = state
                .reports()
                .join(experiment::folder_name(name, is_quick));
            reports::read_json(&folder.join("summary.json"))
        };
        Ok(ExperimentResults {
            full: summary(false),
            quick: summary(true),
        })
    };
    caller.answer(|lanes| &lanes.storage, read).await
}

fn find(name: &str) -> Result<(&'static str, &'static str), ApiError> {
    let found = LIBRARY.iter().find(|(known, _)| *known == name);
    let found = found.copied();
    found.ok_or_else(|| ApiError::NotFound(format!("no experiment {name:?}")))
}

/// Starts an experiment, or continues it.
#[utoipa::path(post, path = "/api/experiments", request_body = ExperimentRequest, responses(
    (status = 200, description = "The job.", body = JobProgress),
    (status = 404, description = "There is no such experiment.", body = ErrorResponse),
    (status = 409, description = "It is running already.", body = ErrorResponse),
    CommonErrors,
    BodyErrors,
))]
pub(super) async fn start(
    State(state): State<Arc<AppState>>,
    Json(request): Json<ExperimentRequest>,
) -> Result<axum::Json<JobProgress>, ApiError> {
    let (name, text) = find(&request.name)?;
    let report = experiment::folder_name(name, request.quick);
    let (folder, commit) = (state.reports().join(&report), state.commit);
    let concurrency = state.limits.threads_per_search;
    let started = report.clone();
    let job = state
        .jobs
        .start(JobKind::Experiment, &started, move |job| {
            let options = RunOptions {
                folder: &folder,
                is_quick: request.quick,
                concurrency,
                access: &Access::shipped(),
                commit,
                stop: &job.stop,
            };
            let mut listen = |event: RunEvent<'_>| {
                if let RunEvent::Progress {
                    message,
                    done,
                    total,
                } = event
                {
                    job.update(|progress| {
                        progress.message = message.to_owned();
                        progress.done = done;
                        progress.total = Some(total);
                    });
                }
            };
            match experiment::run(name, text, Path::new(""), &options, &mut listen) {
                Ok(_) => {
                    job.update(|progress| progress.report = Some(report));
                    Ok(End::Finished)
                }
                Err(ExperimentError::Stopped) => Ok(End::Stopped),
                Err(error) => Err(error.to_string()),
            }
        })?;
    Ok(axum::Json(job))
}
