//! What checks of laws return, and the macro with which they return it.

/// `Err` contains a sentence about a law that does not hold.
pub(super) type Law = Result<(), String>;

/// Makes the enclosing function return an error unless the condition holds.
macro_rules! law {
    ($holds:expr, $($sentence:tt)+) => {
        let holds: bool = $holds;
        if !holds {
            return Err(format!($($sentence)+));
        }
    };
}
pub(super) use law;
