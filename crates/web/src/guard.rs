//! Access control: no requests from other sites, no foreign host names, and a token beyond this machine.
//!
//! Every site that a browser shows can send requests to this server (CSRF), and can point a host name of its own at it
//! (DNS rebinding). `Origin` and `Sec-Fetch-Site` reveal the first, `Host` the second; both are checked first.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::app::AppState;
use crate::client::{self, SESSION_COOKIE};
use crate::error::{ApiError, rejection_to_json};
use crate::extract::{MAX_RECORD, check_length};
use crate::token::random_hex;
use crate::token_page;

const COOKIE: &str = "tengen_token";

/// What every request must satisfy.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    token: Option<String>,
    is_loopback: bool,
}

impl Guard {
    /// Checks the host name on a loopback address, and the token where there is one.
    pub(crate) fn new(address: SocketAddr, token: Option<String>) -> Guard {
        Guard {
            token,
            is_loopback: address.ip().is_loopback(),
        }
    }

    fn check(&self, request: &Request) -> Result<(), ApiError> {
        let headers = request.headers();
        let host = header_text(headers, &header::HOST)
            .ok_or_else(|| ApiError::BadRequest("the Host header is missing".to_owned()))?;
        if self.is_loopback && !is_loopback_name(host) {
            let text = format!("{host:?} is not a loopback host name");
            return Err(ApiError::Forbidden(text));
        }
        if let Some(origin) = header_text(headers, &header::ORIGIN) {
            let authority = origin.split_once("://").map_or(origin, |(_, rest)| rest);
            if !authority.eq_ignore_ascii_case(host) {
                let text = format!("requests from {origin:?} are not allowed");
                return Err(ApiError::Forbidden(text));
            }
        }
        // Other sites may link to the page itself, and to nothing else.
        let site = header_text(headers, &HeaderName::from_static("sec-fetch-site"));
        let is_link = request.method() == Method::GET
            && !request.uri().path().starts_with("/api/")
            && header_text(headers, &HeaderName::from_static("sec-fetch-mode")) == Some("navigate");
        if matches!(site, Some("cross-site" | "same-site")) && !is_link {
            let text = "requests from other sites are not allowed";
            return Err(ApiError::Forbidden(text.to_owned()));
        }
        match &self.token {
            Some(token) if !has_token(headers, token) => Err(ApiError::Unauthorized),
            _ => Ok(()),
        }
    }

    /// The printed URL carries the token: stores it as a cookie and redirects to the URL without it.
    fn log_in(&self, request: &Request) -> Option<Response> {
        let token = self.token.as_deref()?;
        let query = request.uri().query().unwrap_or_default();
        let given = query
            .split('&')
            .find_map(|pair| pair.strip_prefix("token="))?;
        if request.method() != Method::GET || !is_same(given, token) {
            return None;
        }
        let cookie = format!("{COOKIE}={token}; Path=/; HttpOnly; SameSite=Strict");
        let headers = [
            (header::SET_COOKIE, cookie),
            (header::LOCATION, own_path(request.uri().path()).to_owned()),
        ];
        Some((StatusCode::SEE_OTHER, headers).into_response())
    }
}

/// Middleware: checks every request and adds the security headers to every response.
pub(crate) async fn check(
    State(state): State<Arc<AppState>>,
    request: Request,
    next: Next,
) -> Response {
    let is_report = request.uri().path().starts_with("/reports/");
    let wants_page = is_navigation(&request);
    let new_session = if request.uri().path() == "/" && client::session(request.headers()).is_none()
    {
        session_cookie()
    } else {
        None
    };
    let mut response = match state.guard.log_in(&request) {
        Some(response) => response,
        None => match check_length(request.headers(), MAX_RECORD)
            .and_then(|()| state.guard.check(&request))
        {
            Ok(()) => rejection_to_json(next.run(request).await).await,
            Err(ApiError::Unauthorized) if wants_page => token_page::response(),
            Err(error) => error.into_response(),
        },
    };
    if let Some(cookie) = new_session {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    let policy = if is_report {
        "sandbox; default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; frame-ancestors 'self'"
    } else {
        "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'self'"
    };
    let security_headers = [
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
    ];
    for (name, value) in security_headers {
        let value = HeaderValue::from_static(value);
        response.headers_mut().entry(name).or_insert(value);
    }
    response
}

/// Does a person open this address in a browser?
fn is_navigation(request: &Request) -> bool {
    let accept = header_text(request.headers(), &header::ACCEPT);
    matches!(*request.method(), Method::GET | Method::HEAD)
        && !request.uri().path().starts_with("/api/")
        && accept.is_some_and(|accept| accept.contains("text/html"))
}

/// The path, if browsers take it for a path of this server. `//elsewhere` and `/\elsewhere` name another one.
fn own_path(path: &str) -> &str {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "/._-".contains(letter);
    let is_own = path.starts_with('/') && !path.contains("//") && path.chars().all(is_plain);
    if is_own { path } else { "/" }
}

/// Tells this browser apart from others behind the same address.
fn session_cookie() -> Option<HeaderValue> {
    let id = random_hex().ok()?;
    let cookie = format!("{SESSION_COOKIE}={id}; Path=/; HttpOnly; SameSite=Strict");
    cookie.parse().ok()
}

fn header_text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

fn is_loopback_name(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.rsplit_once(':').map_or(host, |(name, _)| name),
    };
    name.eq_ignore_ascii_case("localhost")
        || name
            .parse::<IpAddr>()
            .is_ok_and(|address| address.is_loopback())
}

fn has_token(headers: &HeaderMap, token: &str) -> bool {
    let bearer = header_text(headers, &header::AUTHORIZATION)
        .and_then(|value| value.strip_prefix("Bearer "))
        .is_some_and(|given| is_same(given.trim(), token));
    let mut cookies = client::cookies(headers);
    bearer || cookies.any(|(name, given)| name == COOKIE && is_same(given, token))
}

/// Compares in constant time.
fn is_same(given: &str, token: &str) -> bool {
    given.len() == token.len()
        && given
            .bytes()
            .zip(token.bytes())
            .fold(0, |difference, (left, right)| difference | (left ^ right))
            == 0
}
