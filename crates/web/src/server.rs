//! The server: options, limits, listening.

use std::io;
use std::net::SocketAddr;
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use tokio::net::TcpListener;

use crate::accept;
use crate::addresses::PageAddresses;
use crate::app::app;
use crate::connections::ConnectionLimits;
use crate::token::{check_token, random_hex};

/// How to run the server.
#[derive(Clone, Debug)]
pub struct Options {
    /// The address to listen on. When the port is taken, the next ones are tried.
    pub address: SocketAddr,
    /// The token that clients must send; a random one when the address is not a loopback address.
    pub token: Option<String>,
    /// The folder of games and reports.
    pub data: PathBuf,
    /// The folder of models that clients may name; without it only shipped ones.
    pub models: Option<PathBuf>,
    /// May clients start outside programs as players?
    pub allows_programs: bool,
    /// The commit that the program was built from, if it is known.
    pub commit: Option<&'static str>,
}

/// Bounds on what the server does at once.
#[derive(Clone, Copy, Debug)]
pub struct ServerLimits {
    /// Searches at once.
    pub searches: usize,
    /// Searches that may wait for their turn.
    pub waiting: usize,
    /// Threads of one search.
    pub threads_per_search: usize,
    /// How long a search may run while another client waits for a place.
    pub turn: Duration,
    /// Simulations and experiments at once.
    pub jobs: usize,
    /// Connections, and bytes on their way.
    pub connections: ConnectionLimits,
}

impl Default for ServerLimits {
    fn default() -> ServerLimits {
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        ServerLimits {
            searches: cores.max(2),
            waiting: 64,
            threads_per_search: cores,
            turn: Duration::from_secs(20),
            jobs: 2,
            connections: ConnectionLimits::DEFAULT,
        }
    }
}

/// Ports to try when the first one is taken.
const MAX_PORTS: u16 = 20;

/// Serves until the process ends. Calls `ready` with the addresses of the page.
///
/// # Errors
/// When no port can be bound, the data folder cannot be created, or the token protects nothing.
pub fn serve(options: Options, ready: impl FnOnce(&PageAddresses)) -> io::Result<()> {
    serve_within(ServerLimits::default(), options, ready)
}

/// The same within these limits.
///
/// # Errors
/// As [`serve`].
pub fn serve_within(
    limits: ServerLimits,
    mut options: Options,
    ready: impl FnOnce(&PageAddresses),
) -> io::Result<()> {
    std::fs::create_dir_all(&options.data)?;
    let ip = options.address.ip();
    match &options.token {
        Some(token) => check_token(token, ip)
            .map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?,
        None if ip.is_loopback() => {}
        None => options.token = Some(random_hex()?),
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let listener = listen(options.address).await?;
        options.address = listener.local_addr()?;
        ready(&PageAddresses::new(
            options.address,
            options.token.as_deref(),
        ));
        accept::serve(listener, app(&options, limits), limits.connections).await
    })
}

async fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let mut port = address.port();
    loop {
        match TcpListener::bind(SocketAddr::new(address.ip(), port)).await {
            Err(error)
                if error.kind() == io::ErrorKind::AddrInUse
                    && port < address.port().saturating_add(MAX_PORTS) =>
            {
                port += 1;
            }
            Err(error) => {
                let address = SocketAddr::new(address.ip(), port);
                return Err(io::Error::new(error.kind(), format!("{address}: {error}")));
            }
            listener => return listener,
        }
    }
}
