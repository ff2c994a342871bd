//! Errors: what a failed request returns, and why a document does not describe what it should.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Characters of an error.
const MAX_ERROR: usize = 2000;

/// An error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ErrorResponse {
    /// What went wrong, in one sentence.
    pub error: String,
}

impl ErrorResponse {
    /// An error with this text.
    pub fn new(error: impl std::fmt::Display) -> ErrorResponse {
        let mut error = error.to_string();
        // Errors quote requests, which may be long.
        if let Some((end, _)) = error.char_indices().nth(MAX_ERROR) {
            error.truncate(end);
            error.push('…');
        }
        ErrorResponse { error }
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

    /// Checks a number that a client chose.
    pub(crate) fn check_maximum(
        name: &str,
        number: impl Into<Option<u64>>,
        maximum: u64,
    ) -> Result<(), RequestError> {
        match number.into() {
            Some(number) if number > maximum => Err(RequestError(format!(
                "{name}: {number} is more than {maximum}"
            ))),
            _ => Ok(()),
        }
    }
}
