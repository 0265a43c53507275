//! Who sends a request: its cookies, its language, and whether it comes from the server's own device.

use super::state::HttpState;
use super::words::Language;
use crate::listen::Peer;
use crate::tables::Table;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use room::{Key, Pass, Role, is_same_secret};
use std::convert::Infallible;
use std::sync::Arc;

/// The name of the cookie of a role at a table.
pub const COOKIE: &str = "speltafel";

/// The sender of a request.
pub struct Visit {
    /// Whether the request comes from the server's own device.
    pub local: bool,
    /// Whether the server is behind a reverse proxy.
    public: bool,
    pub language: Language,
    /// The names and values of the cookies.
    cookies: Vec<(String, String)>,
}

impl FromRequestParts<Arc<HttpState>> for Visit {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &Arc<HttpState>) -> Result<Self, Infallible> {
        let headers = &parts.headers;
        let peer = parts.extensions.get::<Peer>();
        let local = peer.is_some_and(|Peer(address)| state.tables.hosts.is_local(*address, headers));
        let public = state.tables.hosts.is_public();
        Ok(Self { local, public, language: Language::wanted(headers), cookies: cookies(headers) })
    }
}

impl Visit {
    /// Returns whether the keys of owner and host may be used here: on the server's own device only. Behind a reverse
    /// proxy, no request counts as such, so they may be used everywhere.
    pub const fn may_own(&self) -> bool {
        self.local || self.public
    }

    /// Returns whether a key may be used here.
    pub const fn may_use(&self, key: &Key) -> bool {
        key.anywhere || self.may_own()
    }

    /// Returns whether the request has the owner's cookie.
    pub fn is_owner(&self, state: &HttpState) -> bool {
        self.may_own()
            && self.values(&state.owner_cookie).any(|value| is_same_secret(value, &state.tables.owner.cookie))
    }

    /// Returns the pass with which this visit has a role at a table.
    pub fn pass(&self, role: Role, table: &Table, state: &HttpState) -> Option<Pass> {
        if role == Role::Host && self.is_owner(state) {
            return Some(Pass::Owner);
        }
        let fits = |value: &&str| table.keys.with_cookie(role, value).is_some_and(|key| self.may_use(&key));
        self.values(COOKIE).find(fits).map(|value| Pass::Cookie(value.to_string()))
    }

    fn values(&self, name: &str) -> impl Iterator<Item = &str> {
        self.cookies.iter().filter(move |(given, _)| given == name).map(|(_, value)| value.as_str())
    }
}

/// Returns the names and values of all cookies.
fn cookies(headers: &HeaderMap) -> Vec<(String, String)> {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
    let pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.map(|(name, value)| (name.to_string(), value.to_string())).collect()
}
