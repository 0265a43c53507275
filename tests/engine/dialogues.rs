//! Runs every dialogue in `tests/dialogues`, `protocol.md` and the pages beside it with the executable.

use std::fs;

#[test]
fn recorded_dialogues() {
    let mut files: Vec<_> = fs::read_dir("tests/dialogues").unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty());
    for file in files {
        crate::common::run_dialogue(&file.display().to_string(), &fs::read_to_string(&file).unwrap());
    }
}

/// The pages with dialogues, and how many they have at least.
const PAGES: [(&str, usize); 3] = [("protocol.md", 7), ("docs/conformance.md", 1), ("docs/game-files.md", 2)];

#[test]
fn dialogues_of_the_protocol() {
    for (page, least) in PAGES {
        let text = fs::read_to_string(page).unwrap();
        let mut blocks = 0;
        for (index, block) in text.split("```").enumerate() {
            if let Some(script) = block.strip_prefix("dialogue\n").filter(|_| index % 2 == 1) {
                let line = text[..text.find(script).unwrap()].lines().count();
                crate::common::run_dialogue(&format!("{page}, the dialogue at line {line},"), script);
                blocks += 1;
            }
        }
        assert!(blocks >= least, "{page} has only {blocks} dialogues");
    }
}

#[test]
fn patterns() {
    assert!(
        crate::common::fits("a*c", "abbc") && crate::common::fits("a * c", "a b c") && crate::common::fits("*", "")
    );
    assert!(
        !crate::common::fits("a*c", "abb") && !crate::common::fits("a", "ab") && !crate::common::fits("*x*", "abc")
    );
}
