//! Tests for the `egdb` commands with damaged and misnamed files.

use super::run;
use egdb::folder::path;
use egdb::material::Material;
use std::fs;
use std::path::Path;

/// The size of a file header in bytes. Its last four bytes are a checksum.
const HEADER: usize = 68;

/// Builds the databases for 2 to `pieces` pieces in a folder.
fn build(pieces: usize, folder: &Path) {
    run(&format!("build checkers --pieces {pieces} --output {}", folder.display())).unwrap();
}

#[test]
fn verify_reports_damaged_blocks() {
    let folder = tempfile::tempdir().unwrap();
    build(2, folder.path());
    for material in Material::all(2) {
        let path = path(folder.path(), material);
        let mut bytes = fs::read(&path).unwrap();
        *bytes.last_mut().unwrap() ^= 1;
        fs::write(path, bytes).unwrap();
    }
    let message = run(&format!("verify checkers --path {}", folder.path().display())).unwrap_err();
    assert!(message.contains("0101.egdb: block 0") && message.contains("its checksum is wrong"), "{message}");
}

#[test]
fn results_that_differ_from_the_values_are_found() {
    let folder = tempfile::tempdir().unwrap();
    build(2, folder.path());
    let path = path(folder.path(), Material::all(2)[0]);
    let mut bytes = fs::read(&path).unwrap();
    bytes[24] += 1;
    let sum = crc32fast::hash(&bytes[..HEADER - 4]);
    bytes[HEADER - 4..HEADER].copy_from_slice(&sum.to_le_bytes());
    fs::write(&path, bytes).unwrap();
    let message = run(&format!("verify checkers --path {}", folder.path().display())).unwrap_err();
    assert!(
        message.contains("0101: expected [") && message.contains("positions won, drawn and lost; counted ["),
        "{message}"
    );
}

#[test]
fn a_file_under_the_name_of_another_is_reported_until_it_is_built_again() {
    let folder = tempfile::tempdir().unwrap();
    build(3, folder.path());
    let two_to_one = Material::all(3).into_iter().find(|material| material.to_string() == "0201").unwrap();
    let [right, wrong] = [two_to_one, two_to_one.swapped()].map(|material| path(folder.path(), material));
    fs::copy(&right, &wrong).unwrap();
    let flags = format!("verify checkers --path {}", folder.path().display());
    assert!(run(&flags).unwrap_err().contains("0102.egdb: the file contains the database of 0201"));
    build(3, folder.path());
    assert!(run(&flags).is_ok());
}
