//! Network addresses of the form `HOST:PORT`, as the command line gives them.

use anyhow::{Context, Error, Result, bail, ensure};
use std::fmt;
use std::net::{SocketAddr, ToSocketAddrs};
use std::str::FromStr;

/// The expected form, for error messages.
const EXAMPLE: &str = "expected HOST:PORT, such as 127.0.0.1:27531 or [::1]:27531";

/// A host name or IP address, and a port.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Address {
    /// The host, without the brackets of an IPv6 address.
    host: String,
    port: u16,
}

impl Address {
    /// Resolves the host. Returns at least one socket address.
    ///
    /// # Errors
    /// Returns an error if the host cannot be resolved.
    pub(super) fn resolve(&self) -> Result<Vec<SocketAddr>> {
        let found = (self.host.as_str(), self.port).to_socket_addrs();
        let found: Vec<SocketAddr> = found.with_context(|| format!("cannot find the host {}", self.host))?.collect();
        ensure!(!found.is_empty(), "the host {} has no address", self.host);
        Ok(found)
    }
}

impl FromStr for Address {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let Some((host, port)) = text.rsplit_once(':') else { bail!("the port is missing: {EXAMPLE}") };
        let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
        ensure!(bare.is_some() || !host.contains(':'), "an IPv6 address needs brackets: {EXAMPLE}");
        let host = bare.unwrap_or(host);
        ensure!(!host.is_empty() && !host.contains(char::is_whitespace), "the host is missing: {EXAMPLE}");
        let Ok(port) = port.parse() else { bail!("the port \"{port}\" is not a number from 0 to 65535: {EXAMPLE}") };
        Ok(Self { host: host.to_string(), port })
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { host, port } = self;
        if host.contains(':') { write!(f, "[{host}]:{port}") } else { write!(f, "{host}:{port}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_have_a_host_and_a_port() {
        for text in ["127.0.0.1:27531", "localhost:0", "[::1]:1", "a.example:65535"] {
            assert_eq!(text.parse::<Address>().unwrap().to_string(), text);
        }
        for (text, expected) in [
            ("nohost.invalid", "the port is missing: expected HOST:PORT, such as"),
            ("", "the port is missing"),
            (":27531", "the host is missing"),
            ("a b:1", "the host is missing"),
            ("::1", "an IPv6 address needs brackets"),
            ("::1:27531", "an IPv6 address needs brackets"),
            ("localhost:", "the port \"\" is not a number from 0 to 65535"),
            ("localhost:65536", "the port \"65536\" is not a number"),
            ("localhost:dxp", "the port \"dxp\" is not a number"),
        ] {
            let error = text.parse::<Address>().unwrap_err().to_string();
            assert!(error.starts_with(expected) && error.contains("HOST:PORT"), "{text}: {error}");
        }
    }

    #[test]
    fn hosts_are_resolved() {
        let found = "127.0.0.1:27531".parse::<Address>().unwrap().resolve().unwrap();
        assert_eq!(found, ["127.0.0.1:27531".parse().unwrap()]);
        let error = "nohost.invalid:1".parse::<Address>().unwrap().resolve().unwrap_err();
        assert!(error.to_string().starts_with("cannot find the host nohost.invalid"), "{error}");
    }
}
