//! Who sends a request, for fair shares.
//!
//! A client is an address and, behind it, a browser session. The address cannot be chosen freely, so shares are first
//! divided among addresses. Behind one address, such as the loopback address or a router, sessions divide that share: the
//! page gets a random cookie, and everything without one counts as a single session. A program can invent cookies, but
//! it only takes from its own address by that.

use std::convert::Infallible;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};

/// The cookie that tells the sessions of one address apart. It grants nothing.
pub(crate) const SESSION_COOKIE: &str = "tengen_session";

/// The address that a connection comes from. One machine has a whole /64 network of IPv6 addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Network(IpAddr);

impl Network {
    pub(crate) fn new(address: IpAddr) -> Network {
        Network(match address.to_canonical() {
            IpAddr::V6(address) if !address.is_loopback() => {
                let [a, b, c, d, ..] = address.segments();
                Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
            }
            address => address,
        })
    }
}

/// Who sends a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Client {
    pub(crate) network: Network,
    pub(crate) session: u64,
}

impl<S: Send + Sync> FromRequestParts<S> for Client {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Client, Infallible> {
        // Requests without a connection come from tests.
        let network = parts.extensions.get().copied();
        Ok(Client {
            network: network.unwrap_or_else(|| Network::new(Ipv4Addr::LOCALHOST.into())),
            session: session(&parts.headers).map_or(0, hash),
        })
    }
}

/// The session of a request, if it has one.
pub(crate) fn session(headers: &HeaderMap) -> Option<&str> {
    cookies(headers)
        .find(|(name, _)| *name == SESSION_COOKIE)
        .map(|(_, value)| value)
}

/// All cookies of a request.
pub(crate) fn cookies(headers: &HeaderMap) -> impl Iterator<Item = (&str, &str)> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
}

fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_is_a_machine() {
        let network = |text: &str| Network::new(text.parse().unwrap());
        assert_ne!(network("127.0.0.1"), network("127.0.0.2"));
        assert_eq!(network("127.0.0.1"), network("::ffff:127.0.0.1"));
        assert_eq!(network("2001:db8::1"), network("2001:db8::2:3:4:5"));
        assert_ne!(network("2001:db8::1"), network("2001:db8:0:1::1"));
    }
}
