//! How a flag takes the place of a key of the file.

use super::value::NamedValue;

/// A key that a flag may override.
pub(super) trait FlagOverride {
    /// Takes the value of the flag, if it was given; was it?
    fn put(&mut self, flag: Self) -> bool;
}

impl<T> FlagOverride for Option<T> {
    fn put(&mut self, flag: Self) -> bool {
        let is_given = flag.is_some();
        *self = flag.or(self.take());
        is_given
    }
}

/// Entries of a flag add to those of the file.
impl<T> FlagOverride for Vec<NamedValue<T>> {
    fn put(&mut self, flag: Self) -> bool {
        let is_given = !flag.is_empty();
        self.extend(flag);
        is_given
    }
}
