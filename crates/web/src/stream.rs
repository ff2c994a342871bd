//! Answers that come bit by bit: server-sent events for pages, lines of JSON for scripts.
//!
//! Whoever works sends [`Event`]s into a channel; when the reader goes away the channel closes, and that is how the work
//! learns of it.

use std::convert::Infallible;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde_json::Value;
use tokio::sync::mpsc;
use tokio::time::timeout;

/// Nothing for so long, and the line says that it is alive.
const HEARTBEAT: Duration = Duration::from_secs(10);
/// Events that may wait for a slow reader.
const MOST_WAITING: usize = 16;

/// One bit of an answer. The data is an object.
#[derive(Clone, Debug)]
pub(crate) struct Event {
    pub(crate) name: &'static str,
    pub(crate) data: Value,
}

impl Event {
    pub(crate) fn new(name: &'static str, data: Value) -> Event {
        Event { name, data }
    }

    /// The last event of an answer that failed.
    pub(crate) fn error(error: impl std::fmt::Display) -> Event {
        Event::new("error", serde_json::json!({ "error": error.to_string() }))
    }
}

/// How the reader wants it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Writing {
    Events,
    Lines,
}

/// A channel for the work, and the response that reads from it.
pub(crate) fn channel(headers: &HeaderMap) -> (mpsc::Sender<Event>, Response) {
    let (sender, receiver) = mpsc::channel(MOST_WAITING);
    (sender, respond(receiver, headers))
}

fn respond(receiver: mpsc::Receiver<Event>, headers: &HeaderMap) -> Response {
    let accept = headers.get(header::ACCEPT);
    let wants_events = accept
        .and_then(|accept| accept.to_str().ok())
        .is_some_and(|accept| accept.contains("text/event-stream"));
    let (writing, kind) = if wants_events {
        (Writing::Events, "text/event-stream")
    } else {
        (Writing::Lines, "application/x-ndjson")
    };
    let bits = stream::unfold(receiver, move |mut receiver| async move {
        let text = match timeout(HEARTBEAT, receiver.recv()).await {
            Ok(event) => write(&event?, writing),
            Err(_) if writing == Writing::Events => ":\n\n".to_owned(),
            Err(_) => "\n".to_owned(),
        };
        Some((Ok::<Bytes, Infallible>(text.into()), receiver))
    });
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (headers, Body::from_stream(bits)).into_response()
}

fn write(event: &Event, writing: Writing) -> String {
    match writing {
        Writing::Events => format!("event: {}\ndata: {}\n\n", event.name, event.data),
        Writing::Lines => {
            let mut line = serde_json::json!({ "event": event.name });
            if let (Value::Object(line), Value::Object(data)) = (&mut line, &event.data) {
                line.extend(data.clone());
            }
            format!("{line}\n")
        }
    }
}
