//! The program of the arena. Its command line is in the library.

#[cfg(not(unix))]
fn main() {
    eprintln!("speltafel-arena: needs a system with process groups");
    std::process::exit(4);
}

#[cfg(unix)]
fn main() -> std::process::ExitCode {
    arena::command_line::main()
}
