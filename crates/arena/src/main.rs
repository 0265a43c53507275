//! The `speltafel-arena` program. The command line is defined in the library.

#[cfg(not(unix))]
fn main() {
    eprintln!("speltafel-arena: needs a Unix system, for its process groups");
    std::process::exit(4);
}

#[cfg(unix)]
fn main() -> std::process::ExitCode {
    arena::command_line::main()
}
