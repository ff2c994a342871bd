//! The experiments that come with the program.

use std::path::Path;
use std::sync::Arc;

use arena::experiment::{self, Definition, ExperimentError, LIBRARY, RunEvent, RunOptions};
use axum::extract::State;
use axum::response::Response;
use players::Access;
use wire::{ErrorResponse, ExperimentInfo, ExperimentRequest, JobKind, JobProgress};

use crate::app::AppState;
use crate::caller::Caller;
use crate::error::{ApiError, BodyErrors, CommonErrors};
use crate::extract::Json;
use crate::jobs::End;

/// The experiments that come with the program.
#[utoipa::path(get, path = "/api/experiments", responses(
    (status = 200, description = "The experiments.", body = [ExperimentInfo]),
    CommonErrors,
))]
pub(super) async fn list(caller: Caller) -> Result<Response, ApiError> {
    let list = |_: &_| Ok(read_list());
    caller.answer(|lanes| &lanes.documents, list).await
}

fn read_list() -> Vec<ExperimentInfo> {
    let experiments = LIBRARY.iter().filter_map(|(name, text)| {
        let definition = Definition::read(text, false).ok()?;
        Some(ExperimentInfo {
            name: (*name).to_owned(),
            kind: definition.kind.name().to_owned(),
            title: definition.title,
            question: definition.question,
            source: definition.source,
            paper_title: None,
            paper_page: definition.paper_page,
            duration: definition.duration,
            report: None,
            quick_report: None,
        })
    });
    experiments.collect()
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
    let found = LIBRARY.iter().find(|(name, _)| *name == request.name);
    let &(name, text) =
        found.ok_or_else(|| ApiError::NotFound(format!("no experiment {:?}", request.name)))?;
    let report = experiment::folder_name(name, request.quick);
    let (out, commit) = (state.reports(), state.commit);
    let concurrency = state.limits.threads_per_search;
    let started = report.clone();
    let job = state
        .jobs
        .start(JobKind::Experiment, &started, move |job| {
            let options = RunOptions {
                out: &out,
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
