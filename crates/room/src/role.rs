//! The roles of browsers, and the addresses of their pages.

use serde::{Deserialize, Serialize};
use ugi::Seat;

/// The role of a browser at a table. In JSON it is `{"role":"host"}`, `{"role":"seat","seat":NUMBER}` or
/// `{"role":"watch"}`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(tag = "role", content = "seat", rename_all = "lowercase")]
pub enum Role {
    /// The person who decides about the table.
    Host,
    /// A guest who may play for this seat.
    Seat(Seat),
    /// A spectator.
    Watch,
}

impl Role {
    /// Returns the path of this role's page at a table, without the slash at its end.
    pub fn path(self, table: &str) -> String {
        match self {
            Self::Host => format!("/t/{table}/h"),
            Self::Seat(seat) => format!("/t/{table}/s/{}", seat.number()),
            Self::Watch => format!("/t/{table}/w"),
        }
    }

    /// Splits the path of a page or a file below it, without `/t/TABLE/`, into the role and the rest. The rest is
    /// `None` if the slash at the end of the page's path is missing.
    pub fn split(path: &str) -> Option<(Self, Option<&str>)> {
        let (first, rest) = path.split_once('/').map_or((path, None), |(first, rest)| (first, Some(rest)));
        match first {
            "h" => Some((Self::Host, rest)),
            "w" => Some((Self::Watch, rest)),
            "s" => {
                let (number, rest) = rest?.split_once('/').map_or((rest?, None), |(first, rest)| (first, Some(rest)));
                let seat = Seat::from_number(number.parse().ok()?)?;
                // Only one way to write the number, because a cookie belongs to a path.
                (seat.number().to_string() == number).then_some((Self::Seat(seat), rest))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_name_a_role_in_one_way() {
        for role in [Role::Host, Role::Watch, Role::Seat(Seat::P1), Role::Seat(Seat::new(254))] {
            let path = role.path("x");
            let path = path.strip_prefix("/t/x/").unwrap();
            assert_eq!(Role::split(path), Some((role, None)));
            assert_eq!(Role::split(&format!("{path}/")), Some((role, Some(""))));
            assert_eq!(Role::split(&format!("{path}/board/dom.js")), Some((role, Some("board/dom.js"))));
        }
        for path in ["", "x/", "H/", "s", "s/", "s/0/", "s/256/", "s/02/", "s/+2/", "s/x/", "s//"] {
            assert_eq!(Role::split(path), None, "{path}");
        }
    }
}
