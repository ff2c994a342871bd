//! What takes minutes: simulations and experiments. A job has a thread of its own; pages watch it, stop it, and find its
//! report when it is done. A job that was stopped goes on when it is started again under its name.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use arena::experiment::{self, Definition, LIBRARY, RunOptions};
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use gomoku::StopFlag;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::watch;

use crate::error::ApiError;
use crate::given::Given;
use crate::server::Shared;
use crate::stream::{self, Event};

/// Jobs that are remembered after their end.
const MOST_REMEMBERED: usize = 40;

/// All jobs of this process.
#[derive(Debug)]
pub(crate) struct Jobs {
    list: Mutex<Vec<Arc<Job>>>,
    most: usize,
}

/// One of them.
#[derive(Debug)]
pub(crate) struct Job {
    id: u64,
    pub(crate) stop: StopFlag,
    progress: watch::Sender<Value>,
}

impl Job {
    /// Changes what pages see.
    pub(crate) fn tell(&self, changes: Value) {
        self.progress.send_modify(|progress| {
            if let (Value::Object(progress), Value::Object(changes)) = (progress, changes) {
                progress.extend(changes);
            }
        });
    }

    fn is_running(&self) -> bool {
        self.progress.borrow()["state"] == "running"
    }
}

/// How a job ended.
pub(crate) enum End {
    Finished,
    Stopped,
}

impl Jobs {
    pub(crate) fn new(most: usize) -> Jobs {
        Jobs {
            list: Mutex::new(Vec::new()),
            most,
        }
    }

    /// Begins a job. The name is that of its folder among the reports, so no two may run under one name.
    pub(crate) fn begin(
        &self,
        kind: &'static str,
        name: &str,
        work: impl FnOnce(&Job) -> Result<End, String> + Send + 'static,
    ) -> Result<Value, ApiError> {
        let mut list = self.list.lock().unwrap_or_else(PoisonError::into_inner);
        let running: Vec<_> = list.iter().filter(|job| job.is_running()).collect();
        if running
            .iter()
            .any(|job| job.progress.borrow()["name"] == name)
        {
            return Err(ApiError::Conflict(format!("{name:?} is running already")));
        }
        if running.len() >= self.most {
            let busy = format!("{} jobs are running already; stop one first", self.most);
            return Err(ApiError::Busy(busy));
        }
        let id = list.last().map_or(1, |job| job.id + 1);
        let job = Arc::new(Job {
            id,
            stop: StopFlag::new(),
            progress: watch::Sender::new(json!({
                "id": id,
                "kind": kind,
                "name": name,
                "state": "running",
                "message": "",
                "done": 0,
                "total": null,
            })),
        });
        let remembered = list.len();
        if remembered >= MOST_REMEMBERED
            && let Some(old) = list.iter().position(|job| !job.is_running())
        {
            list.remove(old);
        }
        list.push(job.clone());
        drop(list);
        let begun = job.progress.borrow().clone();
        thread::spawn(move || {
            let work = std::panic::AssertUnwindSafe(|| work(&job));
            let end = std::panic::catch_unwind(work)
                .unwrap_or_else(|_| Err("the job panicked".to_owned()));
            job.tell(match end {
                Ok(End::Finished) => json!({ "state": "finished" }),
                Ok(End::Stopped) => json!({ "state": "stopped" }),
                Err(error) => json!({ "state": "failed", "error": error }),
            });
        });
        Ok(begun)
    }

    fn find(&self, id: u64) -> Result<Arc<Job>, ApiError> {
        let list = self.list.lock().unwrap_or_else(PoisonError::into_inner);
        let found = list.iter().find(|job| job.id == id).cloned();
        found.ok_or_else(|| ApiError::Missing(format!("there is no job {id}")))
    }
}

/// `GET /api/jobs`: every job in short, the last one first.
pub(crate) async fn list(State(shared): State<Arc<Shared>>) -> axum::Json<Value> {
    let list = shared.jobs.list.lock();
    let list = list.unwrap_or_else(PoisonError::into_inner);
    let jobs: Vec<Value> = list
        .iter()
        .rev()
        .map(|job| job.progress.borrow().clone())
        .collect();
    axum::Json(json!(jobs))
}

/// `GET /api/jobs/{id}/events`: how it goes, until it ends.
pub(crate) async fn watch(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<u64>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let job = shared.jobs.find(id)?;
    let mut progress = job.progress.subscribe();
    let (events, response) = stream::channel(&headers);
    tokio::spawn(async move {
        loop {
            let state = progress.borrow_and_update().clone();
            let is_over = state["state"] != "running";
            if events.send(Event::new("progress", state)).await.is_err() || is_over {
                return;
            }
            tokio::select! {
                changed = progress.changed() => if changed.is_err() { return },
                () = events.closed() => return,
            }
            // Many games may end at once; a page looks four times a second.
            tokio::time::sleep(std::time::Duration::from_millis(250)).await;
        }
    });
    Ok(response)
}

/// `POST /api/jobs/{id}/stop`
pub(crate) async fn stop(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<u64>,
) -> Result<axum::Json<Value>, ApiError> {
    let job = shared.jobs.find(id)?;
    job.stop.raise();
    Ok(axum::Json(json!({ "id": id })))
}

/// `GET /api/experiments`: those that come with the program.
pub(crate) async fn experiments() -> axum::Json<Value> {
    let list: Vec<Value> = LIBRARY
        .iter()
        .filter_map(|(name, text)| {
            let definition = Definition::read(text, false).ok()?;
            Some(json!({
                "name": name,
                "title": definition.title,
                "question": definition.question,
                "source": definition.source,
                "kind": definition.kind.name(),
            }))
        })
        .collect();
    axum::Json(json!(list))
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExperimentGiven {
    name: String,
    #[serde(default)]
    quick: bool,
}

/// `POST /api/experiments`: runs one, or goes on with it.
pub(crate) async fn run_experiment(
    State(shared): State<Arc<Shared>>,
    Given(given): Given<ExperimentGiven>,
) -> Result<axum::Json<Value>, ApiError> {
    let found = LIBRARY.iter().find(|(name, _)| *name == given.name);
    let &(name, text) =
        found.ok_or_else(|| ApiError::Missing(format!("no experiment {:?}", given.name)))?;
    let folder: PathBuf = shared.reports().join(name);
    let concurrency = shared.limits.threads_per_search;
    let begun = shared.jobs.begin("experiment", name, move |job| {
        let running = RunOptions {
            folder: &folder,
            is_quick: given.quick,
            concurrency,
            stop: &job.stop,
        };
        let base = std::path::Path::new("");
        let mut listen = |line: &str| job.tell(json!({ "message": line }));
        match experiment::run(name, text, base, &running, &mut listen) {
            Ok(_) => {
                job.tell(json!({ "report": name }));
                Ok(End::Finished)
            }
            Err(experiment::ExperimentError::Stopped) => Ok(End::Stopped),
            Err(error) => Err(error.to_string()),
        }
    })?;
    Ok(axum::Json(begun))
}
