//! Listening, and the table of everything that can be asked.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::{MethodRouter, get, post};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::engines::Engines;
use crate::error::ApiError;
use crate::guard::Guard;
use crate::jobs::Jobs;
use crate::library::Library;
use crate::{
    assets, catalog, guard, jobs, library, opening, played, position, records, reports, simulation,
    solving, thinking,
};

/// How the server is run.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where to listen. When the port is taken, one of the next is tried.
    pub address: SocketAddr,
    /// What a reader must know, beyond this machine; drawn by lot when it is not given.
    pub token: Option<String>,
    /// The folder of games and reports.
    pub data: PathBuf,
    /// May a page name programs to be started?
    pub allows_programs: bool,
}

/// What the server gives at most.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Searches at once.
    pub searches: usize,
    /// Searches that wait for their turn.
    pub waiting: usize,
    /// Threads of one search.
    pub threads_per_search: usize,
    /// Simulations and experiments at once.
    pub jobs: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        Limits {
            searches: cores.max(2),
            waiting: 64,
            threads_per_search: cores,
            jobs: 2,
        }
    }
}

/// What all requests share.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) guard: Guard,
    pub(crate) limits: Limits,
    pub(crate) engines: Engines,
    pub(crate) jobs: Jobs,
    pub(crate) library: Library,
    pub(crate) allows_programs: bool,
    data: PathBuf,
}

impl Shared {
    /// The folder of the reports.
    pub(crate) fn reports(&self) -> PathBuf {
        self.data.join("reports")
    }

    /// The file of the game store.
    pub(crate) fn store(&self) -> PathBuf {
        self.data.join("games.sqlite")
    }
}

/// Everything that can be asked, without a socket: tests call it directly.
pub fn app(options: &Options, limits: Limits) -> Router {
    let shared = Arc::new(Shared {
        guard: Guard::new(options.address, options.token.clone()),
        limits,
        engines: Engines::new(limits.searches, limits.waiting),
        jobs: Jobs::new(limits.jobs),
        library: Library::new(options.data.join("games.sqlite")),
        allows_programs: options.allows_programs,
        data: options.data.clone(),
    });
    let mut router = Router::new();
    for (path, routes) in routes() {
        router = router.route(path, routes);
    }
    router
        .route("/api/{*rest}", get(missing).post(missing))
        .fallback(get(assets::serve))
        .method_not_allowed_fallback(async || ApiError::Method)
        .layer(axum::middleware::from_fn_with_state(
            shared.clone(),
            guard::watch,
        ))
        .with_state(shared)
}

/// Every question with its path; `openapi.json` describes the same ones.
fn routes() -> Vec<(&'static str, MethodRouter<Arc<Shared>>)> {
    vec![
        ("/api/catalog", get(catalog::describe)),
        ("/api/health", get(health)),
        ("/api/openapi.json", get(openapi)),
        ("/api/position", post(position::describe)),
        ("/api/think", post(thinking::think)),
        ("/api/solve", post(solving::ask)),
        ("/api/opening", post(opening::ask)),
        ("/api/opening/answer", post(opening::answer)),
        ("/api/record/read", post(records::read)),
        ("/api/record/write", post(records::write)),
        ("/api/simulations", post(simulation::begin)),
        (
            "/api/experiments",
            get(jobs::experiments).post(jobs::run_experiment),
        ),
        ("/api/jobs", get(jobs::list)),
        ("/api/jobs/{id}/events", get(jobs::watch)),
        ("/api/jobs/{id}/stop", post(jobs::stop)),
        ("/api/reports", get(reports::list)),
        ("/reports/{name}/{file}", get(reports::file)),
        ("/api/games", get(library::search).post(played::keep)),
        ("/api/games/{match_id}/{number}", get(library::game)),
        ("/api/explore", get(library::explore)),
    ]
}

/// `GET /api/health`
async fn health(State(shared): State<Arc<Shared>>) -> axum::Json<Value> {
    axum::Json(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "active_searches": shared.engines.searching(),
        "max_searches": shared.limits.searches,
    }))
}

const OPENAPI: &str = include_str!("openapi.json");

/// `GET /api/openapi.json`
async fn openapi() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], OPENAPI)
}

async fn missing(uri: axum::http::Uri) -> ApiError {
    ApiError::Missing(format!("there is no {:?} here", uri.path()))
}

/// Ports tried when the wanted one is taken.
const PORTS: u16 = 20;

/// Serves until the process ends. `ready` is told the address to open.
///
/// # Errors
/// When nothing can be listened on, or the folder of the data cannot be made.
pub fn serve(mut options: Options, ready: impl FnOnce(&str)) -> io::Result<()> {
    std::fs::create_dir_all(&options.data)?;
    if !options.address.ip().is_loopback() && options.token.is_none() {
        options.token = Some(draw_token()?);
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let listener = listen(options.address).await?;
        options.address = listener.local_addr()?;
        ready(&url(&options));
        axum::serve(listener, app(&options, Limits::default())).await
    })
}

async fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let mut port = address.port();
    loop {
        match TcpListener::bind(SocketAddr::new(address.ip(), port)).await {
            Err(error)
                if error.kind() == io::ErrorKind::AddrInUse
                    && port < address.port().saturating_add(PORTS) =>
            {
                port += 1;
            }
            Err(error) => {
                let place = SocketAddr::new(address.ip(), port);
                return Err(io::Error::new(error.kind(), format!("{place}: {error}")));
            }
            listener => return listener,
        }
    }
}

fn url(options: &Options) -> String {
    let mut address = options.address;
    if address.ip().is_unspecified() {
        address.set_ip(Ipv4Addr::LOCALHOST.into());
    }
    match &options.token {
        Some(token) => format!("http://{address}/?token={token}"),
        None => format!("http://{address}/"),
    }
}

fn draw_token() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_description_names_every_path_and_no_other() {
        let description: Value = serde_json::from_str(OPENAPI).unwrap();
        let described = description["paths"].as_object().unwrap().keys();
        let mut described: Vec<&str> = described.map(String::as_str).collect();
        let mut served: Vec<&str> = routes().into_iter().map(|(path, _)| path).collect();
        described.sort_unstable();
        served.sort_unstable();
        assert_eq!(described, served);
    }
}
