//! Who may ask: nobody from another site, nobody under a foreign name of this machine, and beyond this machine only
//! those who know the token.
//!
//! A browser is a way into the own machine for every page that it shows. A page elsewhere can send requests here, and
//! can give our address a name of its own (DNS rebinding). The first shows in `Origin` and `Sec-Fetch-Site`, the second
//! in `Host`; both are checked before anything else happens.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::error::{self, ApiError};
use crate::server::Shared;

const COOKIE: &str = "tengen_token";

/// What is demanded of every request.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    token: Option<String>,
    is_loopback: bool,
}

impl Guard {
    /// On a loopback address the name of the host is checked; elsewhere a token is demanded.
    pub(crate) fn new(address: SocketAddr, token: Option<String>) -> Guard {
        Guard {
            token,
            is_loopback: address.ip().is_loopback(),
        }
    }

    fn check(&self, request: &Request) -> Result<(), ApiError> {
        let headers = request.headers();
        let host = text(headers, &header::HOST)
            .ok_or_else(|| ApiError::Bad("a request needs a Host".to_owned()))?;
        if self.is_loopback && !names_loopback(host) {
            let refusal = format!("{host:?} is not a name of this machine's own address");
            return Err(ApiError::Forbidden(refusal));
        }
        if let Some(origin) = text(headers, &header::ORIGIN) {
            let authority = origin.split_once("://").map_or(origin, |(_, rest)| rest);
            if !authority.eq_ignore_ascii_case(host) {
                let refusal = format!("pages of {origin:?} may not ask this server");
                return Err(ApiError::Forbidden(refusal));
            }
        }
        // A link on another site may lead to the page itself, and to nothing else.
        let site = text(headers, &HeaderName::from_static("sec-fetch-site"));
        let is_link = request.method() == Method::GET
            && !request.uri().path().starts_with("/api/")
            && text(headers, &HeaderName::from_static("sec-fetch-mode")) == Some("navigate");
        if matches!(site, Some("cross-site" | "same-site")) && !is_link {
            let refusal = "pages of other sites may not ask this server";
            return Err(ApiError::Forbidden(refusal.to_owned()));
        }
        match &self.token {
            Some(token) if !knows(headers, token) => Err(ApiError::Unauthorized),
            _ => Ok(()),
        }
    }

    /// The address that was printed carries the token; it is kept as a cookie and taken out of the address.
    fn admit(&self, request: &Request) -> Option<Response> {
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
            (header::LOCATION, request.uri().path().to_owned()),
        ];
        Some((StatusCode::SEE_OTHER, headers).into_response())
    }
}

/// Runs before every request and dresses every answer.
pub(crate) async fn watch(
    State(shared): State<Arc<Shared>>,
    request: Request,
    next: Next,
) -> Response {
    let is_api = request.uri().path().starts_with("/api/");
    let is_report = request.uri().path().starts_with("/reports/");
    let mut response = match shared.guard.admit(&request) {
        Some(response) => response,
        None => match shared.guard.check(&request) {
            Ok(()) => next.run(request).await,
            Err(error) => error.into_response(),
        },
    };
    if is_api {
        response = error::as_json(response).await;
    }
    let policy = if is_report {
        "sandbox; default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; frame-ancestors 'self'"
    } else {
        "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'self'"
    };
    let dress = [
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
    ];
    for (name, value) in dress {
        let value = HeaderValue::from_static(value);
        response.headers_mut().entry(name).or_insert(value);
    }
    response
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

fn names_loopback(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.rsplit_once(':').map_or(host, |(name, _)| name),
    };
    name.eq_ignore_ascii_case("localhost")
        || name
            .parse::<IpAddr>()
            .is_ok_and(|address| address.is_loopback())
}

fn knows(headers: &HeaderMap, token: &str) -> bool {
    let bearer = text(headers, &header::AUTHORIZATION)
        .and_then(|value| value.strip_prefix("Bearer "))
        .is_some_and(|given| is_same(given.trim(), token));
    let mut cookies = headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='));
    bearer || cookies.any(|(name, given)| name == COOKIE && is_same(given, token))
}

/// Takes the same time wherever the first difference is.
fn is_same(given: &str, token: &str) -> bool {
    given.len() == token.len()
        && given
            .bytes()
            .zip(token.bytes())
            .fold(0, |difference, (left, right)| difference | (left ^ right))
            == 0
}
