//! The addresses at which the page is found.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};

/// Where the page is found. Each URL carries the token, if there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageAddresses {
    /// The URL on this machine.
    pub local: String,
    /// URLs for other machines. Empty when only this machine can connect, or the network is not known.
    pub network: Vec<String>,
    /// May other machines connect?
    pub is_public: bool,
}

impl PageAddresses {
    pub(crate) fn new(address: SocketAddr, token: Option<&str>) -> PageAddresses {
        let url = |ip: IpAddr| {
            let address = SocketAddr::new(ip, address.port());
            match token {
                Some(token) => format!("http://{address}/?token={token}"),
                None => format!("http://{address}/"),
            }
        };
        let ip = address.ip();
        let network = match ip {
            _ if ip.is_loopback() => Vec::new(),
            IpAddr::V4(any) if any.is_unspecified() => own_v4().into_iter().collect(),
            // The unspecified address of IPv6 accepts IPv4 as well on most systems.
            IpAddr::V6(any) if any.is_unspecified() => {
                own_v4().into_iter().chain(own_v6()).collect()
            }
            _ => vec![ip],
        };
        let local = match ip {
            IpAddr::V4(any) if any.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(any) if any.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
            _ => ip,
        };
        PageAddresses {
            local: url(local),
            network: network.into_iter().map(url).collect(),
            is_public: !ip.is_loopback(),
        }
    }
}

/// The address from which this machine reaches others. The address is of the kind reserved for documentation: choosing
/// the way to it sends nothing.
fn own_v4() -> Option<IpAddr> {
    source(
        (Ipv4Addr::UNSPECIFIED, 0).into(),
        (Ipv4Addr::new(192, 0, 2, 1), 9).into(),
    )
}

fn own_v6() -> Option<IpAddr> {
    let other = Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1);
    source((Ipv6Addr::UNSPECIFIED, 0).into(), (other, 9).into())
}

fn source(any: SocketAddr, other: SocketAddr) -> Option<IpAddr> {
    let socket = UdpSocket::bind(any).ok()?;
    socket.connect(other).ok()?;
    let ip = socket.local_addr().ok()?.ip();
    (!ip.is_unspecified() && !ip.is_loopback()).then_some(ip)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_machines_get_an_address_that_they_can_use() {
        let addresses = |text: &str| PageAddresses::new(text.parse().unwrap(), Some("t"));
        let loopback = addresses("127.0.0.1:7117");
        assert_eq!(loopback.local, "http://127.0.0.1:7117/?token=t");
        assert!(loopback.network.is_empty() && !loopback.is_public);
        let named = addresses("192.168.1.5:80");
        assert_eq!(named.network, ["http://192.168.1.5:80/?token=t"]);
        for any in ["0.0.0.0:7117", "[::]:7117"] {
            let any = addresses(any);
            assert!(any.is_public);
            assert!(any.local.contains("127.0.0.1") || any.local.contains("[::1]"));
            for url in any.network {
                assert!(
                    !url.contains("0.0.0.0") && !url.contains("127.0.0.1"),
                    "{url}"
                );
                assert!(!url.contains("[::]") && !url.contains("[::1]"), "{url}");
            }
        }
    }
}
