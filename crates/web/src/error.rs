//! What the server says no with: a status and one sentence, always as JSON.

use axum::body::to_bytes;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// Why a request was refused.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ApiError {
    /// The request itself is wrong.
    #[error("{0}")]
    Bad(String),
    /// A page of another site, an unknown name of this machine, or no token.
    #[error("{0}")]
    Forbidden(String),
    /// The token is missing or wrong.
    #[error("this server needs its token: open the address that it printed")]
    Unauthorized,
    /// No such thing.
    #[error("{0}")]
    Missing(String),
    /// The path is there, for another method.
    #[error("this path does not know that method")]
    Method,
    /// It does not fit to what is going on.
    #[error("{0}")]
    Conflict(String),
    /// More than the server takes.
    #[error("the request is larger than {0} bytes")]
    TooLarge(usize),
    /// Not JSON.
    #[error("the body must be application/json")]
    NotJson,
    /// Everything is in use.
    #[error("{0}")]
    Busy(String),
    /// Our own fault.
    #[error("{0}")]
    Internal(String),
}

impl ApiError {
    /// The request is wrong in this way.
    pub(crate) fn bad(error: impl std::fmt::Display) -> ApiError {
        ApiError::Bad(error.to_string())
    }

    /// We are wrong in this way.
    pub(crate) fn internal(error: impl std::fmt::Display) -> ApiError {
        ApiError::Internal(error.to_string())
    }

    fn status(&self) -> StatusCode {
        match self {
            ApiError::Bad(_) => StatusCode::BAD_REQUEST,
            ApiError::Forbidden(_) => StatusCode::FORBIDDEN,
            ApiError::Unauthorized => StatusCode::UNAUTHORIZED,
            ApiError::Missing(_) => StatusCode::NOT_FOUND,
            ApiError::Method => StatusCode::METHOD_NOT_ALLOWED,
            ApiError::Conflict(_) => StatusCode::CONFLICT,
            ApiError::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            ApiError::NotJson => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            ApiError::Busy(_) => StatusCode::SERVICE_UNAVAILABLE,
            ApiError::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let body = axum::Json(json!({ "error": self.to_string() }));
        (self.status(), body).into_response()
    }
}

/// Bytes of a refusal that are worth reading.
const LONGEST_REFUSAL: usize = 4096;

/// A refusal of the framework, which is plain text, in our own form.
pub(crate) async fn as_json(response: Response) -> Response {
    let status = response.status();
    let kind = response.headers().get(header::CONTENT_TYPE);
    let is_text = kind.is_some_and(|kind| kind.as_bytes().starts_with(b"text/plain"));
    if !is_text || !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let bytes = to_bytes(response.into_body(), LONGEST_REFUSAL).await;
    let text = String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned();
    (status, axum::Json(json!({ "error": text }))).into_response()
}
