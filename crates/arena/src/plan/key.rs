//! A flag overrides a key of the file.

use super::value::NamedValue;

/// A key that a flag can override.
pub(super) trait FlagOverride {
    /// Takes the value of the flag if it was given, and returns whether it was.
    fn put(&mut self, flag: Self) -> bool;
}

impl<T> FlagOverride for Option<T> {
    fn put(&mut self, flag: Self) -> bool {
        let is_given = flag.is_some();
        *self = flag.or(self.take());
        is_given
    }
}

/// Entries of a flag are added to those of the file.
impl<T> FlagOverride for Vec<NamedValue<T>> {
    fn put(&mut self, flag: Self) -> bool {
        let is_given = !flag.is_empty();
        self.extend(flag);
        is_given
    }
}
