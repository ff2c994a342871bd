//! The server without a socket: what it answers, and with which status it refuses.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::path::Path;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::http::{Request, StatusCode, header};
use axum::response::Response;
use futures_util::StreamExt;
use serde_json::{Value, json};
use tempfile::TempDir;
use tower::ServiceExt;
use web::{Limits, Options, app};

const SMALL: Limits = Limits {
    searches: 1,
    waiting: 1,
    threads_per_search: 1,
    jobs: 1,
};

fn options(data: &Path) -> Options {
    Options {
        address: "127.0.0.1:7117".parse().unwrap(),
        token: None,
        data: data.to_owned(),
        allows_programs: false,
    }
}

struct Server {
    app: Router,
    _data: TempDir,
}

impl Server {
    fn new() -> Server {
        let data = tempfile::tempdir().unwrap();
        Server {
            app: app(&options(data.path()), SMALL),
            _data: data,
        }
    }

    async fn send(&self, request: Request<Body>) -> Response {
        self.app.clone().oneshot(request).await.unwrap()
    }

    async fn post(&self, path: &str, body: &Value) -> (StatusCode, Value) {
        read(self.send(ask(path, body)).await).await
    }

    async fn get(&self, path: &str) -> (StatusCode, Value) {
        let request = Request::get(path).header(header::HOST, "127.0.0.1:7117");
        read(self.send(request.body(Body::empty()).unwrap()).await).await
    }

    /// Waits until so many searches are going on.
    async fn wait_for_searches(&self, wanted: u64) {
        for _ in 0..600 {
            if self.get("/api/health").await.1["active_searches"] == wanted {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("there are never {wanted} searches");
    }
}

fn ask(path: &str, body: &Value) -> Request<Body> {
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

#[tokio::test]
async fn malformed_questions_are_refused_with_a_reason() {
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
async fn what_is_too_large_or_of_another_kind_is_refused() {
    let server = Server::new();
    let large = json!({ "moves": "h".repeat(100_000) });
    let (status, answer) = server.post("/api/position", &large).await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE);
    assert!(answer["error"].as_str().unwrap().contains("65536"));
    let file = Request::post("/api/record/read?name=a.sgf")
        .header(header::HOST, "localhost")
        .body(Body::from(vec![b'('; 9 << 20]))
        .unwrap();
    let status = server.send(file).await.status();
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE);
    let form = Request::post("/api/position")
        .header(header::HOST, "localhost")
        .header(header::CONTENT_TYPE, "text/plain")
        .body(Body::from("{}"))
        .unwrap();
    let status = server.send(form).await.status();
    assert_eq!(status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    assert_eq!(server.get("/api/nothing").await.0, StatusCode::NOT_FOUND);
    assert_eq!(server.get("/no/page").await.0, StatusCode::NOT_FOUND);
    let (status, answer) = server.get("/api/think").await;
    assert_eq!(status, StatusCode::METHOD_NOT_ALLOWED);
    assert!(answer["error"].is_string());
    let (status, answer) = server.get("/api/games?offset=many").await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    assert!(answer["error"].is_string());
}

#[tokio::test]
async fn other_sites_and_foreign_names_are_refused() {
    let server = Server::new();
    let with = |headers: &[(&str, &str)]| {
        let mut request = Request::post("/api/position").header("content-type", "application/json");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        request.body(Body::from("{}")).unwrap()
    };
    let cases: [(&[(&str, &str)], u16); 9] = [
        (&[("host", "127.0.0.1:7117")], 200),
        (&[("host", "[::1]:7117")], 200),
        (&[("host", "localhost")], 200),
        (&[("host", "evil.example:7117")], 403),
        (&[("host", "127.0.0.1.evil.example")], 403),
        (&[], 400),
        (
            &[("host", "localhost"), ("origin", "http://evil.example")],
            403,
        ),
        (
            &[("host", "localhost:1"), ("origin", "http://localhost:1")],
            200,
        ),
        (
            &[("host", "localhost"), ("sec-fetch-site", "cross-site")],
            403,
        ),
    ];
    for (headers, expected) in cases {
        let status = server.send(with(headers)).await.status();
        assert_eq!(status.as_u16(), expected, "{headers:?}");
    }
    // A link elsewhere may lead to the page.
    let link = Request::get("/")
        .header("host", "localhost")
        .header("sec-fetch-site", "cross-site")
        .header("sec-fetch-mode", "navigate")
        .body(Body::empty())
        .unwrap();
    let response = server.send(link).await;
    assert_eq!(response.status(), StatusCode::OK);
    let policy = response.headers()[header::CONTENT_SECURITY_POLICY]
        .to_str()
        .unwrap();
    assert!(policy.contains("default-src 'self'"), "{policy}");
}

#[tokio::test]
async fn beyond_this_machine_a_token_is_needed() {
    let data = tempfile::tempdir().unwrap();
    let options = Options {
        address: "0.0.0.0:7117".parse().unwrap(),
        token: Some("abc123".to_owned()),
        ..options(data.path())
    };
    let app = app(&options, SMALL);
    let status = async |path: &str, name: &str, value: &str| {
        let request = Request::get(path)
            .header("host", "board.example")
            .header(name, value)
            .body(Body::empty())
            .unwrap();
        app.clone().oneshot(request).await.unwrap()
    };
    let refused = status("/api/catalog", "x-nothing", "").await;
    assert_eq!(refused.status(), StatusCode::UNAUTHORIZED);
    let wrong = status("/api/catalog", "authorization", "Bearer abc124").await;
    assert_eq!(wrong.status(), StatusCode::UNAUTHORIZED);
    let page = status("/", "x-nothing", "").await;
    assert_eq!(page.status(), StatusCode::UNAUTHORIZED);
    let right = status("/api/catalog", "authorization", "Bearer abc123").await;
    assert_eq!(right.status(), StatusCode::OK);
    let wrong = status("/?token=abc", "x-nothing", "").await;
    assert_eq!(wrong.status(), StatusCode::UNAUTHORIZED);
    let opened = status("/?token=abc123", "x-nothing", "").await;
    assert_eq!(opened.status(), StatusCode::SEE_OTHER);
    let cookie = opened.headers()[header::SET_COOKIE].to_str().unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"));
    let cookie = cookie.split(';').next().unwrap().to_owned();
    let known = status("/", "cookie", &cookie).await;
    assert_eq!(known.status(), StatusCode::OK);
}

#[tokio::test]
async fn no_page_starts_a_program_unless_that_is_allowed() {
    let server = Server::new();
    let question = json!({ "position": {}, "player": "pbrain:cmd=touch /tmp/never" });
    let (status, answer) = server.post("/api/think", &question).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    assert!(answer["error"].as_str().unwrap().contains("--programs"));
    let (_, catalog) = server.get("/api/catalog").await;
    let names: Vec<&str> = catalog["players"]
        .as_array()
        .unwrap()
        .iter()
        .map(|player| player["name"].as_str().unwrap())
        .collect();
    assert!(
        names.contains(&"greedy") && !names.contains(&"pbrain"),
        "{names:?}"
    );
}

#[tokio::test]
async fn a_position_is_described() {
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

#[tokio::test]
async fn thoughts_come_as_lines_and_as_events() {
    let server = Server::new();
    let question = json!({ "position": { "moves": "h8i9" }, "player": "greedy" });
    let response = server.send(ask("/api/think", &question)).await;
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
    let mut request = ask("/api/think", &question);
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
async fn a_search_stops_when_nobody_listens() {
    let server = Server::new();
    let endless = json!({
        "position": { "moves": "h8i9g7" },
        "player": "uct:iterations=100000000",
        "limits": { "time_ms": 3_600_000 },
    });
    let first = server.send(ask("/api/think", &endless)).await;
    server.wait_for_searches(1).await;
    let second = server.send(ask("/api/think", &endless)).await;
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
async fn an_opening_asks_and_takes_answers() {
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
async fn games_come_in_and_go_out_as_files() {
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
        let response = server.send(ask("/api/record/write", &question)).await;
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
async fn fifth_moves_are_offered_and_taken() {
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

#[tokio::test]
async fn balanced_openings_come_with_the_program() {
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
async fn a_simulation_ends_in_a_report_and_its_games_in_the_library() {
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
async fn a_game_played_by_hand_is_kept_once() {
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

#[tokio::test]
async fn jobs_are_bounded_and_reports_stay_in_their_folder() {
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
    for games in [0, 1_000_000_000] {
        let mut wrong = settings("three");
        wrong["games"] = json!(games);
        assert_eq!(
            server.post("/api/simulations", &wrong).await.0,
            StatusCode::BAD_REQUEST
        );
    }
}

/// The browser learns of all modules at once, and not one after the other from their imports.
#[test]
fn the_page_names_every_module() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
    let html = std::fs::read_to_string(folder.join("index.html")).unwrap();
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if name.ends_with(".js") {
            assert!(html.contains(&format!("\"{name}\"")), "{name}");
        }
    }
}
