//! The `speltafel-arena` program. The command line is defined in the library.

#[cfg(not(unix))]
fn main() {
    eprintln!("speltafel-arena: this program runs on Unix systems only");
    std::process::exit(4);
}

#[cfg(unix)]
fn main() -> std::process::ExitCode {
    arena::command_line::main()
}
