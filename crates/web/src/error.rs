//! API errors: a status and one sentence, always as JSON.

use axum::body::to_bytes;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use wire::{ErrorResponse, RequestError};

/// Why a request failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ApiError {
    #[error("{0}")]
    BadRequest(String),
    /// Another site, a foreign host name, or a player that this server does not start.
    #[error("{0}")]
    Forbidden(String),
    #[error("this server needs its token: open the URL that it printed")]
    Unauthorized,
    #[error("{0}")]
    NotFound(String),
    #[error("this path does not support that method")]
    MethodNotAllowed,
    #[error("{0}")]
    Conflict(String),
    #[error("the request is larger than {0} bytes")]
    PayloadTooLarge(usize),
    #[error("the request's body came too slowly")]
    Timeout,
    #[error("the body must be application/json")]
    UnsupportedMediaType,
    #[error("{0}")]
    Busy(String),
    #[error("{0}")]
    Internal(String),
}

impl ApiError {
    pub(crate) fn bad_request(error: impl std::fmt::Display) -> ApiError {
        ApiError::BadRequest(error.to_string())
    }

    pub(crate) fn internal(error: impl std::fmt::Display) -> ApiError {
        ApiError::Internal(error.to_string())
    }

    fn status(&self) -> StatusCode {
        match self {
            ApiError::BadRequest(_) => StatusCode::BAD_REQUEST,
            ApiError::Forbidden(_) => StatusCode::FORBIDDEN,
            ApiError::Unauthorized => StatusCode::UNAUTHORIZED,
            ApiError::NotFound(_) => StatusCode::NOT_FOUND,
            ApiError::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            ApiError::Conflict(_) => StatusCode::CONFLICT,
            ApiError::PayloadTooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            ApiError::Timeout => StatusCode::REQUEST_TIMEOUT,
            ApiError::UnsupportedMediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            ApiError::Busy(_) => StatusCode::SERVICE_UNAVAILABLE,
            ApiError::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl From<RequestError> for ApiError {
    fn from(error: RequestError) -> ApiError {
        ApiError::bad_request(error)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let body = axum::Json(ErrorResponse::new(&self));
        (self.status(), body).into_response()
    }
}

/// Bytes of an axum rejection that are kept.
const MAX_REJECTION: usize = 4096;

/// Turns a rejection of axum's extractors, which is plain text, into JSON.
pub(crate) async fn rejection_to_json(response: Response) -> Response {
    let status = response.status();
    let content_type = response.headers().get(header::CONTENT_TYPE);
    let is_text = content_type.is_some_and(|value| value.as_bytes().starts_with(b"text/plain"));
    if !is_text || !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let bytes = to_bytes(response.into_body(), MAX_REJECTION).await;
    let text = String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned();
    (status, axum::Json(ErrorResponse { error: text })).into_response()
}

/// Describes the errors of every route.
#[derive(utoipa::IntoResponses)]
#[expect(dead_code, reason = "only describes the responses")]
pub(crate) enum CommonErrors {
    /// The request is not valid.
    #[response(status = 400)]
    BadRequest(ErrorResponse),
    /// The token is missing or wrong.
    #[response(status = 401)]
    Unauthorized(ErrorResponse),
    /// The request comes from another site, names another host, or needs a permission that the server was not given.
    #[response(status = 403)]
    Forbidden(ErrorResponse),
    /// The server failed.
    #[response(status = 500)]
    Internal(ErrorResponse),
    /// The server is busy: too many requests, searches, jobs or followers of jobs.
    #[response(status = 503)]
    Busy(ErrorResponse),
}

/// Describes the errors of a JSON body.
#[derive(utoipa::IntoResponses)]
#[expect(dead_code, reason = "only describes the responses")]
pub(crate) enum BodyErrors {
    /// The body came too slowly.
    #[response(status = 408)]
    Timeout(ErrorResponse),
    /// The body is too large.
    #[response(status = 413)]
    PayloadTooLarge(ErrorResponse),
    /// The body is not `application/json`.
    #[response(status = 415)]
    UnsupportedMediaType(ErrorResponse),
}
