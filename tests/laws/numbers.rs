//! Checks the table of numbers in the Python manual.

use kit::numbers::Part;
use kit::options::Values;
use speltafel::registry::REGISTRY;
use std::{env, fs};

const MANUAL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/python.md");
/// The line of the manual before the table.
const BEGIN: &str = "<!-- the table of numbers, which a test checks and writes -->\n";

fn table() -> String {
    let part = |part: &Part| {
        let shape: Vec<String> = part.shape().iter().map(usize::to_string).collect();
        format!("`{}` {}", part.name, shape.join("×"))
    };
    let rows = REGISTRY.games().iter().filter_map(|game| {
        let environment = (game.environment)(&Values::default(), 1)?;
        let layout = environment.layout();
        let parts: Vec<String> = layout.parts.iter().map(part).collect();
        Some(format!("| `{}` | {} | {} | {} |\n", game.name, layout.actions, layout.size(), parts.join(", ")))
    });
    let rows: String = rows.collect();
    format!("\n| game | actions | values | parts of an observation |\n|---|---|---|---|\n{rows}\n")
}

#[test]
fn the_manual_has_the_table_of_numbers() {
    let manual = fs::read_to_string(MANUAL).unwrap();
    let (before, rest) = manual.split_once(BEGIN).unwrap();
    let (found, after) = rest.split_once("<!-- end -->").unwrap();
    if env::var_os("WRITE_NUMBERS").is_some() {
        return fs::write(MANUAL, format!("{before}{BEGIN}{}<!-- end -->{after}", table())).unwrap();
    }
    assert_eq!(found, table(), "WRITE_NUMBERS=1 cargo test --test laws table_of_numbers writes the table");
}
