//! Tests for whole builds. The submodules test individual components and the handling of damaged files.

use crate::build::{BuildPlan, Builder, Built, FileState};
use crate::material::Material;
use crate::solve::WdlResults;
use std::path::Path;

mod errors;
mod parts;

/// Builds all databases of 2 to `pieces` pieces in `folder`.
fn build(pieces: usize, threads: usize, folder: &Path) -> Vec<Built> {
    let plan = BuildPlan { pieces, threads, memory: 1 << 30, folder: folder.to_path_buf() };
    let mut builder = Builder::new(plan).unwrap();
    (2..=pieces).map(|pieces| builder.build(pieces, &mut |_, _| ()).unwrap()).collect()
}

/// The numbers of won, drawn and lost positions with two, three and four pieces, as in the literature and other
/// programs.
const RESULTS: [WdlResults; 3] = [[716, 2_370, 402], [100_250, 8_477, 87_305], [2_574_304, 1_717_922, 1_917_090]];

#[test]
fn results_of_two_to_four_pieces() {
    let folder = tempfile::tempdir().unwrap();
    let built = build(4, 2, folder.path());
    assert_eq!(built.iter().map(|built| built.results).collect::<Vec<_>>(), RESULTS);
    // A second build, with another number of threads, finds all files valid. If a file is missing, the build writes the
    // same bytes again.
    let plan = BuildPlan { pieces: 4, threads: 1, memory: 1 << 30, folder: folder.path().to_path_buf() };
    let mut rebuilt = 0;
    let mut builder = Builder::new(plan).unwrap();
    for pieces in 2..=4 {
        builder.build(pieces, &mut |_, state| rebuilt += usize::from(state != FileState::Valid)).unwrap();
    }
    assert_eq!(rebuilt, 0);
    let slice = crate::folder::path(folder.path(), Material::all(4)[3]);
    let before = std::fs::read(&slice).unwrap();
    std::fs::remove_file(&slice).unwrap();
    builder.build(4, &mut |_, state| rebuilt += usize::from(state == FileState::Missing)).unwrap();
    assert_eq!(rebuilt, 1);
    assert!(std::fs::read(&slice).unwrap() == before);
}
