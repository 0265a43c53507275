//! The secret words in a table's addresses, and the role that each word grants.

use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// The role of a browser.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Role {
    /// The person who started the table.
    Host,
    /// A guest who may play for this seat (1-based).
    Seat(usize),
    /// A spectator.
    Watch,
}

/// The addresses of a table. They are valid until the program exits.
#[derive(Debug)]
pub struct Addresses(Mutex<BTreeMap<String, Role>>);

impl Addresses {
    /// Creates an address for the host and an address for spectators.
    ///
    /// # Errors
    /// Returns an error if the system has no random numbers.
    pub fn new() -> Result<Self> {
        Ok(Self(Mutex::new(BTreeMap::from([(random_secret()?, Role::Host), (random_secret()?, Role::Watch)]))))
    }

    /// Returns the role that this secret word grants.
    #[must_use]
    pub fn role(&self, word: &str) -> Option<Role> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(word).copied()
    }

    /// Returns the secret word for this role. The first call generates the word.
    ///
    /// # Errors
    /// Returns an error if the system has no random numbers.
    pub fn secret_for(&self, role: Role) -> Result<String> {
        let mut words = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((word, _)) = words.iter().find(|(_, known)| **known == role) {
            return Ok(word.clone());
        }
        let word = random_secret()?;
        words.insert(word.clone(), role);
        Ok(word)
    }
}

/// Returns 64 bits from the system's random number generator.
///
/// # Errors
/// Returns an error if the system has no random numbers.
pub fn random_seed() -> Result<u64> {
    getrandom::u64().context("the system has no random numbers")
}

/// Returns 128 random bits as 32 hexadecimal digits.
fn random_secret() -> Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).context("the system has no random numbers")?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_role_keeps_a_distinct_word() {
        let addresses = Addresses::new().unwrap();
        let roles = [Role::Host, Role::Watch, Role::Seat(1), Role::Seat(2)];
        let words: Vec<String> = roles.iter().map(|role| addresses.secret_for(*role).unwrap()).collect();
        for (index, word) in words.iter().enumerate() {
            assert_eq!(word.len(), 32);
            assert_eq!(addresses.role(word), Some(roles[index]));
            assert_eq!(addresses.secret_for(roles[index]).unwrap(), *word);
            assert_eq!(addresses.role(&word[1..]), None);
        }
        assert_eq!(addresses.role(""), None);
        assert!(Addresses::new().unwrap().role(&words[0]).is_none());
    }
}
