//! Streamed responses: server-sent events for browsers, lines of JSON for scripts. Both carry the same documents.
//!
//! The work sends events into a channel. When the client disconnects, or stops reading for so long that its connection is
//! closed, the channel closes, which stops the work.

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

/// How events are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
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

    pub(crate) fn write(self, event: &impl StreamEvent) -> Bytes {
        let data = serde_json::to_string(event).unwrap_or_default();
        let text = match self {
            Encoding::ServerSentEvents => format!("event: {}\ndata: {data}\n\n", event.name()),
            Encoding::JsonLines => data + "\n",
        };
        text.into()
    }

    fn heartbeat(self) -> Bytes {
        Bytes::from_static(match self {
            Encoding::ServerSentEvents => b":\n\n",
            Encoding::JsonLines => b"\n",
        })
    }
}

/// Marks a response that goes on for as long as the work does.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IsStream;

/// Where the work sends its events.
#[derive(Debug)]
pub(crate) struct Events {
    sender: mpsc::Sender<Bytes>,
    pub(crate) encoding: Encoding,
}

impl Events {
    /// Sends a small event. Returns whether the client still reads.
    pub(crate) async fn send(&self, event: &impl StreamEvent) -> bool {
        self.send_written(self.encoding.write(event)).await
    }

    /// Sends an event that was written on another thread.
    pub(crate) async fn send_written(&self, event: Bytes) -> bool {
        self.sender.send(event).await.is_ok()
    }

    /// Ends when the client disconnects.
    pub(crate) async fn closed(&self) {
        self.sender.closed().await;
    }
}

/// A channel for the work, and the response that reads from it.
pub(crate) fn channel(headers: &HeaderMap) -> (Events, Response) {
    let (sender, receiver) = mpsc::channel(MAX_WAITING);
    let encoding = Encoding::accepted(headers);
    (Events { sender, encoding }, respond(receiver, encoding))
}

fn respond(receiver: mpsc::Receiver<Bytes>, encoding: Encoding) -> Response {
    let chunks = stream::unfold(receiver, move |mut receiver| async move {
        let chunk = match timeout(HEARTBEAT, receiver.recv()).await {
            Ok(event) => event?,
            Err(_) => encoding.heartbeat(),
        };
        Some((Ok::<Bytes, Infallible>(chunk), receiver))
    });
    let headers = [
        (header::CONTENT_TYPE, encoding.content_type()),
        (header::CACHE_CONTROL, "no-store"),
    ];
    let mut response = (headers, Body::from_stream(chunks)).into_response();
    response.extensions_mut().insert(IsStream);
    response
}
