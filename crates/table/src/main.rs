//! The command line of `speltafel-table`.

#[cfg(not(unix))]
fn main() {
    eprintln!("speltafel-table: needs a system with process groups");
    std::process::exit(1);
}

#[cfg(unix)]
fn main() -> std::process::ExitCode {
    unix::main()
}

#[cfg(unix)]
mod unix {
    use base::exit::exit_code;
    use base::manual::{self, HELP_WIDTH};
    use clap::{CommandFactory, Parser, Subcommand};
    use std::io::{self, BufReader};
    use std::process::ExitCode;
    use table::{Arguments, Setup};
    use ugi::guard::{self, Guard};
    use ugi::locate;

    /// A table in the browser: play against engines and each other, analyse, look at tournaments.
    #[derive(Parser)]
    #[command(name = "speltafel-table", version, args_conflicts_with_subcommands = true)]
    #[command(max_term_width = HELP_WIDTH, disable_help_subcommand = true)]
    struct CommandLine {
        #[command(subcommand)]
        task: Option<TableCommand>,

        #[command(flatten)]
        arguments: Arguments,
    }

    #[derive(Subcommand)]
    enum TableCommand {
        /// Write man pages and shell completions to a folder
        Manual(manual::Arguments),
        /// Stop the engines that a table leaves behind
        #[command(hide = true)]
        Guard { mark: String },
    }

    pub fn main() -> ExitCode {
        exit_code("speltafel-table", run(CommandLine::parse()))
    }

    fn run(everything: CommandLine) -> anyhow::Result<()> {
        match everything.task {
            Some(TableCommand::Guard { mark }) => {
                guard::watch(&mark, BufReader::new(io::stdin()));
                return Ok(());
            }
            Some(TableCommand::Manual(arguments)) => return arguments.write(CommandLine::command()),
            None => {}
        }
        let program = std::env::current_exe()?;
        let setup = Setup::read(everything.arguments, &locate::engine())?;
        setup.check()?;
        let guard = Guard::start(&program)?;
        let served = table::serve(setup, Some(guard.clone()), &mut io::stdout());
        guard.shut_down();
        served
    }
}
