//! Access control, permissions, and requests of the wrong form.

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use serde_json::json;
use tower::ServiceExt;
use web::{Options, app};

use crate::{SMALL, Server, bytes, options, read};

#[tokio::test]
async fn other_sites_and_foreign_host_names_are_rejected() {
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
async fn a_public_address_needs_the_token() {
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

/// A server that needs a token, and a page of it as a browser asks for it.
fn public_server() -> (tempfile::TempDir, axum::Router) {
    let data = tempfile::tempdir().unwrap();
    let options = Options {
        address: "0.0.0.0:7117".parse().unwrap(),
        token: Some("abcd1234".to_owned()),
        ..options(data.path())
    };
    (data, app(&options, SMALL))
}

#[tokio::test]
async fn the_token_redirects_to_this_server_only() {
    let (_data, app) = public_server();
    let cases = [
        ("/?token=abcd1234", "/"),
        (
            "/reports/one/report.html?token=abcd1234",
            "/reports/one/report.html",
        ),
        ("//elsewhere.example/?token=abcd1234", "/"),
        ("///elsewhere.example/?token=abcd1234", "/"),
        ("/\\elsewhere.example/?token=abcd1234", "/"),
        ("/%5Celsewhere.example/?token=abcd1234", "/"),
        ("/%2Felsewhere.example/?token=abcd1234", "/"),
        ("/%09/elsewhere.example/?token=abcd1234", "/"),
        ("/.//elsewhere.example/?token=abcd1234", "/"),
        ("/@elsewhere.example/?token=abcd1234", "/"),
        ("http://elsewhere.example/?token=abcd1234", "/"),
        (
            "http://board.example//elsewhere.example/?x=1&token=abcd1234",
            "/",
        ),
    ];
    for (uri, expected) in cases {
        let Ok(request) = Request::get(uri)
            .header("host", "board.example")
            .body(Body::empty())
        else {
            continue;
        };
        let response = app.clone().oneshot(request).await.unwrap();
        assert_eq!(response.status(), StatusCode::SEE_OTHER, "{uri}");
        assert_eq!(response.headers()[header::LOCATION], expected, "{uri}");
    }
}

#[tokio::test]
async fn a_browser_without_the_token_sees_what_to_do() {
    let (_data, app) = public_server();
    let ask = async |path: &str, accept: &str| {
        let request = Request::get(path)
            .header("host", "board.example")
            .header("accept", accept)
            .body(Body::empty())
            .unwrap();
        app.clone().oneshot(request).await.unwrap()
    };
    let browser = "text/html,application/xhtml+xml,*/*;q=0.8";
    for path in ["/", "/?token=wrong", "/reports/one/report.html", "/nowhere"] {
        let response = ask(path, browser).await;
        assert_eq!(response.status(), StatusCode::UNAUTHORIZED);
        assert_eq!(
            response.headers()[header::CONTENT_TYPE],
            "text/html; charset=utf-8"
        );
        assert_eq!(response.headers()[header::CACHE_CONTROL], "no-store");
        let policy = response.headers()[header::CONTENT_SECURITY_POLICY]
            .to_str()
            .unwrap();
        assert!(policy.contains("form-action 'self'"), "{policy}");
        let html = String::from_utf8(bytes(response).await.to_vec()).unwrap();
        assert!(
            html.contains("tengen serve") && html.contains("?token="),
            "{html}"
        );
        assert!(!html.contains("abcd1234"));
    }
    for (path, accept) in [
        ("/api/catalog", browser),
        ("/", "application/json"),
        ("/", "*/*"),
    ] {
        let (status, answer) = read(ask(path, accept).await).await;
        assert_eq!(status, StatusCode::UNAUTHORIZED);
        assert!(
            answer["error"].as_str().unwrap().contains("token"),
            "{answer}"
        );
    }
}

#[test]
fn a_server_with_a_token_that_protects_nothing_does_not_start() {
    for token in ["", "   ", "        ", "abc"] {
        let data = tempfile::tempdir().unwrap();
        let options = Options {
            address: "0.0.0.0:0".parse().unwrap(),
            token: Some(token.to_owned()),
            ..options(data.path())
        };
        let error = web::serve(options, |_| panic!("it started with {token:?}")).unwrap_err();
        assert!(error.to_string().contains("token"), "{error}");
    }
}

#[tokio::test]
async fn the_page_gets_a_session_of_its_own() {
    let server = Server::new();
    let open = async |cookie: &str| {
        let request = Request::get("/").header(header::HOST, "localhost");
        let request = request.header(header::COOKIE, cookie);
        let response = server.send(request.body(Body::empty()).unwrap()).await;
        response.headers().get(header::SET_COOKIE).cloned()
    };
    let first = open("").await.unwrap();
    let second = open("other=1").await.unwrap();
    assert!(first.to_str().unwrap().starts_with("tengen_session="));
    assert_ne!(first, second);
    assert_eq!(open("a=b; tengen_session=1234").await, None);
}

#[tokio::test]
async fn outside_programs_need_permission() {
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
async fn wrong_sizes_types_paths_and_methods_are_rejected() {
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
