//! What fifty open pages cost a search. A measurement instead of a test, because it depends on the machine:
//! `cargo test -p web --test load -- --ignored --nocapture`.
#![expect(clippy::unwrap_used, reason = "a failed step fails the measurement")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use serde_json::{Value, json};
use web::Options;

const PAGES: usize = 50;
const ROUNDS: usize = 8;

fn serve() -> String {
    let data = tempfile::tempdir().unwrap().keep();
    let options = Options {
        address: "127.0.0.1:0".parse().unwrap(),
        token: None,
        data,
        models: None,
        allows_programs: false,
        commit: None,
    };
    let (ready, wait) = mpsc::channel();
    thread::spawn(move || {
        web::serve(options, |addresses| {
            ready.send(addresses.local.clone()).unwrap()
        })
        .unwrap()
    });
    let url = wait.recv().unwrap();
    url.trim_start_matches("http://")
        .trim_end_matches('/')
        .to_owned()
}

fn send(host: &str, method: &str, path: &str, body: &Value) -> TcpStream {
    let mut stream = TcpStream::connect(host).unwrap();
    let body = if method == "POST" {
        body.to_string()
    } else {
        String::new()
    };
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nAccept: text/event-stream\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    stream
}

/// Iterations of a search in two seconds.
fn search(host: &str) -> f64 {
    let request = json!({
        "position": { "moves": "h8i9g7g9" },
        "player": "uct:iterations=100000000,seed=1",
        "limits": { "time_ms": 2000 },
    });
    let reader = BufReader::new(send(host, "POST", "/api/think", &request));
    let data = reader
        .lines()
        .map_while(Result::ok)
        .filter_map(|line| serde_json::from_str::<Value>(line.strip_prefix("data: ")?).ok())
        .last()
        .unwrap();
    data["nodes"].as_f64().unwrap()
}

#[test]
#[ignore = "a measurement"]
fn fifty_pages_watch_during_a_search() {
    let host = serve();
    // The pages watch a simulation that runs on one thread all the time.
    let settings = json!({
        "name": "load", "black": "uct:iterations=300", "white": "uct:iterations=300", "games": 100_000, "concurrency": 1,
    });
    let mut started = String::new();
    send(&host, "POST", "/api/simulations", &settings)
        .read_to_string(&mut started)
        .unwrap();
    assert!(started.contains("\"running\""), "{started}");
    let received = Arc::new(AtomicU64::new(0));
    let mut alone = Vec::new();
    let mut watched = Vec::new();
    for _ in 0..ROUNDS {
        alone.push(search(&host));
        let pages: Vec<TcpStream> = (0..PAGES)
            .map(|_| send(&host, "GET", "/api/jobs/1/events", &Value::Null))
            .collect();
        for page in &pages {
            let (mut page, received) = (page.try_clone().unwrap(), received.clone());
            thread::spawn(move || {
                let mut bytes = [0; 1 << 14];
                while let Ok(count @ 1..) = page.read(&mut bytes) {
                    received.fetch_add(count as u64, Ordering::Relaxed);
                }
            });
        }
        watched.push(search(&host));
        for page in pages {
            let _ = page.shutdown(std::net::Shutdown::Both);
        }
    }
    let mean = |list: &[f64]| list.iter().sum::<f64>() / list.len() as f64;
    let (alone, watched) = (mean(&alone), mean(&watched));
    println!(
        "{alone:.0} iterations alone, {watched:.0} with {PAGES} pages that received {} kB: {:+.1} %",
        received.load(Ordering::Relaxed) / 1000,
        100.0 * (watched / alone - 1.0)
    );
}
