//! Where tests find the programs of this workspace: in the target folder of the test itself. A program that is missing
//! there is built once, with the same profile.

use std::env::consts::EXE_SUFFIX;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, OnceLock, PoisonError};

/// One build at a time: several tests may miss the same program.
static BUILD_LOCK: Mutex<()> = Mutex::new(());

/// The engine.
pub fn engine() -> &'static str {
    static ENGINE: OnceLock<String> = OnceLock::new();
    ENGINE.get_or_init(|| text(program("speltafel", "speltafel")))
}

/// The runner of tournaments.
pub fn arena() -> &'static str {
    static ARENA: OnceLock<String> = OnceLock::new();
    ARENA.get_or_init(|| text(program("speltafel-arena", "speltafel-arena")))
}

/// The engine that plays random moves and misbehaves as it is told.
pub fn toy() -> &'static str {
    static TOY: OnceLock<String> = OnceLock::new();
    TOY.get_or_init(|| text(example("speltafel-arena", "toy_engine")))
}

/// A program of a package.
///
/// # Panics
/// It is missing and cannot be built.
pub fn program(package: &str, name: &str) -> PathBuf {
    find(&profile_folder().join(format!("{name}{EXE_SUFFIX}")), &["--package", package, "--bin", name])
}

/// An example of a package.
///
/// # Panics
/// It is missing and cannot be built.
pub fn example(package: &str, name: &str) -> PathBuf {
    let path = profile_folder().join("examples").join(format!("{name}{EXE_SUFFIX}"));
    find(&path, &["--package", package, "--example", name])
}

fn find(path: &Path, target: &[&str]) -> PathBuf {
    let _building = BUILD_LOCK.lock().unwrap_or_else(PoisonError::into_inner);
    if !path.exists() {
        let profile = match profile_folder().file_name().and_then(|name| name.to_str()) {
            Some("debug") | None => "dev",
            Some(profile) => profile,
        };
        let mut build = Command::new(env!("CARGO"));
        build.args(["build", "--quiet", "--profile", profile]).args(target);
        build.arg("--target-dir").args(profile_folder().parent());
        let built = build.status();
        let is_built = built.is_ok_and(|status| status.success()) && path.exists();
        assert!(is_built, "{} is missing and `cargo build {}` fails", path.display(), target.join(" "));
    }
    path.to_path_buf()
}

/// The folder of programs in the target folder: the test is in its `deps`.
fn profile_folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let test = std::env::current_exe().expect("the system knows the path of this test");
        test.ancestors().nth(2).expect("tests are in FOLDER/deps").to_path_buf()
    })
}

fn text(path: PathBuf) -> String {
    path.into_os_string().into_string().expect("the path of the target folder is UTF-8")
}
