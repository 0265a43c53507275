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

/// A flag adds its entries to the file's entries. If both have an entry with the same name, the flag's entry takes
/// precedence.
impl<T> FlagOverride for Vec<NamedValue<T>> {
    fn put(&mut self, flag: Self) -> bool {
        let is_given = !flag.is_empty();
        self.extend(flag);
        is_given
    }
}
