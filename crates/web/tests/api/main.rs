//! The API without a socket: responses, errors and limits, one file for each topic. `properties.rs` compares random
//! requests with the OpenAPI document, `hostile.rs` attacks a whole server.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod access;
mod experiments;
mod games;
mod hostile;
mod models;
mod openapi;
mod opening;
mod properties;
mod random_json;
mod search;
mod shares;
mod simulation;

use std::path::Path;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::http::{Request, StatusCode, header};
use axum::response::Response;
use serde_json::Value;
use tempfile::TempDir;
use tower::ServiceExt;
use web::{ConnectionLimits, Options, ServerLimits, app};

const SMALL: ServerLimits = ServerLimits {
    searches: 1,
    waiting: 1,
    threads_per_search: 1,
    turn: Duration::from_secs(3600),
    jobs: 1,
    connections: ConnectionLimits::DEFAULT,
};

fn options(data: &Path) -> Options {
    Options {
        address: "127.0.0.1:7117".parse().unwrap(),
        token: None,
        data: data.to_owned(),
        models: None,
        allows_programs: false,
        commit: None,
    }
}

struct Server {
    app: Router,
    _data: TempDir,
}

impl Server {
    fn new() -> Server {
        Server::within(SMALL)
    }

    fn within(limits: ServerLimits) -> Server {
        let data = tempfile::tempdir().unwrap();
        Server {
            app: app(&options(data.path()), limits),
            _data: data,
        }
    }

    async fn send(&self, request: Request<Body>) -> Response {
        self.app.clone().oneshot(request).await.unwrap()
    }

    async fn post(&self, path: &str, body: &Value) -> (StatusCode, Value) {
        read(self.send(json_request(path, body)).await).await
    }

    async fn get(&self, path: &str) -> (StatusCode, Value) {
        let request = Request::get(path).header(header::HOST, "127.0.0.1:7117");
        read(self.send(request.body(Body::empty()).unwrap()).await).await
    }

    /// Waits until this many searches are running.
    async fn wait_for_searches(&self, count: u64) {
        for _ in 0..600 {
            if self.get("/api/health").await.1["active_searches"] == count {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("never {count} searches");
    }
}

fn json_request(path: &str, body: &Value) -> Request<Body> {
    Request::post(path)
        .header(header::HOST, "localhost:7117")
        .header(header::CONTENT_TYPE, "application/json")
        .body(Body::from(body.to_string()))
        .unwrap()
}

async fn bytes(response: Response) -> Bytes {
    to_bytes(response.into_body(), 1 << 24).await.unwrap()
}

async fn read(response: Response) -> (StatusCode, Value) {
    let status = response.status();
    let body = bytes(response).await;
    (status, serde_json::from_slice(&body).unwrap_or_default())
}

/// `index.html` preloads all modules, so that the browser does not discover them one after the other.
#[test]
fn the_page_preloads_every_module() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
    let html = std::fs::read_to_string(folder.join("index.html")).unwrap();
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if name.ends_with(".js") {
            assert!(html.contains(&format!("\"{name}\"")), "{name}");
        }
    }
}
