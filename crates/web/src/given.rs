//! Reading a question: JSON of bounded size, and nothing that we do not know.

use axum::body::{Bytes, to_bytes};
use axum::extract::{FromRequest, Request};
use axum::http::header;
use serde::de::DeserializeOwned;

use crate::error::ApiError;

/// No question needs more: a position has at most 484 stones.
const LONGEST_QUESTION: usize = 64 << 10;
/// A game record, which may hold a large tree.
pub(crate) const LONGEST_RECORD: usize = 8 << 20;

/// A question in JSON.
pub(crate) struct Given<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Given<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Given<T>, ApiError> {
        read(request, LONGEST_QUESTION).await.map(Given)
    }
}

/// A game tree in JSON.
pub(crate) struct GivenRecord<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for GivenRecord<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<GivenRecord<T>, ApiError> {
        read(request, LONGEST_RECORD).await.map(GivenRecord)
    }
}

/// A file as it is.
pub(crate) struct GivenFile(pub(crate) Bytes);

impl<S: Send + Sync> FromRequest<S> for GivenFile {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<GivenFile, ApiError> {
        bytes(request, LONGEST_RECORD).await.map(GivenFile)
    }
}

async fn read<T: DeserializeOwned>(request: Request, longest: usize) -> Result<T, ApiError> {
    // A form of another site can send a body without asking first, but not with this type.
    let kind = request.headers().get(header::CONTENT_TYPE);
    let is_json = kind
        .and_then(|kind| kind.to_str().ok())
        .and_then(|kind| kind.split(';').next())
        .is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"));
    if !is_json {
        return Err(ApiError::NotJson);
    }
    let body = bytes(request, longest).await?;
    serde_json::from_slice(&body).map_err(|error| ApiError::Bad(format!("JSON: {error}")))
}

async fn bytes(request: Request, longest: usize) -> Result<Bytes, ApiError> {
    to_bytes(request.into_body(), longest)
        .await
        .map_err(|_| ApiError::TooLarge(longest))
}
