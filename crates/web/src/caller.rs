//! The client of a request, and its answers.
//!
//! An answer is made and serialized in a lane. Its size is bounded, and a large one counts as bytes in flight until the
//! client has read it.

use std::convert::Infallible;
use std::io::{self, Write};
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::FromRequestParts;
use axum::http::header;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::app::AppState;
use crate::client::Client;
use crate::error::ApiError;
use crate::extract::MAX_REQUEST;
use crate::lanes::{Lane, Lanes};
use crate::shares::Reservation;

/// Bytes of an answer.
const MAX_ANSWER: usize = 24 << 20;

/// Who sends a request, and the state of the server.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    pub(crate) client: Client,
    pub(crate) state: Arc<AppState>,
}

impl FromRequestParts<Arc<AppState>> for Caller {
    type Rejection = Infallible;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &Arc<AppState>,
    ) -> Result<Caller, Infallible> {
        Ok(Caller {
            client: Client::from_request_parts(parts, state).await?,
            state: state.clone(),
        })
    }
}

impl Caller {
    /// Works in a lane.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        lane: impl FnOnce(&Lanes) -> &Lane,
        work: impl FnOnce(&Caller) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let caller = self.clone();
        let lane = lane(&self.state.lanes);
        lane.run(self.client, move || work(&caller)).await
    }

    /// Works in a lane and answers with JSON.
    pub(crate) async fn answer<T: Serialize>(
        &self,
        lane: impl FnOnce(&Lanes) -> &Lane,
        work: impl FnOnce(&AppState) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<Response, ApiError> {
        self.run(lane, |caller| caller.json(&work(&caller.state)?))
            .await
    }

    /// A JSON document.
    pub(crate) fn json(&self, value: &impl Serialize) -> Result<Response, ApiError> {
        let mut text = BoundedText(Vec::new());
        serde_json::to_writer(&mut text, value).map_err(|error| {
            if error.is_io() {
                let text = format!("the answer would be larger than {MAX_ANSWER} bytes");
                ApiError::BadRequest(text)
            } else {
                ApiError::internal(error)
            }
        })?;
        self.bytes("application/json", text.0)
    }

    /// Bytes of this type.
    pub(crate) fn bytes(
        &self,
        content_type: &'static str,
        bytes: Vec<u8>,
    ) -> Result<Response, ApiError> {
        let body = if bytes.len() <= MAX_REQUEST {
            Bytes::from(bytes)
        } else {
            let mut reservation = self.state.in_flight.reserve(self.client);
            if !reservation.grow(bytes.len()) {
                let text = "too many large answers wait for their readers; try again in a moment";
                return Err(ApiError::Busy(text.to_owned()));
            }
            Bytes::from_owner(Reserved {
                bytes,
                _reservation: reservation,
            })
        };
        let headers = [(header::CONTENT_TYPE, content_type)];
        Ok((headers, Body::from(body)).into_response())
    }
}

/// Bytes that are counted until the last reference to them is dropped.
struct Reserved {
    bytes: Vec<u8>,
    _reservation: Reservation,
}

impl AsRef<[u8]> for Reserved {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

struct BoundedText(Vec<u8>);

impl Write for BoundedText {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > MAX_ANSWER {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
