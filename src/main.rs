//! The engine: the games of the registry behind one protocol and one command line.

use speltafel::games::{REGISTRY, Task};
use std::process::ExitCode;

fn main() -> ExitCode {
    kit::run_with(&REGISTRY, |task: Task, out, err| task.run(out, err))
}
