//! Files that are missing, cut or damaged: said, and lived without.

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

/// Two kings against a king.
fn two_to_one() -> Material {
    Material::all(3).into_iter().find(|material| material.to_string() == "0201").unwrap()
}

/// A folder with two and three pieces, and the path of two kings against a king in it.
fn three() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    build(3, 1, folder.path());
    let path = path(folder.path(), two_to_one());
    (folder, path)
}

/// Light kings, on these squares as the literature numbers them, against a dark king; light to move.
fn kings(own: &[u32], other: u32) -> Pieces {
    let own = own.iter().map(|square| 1 << (square - 1)).sum();
    Pieces { own_men: 0, own_kings: 1 << (other - 1), other_men: 0, other_kings: own }.swapped()
}

fn error(path: &Path) -> String {
    format!("{:#}", File::open(path).unwrap_err())
}

#[test]
fn damaged_files_are_named_and_never_used() {
    let (folder, path) = three();
    let whole = fs::read(&path).unwrap();
    let with = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = whole.clone();
        change(&mut bytes);
        fs::write(&path, bytes).unwrap();
        error(&path)
    };
    assert!(with(&|bytes| bytes.truncate(HEADER - 1)).contains("0201.egdb: it is cut"));
    assert!(with(&|bytes| bytes.clear()).contains("0201.egdb"));
    assert!(with(&|bytes| bytes[0] ^= 1).ends_with("it is no endgame database"));
    assert!(with(&|bytes| bytes[8] = 9).ends_with("its version is 9, not 1"));
    assert!(with(&|bytes| bytes[30] ^= 1).ends_with("its header is damaged"));
    assert!(with(&|bytes| bytes[HEADER + 1] ^= 1).ends_with("its table of blocks is damaged"));
    assert!(with(&|bytes| bytes.truncate(whole.len() - 1)).contains(" bytes instead of "));
    assert!(with(&|bytes| bytes.push(0)).contains(" bytes instead of "));
    // Any byte may be wrong: never a panic, and never a wrong file that looks right.
    for at in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at % 8);
        let decoded = File::owned(bytes).and_then(|file| file.decode_all(1));
        assert!(decoded.is_err(), "byte {at}");
    }
    // The folder is used without it.
    let (database, errors) = Database::open(folder.path());
    assert_eq!(errors.len(), 1);
    assert_eq!(database.probe(&kings(&[15, 18], 1)), Some(Wdl::Win), "from those compiled in");
    assert!(Database::open_strictly(folder.path()).is_err());
}

#[test]
fn a_damaged_block_is_found_when_it_is_asked_for() {
    let (folder, path) = three();
    let whole = fs::read(&path).unwrap();
    damage(&path);
    let file = File::open(&path).unwrap();
    let message = format!("{:#}", file.decode(0).unwrap_err());
    assert!(message.contains("0201.egdb: block 0"), "{message}");
    let database = Database::open_strictly(folder.path()).unwrap();
    for _ in 0..3 {
        assert_eq!(database.probe(&kings(&[15, 18], 1)), None);
    }
    let faults = database.take_errors();
    assert!(faults.len() == 1 && faults[0].contains("0201.egdb: block 0"), "{faults:?}");
    assert!(database.take_errors().is_empty());
    assert_eq!(database.probe(&kings(&[15], 1)), Some(Wdl::Draw), "other files are not touched by it");
    // A build does not go on from what it cannot read; where it is its turn it is built again.
    let plan = BuildPlan { pieces: 4, threads: 1, memory: 1 << 30, folder: folder.path().to_path_buf() };
    let mut builder = Builder::new(plan).unwrap();
    let failed = builder.build(4, &mut |_, _| ()).unwrap_err();
    assert!(format!("{failed:#}").contains("0201.egdb: block 0"), "{failed:#}");
    let mut again = Vec::new();
    builder.build(3, &mut |material, found| again.extend((found == FileState::Damaged).then_some(material))).unwrap();
    assert_eq!(again, [two_to_one().swapped().min(two_to_one())]);
    assert!(fs::read(&path).unwrap() == whole);
}

/// Not where the system lets nobody cut a file that is mapped.
#[cfg(unix)]
#[test]
fn a_file_truncated_while_in_use_is_reported() {
    let (_folder, path) = three();
    let file = File::open(&path).unwrap();
    assert!(file.decode(0).is_ok());
    fs::write(&path, "").unwrap();
    let message = format!("{:#}", file.decode(0).unwrap_err());
    assert!(message.ends_with("the file was cut to 0 bytes while it was in use"), "{message}");
}

/// The last byte of a file changed, which is one of its last block.
fn damage(path: &Path) {
    let mut bytes = fs::read(path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(path, bytes).unwrap();
}

#[test]
fn what_is_compiled_in_stays_where_a_folder_says_something_else() {
    let folder = tempfile::tempdir().unwrap();
    build(3, 1, folder.path());
    assert!(Database::open(folder.path()).1.is_empty());
    damage(&path(folder.path(), two_to_one()));
    let (database, errors) = Database::open(folder.path());
    let told: Vec<String> = errors.iter().map(|error| format!("{error:#}")).collect();
    assert!(told.len() == 1 && told[0].contains("0201.egdb: differs from the one that is compiled in"), "{told:?}");
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
    assert!(error(&wrong).ends_with("0102.egdb: it is the database of 0201, which its name does not say"));
    // A build makes what is missing.
    build(3, 1, folder.path());
    assert!(fs::read(&wrong).unwrap() == whole);
}

#[test]
fn sizes_of_blocks_that_come_to_the_right_sum_by_wrapping_are_refused() {
    let material = Material { own: Force { men: 2, kings: 2 }, other: Force { men: 1, kings: 2 } };
    let blocks = vec![Vec::new(); header::words(&Shape::of(material), false).div_ceil(WORDS)];
    let lengths = vec![vec![0; SYMBOLS]; CONTEXTS];
    let mut bytes = header::file(material, false, [0; 3], &lengths, &blocks);
    assert!(File::owned(bytes.clone()).is_ok());
    // 65,538 blocks of 65,535 bytes come to 2^32 + 65,534.
    let table = bytes.len() - 6 * blocks.len();
    (0..65_538).for_each(|block| bytes[table + 6 * block..][..2].fill(0xFF));
    let tables = crc32fast::hash(&bytes[HEADER..]);
    bytes.resize(bytes.len() + 65_534, 0);
    bytes[52..56].copy_from_slice(&65_534u32.to_le_bytes());
    bytes[60..64].copy_from_slice(&tables.to_le_bytes());
    let header = crc32fast::hash(&bytes[..64]);
    bytes[64..68].copy_from_slice(&header.to_le_bytes());
    let told = File::owned(bytes).unwrap_err().to_string();
    assert_eq!(told, "its blocks have other sizes than it says");
}

#[test]
fn folders_without_databases_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let (database, errors) = Database::open(folder.path());
    assert!(format!("{:#}", errors[0]).contains("no file *.egdb in it"));
    assert_eq!(database.most_pieces(), 4);
    let (database, errors) = Database::open(&folder.path().join("nowhere"));
    assert!(format!("{:#}", errors[0]).contains("nowhere"));
    assert_eq!(database.probe(&kings(&[15], 1)), Some(Wdl::Draw));
}

#[test]
fn missing_files_are_reported_where_others_of_as_many_pieces_exist() {
    let folder = tempfile::tempdir().unwrap();
    let material = Material { own: Force { men: 0, kings: 3 }, other: Force { men: 0, kings: 2 } };
    let blocks = vec![Vec::new(); header::words(&Shape::of(material), false).div_ceil(WORDS)];
    let bytes = header::file(material, false, [0; 3], &vec![vec![0; SYMBOLS]; CONTEXTS], &blocks);
    fs::write(path(folder.path(), material), bytes).unwrap();
    let (database, errors) = Database::open(folder.path());
    assert_eq!((database.most_pieces(), errors.len()), (5, 1));
    let told = errors[0].to_string();
    assert!(told.ends_with("0104.egdb: no such file; missing: 43 of the 44 files of 5 pieces"), "{told}");
}

#[test]
fn headers_that_say_what_cannot_be_are_refused() {
    let more = "its figures are more than its values";
    let file = |kings| {
        let material = Material { own: Force { men: 2 - kings, kings }, other: Force { men: 0, kings: 1 } };
        let blocks = vec![Vec::new(); header::words(&Shape::of(material), false).div_ceil(WORDS)];
        header::file(material, false, [0; 3], &vec![vec![0; SYMBOLS]; CONTEXTS], &blocks)
    };
    let cases = [
        (2, &[15][..], 2, "its kings have the order 2"),
        (0, &[15], 1, "its kings have the order 1"),
        (2, &[31], 0x7F, more),
        // 64 bits do not hold their sum.
        (2, &[31, 39], 0xFF, more),
    ];
    for (kings, places, value, part) in cases {
        let mut changed = file(kings);
        places.iter().for_each(|&at| changed[at] = value);
        let check = crc32fast::hash(&changed[..HEADER - 4]);
        changed[HEADER - 4..HEADER].copy_from_slice(&check.to_le_bytes());
        let told = File::owned(changed).unwrap_err().to_string();
        assert!(told.contains(part), "{told}");
    }
}

#[test]
fn those_compiled_in_are_what_a_build_gives() {
    let folder = tempfile::tempdir().unwrap();
    build(3, 2, folder.path());
    let database = Database::compiled_in();
    assert_eq!(database.files().count(), (2..=4).map(|pieces| Material::all(pieces).len()).sum::<usize>());
    for material in (2..=3).flat_map(Material::all) {
        let built = fs::read(path(folder.path(), material)).unwrap();
        let file = database.files().find(|file| file.header().material == material).unwrap();
        assert!(file.bytes() == built, "{material}");
    }
    assert!(database.files().all(|file| file.decode_all(1).is_ok()));
}

#[test]
fn a_build_says_when_it_may_not_take_enough_memory() {
    let folder = tempfile::tempdir().unwrap();
    let plan = BuildPlan { pieces: 6, threads: 1, memory: 100 << 20, folder: folder.path().to_path_buf() };
    let message = Builder::new(plan).unwrap_err().to_string();
    assert!(message.starts_with("6 pieces take ") && message.ends_with("--memory allows 100"), "{message}");
}
