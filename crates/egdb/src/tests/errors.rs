//! Tests that missing, truncated and damaged files are reported and not used.

use super::build;
use crate::build::{BuildPlan, Builder, FileState};
use crate::folder::path;
use crate::header::{self, HEADER};
use crate::material::{Force, Material};
use crate::runs::{CONTEXTS, SYMBOLS, WORDS};
use crate::slice::Shape;
use crate::squares::Pieces;
use crate::{Database, File, Wdl};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Returns the material configuration of two kings against one, with the two kings to move.
fn two_to_one() -> Material {
    Material::all(3).into_iter().find(|material| material.to_string() == "0201").unwrap()
}

/// Builds the databases of two and three pieces in a temporary folder. Returns the folder and the path of the file of
/// [`two_to_one`].
fn build_three() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    build(3, 1, folder.path());
    let path = path(folder.path(), two_to_one());
    (folder, path)
}

/// Returns a position with light kings on `own` and a dark king on `other`, given in the standard numbering, with Light
/// to move.
fn kings(own: &[u32], other: u32) -> Pieces {
    let own = own.iter().map(|square| 1 << (square - 1)).sum();
    Pieces { own_men: 0, own_kings: 1 << (other - 1), other_men: 0, other_kings: own }.swapped()
}

fn error(path: &Path) -> String {
    format!("{:#}", File::open(path).unwrap_err())
}

#[test]
fn damaged_files_are_named_and_never_used() {
    let (folder, path) = build_three();
    let whole = fs::read(&path).unwrap();
    let with = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = whole.clone();
        change(&mut bytes);
        fs::write(&path, bytes).unwrap();
        error(&path)
    };
    assert!(with(&|bytes| bytes.truncate(HEADER - 1)).contains("0201.egdb: the file is truncated"));
    assert!(with(&|bytes| bytes.clear()).contains("0201.egdb"));
    assert!(with(&|bytes| bytes[0] ^= 1).ends_with("not an endgame database"));
    assert!(with(&|bytes| bytes[8] = 9).ends_with("unsupported version 9; expected 1"));
    assert!(with(&|bytes| bytes[30] ^= 1).ends_with("the header is damaged"));
    assert!(with(&|bytes| bytes[HEADER + 1] ^= 1).ends_with("the table of blocks is damaged"));
    assert!(with(&|bytes| bytes.truncate(whole.len() - 1)).contains(" bytes instead of "));
    assert!(with(&|bytes| bytes.push(0)).contains(" bytes instead of "));
    // Whichever byte is damaged, decoding fails without a panic.
    for at in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at % 8);
        let decoded = File::owned(bytes).and_then(|file| file.decode_all(1));
        assert!(decoded.is_err(), "byte {at}");
    }
    // Only the damaged file is reported, and the built-in database replaces it.
    let (database, errors) = Database::open(folder.path());
    assert_eq!(errors.len(), 1);
    assert_eq!(database.probe(&kings(&[15, 18], 1)), Some(Wdl::Win), "from the built-in databases");
    assert!(Database::open_strictly(folder.path()).is_err());
}

#[test]
fn a_damaged_block_is_found_when_it_is_looked_up() {
    let (folder, path) = build_three();
    let whole = fs::read(&path).unwrap();
    damage(&path);
    let file = File::open(&path).unwrap();
    let message = format!("{:#}", file.decode(0).unwrap_err());
    assert!(message.contains("0201.egdb: block 0"), "{message}");
    let database = Database::open_strictly(folder.path()).unwrap();
    for _ in 0..3 {
        assert_eq!(database.probe(&kings(&[15, 18], 1)), None);
    }
    let errors = database.take_errors();
    assert!(errors.len() == 1 && errors[0].contains("0201.egdb: block 0"), "{errors:?}");
    assert!(database.take_errors().is_empty());
    assert_eq!(database.probe(&kings(&[15], 1)), Some(Wdl::Draw), "other files are not affected");
    // A build of the four-piece databases cannot load the damaged three-piece file. A build of the three-piece
    // databases replaces the file.
    let plan = BuildPlan { pieces: 4, threads: 1, memory: 1 << 30, folder: folder.path().to_path_buf() };
    let mut builder = Builder::new(plan).unwrap();
    let failed = builder.build(4, &mut |_, _| ()).unwrap_err();
    assert!(format!("{failed:#}").contains("0201.egdb: block 0"), "{failed:#}");
    let mut rebuilt = Vec::new();
    builder.build(3, &mut |material, state| rebuilt.extend((state == FileState::Damaged).then_some(material))).unwrap();
    assert_eq!(rebuilt, [two_to_one().swapped().min(two_to_one())]);
    assert!(fs::read(&path).unwrap() == whole);
}

/// This test runs only on Unix, because other systems may not allow truncating a mapped file.
#[cfg(unix)]
#[test]
fn a_file_truncated_while_in_use_is_reported() {
    let (_folder, path) = build_three();
    let file = File::open(&path).unwrap();
    assert!(file.decode(0).is_ok());
    fs::write(&path, "").unwrap();
    let message = format!("{:#}", file.decode(0).unwrap_err());
    assert!(message.ends_with("the file was truncated to 0 bytes while it was in use"), "{message}");
}

/// Changes the last byte of a file, which belongs to the last block.
fn damage(path: &Path) {
    let mut bytes = fs::read(path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(path, bytes).unwrap();
}

#[test]
fn built_in_files_are_used_where_a_folder_differs() {
    let folder = tempfile::tempdir().unwrap();
    build(3, 1, folder.path());
    assert!(Database::open(folder.path()).1.is_empty());
    damage(&path(folder.path(), two_to_one()));
    let (database, errors) = Database::open(folder.path());
    let messages: Vec<String> = errors.iter().map(|error| format!("{error:#}")).collect();
    let is_reported = messages.len() == 1 && messages[0].contains("0201.egdb: differs from the built-in database");
    assert!(is_reported, "{messages:?}");
    assert_eq!(database.probe(&kings(&[15, 18], 1)), Some(Wdl::Win));
    assert!(database.take_errors().is_empty());
}

#[test]
fn a_file_under_the_name_of_another_is_never_used() {
    let folder = tempfile::tempdir().unwrap();
    build(3, 1, folder.path());
    let [right, wrong] = [two_to_one(), two_to_one().swapped()].map(|material| path(folder.path(), material));
    let whole = fs::read(&wrong).unwrap();
    fs::copy(&right, &wrong).unwrap();
    assert!(
        error(&wrong).ends_with("0102.egdb: the file contains the database of 0201; expected the file name 0201.egdb")
    );
    // A build replaces the wrongly named file with the right one.
    build(3, 1, folder.path());
    assert!(fs::read(&wrong).unwrap() == whole);
}

#[test]
fn block_sizes_whose_sum_wraps_to_the_right_size_are_errors() {
    let material = Material { own: Force { men: 2, kings: 2 }, other: Force { men: 1, kings: 2 } };
    let blocks = vec![Vec::new(); header::words(&Shape::of(material), false).div_ceil(WORDS)];
    let lengths = vec![vec![0; SYMBOLS]; CONTEXTS];
    let mut bytes = header::file(material, false, [0; 3], &lengths, &blocks);
    assert!(File::owned(bytes.clone()).is_ok());
    // 65,538 blocks of 65,535 bytes have 2^32 + 65,534 bytes.
    let table = bytes.len() - 6 * blocks.len();
    (0..65_538).for_each(|block| bytes[table + 6 * block..][..2].fill(0xFF));
    let tables = crc32fast::hash(&bytes[HEADER..]);
    bytes.resize(bytes.len() + 65_534, 0);
    bytes[52..56].copy_from_slice(&65_534u32.to_le_bytes());
    bytes[60..64].copy_from_slice(&tables.to_le_bytes());
    let header = crc32fast::hash(&bytes[..64]);
    bytes[64..68].copy_from_slice(&header.to_le_bytes());
    let message = File::owned(bytes).unwrap_err().to_string();
    assert_eq!(message, "the sizes of the blocks do not add up to the size of the file");
}

#[test]
fn folders_without_databases_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let (database, errors) = Database::open(folder.path());
    assert!(format!("{:#}", errors[0]).contains("the folder contains no *.egdb file"));
    assert_eq!(database.most_pieces(), 5);
    let (database, errors) = Database::open(&folder.path().join("nowhere"));
    assert!(format!("{:#}", errors[0]).contains("nowhere"));
    assert_eq!(database.probe(&kings(&[15], 1)), Some(Wdl::Draw));
}

#[test]
fn missing_files_are_reported_if_others_with_as_many_pieces_exist() {
    let folder = tempfile::tempdir().unwrap();
    let material = Material { own: Force { men: 0, kings: 3 }, other: Force { men: 0, kings: 3 } };
    let blocks = vec![Vec::new(); header::words(&Shape::of(material), false).div_ceil(WORDS)];
    let bytes = header::file(material, false, [0; 3], &vec![vec![0; SYMBOLS]; CONTEXTS], &blocks);
    fs::write(path(folder.path(), material), bytes).unwrap();
    let (database, errors) = Database::open(folder.path());
    assert_eq!((database.most_pieces(), errors.len()), (6, 1));
    let message = errors[0].to_string();
    assert!(message.ends_with("0105.egdb: no such file; missing: 69 of the 70 files of 6 pieces"), "{message}");
}

#[test]
fn impossible_headers_are_errors() {
    let too_many = "the counts of results exceed the number of values";
    let file = |kings| {
        let material = Material { own: Force { men: 2 - kings, kings }, other: Force { men: 0, kings: 1 } };
        let blocks = vec![Vec::new(); header::words(&Shape::of(material), false).div_ceil(WORDS)];
        header::file(material, false, [0; 3], &vec![vec![0; SYMBOLS]; CONTEXTS], &blocks)
    };
    let cases = [
        (2, &[15][..], 2, "the order of the kings is 2; expected at most 1"),
        (0, &[15], 1, "the order of the kings is 1; expected at most 0"),
        (2, &[31], 0x7F, too_many),
        // The sum of the counts overflows 64 bits.
        (2, &[31, 39], 0xFF, too_many),
    ];
    for (kings, places, value, part) in cases {
        let mut changed = file(kings);
        places.iter().for_each(|&at| changed[at] = value);
        let check = crc32fast::hash(&changed[..HEADER - 4]);
        changed[HEADER - 4..HEADER].copy_from_slice(&check.to_le_bytes());
        let message = File::owned(changed).unwrap_err().to_string();
        assert!(message.contains(part), "{message}");
    }
}

#[test]
fn built_in_files_are_reproducible() {
    let folder = tempfile::tempdir().unwrap();
    build(3, 2, folder.path());
    let database = Database::compiled_in();
    assert_eq!(database.files().count(), (2..=5).map(|pieces| Material::all(pieces).len()).sum::<usize>());
    for material in (2..=3).flat_map(Material::all) {
        let built = fs::read(path(folder.path(), material)).unwrap();
        let file = database.files().find(|file| file.header().material == material).unwrap();
        assert!(file.bytes() == built, "{material}");
    }
    assert!(database.files().all(|file| file.decode_all(1).is_ok()));
}

#[test]
fn a_build_that_needs_too_much_memory_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let plan = BuildPlan { pieces: 6, threads: 1, memory: 100 << 20, folder: folder.path().to_path_buf() };
    let message = Builder::new(plan).unwrap_err().to_string();
    assert!(message.starts_with("6 pieces need ") && message.ends_with("--memory allows 100"), "{message}");
}
