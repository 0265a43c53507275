//! Tests for the `egdb` commands: longest wins and damaged files.

use super::DatabaseCommand;
use clap::Parser;

mod distances;
mod errors;

#[derive(Parser)]
struct Cli {
    #[command(subcommand)]
    task: DatabaseCommand,
}

fn run(line: &str) -> Result<String, String> {
    let mut out = Vec::new();
    let line = Cli::try_parse_from(format!("egdb {line}").split(' ')).map_err(|error| error.to_string())?;
    line.task.run(&mut out, &mut Vec::new()).map_err(|error| format!("{error:#}"))?;
    Ok(String::from_utf8(out).unwrap())
}

#[test]
fn the_memory_limit_is_checked_first() {
    let output = run("longest checkers --pieces 6 --memory 500").unwrap_err();
    assert!(output.starts_with("6 pieces need ") && output.ends_with("MiB of memory; --memory allows 500"), "{output}");
    let output = run("longest checkers --pieces 2").unwrap();
    assert!(output.ends_with("\n     2     13          1  W:W8:B3\n"), "{output}");
}
