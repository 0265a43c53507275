//! The `info` lines of a search. Few of them are parsed, because an engine can write thousands.

use ugi::Info;

/// The number of lines after the last complete one at which all are joined into one.
const MAX_LINES: usize = 8;
/// The maximum length of a line that is kept, in bytes.
const MAX_LENGTH: usize = 1 << 16;

/// The last `info` line with the score and moves of the best line, and the lines after it.
#[derive(Default)]
pub(super) struct InfoLines(Vec<String>);

impl InfoLines {
    /// Returns whether a line is an `info` line other than `info string`.
    pub(super) fn has(line: &str) -> bool {
        line.trim_start().strip_prefix("info ").is_some_and(|words| !words.trim_start().starts_with("string"))
    }

    /// Adds a line. Lines that later ones replace are dropped.
    pub(super) fn add(&mut self, line: String) {
        if line.len() > MAX_LENGTH {
            return;
        }
        let is_best = !line.contains(" multipv ") || line.contains(" multipv 1 ");
        // An exact score is kept when a later search fails high or low.
        let is_bound = line.contains(" lowerbound") || line.contains(" upperbound");
        if is_best && !is_bound && line.contains(" score ") && line.contains(" pv ") {
            self.0.clear();
        } else if self.0.len() > MAX_LINES {
            self.0 = vec![self.parse().to_string()];
        }
        self.0.push(line);
    }

    /// Returns what all lines together say.
    pub(super) fn parse(&self) -> Info {
        self.0.iter().filter_map(|line| Info::parse(line)).fold(Info::default(), Info::merged_with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(lines: &[&str]) -> String {
        let mut kept = InfoLines::default();
        lines.iter().for_each(|line| kept.add((*line).to_string()));
        assert!(kept.0.len() <= MAX_LINES + 1);
        kept.parse().to_string()
    }

    #[test]
    fn the_last_best_line_counts_with_the_numbers_after_it() {
        let lines = [
            "info depth 1 seldepth 9 score cp 5 nodes 10 hashfull 4 pv a b",
            "info depth 2 multipv 1 score cp -7 nodes 20 pv c d",
            "info depth 2 multipv 2 score cp -90 nodes 25 pv a",
            "info nodes 30 nps 1000 tbhits 2 time 30",
        ];
        let told = "info depth 2 multipv 1 score cp -7 nodes 30 nps 1000 tbhits 2 time 30 pv c d";
        assert_eq!(parse(&lines), told);
        let much: Vec<String> = (0..100).map(|nodes| format!("info nodes {nodes}")).collect();
        let much: Vec<&str> = much.iter().map(String::as_str).collect();
        assert_eq!(parse(&[&lines[..], &much].concat()), told.replace("nodes 30", "nodes 99"));
        let long = format!("info score cp 1 pv{}", " a".repeat(MAX_LENGTH));
        assert_eq!(parse(&[&lines[..], &[&long]].concat()), told);
    }

    #[test]
    fn bounds_do_not_replace_an_exact_score() {
        let lines = [
            "info depth 4 score cp 30 nodes 5 pv a b",
            "info depth 5 score mate 3 lowerbound nodes 9 pv c",
            "info depth 5 score mate 3 upperbound nodes 12",
        ];
        assert_eq!(parse(&lines), "info depth 4 score cp 30 nodes 12 pv a b");
        assert_eq!(parse(&lines[1..]), "info depth 5 score mate 3 upperbound nodes 12 pv c");
        let more = [&lines[..], &["info depth 5 score cp 80 nodes 20 pv d"]].concat();
        assert_eq!(parse(&more), "info depth 5 score cp 80 nodes 20 pv d");
    }

    #[test]
    fn words_may_be_spread_over_several_lines() {
        assert_eq!(parse(&["info depth 3", "info score cp 4", "info pv a b"]), "info depth 3 score cp 4 pv a b");
        assert_eq!(parse(&[]), "info");
    }
}
