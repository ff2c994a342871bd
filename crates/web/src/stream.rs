//! Streamed responses: server-sent events for browsers, lines of JSON for scripts. Both carry the same documents.
//!
//! The work sends events into a channel. When the client disconnects the channel closes, which stops the work.

use std::convert::Infallible;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use tokio::sync::mpsc;
use tokio::time::timeout;
use wire::StreamEvent;

/// An idle stream sends an empty event this often, so that a lost connection is noticed.
const HEARTBEAT: Duration = Duration::from_secs(10);
/// Events that may wait for a slow client.
const MAX_WAITING: usize = 16;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Encoding {
    ServerSentEvents,
    JsonLines,
}

impl Encoding {
    fn accepted(headers: &HeaderMap) -> Encoding {
        let accept = headers.get(header::ACCEPT);
        let wants_events = accept
            .and_then(|accept| accept.to_str().ok())
            .is_some_and(|accept| accept.contains("text/event-stream"));
        if wants_events {
            Encoding::ServerSentEvents
        } else {
            Encoding::JsonLines
        }
    }

    fn content_type(self) -> &'static str {
        match self {
            Encoding::ServerSentEvents => "text/event-stream",
            Encoding::JsonLines => "application/x-ndjson",
        }
    }

    fn write(self, event: &impl StreamEvent) -> String {
        let data = serde_json::to_string(event).unwrap_or_default();
        match self {
            Encoding::ServerSentEvents => format!("event: {}\ndata: {data}\n\n", event.name()),
            Encoding::JsonLines => data + "\n",
        }
    }

    fn heartbeat(self) -> String {
        match self {
            Encoding::ServerSentEvents => ":\n\n".to_owned(),
            Encoding::JsonLines => "\n".to_owned(),
        }
    }
}

/// A channel for the work, and the response that reads from it.
pub(crate) fn channel<E: StreamEvent>(headers: &HeaderMap) -> (mpsc::Sender<E>, Response) {
    let (sender, receiver) = mpsc::channel(MAX_WAITING);
    (sender, respond(receiver, Encoding::accepted(headers)))
}

fn respond<E: StreamEvent>(receiver: mpsc::Receiver<E>, encoding: Encoding) -> Response {
    let chunks = stream::unfold(receiver, move |mut receiver| async move {
        let text = match timeout(HEARTBEAT, receiver.recv()).await {
            Ok(event) => encoding.write(&event?),
            Err(_) => encoding.heartbeat(),
        };
        Some((Ok::<Bytes, Infallible>(text.into()), receiver))
    });
    let headers = [
        (header::CONTENT_TYPE, encoding.content_type()),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (headers, Body::from_stream(chunks)).into_response()
}
