//! The addresses of the server. A page of another site cannot use them: neither in the `Host` header, by giving its own
//! name the server's address (DNS rebinding), nor in the `Origin` header, which the browser sets.

use anyhow::{Context, Result, ensure};
use axum::http::header::{HOST, ORIGIN, UPGRADE};
use axum::http::{HeaderMap, HeaderName, Method, Uri};
use std::net::IpAddr;
use std::str::FromStr;
use std::sync::{PoisonError, RwLock};

/// The addresses of the server.
#[derive(Debug)]
pub struct Hosts {
    pub port: u16,
    /// Whether the server listens on the local network.
    lan: bool,
    /// The address of a reverse proxy, which is then the only one.
    public: Option<PublicUrl>,
    /// `NAME.local` of this device.
    name: Option<String>,
    /// The addresses of this device's interfaces; empty without `lan` and behind a reverse proxy.
    own: RwLock<Vec<IpAddr>>,
}

/// The address under which a reverse proxy shows the server, without a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublicUrl {
    /// As in an `Origin` header.
    origin: String,
    /// As in a `Host` header.
    host: String,
}

impl Hosts {
    /// Creates the hosts of a server that listens on this port.
    pub fn new(port: u16, lan: bool, public: Option<PublicUrl>) -> Self {
        let name = rustix::system::uname().nodename().to_str().ok().and_then(local_name);
        let hosts = Self { port, lan, public, name, own: RwLock::default() };
        hosts.refresh();
        hosts
    }

    /// Reads the addresses of the interfaces again. Returns whether they have changed.
    pub fn refresh(&self) -> bool {
        if !self.lan || self.public.is_some() {
            return false;
        }
        let Ok(interfaces) = if_addrs::get_if_addrs() else { return false };
        // A browser cannot address an interface by its link-local IPv6 address, which is not unique.
        let usable = |address: &IpAddr| match address {
            IpAddr::V4(_) => true,
            IpAddr::V6(address) => !address.is_unicast_link_local(),
        };
        let mut found: Vec<IpAddr> = interfaces.iter().map(|interface| interface.ip()).filter(usable).collect();
        found.retain(|address| !address.is_loopback());
        found.sort();
        found.dedup();
        let mut own = self.own.write().unwrap_or_else(PoisonError::into_inner);
        let changed = *own != found;
        *own = found;
        changed
    }

    /// Returns the beginnings of the links to the server, best first.
    pub fn homes(&self) -> Vec<String> {
        let own = self.own.read().unwrap_or_else(PoisonError::into_inner);
        let literal = |address: &IpAddr| match address {
            IpAddr::V4(address) => address.to_string(),
            IpAddr::V6(address) => format!("[{address}]"),
        };
        let network = own.iter().map(literal).chain(self.name.clone().filter(|_| !own.is_empty()));
        network.map(|name| format!("http://{name}:{}", self.port)).chain([self.home()]).collect()
    }

    /// Returns the beginning of the owner's link.
    pub fn home(&self) -> String {
        let loopback = || format!("http://127.0.0.1:{}", self.port);
        self.public.as_ref().map_or_else(loopback, |public| public.origin.clone())
    }

    /// Returns whether the server is shown by a reverse proxy.
    pub const fn is_public(&self) -> bool {
        self.public.is_some()
    }

    /// Returns whether browsers reach the server over https only.
    pub fn is_secure(&self) -> bool {
        self.public.as_ref().is_some_and(|public| public.origin.starts_with("https:"))
    }

    /// Returns whether a request has exactly one `Host` header and at most one `Origin` header, both with a name of
    /// this server. A request that changes something, or that opens a WebSocket, must have an `Origin` header.
    pub fn admit(&self, method: &Method, headers: &HeaderMap) -> bool {
        let acts = !method.is_safe() || headers.contains_key(UPGRADE);
        let (Some(host), Ok(origin)) = (only(headers, HOST).ok().flatten(), only(headers, ORIGIN)) else {
            return false;
        };
        self.owns_host(host) && origin.map_or(!acts, |origin| self.owns_origin(origin))
    }

    fn owns_host(&self, host: &str) -> bool {
        match &self.public {
            Some(public) => public.host.eq_ignore_ascii_case(host),
            None => name_of(host, self.port).is_some_and(|name| is_loopback(name) || self.owns_name(name)),
        }
    }

    fn owns_origin(&self, origin: &str) -> bool {
        match &self.public {
            Some(public) => public.origin == origin,
            None => origin.strip_prefix("http://").is_some_and(|host| self.owns_host(host)),
        }
    }

    /// Returns whether this is a name of the device in the local network.
    fn owns_name(&self, name: &str) -> bool {
        if !self.lan {
            return false;
        }
        let literal = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
        let own = self.own.read().unwrap_or_else(PoisonError::into_inner);
        literal.parse().is_ok_and(|address| own.contains(&address))
            || self.name.as_ref().is_some_and(|own| own.eq_ignore_ascii_case(name))
    }

    /// Returns whether a request comes from the server's own device: from a loopback address and to one. A reverse
    /// proxy may make all requests look like this, so none does behind one.
    pub fn is_local(&self, peer: IpAddr, headers: &HeaderMap) -> bool {
        let host = only(headers, HOST).ok().flatten();
        let local = host.and_then(|host| name_of(host, self.port)).is_some_and(is_loopback);
        local && peer.to_canonical().is_loopback() && !self.is_public()
    }
}

impl FromStr for PublicUrl {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let wanted = || format!("expected an address such as https://table.example.org, found {text}");
        let uri: Uri = text.parse().with_context(wanted)?;
        let (Some(scheme), Some(authority)) = (uri.scheme_str(), uri.authority()) else { anyhow::bail!(wanted()) };
        ensure!(
            matches!(scheme, "http" | "https") && matches!(uri.path(), "" | "/") && uri.query().is_none(),
            wanted()
        );
        let host = authority.as_str().to_ascii_lowercase();
        ensure!(!host.contains('@'), wanted());
        // Browsers leave out the usual port.
        let usual = if scheme == "https" { ":443" } else { ":80" };
        let host = host.strip_suffix(usual).unwrap_or(&host).to_string();
        Ok(Self { origin: format!("{scheme}://{host}"), host })
    }
}

/// Returns the name of a device in multicast DNS.
fn local_name(node: &str) -> Option<String> {
    let first = node.split('.').next()?;
    let is_label = |sign: char| sign.is_ascii_alphanumeric() || sign == '-';
    (!first.is_empty() && first.chars().all(is_label)).then(|| format!("{}.local", first.to_ascii_lowercase()))
}

/// Returns the host name in a `Host` header, if the header has this port. Browsers leave out port 80.
fn name_of(host: &str, port: u16) -> Option<&str> {
    let given = host.rsplit_once(':').filter(|(_, port)| port.bytes().all(|digit| digit.is_ascii_digit()));
    let (name, given) = given.map_or((host, "80"), |(name, port)| (name, port));
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

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn hosts(port: u16, lan: bool, public: Option<&str>) -> Hosts {
        let public: Option<PublicUrl> = public.map(|public| public.parse().unwrap());
        // As `refresh` leaves them.
        let found: &[&str] = if lan && public.is_none() { &["192.168.1.5", "2001:db8::5"] } else { &[] };
        let own = found.iter().map(|address| address.parse().unwrap()).collect();
        Hosts { port, lan, public, name: local_name("Sofa.example.org"), own: RwLock::new(own) }
    }

    fn headers(host: &str, origin: Option<&str>) -> HeaderMap {
        let pairs = [(HOST, Some(host)), (ORIGIN, origin)];
        let value = |(name, value): (HeaderName, Option<&str>)| Some((name, HeaderValue::from_str(value?).unwrap()));
        pairs.into_iter().filter_map(value).collect()
    }

    #[test]
    fn only_own_names_with_the_own_port_are_accepted() {
        let get = |hosts: &Hosts, host: &str| hosts.admit(&Method::GET, &headers(host, None));
        let (alone, lan) = (hosts(7000, false, None), hosts(7000, true, None));
        for host in ["127.0.0.1:7000", "localhost:7000"] {
            assert!(get(&alone, host) && get(&lan, host), "{host}");
        }
        for host in
            ["192.168.1.5:7000", "[2001:db8::5]:7000", "[2001:DB8:0::5]:7000", "sofa.local:7000", "SOFA.local:7000"]
        {
            assert!(!get(&alone, host) && get(&lan, host), "{host}");
        }
        for host in ["", "192.168.1.5", "192.168.1.5:80", "192.168.1.6:7000", "[2001:db8::6]:7000", "evil.local:7000"] {
            assert!(!get(&lan, host), "{host}");
        }
        for host in [
            "evil.example:7000",
            "sofa.local.evil.example:7000",
            "192.168.1.5.evil.example:7000",
            "127.0.0.1:7000:7000",
        ] {
            assert!(!get(&lan, host), "{host}");
        }
        let usual = hosts(80, true, None);
        assert!(get(&usual, "192.168.1.5") && get(&usual, "[2001:db8::5]") && get(&usual, "localhost:80"));
    }

    #[test]
    fn behind_a_proxy_only_its_address_is_accepted() {
        let public = hosts(7000, true, Some("https://Table.example.org:443/"));
        let admits = |host, origin| public.admit(&Method::POST, &headers(host, Some(origin)));
        assert!(admits("table.example.org", "https://table.example.org"));
        for (host, origin) in [
            ("table.example.org", "http://table.example.org"),
            ("table.example.org", "https://evil.example"),
            ("table.example.org:7000", "https://table.example.org"),
            ("127.0.0.1:7000", "http://127.0.0.1:7000"),
            ("192.168.1.5:7000", "http://192.168.1.5:7000"),
        ] {
            assert!(!admits(host, origin), "{host} {origin}");
        }
        assert_eq!(public.homes(), ["https://table.example.org"]);
        assert!(public.is_secure() && !hosts(7000, true, Some("http://x:8080")).is_secure());
        // A proxy that changes the header `Host` makes nobody local.
        assert!(!public.is_local("127.0.0.1".parse().unwrap(), &headers("127.0.0.1:7000", None)));
    }

    #[test]
    fn local_requests_come_from_loopback_and_go_there() {
        let lan = hosts(7000, true, None);
        let local = |peer: &str, host| lan.is_local(peer.parse().unwrap(), &headers(host, None));
        assert!(local("127.0.0.1", "127.0.0.1:7000") && local("::ffff:127.0.0.1", "localhost:7000"));
        for (peer, host) in
            [("192.168.1.9", "127.0.0.1:7000"), ("127.0.0.1", "192.168.1.5:7000"), ("::1", "sofa.local:7000")]
        {
            assert!(!local(peer, host), "{peer} {host}");
        }
    }

    #[test]
    fn addresses_of_a_proxy_have_no_path() {
        for text in ["", "x", "table.example.org", "ftp://x", "https://x/y", "https://x?y", "https://a@x", "https://"] {
            assert!(text.parse::<PublicUrl>().is_err(), "{text}");
        }
        assert_eq!("http://X:8080".parse::<PublicUrl>().unwrap().host, "x:8080");
    }
}
