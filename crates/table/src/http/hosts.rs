//! The host names under which the server may be addressed. A page of another site cannot use them: neither in the
//! `Host` header, by giving its own name the server's address (DNS rebinding), nor in the `Origin` header, which the
//! browser sets.

use axum::http::header::{HOST, ORIGIN, UPGRADE};
use axum::http::{HeaderMap, HeaderName, Method};
use std::net::IpAddr;

/// The host names of the server.
pub struct Hosts {
    port: u16,
}

impl Hosts {
    /// Creates the hosts of a server that listens on this port.
    pub const fn new(port: u16) -> Self {
        Self { port }
    }

    /// Returns whether a request has exactly one `Host` header and at most one `Origin` header, both with a name of this
    /// server. A request that changes something, or that opens a WebSocket, must have an `Origin` header.
    pub fn admit(&self, method: &Method, headers: &HeaderMap) -> bool {
        let acts = !method.is_safe() || headers.contains_key(UPGRADE);
        let (Some(host), Ok(origin)) = (only(headers, HOST).ok().flatten(), only(headers, ORIGIN)) else {
            return false;
        };
        let is_own = |origin: &str| origin.strip_prefix("http://").is_some_and(|host| self.owns(host));
        self.owns(host) && origin.map_or(!acts, is_own)
    }

    /// Returns whether this value of a `Host` header names this server.
    fn owns(&self, host: &str) -> bool {
        name_of(host, self.port).is_some_and(is_loopback)
    }

    /// Returns whether a request comes from the server's own device: from a loopback address and to one.
    pub fn is_local(&self, peer: IpAddr, headers: &HeaderMap) -> bool {
        let host = only(headers, HOST).ok().flatten();
        peer.to_canonical().is_loopback() && host.and_then(|host| name_of(host, self.port)).is_some_and(is_loopback)
    }
}

/// Returns the host name in a `Host` header, if the header has this port.
fn name_of(host: &str, port: u16) -> Option<&str> {
    let (name, given) = host.rsplit_once(':')?;
    (given == port.to_string()).then_some(name)
}

fn is_loopback(name: &str) -> bool {
    matches!(name, "127.0.0.1" | "localhost")
}

/// Returns the value of a header, or `None` if it is missing. It is an error if the header occurs more than once.
fn only(headers: &HeaderMap, name: HeaderName) -> Result<Option<&str>, ()> {
    let mut values = headers.get_all(name).iter();
    let value = values.next();
    if values.next().is_some() { Err(()) } else { Ok(value.map(|value| value.to_str().unwrap_or_default())) }
}
