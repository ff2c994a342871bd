//! What the spec strings of requests can reach: shipped models, one folder, and so much memory.

use axum::http::StatusCode;
use serde_json::{Value, json};
use tempfile::TempDir;
use web::{Options, app};

use crate::{SMALL, Server, options};

/// The beginning of a file that no client may see.
const SECRET: &str = "root:x:0:0";

/// A server with a models folder, and a secret file outside of it and inside.
fn server_with_models() -> (Server, TempDir) {
    let data = tempfile::tempdir().unwrap();
    let models = data.path().join("models");
    std::fs::create_dir(&models).unwrap();
    let shipped = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../weights/engine-freestyle.weights"
    );
    std::fs::copy(shipped, models.join("mine.weights")).unwrap();
    let critic = concat!(env!("CARGO_MANIFEST_DIR"), "/../../weights/adp-cao.critic");
    std::fs::copy(critic, models.join("mine.critic")).unwrap();
    std::fs::write(models.join("notes.txt"), SECRET).unwrap();
    std::fs::write(data.path().join("secret"), SECRET).unwrap();
    let options = Options {
        models: Some(models),
        ..options(data.path())
    };
    let server = Server {
        app: app(&options, SMALL),
        _data: tempfile::tempdir().unwrap(),
    };
    (server, data)
}

/// Every request that names a player, with this one.
fn requests(player: &str) -> [(&'static str, Value); 4] {
    let simulation = |black: &str, white: &str| {
        json!({
            "name": "files", "black": black, "white": white, "games": 2, "size": 5,
            "black_limits": { "iterations": 1, "nodes": 50 },
            "white_limits": { "iterations": 1, "nodes": 50 },
        })
    };
    [
        (
            "/api/think",
            json!({ "position": {}, "player": player, "limits": { "nodes": 50 } }),
        ),
        (
            "/api/opening/answer",
            json!({ "procedure": "swap2", "answers": [], "player": player, "limits": { "nodes": 50 } }),
        ),
        ("/api/simulations", simulation(player, "random")),
        ("/api/simulations", simulation("random", player)),
    ]
}

#[tokio::test]
async fn no_request_reads_a_file_outside_of_the_models_folder() {
    let (server, data) = server_with_models();
    let outside = data.path().join("secret").display().to_string();
    let missing = data.path().join("missing").display().to_string();
    let linked = data.path().join("models/link");
    #[cfg(unix)]
    std::os::unix::fs::symlink(&outside, &linked).unwrap();
    #[cfg(not(unix))]
    std::fs::create_dir(&linked).unwrap();
    for parameter in [
        "adp:net=",
        "zero:net=",
        "tengen:weights=",
        "uct-adp:net=",
        "ADP:net=",
    ] {
        let mut answers = Vec::new();
        for name in [
            outside.as_str(),
            &missing,
            "../secret",
            "../missing",
            "./mine.critic",
            "/dev/zero",
            "models/../secret",
            "link",
            "notes.txt",
        ] {
            for (path, body) in requests(&format!("{parameter}\"{name}\"")) {
                let (status, answer) = server.post(path, &body).await;
                assert_eq!(status, StatusCode::BAD_REQUEST, "{path} {name}: {answer}");
                let text = answer.to_string();
                assert!(!text.contains(SECRET), "{path} {name}: {text}");
                let error = answer["error"].as_str().unwrap();
                answers.push(error.replace(name, "NAME"));
            }
        }
        // An existing file and a missing one give the same answer.
        let path_answers = &answers[..4 * 7];
        let same = |one: &String| one == &path_answers[0];
        assert!(path_answers.iter().all(same), "{path_answers:?}");
    }
}

#[tokio::test]
async fn models_of_the_folder_can_be_named_and_without_a_folder_none() {
    let (server, _data) = server_with_models();
    let bare = Server::new();
    for player in ["adp:net=mine.critic", "tengen:weights=mine.weights,hash=1"] {
        let (path, body) = &requests(player)[0];
        let (status, answer) = server.post(path, body).await;
        assert_eq!(status, StatusCode::OK, "{player}: {answer}");
        let (status, answer) = bare.post(path, body).await;
        assert_eq!(status, StatusCode::BAD_REQUEST);
        let error = answer["error"].as_str().unwrap();
        assert!(error.contains("there is no models folder"), "{error}");
    }
}

#[tokio::test]
async fn programs_need_permission_on_every_route() {
    let (server, data) = server_with_models();
    let mark = data.path().join("mark");
    for player in [
        format!("pbrain:cmd=touch {}", mark.display()),
        format!(" PBrain : cmd = \"touch {}\"", mark.display()),
        "pbrain".to_owned(),
    ] {
        for (path, body) in requests(&player) {
            let (status, answer) = server.post(path, &body).await;
            assert_eq!(status, StatusCode::FORBIDDEN, "{path}: {answer}");
        }
    }
    assert!(!mark.exists());
}

#[tokio::test]
async fn memory_beyond_the_server_s_is_refused_on_every_route() {
    let server = Server::new();
    for player in [
        "tengen:hash=65536",
        "uct:memory=65536",
        "zero:memory=65536",
        "andor:memory=65536",
        "new-heuristic:memory=4096",
    ] {
        for (path, body) in requests(player) {
            let (status, answer) = server.post(path, &body).await;
            assert_eq!(status, StatusCode::BAD_REQUEST, "{path}: {answer}");
            let error = answer["error"].as_str().unwrap();
            assert!(error.contains("MB are allowed"), "{error}");
        }
    }
}
