//! How a flag overrides a key of the plan file.

use super::value::NamedValue;

/// A key that a flag can override.
pub(super) trait FlagOverride {
    /// Takes the value of `flag` if the flag was given. Returns whether the flag was given.
    fn put(&mut self, flag: Self) -> bool;
}

impl<T> FlagOverride for Option<T> {
    fn put(&mut self, flag: Self) -> bool {
        let is_given = flag.is_some();
        *self = flag.or(self.take());
        is_given
    }
}

/// A flag adds its entries after the file's entries. If entries have the same name, the last one takes precedence.
impl<T> FlagOverride for Vec<NamedValue<T>> {
    fn put(&mut self, flag: Self) -> bool {
        let is_given = !flag.is_empty();
        self.extend(flag);
        is_given
    }
}
