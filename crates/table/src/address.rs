//! The secret words in a table's addresses, and the role that each word grants.

use anyhow::{Context, Result};
use data_encoding::HEXLOWER;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use ugi::Seat;

/// The role of a browser. In JSON it is `{"role":"host"}`, `{"role":"seat","seat":NUMBER}` or `{"role":"watch"}`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(tag = "role", content = "seat", rename_all = "lowercase")]
pub enum Role {
    /// The person who started the table.
    Host,
    /// A guest who may play for this seat.
    Seat(Seat),
    /// A spectator.
    Watch,
}

/// The addresses of a table: `http://HOST:PORT/WORD/`, where the secret word grants a role. They are valid until the
/// program exits.
#[derive(Debug)]
pub struct Addresses {
    /// `http://HOST:PORT`.
    home: String,
    words: Mutex<BTreeMap<String, Role>>,
}

impl Addresses {
    /// Creates the addresses of a table at `home`, without a word yet.
    pub fn new(home: String) -> Self {
        Self { home, words: Mutex::default() }
    }

    /// Returns the role that this secret word grants, or `None` if the table has no such word.
    pub fn role(&self, word: &str) -> Option<Role> {
        self.words.lock().unwrap_or_else(PoisonError::into_inner).get(word).copied()
    }

    /// Returns the address for this role. The first call for a role generates its secret word.
    pub fn link(&self, role: Role) -> Result<String> {
        let mut words = self.words.lock().unwrap_or_else(PoisonError::into_inner);
        let word = match words.iter().find(|(_, known)| **known == role) {
            Some((word, _)) => word.clone(),
            None => random_secret()?,
        };
        words.insert(word.clone(), role);
        Ok(format!("{}/{word}/", self.home))
    }
}

/// Returns 64 bits from the system's random number generator.
pub fn random_seed() -> Result<u64> {
    getrandom::u64().context("the system has no random numbers")
}

/// Returns 128 random bits as 32 hexadecimal digits.
fn random_secret() -> Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).context("the system has no random numbers")?;
    Ok(HEXLOWER.encode(&bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_role_keeps_a_distinct_word() {
        let addresses = Addresses::new("http://x".to_string());
        let roles = [Role::Host, Role::Watch, Role::Seat(Seat::P1), Role::Seat(Seat::P2)];
        let links: Vec<String> = roles.iter().map(|role| addresses.link(*role).unwrap()).collect();
        for (index, link) in links.iter().enumerate() {
            let word = link.strip_prefix("http://x/").unwrap().strip_suffix('/').unwrap();
            assert_eq!(word.len(), 32);
            assert_eq!(addresses.role(word), Some(roles[index]));
            assert_eq!(addresses.link(roles[index]).unwrap(), *link);
            assert_eq!(addresses.role(&word[1..]), None);
            assert!(Addresses::new(String::new()).role(word).is_none());
        }
        assert_eq!(addresses.role(""), None);
    }
}
