//! What integration tests share: the paths of the programs that they run, and how they wait and skip.
//!
//! The programs are expected in the build output of the running test. A missing program is built with the test's
//! profile.

use std::env::consts::EXE_SUFFIX;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The time after which a wait counts as failed. No test result depends on its length.
pub const PATIENCE: Duration = Duration::from_secs(120);
/// The environment variable with which a test that cannot run on this machine fails.
const ALL_TESTS: &str = "SPELTAFEL_ALL_TESTS";

/// Allows one build at a time, because several tests may need the same missing program.
static BUILD_LOCK: Mutex<()> = Mutex::new(());

/// Waits until a condition holds. `what` names what is awaited.
///
/// # Panics
/// Panics if the condition does not hold within [`PATIENCE`].
pub fn wait_for(what: &str, mut condition: impl FnMut() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < PATIENCE, "waited in vain for {what}");
        sleep(Duration::from_millis(5));
    }
}

/// Says that the running test is skipped, because this machine lacks something.
///
/// # Panics
/// Panics if the environment variable `SPELTAFEL_ALL_TESTS` is set.
pub fn skip(lacking: &str) {
    assert!(std::env::var_os(ALL_TESTS).is_none(), "{ALL_TESTS} is set, and this machine has no {lacking}");
    eprintln!("skipped: this machine has no {lacking}");
}

/// Returns whether there is a program `python3`. Without one, the running test is skipped.
pub fn has_python() -> bool {
    let found = Command::new("python3").arg("-V").output().is_ok();
    if !found {
        skip("python3");
    }
    found
}

/// Returns the path to the engine `speltafel`, which is built if missing.
pub fn engine() -> &'static str {
    static ENGINE: OnceLock<String> = OnceLock::new();
    ENGINE.get_or_init(|| text(program("speltafel", "speltafel")))
}

/// Returns the path to the tournament runner `speltafel-arena`, which is built if missing.
pub fn arena() -> &'static str {
    static ARENA: OnceLock<String> = OnceLock::new();
    ARENA.get_or_init(|| text(program("speltafel-arena", "speltafel-arena")))
}

/// Returns the path to `toy_engine`, which is built if missing. It plays random moves and can misbehave in ways that
/// its arguments select.
pub fn toy() -> &'static str {
    static TOY: OnceLock<String> = OnceLock::new();
    TOY.get_or_init(|| text(example("speltafel-arena", "toy_engine")))
}

/// Returns the path of the program `name` in `package`, building it first if necessary.
///
/// # Panics
/// Panics if the program is missing and cannot be built.
pub fn program(package: &str, name: &str) -> PathBuf {
    find(&profile_folder().join(format!("{name}{EXE_SUFFIX}")), &["--package", package, "--bin", name])
}

/// Returns the path of the example `name` in `package`, building it first if necessary.
///
/// # Panics
/// Panics if the example is missing and cannot be built.
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
        let status = build.status();
        let is_built = status.is_ok_and(|status| status.success()) && path.exists();
        assert!(is_built, "{} is missing and `cargo build {}` fails", path.display(), target.join(" "));
    }
    path.to_path_buf()
}

/// Returns the output folder of the build profile, such as `target/debug`. The running test is in its subfolder `deps`.
fn profile_folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let test = std::env::current_exe().expect("the path of this test is available");
        test.ancestors().nth(2).expect("the test is in the folder `deps`").to_path_buf()
    })
}

fn text(path: PathBuf) -> String {
    path.into_os_string().into_string().expect("the path of the target folder is UTF-8")
}
