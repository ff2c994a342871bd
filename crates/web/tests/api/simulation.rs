//! Simulations, their reports, and the bounds on jobs.

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use serde_json::{Value, json};

use crate::{Server, bytes};

#[tokio::test]
async fn balanced_openings_are_built_in() {
    let server = Server::new();
    let mut settings = json!({
        "name": "Balanced", "black": "greedy", "white": "random", "games": 2, "openings": "balanced", "size": 19,
    });
    let (status, refusal) = server.post("/api/simulations", &settings).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    assert!(
        refusal["error"].as_str().unwrap().contains("15 and 20"),
        "{refusal}"
    );
    settings["size"] = json!(15);
    let (status, job) = server.post("/api/simulations", &settings).await;
    assert_eq!(status, StatusCode::OK, "{job}");
    let path = format!("/api/jobs/{}/events", job["id"]);
    let request = Request::get(path).header(header::HOST, "localhost");
    let response = server.send(request.body(Body::empty()).unwrap()).await;
    bytes(response).await;
    let (_, games) = server.get("/api/games").await;
    assert_eq!(games["total"], 2);
    // Both colors begin with the same five stones.
    let contest = &games["games"][0]["match_id"];
    let mut begun = Vec::new();
    for number in [0, 1] {
        let (_, tree) = server.get(&format!("/api/games/{contest}/{number}")).await;
        let nodes = tree["nodes"].as_array().unwrap();
        let points: Vec<Value> = nodes[1..6]
            .iter()
            .map(|node| node["point"].clone())
            .collect();
        begun.push(points);
    }
    assert_eq!(begun[0], begun[1]);
}

#[tokio::test]
async fn a_simulation_writes_a_report_and_stores_its_games() {
    let server = Server::new();
    let settings = json!({
        "name": "A small one", "black": "greedy", "white": "random", "games": 6,
        "openings": "random:2", "size": 9, "seed": 3,
    });
    let (status, job) = server.post("/api/simulations", &settings).await;
    assert_eq!(status, StatusCode::OK, "{job}");
    let path = format!("/api/jobs/{}/events", job["id"]);
    let request = Request::get(path).header(header::HOST, "localhost");
    let response = server.send(request.body(Body::empty()).unwrap()).await;
    let text = String::from_utf8(bytes(response).await.to_vec()).unwrap();
    let last: Value =
        serde_json::from_str(text.lines().rfind(|line| !line.is_empty()).unwrap()).unwrap();
    assert_eq!(last["state"], "finished", "{last}");
    assert_eq!(last["done"], 6);
    assert_eq!(last["report"], "a-small-one");
    let (_, reports) = server.get("/api/reports").await;
    assert_eq!(reports[0]["name"], "a-small-one");
    let page = Request::get("/reports/a-small-one/report.html").header(header::HOST, "localhost");
    let page = server.send(page.body(Body::empty()).unwrap()).await;
    assert_eq!(page.status(), StatusCode::OK);
    let html = String::from_utf8(bytes(page).await.to_vec()).unwrap();
    assert!(html.contains("Totals") && html.contains("Calculations for a move"));
    let (_, games) = server.get("/api/games?player=gree").await;
    assert_eq!(games["total"], 6);
    let (_, none) = server.get("/api/games?player=nobody").await;
    assert_eq!(
        (none["total"].as_u64(), none["library_size"].as_u64()),
        (Some(0), Some(6))
    );
    let (_, explored) = server.get("/api/explore?size=9").await;
    assert_eq!(explored["games"], 6);
    let first = &games["games"][0];
    let path = format!("/api/games/{}/{}", first["match_id"], first["number"]);
    let (status, tree) = server.get(&path).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(tree["size"], 9);
    assert_eq!(server.get("/api/games/99/0").await.0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn jobs_are_bounded_and_report_files_stay_in_their_folder() {
    let server = Server::new();
    let settings = |name: &str| {
        json!({ "name": name, "black": "uct:iterations=100000000", "white": "greedy", "games": 10,
            "black_limits": { "time": "1h" } })
    };
    let (status, job) = server.post("/api/simulations", &settings("one")).await;
    assert_eq!(status, StatusCode::OK);
    let (status, _) = server.post("/api/simulations", &settings("one")).await;
    assert_eq!(status, StatusCode::CONFLICT);
    let (status, _) = server.post("/api/simulations", &settings("two")).await;
    assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
    server
        .post(&format!("/api/jobs/{}/stop", job["id"]), &json!({}))
        .await;
    for bad in ["../x", "", "a/b", &"x".repeat(61), ".hidden"] {
        let (status, _) = server.post("/api/simulations", &settings(bad)).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{bad}");
    }
    for path in [
        "/reports/..%2f..%2fetc/passwd",
        "/reports/one/..%2f..%2fgames.sqlite",
        "/reports/.one/report.html",
        "/reports/one/games.sqlite",
        "/api/jobs/77/events",
    ] {
        assert_eq!(server.get(path).await.0, StatusCode::NOT_FOUND, "{path}");
    }
    for (key, value, expected) in [
        ("games", json!(0), "games"),
        ("games", json!(1_000_000_000), "games"),
        ("concurrency", json!(u64::MAX), "concurrency"),
        ("sprt", json!([0.0, 1e300]), "sprt"),
        ("black_limits", json!({ "threads": 2 }), "this server's 1"),
        ("black_limits", json!({ "threads": u64::MAX }), "threads"),
        (
            "white_limits",
            json!({ "memory": 1 << 20 }),
            "MB that this server gives",
        ),
        // Shifted by twenty bits, this would be nothing.
        ("white_limits", json!({ "memory": 1_u64 << 44 }), "memory"),
        ("white_limits", json!({ "depth": u32::MAX }), "depth"),
        ("white_limits", json!({ "nodes": u64::MAX }), "nodes"),
        ("white_limits", json!({ "time": "999999999h" }), "year"),
        (
            "black",
            json!(format!("greedy:radius={}", "1".repeat(5000))),
            "spec string",
        ),
    ] {
        let mut wrong = settings("three");
        wrong[key] = value;
        let (status, answer) = server.post("/api/simulations", &wrong).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{wrong}");
        let text = answer["error"].as_str().unwrap();
        assert!(text.contains(expected), "{text}");
    }
}
