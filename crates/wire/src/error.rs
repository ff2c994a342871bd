//! Errors: what a failed request returns, and why a document does not describe what it should.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// An error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ErrorResponse {
    /// What went wrong, in one sentence.
    pub error: String,
}

impl ErrorResponse {
    /// An error with this text.
    pub fn new(error: impl std::fmt::Display) -> ErrorResponse {
        ErrorResponse {
            error: error.to_string(),
        }
    }
}

/// A well-formed document with an impossible content, such as a move on an occupied point.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct RequestError(pub String);

impl RequestError {
    pub(crate) fn new(error: impl std::fmt::Display) -> RequestError {
        RequestError(error.to_string())
    }
}
