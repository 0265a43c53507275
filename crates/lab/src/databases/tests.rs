//! Tests for the `egdb` commands: played endings, longest wins, and damaged files.

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
fn endings_of_four_pieces_are_won_and_held() {
    for draw_plies in [0, 50] {
        let output =
            run(&format!("play checkers --most 4 --positions 60 --nodes 3000 --threads 2 --draw-plies {draw_plies}"))
                .unwrap();
        let kept: Vec<Vec<&str>> = output.lines().map(|line| line.split_whitespace().collect()).collect();
        let count = |line: &Vec<&str>| (line[1].parse::<u32>().unwrap(), line[3].parse::<u32>().unwrap());
        let [won, held] = [count(&kept[0]), count(&kept[1])];
        // With `--draw-plies 50`, a few won endings are drawn: either every win takes more than 50 plies without
        // progress, or 3000 nodes per move are too few to find one that does not.
        let missed = if draw_plies == 0 { 0 } else { 3 };
        assert!(won.0 + missed >= won.1 && held.0 == held.1 && won.1 > 20 && held.1 > 5, "{output}");
        assert_eq!(kept.len() as u32, 2 + won.1 - won.0, "{output}");
        assert_eq!(won.1 + held.1, 60);
    }
}

#[test]
fn arguments_out_of_range_are_errors() {
    for (flags, error) in [
        ("--most 6", "--most: expected 2 to 5"),
        ("--fewest 4 --most 3", "--fewest: expected 2 to 3"),
        ("--path /nowhere/at/all", "--path: /nowhere/at/all"),
        ("--engine-path /nowhere/at/all", "--engine-path: /nowhere/at/all"),
        ("--nodes 5 --movetime 7ms", "cannot be used with"),
        ("--movetime 7", "write 500ms or 0.5s"),
        ("--nodes 0", "0 is not in 1.."),
        ("--threads 257", "257 is not in 1..=256"),
    ] {
        let output = run(&format!("play checkers --positions 1 {flags}")).unwrap_err();
        assert!(output.contains(error), "{output}");
    }
}

#[test]
fn the_memory_limit_is_checked_first() {
    let output = run("longest checkers --pieces 6 --memory 500").unwrap_err();
    assert!(output.starts_with("6 pieces need ") && output.ends_with("MiB of memory; --memory allows 500"), "{output}");
    let output = run("longest checkers --pieces 2").unwrap();
    assert!(output.ends_with("\n     2     13          1  W:W8:B3\n"), "{output}");
}
