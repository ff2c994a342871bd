//! Extractors: request bodies of bounded size.

use axum::body::{Bytes, to_bytes};
use axum::extract::{FromRequest, Request};
use axum::http::header;
use serde::de::DeserializeOwned;

use crate::error::ApiError;
use crate::strict_json;

/// Bytes of an ordinary request: a position has at most 484 stones.
pub(crate) const MAX_REQUEST: usize = 64 << 10;
/// Bytes of a game record, which may hold a large tree.
pub(crate) const MAX_RECORD: usize = 8 << 20;

/// A JSON body of at most `MAX` bytes.
pub(crate) struct Json<T, const MAX: usize = MAX_REQUEST>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync, const MAX: usize> FromRequest<S> for Json<T, MAX> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Json<T, MAX>, ApiError> {
        // A form of another site can send a body without a preflight request, but not with this type.
        let content_type = request.headers().get(header::CONTENT_TYPE);
        let is_json = content_type
            .and_then(|value| value.to_str().ok())
            .and_then(|value| value.split(';').next())
            .is_some_and(|value| value.trim().eq_ignore_ascii_case("application/json"));
        if !is_json {
            return Err(ApiError::UnsupportedMediaType);
        }
        let body = read_body(request, MAX).await?;
        let value = strict_json::from_slice(&body);
        value
            .map(Json)
            .map_err(|error| ApiError::BadRequest(format!("JSON: {error}")))
    }
}

/// An uploaded file of at most [`MAX_RECORD`] bytes.
pub(crate) struct FileBody(pub(crate) Bytes);

impl<S: Send + Sync> FromRequest<S> for FileBody {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<FileBody, ApiError> {
        read_body(request, MAX_RECORD).await.map(FileBody)
    }
}

async fn read_body(request: Request, max: usize) -> Result<Bytes, ApiError> {
    to_bytes(request.into_body(), max)
        .await
        .map_err(|_| ApiError::PayloadTooLarge(max))
}
