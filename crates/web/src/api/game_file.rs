//! Game files in and out.

use axum::extract::Query;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use gomoku::Rule;
use records::{FileFormat, ReadDefaults, Record};
use wire::{ErrorResponse, FileQuery, GameTree, RecordResponse, WriteRecordRequest};

use crate::error::{ApiError, BodyErrors, CommonErrors};
use crate::extract::{FileBody, Json, MAX_RECORD};

/// Games of one file that are returned.
const MAX_GAMES: usize = 500;

/// The bytes of a file.
#[derive(utoipa::ToSchema)]
#[schema(value_type = String, format = Binary)]
#[expect(dead_code, reason = "only describes the body")]
struct FileBytes(Vec<u8>);

/// Reads the games of a file: PSQ, SGF, RenLib, positions, move lists.
#[utoipa::path(post, path = "/api/record/read", params(FileQuery),
    request_body(content = FileBytes, content_type = "application/octet-stream"),
    responses(
        (status = 200, description = "The games.", body = RecordResponse),
        (status = 413, description = "The file is larger than 8 MiB.", body = ErrorResponse),
        CommonErrors,
    ),
)]
pub(super) async fn read(
    Query(FileQuery { name }): Query<FileQuery>,
    FileBody(bytes): FileBody,
) -> Result<axum::Json<RecordResponse>, ApiError> {
    let extension = name.rsplit_once('.').map(|(_, extension)| extension);
    let format = FileFormat::detect(extension, &bytes)
        .ok_or_else(|| ApiError::BadRequest(format!("{name:?} has an unknown format")))?;
    let games =
        records::read(&bytes, format, ReadDefaults::default()).map_err(ApiError::bad_request)?;
    let trees = games.iter().take(MAX_GAMES).map(GameTree::try_from);
    Ok(axum::Json(RecordResponse {
        format: format.to_string(),
        count: games.len(),
        games: trees.collect::<Result<_, _>>()?,
    }))
}

/// Writes a game as a file.
#[utoipa::path(post, path = "/api/record/write", request_body = WriteRecordRequest, responses(
    (status = 200, description = "The file; `lib` and `pos` are binary.", content(
        (FileBytes = "application/octet-stream"),
        (String = "text/plain"),
    )),
    CommonErrors,
    BodyErrors,
))]
pub(super) async fn write(
    Json(request): Json<WriteRecordRequest, MAX_RECORD>,
) -> Result<Response, ApiError> {
    let format = FileFormat::from(request.format);
    let mut record = Record::try_from(&request.tree)?;
    if record.result.is_none() {
        // A five on the board is the result, even when the client did not send one.
        record.result = record
            .to_board(record.rule.unwrap_or(Rule::Freestyle))
            .ok()
            .and_then(|board| Record::from_board(&board).result);
    }
    let bytes = records::write(&[record], format).map_err(ApiError::bad_request)?;
    let content_type = match format {
        FileFormat::Renlib | FileFormat::BinaryPos => "application/octet-stream",
        _ => "text/plain; charset=utf-8",
    };
    Ok(([(header::CONTENT_TYPE, content_type)], bytes).into_response())
}
