//! The command line of `speltafel-table`.

#[cfg(not(unix))]
fn main() {
    eprintln!("speltafel-table: this program runs on Unix systems only");
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
    use runner::{Guard, find_engine, running_time};
    use std::io::{self, BufReader};
    use std::path::PathBuf;
    use std::process::ExitCode;
    use table::{Arguments, Setup, VerifyArguments};

    /// Play and analyse games, and watch tournaments, in the browser
    #[derive(Parser)]
    #[command(name = "speltafel-table", version, args_conflicts_with_subcommands = true)]
    #[command(max_term_width = HELP_WIDTH, disable_help_subcommand = true, after_help = EXAMPLES)]
    struct CommandLine {
        #[command(subcommand)]
        command: Option<TableCommand>,

        #[command(flatten)]
        arguments: Arguments,
    }

    const EXAMPLES: &str = "\
The program prints the address of the page. This address gives full control of
the table, so keep it private. The page has links for guests and spectators.

Examples:
  Play against the engine of this project:
    speltafel-table --open
  Add an engine of your own:
    speltafel-table --engine speltafel=speltafel --engine 'mine=./my-engine -v'
  Watch the tournament in the folder `skills`:
    speltafel-table --results skills";

    #[derive(Subcommand)]
    enum TableCommand {
        /// Check the deals of an exported game, and draw them again
        Verify(VerifyArguments),
        /// Copy all games and tables to a new file, even while a server runs
        Backup {
            /// The new file
            file: PathBuf,
            /// The data folder, as for a server
            #[arg(long, value_name = "DIR")]
            data: Option<PathBuf>,
        },
        /// Write man pages and shell completions to a folder
        Manual(manual::Arguments),
        /// Stop the engines that a table leaves behind
        #[command(hide = true)]
        Guard { mark: String },
    }

    pub fn main() -> ExitCode {
        exit_code("speltafel-table", run(CommandLine::parse()))
    }

    fn run(command_line: CommandLine) -> anyhow::Result<()> {
        match command_line.command {
            Some(TableCommand::Guard { mark }) => {
                Guard::watch(&mark, BufReader::new(io::stdin()));
                return Ok(());
            }
            Some(TableCommand::Verify(arguments)) => return arguments.verify(&find_engine(), &mut io::stdout()),
            Some(TableCommand::Backup { file, data }) => return table::back_up(data, &file),
            Some(TableCommand::Manual(arguments)) => return arguments.write(CommandLine::command()),
            None => {}
        }
        let program = std::env::current_exe()?;
        let setup = Setup::read(command_line.arguments, &find_engine())?;
        setup.check()?;
        running_time::watch()?;
        let guard = Guard::start(&program)?;
        let served = table::serve(setup, Some(guard.clone()), &mut io::stdout());
        guard.shut_down();
        served
    }
}
