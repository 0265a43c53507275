//! How a flag takes the place of a key of the file.

use super::value::Entry;

/// A key that a flag may override.
pub(super) trait Key {
    /// Takes the value of the flag, if it was given; was it?
    fn put(&mut self, flag: Self) -> bool;
}

impl<T> Key for Option<T> {
    fn put(&mut self, flag: Self) -> bool {
        let is_given = flag.is_some();
        *self = flag.or(self.take());
        is_given
    }
}

/// Entries of a flag add to those of the file.
impl<T> Key for Vec<Entry<T>> {
    fn put(&mut self, flag: Self) -> bool {
        let is_given = !flag.is_empty();
        self.extend(flag);
        is_given
    }
}
