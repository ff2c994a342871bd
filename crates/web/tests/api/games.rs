//! Game files and stored games.

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use serde_json::json;

use crate::{Server, bytes, json_request, read};

#[tokio::test]
async fn game_files_are_read_and_written() {
    let server = Server::new();
    let sgf = "(;FF[4]GM[4]SZ[15]PB[Ann]PW[Ben]C[root];B[hh]C[first](;W[ii];B[gg])(;W[jj]))";
    let read_file = async |name: &str, bytes: Vec<u8>| {
        let request = Request::post(format!("/api/record/read?name={name}"))
            .header(header::HOST, "localhost")
            .body(Body::from(bytes))
            .unwrap();
        read(server.send(request).await).await
    };
    let (status, games) = read_file("a.sgf", sgf.into()).await;
    assert_eq!(status, StatusCode::OK, "{games}");
    let tree = games["games"][0].clone();
    assert_eq!(tree["nodes"].as_array().unwrap().len(), 5);
    assert_eq!(tree["nodes"][1]["comment"], "first");
    assert_eq!(tree["black"], "Ann");
    for format in ["sgf", "psq", "lib", "pos", "txt"] {
        let question = json!({ "tree": tree, "format": format });
        let response = server
            .send(json_request("/api/record/write", &question))
            .await;
        assert_eq!(response.status(), StatusCode::OK, "{format}");
        let file = bytes(response).await;
        let (status, again) = read_file(&format!("a.{format}"), file.to_vec()).await;
        assert_eq!(status, StatusCode::OK, "{format}: {again}");
        let count = again["games"][0]["nodes"].as_array().unwrap().len();
        let expected = if matches!(format, "sgf" | "lib") {
            5
        } else {
            4
        };
        assert_eq!(count, expected, "{format}");
    }
    let (status, answer) = read_file("a.sgf", b"(;SZ[15".to_vec()).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    assert!(answer["error"].as_str().unwrap().starts_with("SGF"));
    let (status, _) = read_file("a.exe", vec![0, 159, 146, 150]).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    let bad_parent = json!({
        "format": "sgf",
        "tree": { "size": 15, "nodes": [{ "parent": -1, "color": "white" }, { "parent": 7, "color": "black", "point": "h8" }] },
    });
    let (status, _) = server.post("/api/record/write", &bad_parent).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn a_game_played_by_hand_is_stored_once() {
    let server = Server::new();
    let won = json!({ "moves": "h8a1i8a2j8a3k8a4l8", "black": "Human", "white": "tengen:level=3" });
    let given_up = json!({ "moves": "h8a1i8", "rule": "renju", "black": "Human", "white": "greedy",
        "ending": { "winner": "white", "reason": "resignation" } });
    for game in [&won, &won, &given_up] {
        let (status, kept) = server.post("/api/games", game).await;
        assert_eq!(status, StatusCode::OK, "{kept}");
    }
    let (_, found) = server.get("/api/games?player=level%3D3").await;
    assert_eq!(
        (&found["total"], &found["library_size"]),
        (&json!(1), &json!(2))
    );
    let game = &found["games"][0];
    assert_eq!(game["winner"], "black");
    let path = format!("/api/games/{}/{}", game["match_id"], game["number"]);
    assert_eq!(server.get(&path).await.0, StatusCode::OK);
    let (_, found) = server.get("/api/games?result=white").await;
    assert_eq!(found["games"][0]["reason"], "resignation");
    for (change, reason) in [
        (json!({ "moves": "h8a1" }), "not over"),
        (json!({ "moves": "h8h8" }), "move 2"),
        (json!({ "moves": "h8--i8" }), "passed"),
        (json!({ "black": " " }), "not a name"),
        (json!({ "white": "x".repeat(999) }), "not a name"),
        (
            json!({ "moves": "h8", "ending": { "winner": "red", "reason": "time" } }),
            "red",
        ),
        (
            json!({ "moves": "h8", "ending": { "winner": "black", "reason": "luck" } }),
            "luck",
        ),
    ] {
        let mut game = won.clone();
        game.as_object_mut()
            .unwrap()
            .extend(change.as_object().unwrap().clone());
        let (status, refusal) = server.post("/api/games", &game).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{game}");
        let refusal = refusal["error"].as_str().unwrap();
        assert!(refusal.contains(reason), "{game}: {refusal}");
    }
    assert_eq!(server.get("/api/games").await.1["library_size"], 2);
}
