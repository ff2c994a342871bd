//! Experiments: the list, a run with its results, the pages of the papers, and reports that are kept.

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use serde_json::{Value, json};

use crate::{Server, bytes};

/// Follows a job to its end.
async fn end_of(server: &Server, job: &Value) -> Value {
    let path = format!("/api/jobs/{}/events", job["id"]);
    let request = Request::get(path).header(header::HOST, "localhost");
    let response = server.send(request.body(Body::empty()).unwrap()).await;
    let text = String::from_utf8(bytes(response).await.to_vec()).unwrap();
    let last = text.lines().rfind(|line| !line.is_empty()).unwrap();
    serde_json::from_str(last).unwrap()
}

async fn page(server: &Server, path: &str) -> (StatusCode, String) {
    let request = Request::get(path).header(header::HOST, "localhost");
    let response = server.send(request.body(Body::empty()).unwrap()).await;
    let status = response.status();
    let text = String::from_utf8(bytes(response).await.to_vec()).unwrap();
    (status, text)
}

#[tokio::test]
async fn an_experiment_runs_to_its_results() {
    const NAME: &str = "self-match-greedy";
    let server = Server::new();
    let find = async || {
        let (_, list) = server.get("/api/experiments").await;
        let list = list.as_array().unwrap().clone();
        list.into_iter().find(|one| one["name"] == NAME).unwrap()
    };
    assert_eq!(find().await["quick_report"], Value::Null);
    let (_, nothing) = server.get(&format!("/api/experiments/{NAME}")).await;
    assert_eq!(nothing, json!({ "full": null, "quick": null }));
    let question = json!({ "name": NAME, "quick": true });
    let (status, job) = server.post("/api/experiments", &question).await;
    assert_eq!(status, StatusCode::OK, "{job}");
    let last = end_of(&server, &job).await;
    assert_eq!(last["state"], "finished", "{last}");
    assert_eq!((&last["done"], &last["total"]), (&json!(40), &json!(40)));
    assert_eq!(last["report"], "self-match-greedy-quick");
    let info = find().await;
    assert_eq!(info["quick_report"], "self-match-greedy-quick");
    assert_eq!(info["report"], Value::Null);
    let (_, results) = server.get(&format!("/api/experiments/{NAME}")).await;
    assert_eq!(results["full"], Value::Null);
    assert_eq!(results["quick"]["games"], 40);
    let table = &results["quick"]["tables"][0];
    let column = |title: &str| {
        let header = table["header"].as_array().unwrap();
        header.iter().position(|one| one == title).expect(title)
    };
    let published = &table["rows"][0][column("paper: black white draws")];
    assert_eq!(published, "482 406 112");
    let (status, _) = server.get("/api/experiments/no-such-experiment").await;
    assert_eq!(status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn experiments_name_their_paper_and_its_page_is_served() {
    let server = Server::new();
    let (_, list) = server.get("/api/experiments").await;
    let mut pages = 0;
    for one in list.as_array().unwrap() {
        let Some(name) = one["paper_page"].as_str() else {
            continue;
        };
        let title = one["paper_title"].as_str().unwrap();
        let (status, html) = page(&server, &format!("/papers/{name}.md")).await;
        assert_eq!(status, StatusCode::OK, "{name}");
        assert!(html.contains("<h1>") && !html.contains("<script"), "{name}");
        assert!(title.len() > 3, "{name}: {title}");
        pages += 1;
    }
    assert!(pages > 20, "{pages}");
    let plot = "/papers/results/liao-2019-figure-4-1/counts.svg";
    assert_eq!(page(&server, plot).await.0, StatusCode::OK);
    for path in [
        "/papers/..%2f..%2fCargo.toml",
        "/papers/x.md",
        "/papers/results",
    ] {
        assert_eq!(page(&server, path).await.0, StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test]
async fn the_report_of_another_simulation_of_the_same_name_is_kept() {
    let server = Server::new();
    for (white, games, reports) in [
        ("random", 2, 1),
        // More games of the same simulation continue it.
        ("random", 4, 1),
        ("random", 2, 2),
        ("greedy", 2, 3),
    ] {
        let settings = json!({
            "name": "Kept", "black": "greedy", "white": white, "games": games, "size": 9,
        });
        let (status, job) = server.post("/api/simulations", &settings).await;
        assert_eq!(status, StatusCode::OK, "{job}");
        assert_eq!(end_of(&server, &job).await["state"], "finished");
        let (_, list) = server.get("/api/reports").await;
        assert_eq!(list.as_array().unwrap().len(), reports, "{list}");
    }
    let (status, html) = page(&server, "/reports/kept.1/report.html").await;
    assert_eq!(status, StatusCode::OK);
    assert!(html.contains("4 games"), "{html}");
}
