//! Game files in and out.

use axum::extract::Query;
use axum::response::Response;
use gomoku::Rule;
use records::{FileFormat, ReadDefaults, ReadLimits, Record};
use wire::{ErrorResponse, FileQuery, GameTree, RecordResponse, WriteRecordRequest};

use crate::caller::Caller;
use crate::error::{ApiError, BodyErrors, CommonErrors};
use crate::extract::{Json, MAX_RECORD, Upload};

/// Games of one file that are returned.
const MAX_GAMES: usize = 500;
/// What a file may hold; the page shows fewer nodes than that in one game.
const LIMITS: ReadLimits = ReadLimits {
    nodes: 200_000,
    depth: 2000,
};

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
        (status = 408, description = "The file came too slowly.", body = ErrorResponse),
        (status = 413, description = "The file is larger than 8 MiB.", body = ErrorResponse),
        CommonErrors,
    ),
)]
pub(super) async fn read(
    Query(FileQuery { name }): Query<FileQuery>,
    upload: Upload,
) -> Result<Response, ApiError> {
    let caller = upload.caller.clone();
    let games = move |_: &_| read_games(&name, &upload.bytes);
    caller.answer(|lanes| &lanes.records, games).await
}

fn read_games(name: &str, bytes: &[u8]) -> Result<RecordResponse, ApiError> {
    let extension = name.rsplit_once('.').map(|(_, extension)| extension);
    let format = FileFormat::detect(extension, bytes)
        .ok_or_else(|| ApiError::BadRequest(format!("{name:?} has an unknown format")))?;
    let defaults = ReadDefaults {
        limits: LIMITS,
        ..ReadDefaults::default()
    };
    let games = records::read(bytes, format, defaults).map_err(ApiError::bad_request)?;
    let trees = games.iter().take(MAX_GAMES).map(GameTree::try_from);
    Ok(RecordResponse {
        format: format.to_string(),
        count: games.len(),
        games: trees.collect::<Result<_, _>>()?,
    })
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
    caller: Caller,
    Json(request): Json<WriteRecordRequest, MAX_RECORD>,
) -> Result<Response, ApiError> {
    let file = move |caller: &Caller| {
        let format = FileFormat::from(request.format);
        let content_type = match format {
            FileFormat::Renlib | FileFormat::BinaryPos => "application/octet-stream",
            _ => "text/plain; charset=utf-8",
        };
        caller.bytes(content_type, write_game(&request, format)?)
    };
    caller.run(|lanes| &lanes.records, file).await
}

fn write_game(request: &WriteRecordRequest, format: FileFormat) -> Result<Vec<u8>, ApiError> {
    let mut record = Record::try_from(&request.tree)?;
    if record.result.is_none() {
        // A five on the board is the result, even when the client did not send one.
        record.result = record
            .to_board(record.rule.unwrap_or(Rule::Freestyle))
            .ok()
            .and_then(|board| Record::from_board(&board).result);
    }
    records::write(&[record], format).map_err(ApiError::bad_request)
}
