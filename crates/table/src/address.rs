//! The addresses of a table: random words that nobody can guess, and whom each of them lets in. Knows no socket.

use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// Who comes in by an address.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Role {
    /// Who has started the table.
    Host,
    /// Somebody who may sit in this seat, counted from 1.
    Seat(usize),
    /// A spectator.
    Watch,
}

/// All addresses of a table; they live as long as it does.
#[derive(Debug)]
pub struct Addresses(Mutex<BTreeMap<String, Role>>);

impl Addresses {
    /// One for the host and one for spectators.
    ///
    /// # Errors
    /// The system has no random numbers.
    pub fn new() -> Result<Self> {
        Ok(Self(Mutex::new(BTreeMap::from([(random_secret()?, Role::Host), (random_secret()?, Role::Watch)]))))
    }

    /// Whom this word lets in, if anybody.
    #[must_use]
    pub fn role(&self, word: &str) -> Option<Role> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(word).copied()
    }

    /// The word that lets this role in; made when it is asked for the first time.
    ///
    /// # Errors
    /// The system has no random numbers.
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

/// 64 random bits from the system's generator.
///
/// # Errors
/// The system has no random numbers.
pub fn random_seed() -> Result<u64> {
    getrandom::u64().context("the system has no random numbers")
}

/// 128 random bits, 32 hexadecimal digits.
fn random_secret() -> Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).context("the system has no random numbers")?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_role_has_a_word_of_its_own_and_keeps_it() {
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
