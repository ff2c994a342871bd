//! Lanes: work that may take longer than a millisecond, on a bounded number of threads of its own, so that the few
//! asynchronous threads always answer.

use std::sync::Arc;
use std::time::Duration;

use gomoku::StopFlag;

use crate::client::Client;
use crate::error::ApiError;
use crate::fair_queue::FairQueue;

/// Requests that may wait for a lane.
const WAITING: usize = 32;

/// One lane for each kind of work: large files and the store do not delay small requests.
#[derive(Debug)]
pub(crate) struct Lanes {
    /// Small documents: positions, settings, the catalog.
    pub(crate) documents: Lane,
    /// Game records of megabytes.
    pub(crate) records: Lane,
    /// The game store and the reports.
    pub(crate) storage: Lane,
}

/// A bounded number of threads.
#[derive(Debug)]
pub(crate) struct Lane(Arc<FairQueue>);

impl Lanes {
    pub(crate) fn new() -> Lanes {
        // Work in a lane is short and cannot be stopped.
        let lane = |threads| Lane(FairQueue::new(threads, WAITING, Duration::MAX));
        Lanes {
            documents: lane(4),
            records: lane(2),
            storage: lane(2),
        }
    }
}

impl Lane {
    /// Does the work when it is the client's turn.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        client: Client,
        work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let mut place = self.0.enter(client, StopFlag::new())?;
        place.wait().await?;
        let work = tokio::task::spawn_blocking(move || {
            // The place is taken until the work ends, even when the client has gone away.
            let _held = place;
            work()
        });
        work.await
            .map_err(|_| ApiError::internal("the request crashed"))?
    }
}
