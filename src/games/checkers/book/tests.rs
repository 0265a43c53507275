//! Tests for book files and their errors.

use super::{BookEntries, BookEntry, OpeningBook};
use crate::games::checkers::position::{Checkers, Rules};
use crate::games::checkers::relative_position::RelativePosition;
use kit::game::Game;
use kit::search::MATE;

/// Returns a book that contains only the start position.
fn start_only_book(values: Vec<i16>) -> OpeningBook {
    let start = RelativePosition::of(&Checkers::start(&Rules::default()));
    OpeningBook { digest: 0, entries: BookEntries::from([(start, BookEntry { plies: 0, values })]) }
}

#[test]
fn damage_to_any_byte_is_detected() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book");
    let whole = start_only_book(vec![0; 7]).bytes();
    for at in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[at] ^= 4;
        assert!(OpeningBook::read(&damaged).is_err(), "byte {at}");
        assert!(OpeningBook::read(&whole[..at]).is_err(), "cut at {at}");
    }
    std::fs::write(&path, &whole[..whole.len() - 1]).unwrap();
    let error = format!("{:#}", OpeningBook::open(&path).unwrap_err());
    assert!(error.contains("book: is damaged or cut off"), "{error}");
    let error = format!("{:#}", OpeningBook::open(&folder.path().join("none")).unwrap_err());
    assert!(error.ends_with("none: no such file"), "{error}");
}

#[test]
fn a_file_with_wrong_moves_is_rejected() {
    let read = |values: Vec<i16>| OpeningBook::read(&start_only_book(values).bytes());
    assert_eq!(read(vec![0; 7]).unwrap(), start_only_book(vec![0; 7]));
    for values in [vec![0; 6], vec![MATE as i16 + 1; 7], vec![i16::MIN; 7]] {
        assert!(read(values.clone()).unwrap_err().to_string().contains("wrong"), "{values:?}");
    }
}
