//! Jobs: computations of minutes in the background. Each has a thread of its own; clients watch it, stop it, and find its
//! report when it is done. A stopped job continues when it is started again under its name.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use gomoku::StopFlag;
use tokio::sync::watch;
use wire::{JobKind, JobProgress, JobState};

use crate::error::ApiError;

/// Jobs that are listed; the oldest finished one makes room.
const MAX_LISTED: usize = 40;

/// All jobs of this process.
#[derive(Debug)]
pub(crate) struct Jobs {
    list: Mutex<Vec<Arc<Job>>>,
    max_running: usize,
}

/// A job.
#[derive(Debug)]
pub(crate) struct Job {
    id: u64,
    pub(crate) stop: StopFlag,
    progress: watch::Sender<JobProgress>,
}

impl Job {
    /// Changes the progress that clients see.
    pub(crate) fn update(&self, change: impl FnOnce(&mut JobProgress)) {
        self.progress.send_modify(change);
    }

    /// Follows the progress.
    pub(crate) fn subscribe(&self) -> watch::Receiver<JobProgress> {
        self.progress.subscribe()
    }

    fn is_running(&self) -> bool {
        self.progress.borrow().state == JobState::Running
    }
}

/// How a job ended.
pub(crate) enum End {
    Finished,
    Stopped,
}

impl Jobs {
    pub(crate) fn new(max_running: usize) -> Jobs {
        Jobs {
            list: Mutex::new(Vec::new()),
            max_running,
        }
    }

    /// Starts a job. The name is that of its report, so only one job may run under it.
    pub(crate) fn start(
        &self,
        kind: JobKind,
        name: &str,
        work: impl FnOnce(&Job) -> Result<End, String> + Send + 'static,
    ) -> Result<JobProgress, ApiError> {
        let mut list = self.lock();
        let running: Vec<_> = list.iter().filter(|job| job.is_running()).collect();
        if running.iter().any(|job| job.progress.borrow().name == name) {
            return Err(ApiError::Conflict(format!("{name:?} is running already")));
        }
        if running.len() >= self.max_running {
            let count = self.max_running;
            return Err(ApiError::Busy(format!(
                "{count} jobs are running already; stop one first"
            )));
        }
        let started = JobProgress {
            id: list.last().map_or(1, |job| job.id + 1),
            kind,
            name: name.to_owned(),
            state: JobState::Running,
            message: String::new(),
            done: 0,
            total: None,
            settings: None,
            summary: None,
            boards: None,
            report: None,
            error: None,
        };
        let job = Arc::new(Job {
            id: started.id,
            stop: StopFlag::new(),
            progress: watch::Sender::new(started.clone()),
        });
        if list.len() >= MAX_LISTED
            && let Some(oldest) = list.iter().position(|job| !job.is_running())
        {
            list.remove(oldest);
        }
        list.push(job.clone());
        drop(list);
        thread::spawn(move || run(&job, work));
        Ok(started)
    }

    /// The progress of all jobs, the newest first.
    pub(crate) fn list(&self) -> Vec<JobProgress> {
        let list = self.lock();
        let jobs = list.iter().rev();
        jobs.map(|job| job.progress.borrow().clone()).collect()
    }

    pub(crate) fn find(&self, id: u64) -> Result<Arc<Job>, ApiError> {
        let found = self.lock().iter().find(|job| job.id == id).cloned();
        found.ok_or_else(|| ApiError::NotFound(format!("there is no job {id}")))
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Arc<Job>>> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn run(job: &Job, work: impl FnOnce(&Job) -> Result<End, String>) {
    let end = catch_unwind(AssertUnwindSafe(|| work(job)))
        .unwrap_or_else(|_| Err("the job panicked".to_owned()));
    job.update(|progress| match end {
        Ok(End::Finished) => progress.state = JobState::Finished,
        Ok(End::Stopped) => progress.state = JobState::Stopped,
        Err(error) => {
            progress.state = JobState::Failed;
            progress.error = Some(error);
        }
    });
}
