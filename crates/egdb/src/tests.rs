//! Tests of the endgame databases: figures, files and their faults, the parts by themselves.

use crate::build::{BuildPlan, Builder, Built, FileState};
use crate::material::Material;
use crate::solve::WdlResults;
use std::path::Path;

mod errors;
mod parts;

/// Builds all of up to so many pieces in a folder.
fn build(pieces: usize, threads: usize, folder: &Path) -> Vec<Built> {
    let plan = BuildPlan { pieces, threads, memory: 1 << 30, folder: folder.to_path_buf() };
    let mut builder = Builder::new(plan).unwrap();
    (2..=pieces).map(|pieces| builder.build(pieces, &mut |_, _| ()).unwrap()).collect()
}

/// The figures that the literature and other programs agree on.
const RESULTS: [WdlResults; 3] = [[716, 2_370, 402], [100_250, 8_477, 87_305], [2_574_304, 1_717_922, 1_917_090]];

#[test]
fn results_of_two_to_four_pieces() {
    let folder = tempfile::tempdir().unwrap();
    let built = build(4, 2, folder.path());
    assert_eq!(built.iter().map(|built| built.results).collect::<Vec<_>>(), RESULTS);
    // Nothing is done twice, and the result is the same on any number of threads.
    let plan = BuildPlan { pieces: 4, threads: 1, memory: 1 << 30, folder: folder.path().to_path_buf() };
    let mut again = 0;
    let mut builder = Builder::new(plan).unwrap();
    for pieces in 2..=4 {
        builder.build(pieces, &mut |_, found| again += usize::from(found != FileState::Valid)).unwrap();
    }
    assert_eq!(again, 0);
    let slice = crate::folder::path(folder.path(), Material::all(4)[3]);
    let before = std::fs::read(&slice).unwrap();
    std::fs::remove_file(&slice).unwrap();
    builder.build(4, &mut |_, found| again += usize::from(found == FileState::Missing)).unwrap();
    assert_eq!(again, 1);
    assert!(std::fs::read(&slice).unwrap() == before);
}
