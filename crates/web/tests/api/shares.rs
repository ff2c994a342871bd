//! Fair shares: one client takes neither all searches, nor all followers of jobs, nor the asynchronous threads.

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use axum::response::Response;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::time::Duration;
use web::{ConnectionLimits, ServerLimits};

use crate::{SMALL, Server, bytes, json_request, read};

fn endless() -> Value {
    json!({
        "position": { "moves": "h8i9g7" },
        "player": "uct:iterations=100000000",
        "limits": { "time_ms": 3_600_000 },
    })
}

fn of_session(mut request: Request<Body>, session: &str) -> Request<Body> {
    let cookie = format!("tengen_session={session}").parse().unwrap();
    request.headers_mut().insert(header::COOKIE, cookie);
    request
}

async fn last_event(response: Response) -> Value {
    let body = bytes(response).await;
    let last = body
        .split(|&byte| byte == b'\n')
        .rfind(|line| !line.is_empty())
        .unwrap();
    serde_json::from_slice(last).unwrap()
}

#[tokio::test]
async fn another_client_gets_a_search_although_one_has_taken_all() {
    let server = Server::within(ServerLimits {
        searches: 1,
        waiting: 3,
        turn: Duration::ZERO,
        ..SMALL
    });
    let mut greedy = Vec::new();
    for _ in 0..4 {
        let request = json_request("/api/think", &endless());
        let response = server.send(of_session(request, "greedy")).await;
        assert_eq!(response.status(), StatusCode::OK);
        greedy.push(response);
    }
    let request = of_session(json_request("/api/think", &endless()), "greedy");
    let refused = server.send(request).await.status();
    assert_eq!(refused, StatusCode::SERVICE_UNAVAILABLE);
    let question = json!({ "position": { "moves": "h8i9" }, "player": "greedy" });
    let request = of_session(json_request("/api/think", &question), "modest");
    let modest = server.send(request).await;
    assert_eq!(modest.status(), StatusCode::OK);
    assert_eq!(last_event(modest).await["event"], "done");
    // The search that ran longest ended with its result, and the last one in the queue with an error.
    assert_eq!(last_event(greedy.pop().unwrap()).await["event"], "error");
    assert_eq!(last_event(greedy.remove(0)).await["event"], "done");
}

#[tokio::test]
async fn followers_of_jobs_are_bounded() {
    let connections = ConnectionLimits {
        streams: 8,
        ..ConnectionLimits::DEFAULT
    };
    let server = Server::within(ServerLimits {
        connections,
        ..SMALL
    });
    let settings = json!({ "name": "one", "black": "uct:iterations=100000000", "white": "greedy", "games": 10,
        "black_limits": { "time": "1h" } });
    let (_, job) = server.post("/api/simulations", &settings).await;
    let path = format!("/api/jobs/{}/events", job["id"]);
    let follow = async |session: &str| {
        let request = Request::get(&path).header(header::HOST, "localhost");
        let request = request.body(Body::empty()).unwrap();
        server.send(of_session(request, session)).await
    };
    let held = [follow("a").await, follow("a").await];
    assert!(held.iter().all(|one| one.status() == StatusCode::OK));
    assert_eq!(follow("a").await.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(follow("b").await.status(), StatusCode::OK);
    server
        .post(&format!("/api/jobs/{}/stop", job["id"]), &json!({}))
        .await;
}

/// The test has a single asynchronous thread. A handler that worked on it would answer before anybody else.
#[tokio::test]
async fn a_large_file_does_not_delay_a_small_answer() {
    let server = Server::new();
    let mut file = String::from("(;GM[4]");
    for index in 0..40_000 {
        let _ = write!(file, "(;B[hh]C[{index}])");
    }
    file.push(')');
    let mut was_first = false;
    for _ in 0..20 {
        let large = Request::post("/api/record/read?name=a.sgf")
            .header(header::HOST, "localhost")
            .body(Body::from(file.clone()))
            .unwrap();
        tokio::select! {
            biased;
            (status, games) = async { read(server.send(large).await).await } => {
                assert_eq!((status, &games["count"]), (StatusCode::OK, &json!(1)));
            }
            (status, _) = server.get("/api/health") => {
                assert_eq!(status, StatusCode::OK);
                was_first = true;
            }
        }
    }
    assert!(was_first);
}

#[tokio::test]
async fn hostile_files_are_refused_with_a_reason() {
    let server = Server::new();
    let million = 1_000_000;
    let cases = [
        (
            format!("(;GM[4]AB{})", "[aa:oo]".repeat(million)),
            "values in one node",
        ),
        (
            format!("(;GM[4]{})", ";AB[aa:oo]".repeat(million / 2)),
            "a line of more than 2000",
        ),
        ("(;AB[aa:oo])".repeat(million / 2), "set-up stones"),
        (
            format!("(;GM[4]{})", ";B[hh]".repeat(million)),
            "a line of more than 2000",
        ),
        ("(;)".repeat(million), "more than 200000 nodes"),
        (
            format!("(;GM[4]C[{}])", "x".repeat(2 * million)),
            "bytes of text",
        ),
    ];
    for (file, expected) in cases {
        let request = Request::post("/api/record/read?name=a.sgf")
            .header(header::HOST, "localhost")
            .body(Body::from(file))
            .unwrap();
        let (status, answer) = read(server.send(request).await).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{expected}");
        let text = answer["error"].as_str().unwrap();
        assert!(text.contains(expected), "{text}");
    }
}
