//! The router and the state that all requests share.

use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;
use axum::http::Uri;
use axum::routing::get;
use gomoku::Size;
use players::{Access, Spec, SpecError};
use wire::SearchLimits;

use crate::error::ApiError;
use crate::fair_queue::FairQueue;
use crate::guard::{self, Guard};
use crate::jobs::Jobs;
use crate::lanes::Lanes;
use crate::library::Library;
use crate::player_pool::PlayerPool;
use crate::server::{Options, ServerLimits};
use crate::shares::Shares;
use crate::{api, assets, paper_pages};

/// Principal variations and candidates of one search.
pub(crate) const MAX_CANDIDATES: usize = 64;
/// Bytes of a spec string.
const MAX_SPEC: usize = 4096;
/// Memory of one player, if the machine has four times as much.
const PLAYER_MEMORY: u64 = 1 << 30;

/// The state that all requests share.
#[derive(Debug)]
pub(crate) struct AppState {
    pub(crate) guard: Guard,
    pub(crate) limits: ServerLimits,
    /// Searches that run or wait.
    pub(crate) searches: Arc<FairQueue>,
    /// Other work that takes time.
    pub(crate) lanes: Lanes,
    /// Bytes of large requests and answers.
    pub(crate) in_flight: Arc<Shares>,
    /// Clients that follow a job.
    pub(crate) streams: Arc<Shares>,
    pub(crate) pool: PlayerPool,
    pub(crate) jobs: Jobs,
    pub(crate) library: Library,
    /// What the spec strings of requests may use.
    pub(crate) access: Access,
    /// The commit that the program was built from.
    pub(crate) commit: Option<&'static str>,
    data: PathBuf,
}

impl AppState {
    /// The folder of the reports.
    pub(crate) fn reports(&self) -> PathBuf {
        self.data.join("reports")
    }

    /// The file of the game store.
    pub(crate) fn store(&self) -> PathBuf {
        self.data.join("games.sqlite")
    }

    /// Reads a spec string of a request, and the models that it names; in a lane, for that takes time.
    pub(crate) fn read_spec(&self, text: &str) -> Result<Spec, ApiError> {
        if text.len() > MAX_SPEC {
            let text = format!("a spec string of more than {MAX_SPEC} bytes");
            return Err(ApiError::BadRequest(text));
        }
        Spec::read(text, &self.access).map_err(|error| match error {
            SpecError::Program(_) => ApiError::Forbidden(
                "this server does not start programs; run it with --programs to allow that"
                    .to_owned(),
            ),
            error => ApiError::bad_request(error),
        })
    }

    /// The limits of one search: those of the request, within those of the server.
    pub(crate) fn search_limits(
        &self,
        limits: &SearchLimits,
        size: Size,
    ) -> Result<gomoku::Limits, ApiError> {
        let limits = limits.limits(size)?;
        Ok(gomoku::Limits {
            threads: self.limits.threads_per_search,
            memory: self.access.memory(),
            multi_pv: limits.multi_pv.min(MAX_CANDIDATES),
            ..limits
        })
    }
}

/// What the spec strings of requests may use.
fn request_access(options: &Options) -> Access {
    let machine = Access::local().memory().unwrap_or(u64::MAX);
    let access = Access::shipped()
        .with_programs(options.allows_programs)
        .with_memory(PLAYER_MEMORY.min(machine / 4));
    match &options.models {
        Some(folder) => access.with_models(folder),
        None => access,
    }
}

/// The whole server without a socket; tests call it directly.
pub fn app(options: &Options, limits: ServerLimits) -> Router {
    let state = Arc::new(AppState {
        guard: Guard::new(options.address, options.token.clone()),
        limits,
        searches: FairQueue::new(limits.searches, limits.waiting, limits.turn),
        lanes: Lanes::new(),
        in_flight: Shares::new(limits.connections.bytes_in_flight),
        streams: Shares::new(limits.connections.streams),
        pool: PlayerPool::default(),
        jobs: Jobs::new(limits.jobs),
        library: Library::new(options.data.join("games.sqlite")),
        access: request_access(options),
        commit: options.commit,
        data: options.data.clone(),
    });
    let (router, _) = api::routes().split_for_parts();
    router
        .route("/papers/{*path}", get(paper_pages::serve))
        .route("/api/{*rest}", get(unknown_path).post(unknown_path))
        .fallback(get(assets::serve))
        .method_not_allowed_fallback(async || ApiError::MethodNotAllowed)
        .layer(axum::middleware::from_fn_with_state(
            state.clone(),
            guard::check,
        ))
        .with_state(state)
}

async fn unknown_path(uri: Uri) -> ApiError {
    ApiError::NotFound(format!("there is no {:?}", uri.path()))
}
