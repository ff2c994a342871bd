//! Extractors: request bodies of bounded size, from clients that must not stall, parsed in a lane.

use std::sync::Arc;
use std::time::Instant;

use axum::body::Body;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::{HeaderMap, header};
use futures_util::StreamExt;
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use crate::app::AppState;
use crate::caller::Caller;
use crate::connections::{Connection, Phase};
use crate::error::ApiError;
use crate::shares::Reservation;
use crate::strict_json;

/// Bytes of an ordinary request: a position has at most 484 stones.
pub(crate) const MAX_REQUEST: usize = 64 << 10;
/// Bytes of a game record, which may hold a large tree.
pub(crate) const MAX_RECORD: usize = 8 << 20;

/// A JSON body of at most `MAX` bytes.
pub(crate) struct Json<T, const MAX: usize = MAX_REQUEST>(pub(crate) T);

impl<T, const MAX: usize> FromRequest<Arc<AppState>> for Json<T, MAX>
where
    T: DeserializeOwned + Send + 'static,
{
    type Rejection = ApiError;

    async fn from_request(
        request: Request,
        state: &Arc<AppState>,
    ) -> Result<Json<T, MAX>, ApiError> {
        // A form of another site can send a body without a preflight request, but not with this type.
        let content_type = request.headers().get(header::CONTENT_TYPE);
        let is_json = content_type
            .and_then(|value| value.to_str().ok())
            .and_then(|value| value.split(';').next())
            .is_some_and(|value| value.trim().eq_ignore_ascii_case("application/json"));
        if !is_json {
            return Err(ApiError::UnsupportedMediaType);
        }
        let upload = Upload::read(request, state, MAX).await?;
        let caller = upload.caller.clone();
        let parse = move |_: &Caller| {
            strict_json::from_slice(&upload.bytes)
                .map(Json)
                .map_err(|error| ApiError::BadRequest(format!("JSON: {error}")))
        };
        if MAX > MAX_REQUEST {
            caller.run(|lanes| &lanes.records, parse).await
        } else {
            caller.run(|lanes| &lanes.documents, parse).await
        }
    }
}

/// An uploaded file of at most [`MAX_RECORD`] bytes, in memory until it is dropped.
pub(crate) struct Upload {
    pub(crate) caller: Caller,
    pub(crate) bytes: Vec<u8>,
    reservation: Reservation,
}

impl FromRequest<Arc<AppState>> for Upload {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &Arc<AppState>) -> Result<Upload, ApiError> {
        Upload::read(request, state, MAX_RECORD).await
    }
}

impl Upload {
    async fn read(request: Request, state: &Arc<AppState>, max: usize) -> Result<Upload, ApiError> {
        let (mut parts, body) = request.into_parts();
        check_length(&parts.headers, max)?;
        let Ok(caller) = Caller::from_request_parts(&mut parts, state).await;
        let mut upload = Upload {
            reservation: state.in_flight.reserve(caller.client),
            caller,
            bytes: Vec::new(),
        };
        let connection = parts.extensions.get::<Arc<Connection>>();
        let enter = |phase| connection.inspect(|one| one.enter(phase));
        enter(Phase::Body);
        upload.receive(body, max).await?;
        enter(Phase::Busy);
        Ok(upload)
    }

    async fn receive(&mut self, body: Body, max: usize) -> Result<(), ApiError> {
        let limits = self.caller.state.limits.connections;
        let start = Instant::now();
        let mut chunks = body.into_data_stream();
        loop {
            let left = limits
                .time_for(self.bytes.len())
                .checked_sub(start.elapsed());
            let patience = left.unwrap_or_default().min(limits.stall_time);
            let next = timeout(patience, chunks.next()).await;
            let Some(chunk) = next.map_err(|_| ApiError::Timeout)? else {
                return Ok(());
            };
            let chunk = chunk.map_err(|_| ApiError::bad_request("the body ended too early"))?;
            let length = self.bytes.len() + chunk.len();
            if length > max {
                return Err(ApiError::PayloadTooLarge(max));
            }
            // Small bodies are bounded by the number of connections.
            let was_small = self.bytes.len() <= MAX_REQUEST;
            let owed = if was_small { length } else { chunk.len() };
            if length > MAX_REQUEST && !self.reservation.grow(owed) {
                let text = "too many uploads at once; try again in a moment";
                return Err(ApiError::Busy(text.to_owned()));
            }
            self.bytes.extend_from_slice(&chunk);
        }
    }
}

/// Refuses a body by its announced length, before any of it is read.
pub(crate) fn check_length(headers: &HeaderMap, max: usize) -> Result<(), ApiError> {
    let length = headers.get(header::CONTENT_LENGTH);
    let length = length.and_then(|value| value.to_str().ok());
    match length.map(str::parse::<u64>) {
        Some(Ok(length)) if length <= max as u64 => Ok(()),
        None => Ok(()),
        Some(_) => Err(ApiError::PayloadTooLarge(max)),
    }
}
