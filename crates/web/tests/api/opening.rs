//! Opening procedures.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::Server;

#[tokio::test]
async fn an_opening_procedure_is_followed_step_by_step() {
    let server = Server::new();
    let with =
        |procedure: &str, answers: Value| json!({ "procedure": procedure, "answers": answers });
    let (_, begun) = server.post("/api/opening", &with("swap2", json!([]))).await;
    assert_eq!(begun["step"]["kind"], "place");
    let three = json!(["h8", "i9", "g7"]);
    let (_, choice) = server.post("/api/opening", &with("swap2", three)).await;
    assert_eq!(choice["moves"], "h8i9g7");
    assert_eq!(
        choice["step"]["options"],
        json!(["black", "white", "place-two"])
    );
    let taken = json!(["h8", "i9", "g7", "black"]);
    let (_, done) = server.post("/api/opening", &with("swap2", taken)).await;
    assert_eq!(done["step"], json!({ "kind": "done", "black": "second" }));
    let (_, pro) = server.post("/api/opening", &with("pro", json!([]))).await;
    assert_eq!(pro["step"]["region"], json!(["h8"]));
    let wrong = server
        .post("/api/opening", &with("pro", json!(["a1"])))
        .await;
    assert_eq!(wrong.0, StatusCode::BAD_REQUEST);
    let mut asked = with("swap2", json!([]));
    asked["player"] = json!("greedy");
    let (_, answer) = server.post("/api/opening/answer", &asked).await;
    assert_eq!(answer["answers"].as_array().unwrap().len(), 3);
}

#[tokio::test]
async fn fifth_moves_are_offered_and_picked() {
    let server = Server::new();
    let with =
        |answers: Value| json!({ "procedure": "soosorv-8", "rule": "renju", "answers": answers });
    let ask = async |answers: Value| server.post("/api/opening", &with(answers)).await;
    let (_, number) = ask(json!(["h8", "h9", "h10", "white", "h11"])).await;
    assert_eq!(number["step"]["options"].as_array().unwrap().len(), 8);
    assert_eq!(number["step"]["seat"], "second");
    let (_, swap) = ask(json!(["h8", "h9", "h10", "white", "h11", "2"])).await;
    assert_eq!(swap["step"]["options"], json!(["black", "white"]));
    let (_, offer) = ask(json!([
        "h8", "h9", "h10", "white", "h11", "2", "white", "i8"
    ]))
    .await;
    assert_eq!(offer["black"], "second");
    assert_eq!(offer["step"]["kind"], "offer");
    assert_eq!(offer["step"]["offered"], json!(["i8"]));
    let region = offer["step"]["region"].as_array().unwrap();
    assert!(!region.contains(&json!("g8")) && region.contains(&json!("i10")));
    let (status, same) = ask(json!([
        "h8", "h9", "h10", "white", "h11", "2", "white", "i8", "g8"
    ]))
    .await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    assert!(same["error"].as_str().unwrap().contains("\"g8\""), "{same}");
    let (status, _) = ask(json!(["h8", "h9", "h10", "white", "h11", "9"])).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    // A player offers them all at once.
    let mut asked = with(json!(["h8", "h9", "h10", "white", "h11", "5", "white"]));
    asked["player"] = json!("greedy");
    let (_, answer) = server.post("/api/opening/answer", &asked).await;
    assert_eq!(answer["answers"].as_array().unwrap().len(), 5, "{answer}");
}
