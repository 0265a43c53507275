//! The keys of a table: the secrets of its links and cookies.

use crate::hex::Hex;
use crate::role::Role;
use anyhow::{Result, ensure};
use serde::{Deserialize, Serialize};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The two secrets of a link. Opening the link gives the browser the cookie, so that the page's address needs no
/// secret.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Secrets {
    /// The word in the address of the link.
    pub word: String,
    /// The value of the cookie.
    pub cookie: String,
}

impl Secrets {
    /// Draws new secrets.
    pub fn new(fill: Fill) -> Result<Self> {
        let draw = || Ok::<_, anyhow::Error>(Hex::<16>::random(fill)?.to_string());
        Ok(Self { word: draw()?, cookie: draw()? })
    }

    /// Returns the path of the link.
    pub fn link(&self) -> String {
        format!("/join/{}", self.word)
    }
}

/// Stands for whoever holds a link.
pub type Holder = Hex<8>;

/// The key to a role at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Key {
    /// The role that the key gives.
    #[serde(flatten)]
    pub role: Role,
    /// The secrets of the link.
    #[serde(flatten)]
    pub secrets: Secrets,
    /// Whether the key is accepted from other devices than the server's own.
    pub anywhere: bool,
    /// Changes whenever the link may go to somebody else.
    pub holder: Holder,
    /// The name that the guest has chosen; empty if none.
    #[serde(default)]
    pub name: String,
    /// Whether somebody has come to the table with the key.
    #[serde(default)]
    pub came: bool,
}

impl Key {
    /// Makes a new key.
    fn new(role: Role, fill: Fill) -> Result<Self> {
        let (secrets, holder, anywhere) = (Secrets::new(fill)?, Hex::random(fill)?, role != Role::Host);
        Ok(Self { role, secrets, anywhere, holder, name: String::new(), came: false })
    }
}

/// With what a browser was let in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pass {
    /// The cookie of the server's owner, who is the host of every table.
    Owner,
    /// The cookie of a key, with this value.
    Cookie(String),
}

/// Fills a buffer with random bits.
pub type Fill = fn(&mut [u8]) -> Result<()>;

/// Saves all keys of a table.
type SaveKeys = dyn Fn(&[Key]) -> Result<()> + Send + Sync;

/// The keys of a table. The key of a role is made when it is first asked for.
pub struct TableKeys {
    keys: Mutex<Vec<Key>>,
    /// Whether the table is deleted. Locked while keys are changed and saved, so that other requests need not wait for
    /// the disk.
    ended: Mutex<bool>,
    /// Saves all keys. Nobody gets a key that has not been saved.
    save: Box<SaveKeys>,
    fill: Fill,
}

impl TableKeys {
    /// Creates a table's keys from saved ones. `save` saves them after every change, and `fill` draws new ones.
    pub fn new(keys: Vec<Key>, save: impl Fn(&[Key]) -> Result<()> + Send + Sync + 'static, fill: Fill) -> Self {
        Self { keys: Mutex::new(keys), ended: Mutex::new(false), save: Box::new(save), fill }
    }

    /// Returns the key of a role, and makes it if necessary.
    pub fn key(&self, role: Role) -> Result<Key> {
        self.change(role, |_| ())
    }

    /// Returns who holds the link of a role, if there is one.
    pub fn holder(&self, role: Role) -> Option<Holder> {
        self.lock().iter().find(|key| key.role == role).map(|key| key.holder)
    }

    /// Returns the key whose link has this word.
    pub fn with_word(&self, word: &str) -> Option<Key> {
        self.lock().iter().find(|key| is_same_secret(&key.secrets.word, word)).cloned()
    }

    /// Returns whether a browser with this pass may still have this role.
    pub fn admit(&self, role: Role, pass: &Pass) -> bool {
        match pass {
            Pass::Owner => role == Role::Host,
            Pass::Cookie(cookie) => self.with_cookie(role, cookie).is_some(),
        }
    }

    /// Returns the key of this role if its cookie has this value.
    pub fn with_cookie(&self, role: Role, cookie: &str) -> Option<Key> {
        let keys = self.lock();
        keys.iter().find(|key| key.role == role && is_same_secret(&key.secrets.cookie, cookie)).cloned()
    }

    /// Gives a role a new key, so that its present link and cookies end. A host's key is then accepted on the server's
    /// own device only. Whoever gets it may be another person, to whom earlier games do not belong.
    pub fn renew(&self, role: Role) -> Result<()> {
        let new = Key::new(role, self.fill)?;
        self.change(role, |key| *key = new).map(drop)
    }

    /// Makes the key of a role valid on all devices.
    pub fn allow_anywhere(&self, role: Role) -> Result<()> {
        let holder = Hex::random(self.fill)?;
        let allow = |key: &mut Key| {
            if !key.anywhere {
                (key.anywhere, key.holder) = (true, holder);
            }
        };
        self.change(role, allow).map(drop)
    }

    /// Sets the name that the guest of a role has chosen.
    pub fn set_name(&self, role: Role, name: &str) -> Result<()> {
        self.change(role, |key| key.name = name.to_string()).map(drop)
    }

    /// Notes that somebody has come to the table with the key of a role.
    pub fn set_came(&self, role: Role) -> Result<()> {
        self.change(role, |key| key.came = true).map(drop)
    }

    /// Ends all keys if `delete`, which deletes the table on the disk, succeeds. Nothing is saved any more then.
    pub fn end<E>(&self, delete: impl FnOnce() -> Result<(), E>) -> Result<(), E> {
        // Locked, so that a guest who is using a link at this moment does not save the table again.
        let mut ended = self.changing();
        delete()?;
        *ended = true;
        self.lock().clear();
        Ok(())
    }

    fn change(&self, role: Role, change: impl FnOnce(&mut Key)) -> Result<Key> {
        let ended = self.changing();
        ensure!(!*ended, "the table is deleted");
        let kept = self.lock().clone();
        let mut keys = kept.clone();
        let index = match keys.iter().position(|key| key.role == role) {
            Some(index) => index,
            None => {
                keys.push(Key::new(role, self.fill)?);
                keys.len() - 1
            }
        };
        change(&mut keys[index]);
        let key = keys[index].clone();
        if kept != keys {
            (self.save)(&keys)?;
            *self.lock() = keys;
        }
        Ok(key)
    }

    fn changing(&self) -> MutexGuard<'_, bool> {
        self.ended.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Key>> {
        self.keys.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns whether two secrets are equal, in a time that does not depend on where they differ.
pub fn is_same_secret(one: &str, other: &str) -> bool {
    let differences = one.bytes().zip(other.bytes()).fold(0, |all, (one, other)| all | (one ^ other));
    one.len() == other.len() && differences == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::rng::mix;
    use std::sync::atomic::{AtomicU64, Ordering};
    use ugi::Seat;

    const ROLES: [Role; 4] = [Role::Host, Role::Watch, Role::Seat(Seat::P1), Role::Seat(Seat::P2)];

    /// Fills a buffer with bits that differ from call to call.
    fn fill(bytes: &mut [u8]) -> Result<()> {
        static DRAWN: AtomicU64 = AtomicU64::new(1);
        let drawn = DRAWN.fetch_add(1, Ordering::Relaxed);
        bytes.iter_mut().zip(0..).for_each(|(byte, index)| *byte = mix(drawn << 32 | index) as u8);
        Ok(())
    }

    fn unsaved() -> TableKeys {
        TableKeys::new(Vec::new(), |_| Ok(()), fill)
    }

    #[test]
    fn every_role_keeps_its_own_secrets() {
        let keys = unsaved();
        let all = ROLES.map(|role| keys.key(role).unwrap());
        for key in &all {
            assert_eq!(keys.key(key.role).unwrap(), *key);
            assert_eq!(keys.with_word(&key.secrets.word).as_ref(), Some(key));
            assert_eq!(keys.with_word(&key.secrets.cookie), None);
            assert_eq!(key.anywhere, key.role != Role::Host);
            for role in ROLES {
                let admitted = keys.with_cookie(role, &key.secrets.cookie).is_some();
                assert_eq!(admitted, role == key.role);
            }
        }
        assert!(keys.with_word("").is_none() && unsaved().with_word(&all[0].secrets.word).is_none());
    }

    #[test]
    fn a_link_that_may_go_to_somebody_else_has_another_holder() {
        let keys = unsaved();
        assert_eq!(keys.holder(Role::Host), None);
        let mut holders = vec![keys.key(Role::Host).unwrap().holder];
        for change in [TableKeys::allow_anywhere, TableKeys::allow_anywhere, TableKeys::renew] {
            change(&keys, Role::Host).unwrap();
            holders.extend(keys.holder(Role::Host));
        }
        assert!(holders[0] != holders[1] && holders[1] == holders[2] && holders[2] != holders[3]);
        let seat = keys.key(Role::Seat(Seat::P1)).unwrap().holder;
        keys.set_name(Role::Seat(Seat::P1), "Anna").unwrap();
        assert_eq!(keys.holder(Role::Seat(Seat::P1)), Some(seat));
    }

    #[test]
    fn keys_are_saved_before_they_are_given() {
        let (sender, saved) = std::sync::mpsc::channel();
        let keys = TableKeys::new(Vec::new(), move |keys| Ok(sender.send(serde_json::to_string(keys)?)?), fill);
        let given = ROLES.map(|role| keys.key(role).unwrap());
        keys.set_name(Role::Seat(Seat::P2), "Anna").unwrap();
        keys.set_name(Role::Seat(Seat::P2), "Anna").unwrap();
        assert_eq!(keys.key(Role::Host).unwrap(), given[0]);
        let saved: Vec<String> = saved.try_iter().collect();
        assert_eq!(saved.len(), ROLES.len() + 1, "only changes are saved");
        let again = TableKeys::new(serde_json::from_str(&saved[ROLES.len()]).unwrap(), |_| Ok(()), fill);
        assert_eq!(ROLES.map(|role| again.key(role).unwrap()), ROLES.map(|role| keys.key(role).unwrap()));
        assert_eq!(again.key(Role::Seat(Seat::P2)).unwrap().name, "Anna");
        let came = || again.key(Role::Seat(Seat::P2)).unwrap().came;
        again.set_came(Role::Seat(Seat::P2)).unwrap();
        assert!(came());
        again.renew(Role::Seat(Seat::P2)).unwrap();
        assert!(!came(), "nobody has the new link");
        let full = TableKeys::new(Vec::new(), |_| anyhow::bail!("the disk is full"), fill);
        assert!(full.key(Role::Watch).is_err() && full.lock().is_empty());
    }

    #[test]
    fn keys_of_a_deleted_table_are_not_saved() {
        let (sender, saved) = std::sync::mpsc::channel();
        let keys = TableKeys::new(Vec::new(), move |_| Ok(sender.send(())?), fill);
        let word = keys.key(Role::Seat(Seat::P2)).unwrap().secrets.word;
        // The keys are those of the table until it is deleted on the disk.
        assert_eq!(keys.end(|| Err("the disk is full")), Err("the disk is full"));
        assert!(keys.with_word(&word).is_some());
        keys.end(|| Ok::<(), ()>(())).unwrap();
        // The request with the name came before the table was deleted.
        assert!(keys.set_name(Role::Seat(Seat::P2), "Anna").is_err() && keys.key(Role::Watch).is_err());
        assert_eq!((saved.try_iter().count(), keys.with_word(&word)), (1, None));
    }

    #[test]
    fn secrets_are_compared_whole() {
        let secret = unsaved().key(Role::Watch).unwrap().secrets.word;
        assert!(secret.len() == 32 && is_same_secret(&secret, &secret.clone()));
        for other in ["", &secret[1..], &secret[..31], &secret.replace(char::is_alphanumeric, "x")] {
            assert!(!is_same_secret(&secret, other) && !is_same_secret(other, &secret));
        }
    }
}
