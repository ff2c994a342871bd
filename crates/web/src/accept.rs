//! Accepts connections and serves HTTP on them, within [`ConnectionLimits`].

use std::convert::Infallible;
use std::io;
use std::time::Duration;

use axum::Router;
use axum::response::Response;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};

use crate::connections::{Admission, ConnectionLimits, Connections, Phase};
use crate::patient_stream::PatientStream;
use crate::stream::IsStream;

/// Bytes of a request's head, and of the buffers of a connection.
const MAX_HEAD: usize = 32 << 10;
/// A pause after a failure of the system, such as too many open files.
const PAUSE: Duration = Duration::from_millis(50);

/// Serves until the process ends.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    limits: ConnectionLimits,
) -> io::Result<()> {
    let connections = Connections::new(limits);
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => {
                if let Some(admission) = connections.admit(peer.ip()) {
                    tokio::spawn(serve_connection(stream, admission, router.clone(), limits));
                }
            }
            Err(error) if is_of_client(&error) => {}
            Err(_) => {
                connections.make_room();
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
}

/// Did the client go away before it was accepted?
fn is_of_client(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionRefused
            | io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionReset
    )
}

async fn serve_connection(
    stream: TcpStream,
    admission: Admission,
    router: Router,
    limits: ConnectionLimits,
) {
    // Events must not wait for more data to fill a packet.
    let _ = stream.set_nodelay(true);
    let connection = admission.connection.clone();
    let router = TowerToHyperService::new(router);
    let service = service_fn(|mut request: hyper::Request<Incoming>| {
        let connection = connection.clone();
        connection.enter(Phase::Busy);
        request.extensions_mut().insert(connection.network);
        request.extensions_mut().insert(connection.clone());
        let response = router.call(request);
        async move {
            let response: Response = response.await?;
            if response.extensions().get::<IsStream>().is_none() {
                connection.enter(Phase::Idle);
            }
            Ok::<Response, Infallible>(response)
        }
    });
    let http = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head_time)
        .max_header_size(MAX_HEAD)
        .max_buf_size(MAX_HEAD)
        .serve_connection(TokioIo::new(PatientStream::new(stream, limits)), service);
    tokio::select! {
        // A client that goes away is no failure of the server.
        _ = http => {}
        () = connection.closed() => {}
    }
}
