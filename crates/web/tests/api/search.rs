//! Positions, searches and solvers.

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use futures_util::StreamExt;
use serde_json::{Value, json};

use crate::{Server, bytes, json_request};

#[tokio::test]
async fn invalid_positions_are_rejected_with_a_reason() {
    let server = Server::new();
    let cases = [
        (json!({ "moves": "h8h8" }), "occupied"),
        (json!({ "moves": "z99" }), "z99"),
        (json!({ "size": 4 }), "size 4"),
        (json!({ "size": -1 }), "JSON"),
        (json!({ "rule": "chess" }), "chess"),
        (json!({ "colour": "blue" }), "colour"),
        (json!([1, 2, 3]), "JSON"),
        (json!({ "black": "h8", "white": "h8" }), "h8"),
        (json!({ "to_move": "red" }), "red"),
        (json!({ "moves": "h8".repeat(2000) }), "more moves"),
    ];
    for (body, expected) in cases {
        let (status, answer) = server.post("/api/position", &body).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{body}");
        let text = answer["error"].as_str().expect("a reason");
        assert!(text.contains(expected), "{body}: {text}");
    }
    let torn = Request::post("/api/position")
        .header(header::HOST, "localhost")
        .header(header::CONTENT_TYPE, "application/json")
        .body(Body::from("{\"moves\": "))
        .unwrap();
    assert_eq!(server.send(torn).await.status(), StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn positions_are_described() {
    let server = Server::new();
    let renju = json!({ "rule": "renju", "moves": "h10a1h9a2g8a3i8a4" });
    let (status, facts) = server.post("/api/position", &renju).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(
        facts["forbidden"],
        json!([{ "point": "h8", "reason": "double three" }])
    );
    assert_eq!(facts["to_move"], "black");
    let won = json!({ "moves": "h8a1h9a2h10a3h11a4h12" });
    let (_, facts) = server.post("/api/position", &won).await;
    assert_eq!(facts["outcome"]["winner"], "black");
    assert_eq!(facts["outcome"]["row"].as_array().unwrap().len(), 5);
    let free = json!({ "black": "c3c4c5c6c7", "white": "a1" });
    let (_, facts) = server.post("/api/position", &free).await;
    assert_eq!(facts["outcome"]["row"].as_array().unwrap().len(), 5);
    let three = json!({ "moves": "h8a1i8a2j8a15" });
    let (_, facts) = server.post("/api/position", &three).await;
    let threats = facts["threats"]["black"].to_string();
    assert!(threats.contains("open four"), "{threats}");
    let white = json!({ "black": "h8", "to_move": "white" });
    let (_, facts) = server.post("/api/position", &white).await;
    assert_eq!(facts["to_move"], "white");
}

/// Liao's board evaluation and evaluation range, counted by hand.
#[tokio::test]
async fn a_position_has_all_shapes_rules_and_probabilities() {
    let server = Server::new();
    // Black has a live three h8-i8-j8; white's stones are apart.
    let (_, facts) = server
        .post("/api/position", &json!({ "moves": "h8a1i8a15j8o1" }))
        .await;
    let evaluation = &facts["evaluation"];
    let shapes = evaluation["shapes"].as_array().unwrap();
    assert_eq!(shapes.len(), 20);
    let present: Vec<_> = shapes.iter().filter(|row| row["black"] != 0).collect();
    assert_eq!(
        json!(present),
        json!([{ "shape": "live three", "pattern": "..XXX.", "black": 1, "white": 0 }])
    );
    let rules = evaluation["rules"].as_array().unwrap();
    let printed = rules.iter().filter(|rule| rule["is_printed"] == true);
    assert_eq!((rules.len(), printed.count()), (12, 7));
    let adding: Vec<_> = rules.iter().filter(|rule| rule["black"] != 0).collect();
    assert_eq!(
        json!(adding),
        json!([{ "rule": "500 for each live three", "is_printed": false, "black": 500, "white": 0 }])
    );
    assert_eq!(
        (&evaluation["black"], &evaluation["white"]),
        (&json!(500), &json!(0))
    );
    let range = facts["range"].as_array().unwrap();
    let of = |percent: u32| {
        let points = range.iter().filter(|one| one["percent"] == percent);
        let mut points: Vec<_> = points.map(|one| one["point"].as_str().unwrap()).collect();
        points.sort_unstable();
        points
    };
    // The ends of the three, directly and after a gap.
    assert_eq!((of(100), of(80)), (vec![], vec!["f8", "g8", "k8", "l8"]));
    let kept = range.iter().filter(|one| one["is_kept"] == true).count();
    assert!(kept == 15 && range.len() > 30, "{kept} of {}", range.len());
    let (_, won) = server
        .post(
            "/api/position",
            &json!({ "moves": "h8a1h9a2h10a3h11a4h12" }),
        )
        .await;
    assert_eq!(won["range"], json!([]));
}

#[tokio::test]
async fn searches_are_streamed_as_lines_and_as_events() {
    let server = Server::new();
    let question = json!({ "position": { "moves": "h8i9" }, "player": "greedy" });
    let response = server.send(json_request("/api/think", &question)).await;
    assert_eq!(
        response.headers()[header::CONTENT_TYPE],
        "application/x-ndjson"
    );
    let body = bytes(response).await;
    let last = body
        .split(|&byte| byte == b'\n')
        .rfind(|line| !line.is_empty())
        .unwrap();
    let last: Value = serde_json::from_slice(last).unwrap();
    assert_eq!(last["event"], "done");
    assert!(last["move"].is_string() && last["candidates"].is_array());
    let mut request = json_request("/api/think", &question);
    let accept = "text/event-stream".parse().unwrap();
    request.headers_mut().insert(header::ACCEPT, accept);
    let body = bytes(server.send(request).await).await;
    let text = String::from_utf8(body.to_vec()).unwrap();
    assert!(text.contains("event: done\ndata: {"), "{text}");
    for (player, expected) in [("nobody", "nobody"), ("greedy:colour=blue", "colour")] {
        let question = json!({ "position": {}, "player": player });
        let (status, answer) = server.post("/api/think", &question).await;
        assert_eq!(status, StatusCode::BAD_REQUEST);
        assert!(answer["error"].as_str().unwrap().contains(expected));
    }
    let over = json!({ "position": { "moves": "h8a1h9a2h10a3h11a4h12" }, "player": "greedy" });
    assert_eq!(
        server.post("/api/think", &over).await.0,
        StatusCode::BAD_REQUEST
    );
}

/// A search without limits ends when its reader goes away; more than there is room for wait, and then are refused.
#[tokio::test]
async fn a_search_stops_when_the_client_disconnects() {
    let server = Server::new();
    let endless = json!({
        "position": { "moves": "h8i9g7" },
        "player": "uct:iterations=100000000",
        "limits": { "time_ms": 3_600_000 },
    });
    let first = server.send(json_request("/api/think", &endless)).await;
    server.wait_for_searches(1).await;
    let second = server.send(json_request("/api/think", &endless)).await;
    let mut told = second.into_body().into_data_stream();
    let waiting = told.next().await.unwrap().unwrap();
    assert!(
        waiting.starts_with(b"{\"event\":\"waiting\""),
        "{waiting:?}"
    );
    let (status, answer) = server.post("/api/think", &endless).await;
    assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
    assert!(answer["error"].is_string());
    drop(told);
    drop(first);
    server.wait_for_searches(0).await;
}

#[tokio::test]
async fn a_win_comes_with_its_proof() {
    let server = Server::new();
    let question = json!({ "position": { "moves": "h8a1i8a2j8a15" }, "kind": "vcf" });
    let (status, answer) = server.post("/api/solve", &question).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(answer["verdict"], "win");
    assert!(answer["proof"]["nodes"].as_array().unwrap().len() > 7);
    let quiet = json!({ "position": { "moves": "h8" }, "kind": "vcf" });
    assert_eq!(server.post("/api/solve", &quiet).await.1["verdict"], "none");
    let wrong = json!({ "position": {}, "kind": "magic" });
    assert_eq!(
        server.post("/api/solve", &wrong).await.0,
        StatusCode::BAD_REQUEST
    );
}

#[tokio::test]
async fn every_number_of_a_search_has_a_maximum() {
    let server = Server::new();
    let keys = [
        "time_ms",
        "time_left_ms",
        "increment_ms",
        "nodes",
        "iterations",
        "depth",
        "multi_pv",
    ];
    for key in keys {
        let value: u64 = if key == "depth" { 100_000 } else { u64::MAX };
        let question = json!({ "position": {}, "player": "greedy", "limits": { key: value } });
        let (status, answer) = server.post("/api/think", &question).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{key}");
        let text = answer["error"].as_str().unwrap();
        assert!(
            text.starts_with(key) && text.contains("is more than"),
            "{text}"
        );
    }
    for key in ["time_ms", "nodes"] {
        let question = json!({ "position": {}, "kind": "vcf", key: u64::MAX });
        let (status, answer) = server.post("/api/solve", &question).await;
        assert_eq!(status, StatusCode::BAD_REQUEST);
        assert!(
            answer["error"].as_str().unwrap().starts_with(key),
            "{answer}"
        );
    }
    let long = json!({ "procedure": "swap2", "answers": vec!["h8"; 101] });
    let (status, answer) = server.post("/api/opening", &long).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    assert!(
        answer["error"].as_str().unwrap().contains("answers"),
        "{answer}"
    );
    assert_eq!(
        server.get("/api/games/1/18446744073709551615").await.0,
        StatusCode::NOT_FOUND
    );
}

#[tokio::test]
async fn deep_json_and_long_errors_are_cut() {
    let server = Server::new();
    let nested = Request::post("/api/position")
        .header(header::HOST, "localhost")
        .header(header::CONTENT_TYPE, "application/json")
        .body(Body::from("[".repeat(60_000)))
        .unwrap();
    let (status, answer) = crate::read(server.send(nested).await).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    assert!(
        answer["error"].as_str().unwrap().contains("recursion"),
        "{answer}"
    );
    let question = json!({ "name": "x".repeat(60_000) });
    let (status, answer) = server.post("/api/experiments", &question).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    assert!(answer["error"].as_str().unwrap().len() < 3000);
}
