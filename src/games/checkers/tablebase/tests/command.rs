//! Tests for `egdb probe`, including damaged files.

use crate::games::checkers::tablebase::command::EgdbCommand;
use clap::Parser;
use egdb::build::{BuildPlan, Builder};

#[derive(Parser)]
struct CommandLine {
    #[command(subcommand)]
    task: EgdbCommand,
}

fn run(line: &str) -> Result<String, String> {
    let mut out = Vec::new();
    let CommandLine { task: EgdbCommand::Probe(arguments) } =
        CommandLine::try_parse_from(format!("egdb {line}").split(' ')).unwrap();
    arguments.run(&mut out).map_err(|error| format!("{error:#}"))?;
    Ok(String::from_utf8(out).unwrap())
}

#[test]
fn positions_beyond_the_files_are_resolved_where_captures_lead_to_known_ones() {
    let output = run("probe checkers B:W14,K31,K32:B9,K1,K2 B:W31,32:B1,2,3,4").unwrap();
    let words: Vec<&str> = output.lines().filter_map(|line| line.split_whitespace().last()).collect();
    assert!(words[0] != "unknown" && words[0] == words[1], "one capture, one value: {output}");
    assert!(words.len() > 4 && words[2..].iter().all(|word| *word == "unknown"), "{output}");
}

#[test]
fn damaged_blocks_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let plan = BuildPlan { pieces: 2, threads: 1, memory: 1 << 30, folder: folder.path().to_path_buf() };
    Builder::new(plan).unwrap().build(2, &mut |_, _| ()).unwrap();
    for entry in std::fs::read_dir(folder.path()).unwrap() {
        let path = entry.unwrap().path();
        let mut bytes = std::fs::read(&path).unwrap();
        *bytes.last_mut().unwrap() ^= 1;
        std::fs::write(path, bytes).unwrap();
    }
    let output = run(&format!("probe checkers W:WK15:BK1 --path {}", folder.path().display())).unwrap_err();
    assert!(output.contains("0101.egdb: block 0") && output.contains("its checksum is wrong"), "{output}");
}
