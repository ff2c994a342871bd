//! The page for a browser that has no token, or a wrong one.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

const PAGE: &str = r#"<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tengen: token needed</title>
<style>
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 36rem; margin: 3rem auto; padding: 0 1rem; }
input, button { font: inherit; padding: .3rem .6rem; }
</style>
<h1>This board needs its token</h1>
<p>Tengen is running here, but other machines may use it only with its token. Open the whole address that
<code>tengen serve</code> printed, the one that ends with <code>?token=…</code>, or enter the token:</p>
<form action="/" method="get">
<p><label>Token <input name="token" type="password" autocomplete="off" required autofocus></label>
<button>Open</button></p>
</form>
<p>A server that was started again has a new token, unless it was given one with <code>--token</code>. This browser
keeps the token in a cookie, so cookies must be allowed.</p>
</html>
"#;

/// The page allows its own style and its own form, and nothing else.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// The page, with status 401.
pub(crate) fn response() -> Response {
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (StatusCode::UNAUTHORIZED, headers, PAGE).into_response()
}
