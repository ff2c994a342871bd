//! The files of the front end, embedded in the program. A debug build reads them from the folder, so that an edit shows
//! after a reload.

use std::borrow::Cow;

use axum::body::Bytes;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use crate::error::ApiError;

#[derive(RustEmbed)]
#[folder = "page/"]
struct Page;

/// A file of the front end; `/` is `index.html`.
pub(crate) async fn serve(uri: Uri, headers: HeaderMap) -> Response {
    let path = match uri.path() {
        "/" => "index.html",
        path => path.trim_start_matches('/'),
    };
    let Some(file) = Page::get(path) else {
        return ApiError::NotFound(format!("there is no {:?}", uri.path())).into_response();
    };
    let tag = file.metadata.sha256_hash()[..8]
        .iter()
        .fold(String::from("\""), |tag, byte| format!("{tag}{byte:02x}"))
        + "\"";
    let cached = headers.get(header::IF_NONE_MATCH);
    if cached.is_some_and(|cached| cached.as_bytes() == tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, [(header::ETAG, tag)]).into_response();
    }
    let content_type = match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    };
    let headers = [
        (header::CONTENT_TYPE, content_type.to_owned()),
        (header::ETAG, tag),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
    ];
    let data = match file.data {
        Cow::Borrowed(data) => Bytes::from_static(data),
        Cow::Owned(data) => data.into(),
    };
    (headers, data).into_response()
}
