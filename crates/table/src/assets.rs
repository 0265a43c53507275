//! The files of the page, which are embedded in the program. A debug build reads them from the source folder instead,
//! so that a changed page needs no new build.

use rust_embed::RustEmbed;
use std::borrow::Cow;

/// The files.
#[derive(RustEmbed)]
#[folder = "src/page/"]
struct Files;

/// Returns the file at this path and its content type, or `None` if there is no such file or its extension is unknown.
/// An empty path means `index.html`.
pub fn page_file(path: &str) -> Option<(Cow<'static, [u8]>, &'static str)> {
    let path = if path.is_empty() { "index.html" } else { path };
    let content_type = content_type(path)?;
    Some((Files::get(path).map(|file| file.data).or_else(|| board_file(path))?, content_type))
}

/// Returns the file of the board renderer at this path, which must begin with `board/`. Tournament reports use the same
/// renderer.
fn board_file(path: &str) -> Option<Cow<'static, [u8]>> {
    let text = board::text(path.strip_prefix("board/")?)?;
    Some(Cow::Borrowed(text.as_bytes()))
}

fn content_type(path: &str) -> Option<&'static str> {
    Some(match path.rsplit_once('.')?.1 {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "json" => "application/json",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the sorted keys of a language file. Duplicate keys are kept, so that a test can find them.
    fn text_keys(language: &str) -> Vec<String> {
        let text = Files::get(&format!("i18n/{language}.js")).unwrap().data;
        let entries = std::str::from_utf8(&text).unwrap().lines().filter_map(|line| line.strip_prefix("  "));
        let is_key = |key: &&str| key.chars().all(|sign| sign.is_alphanumeric() || "._-\"".contains(sign));
        let key = |line: &str| line.split_once(':').map(|(key, _)| key).filter(is_key).map(|key| key.replace('"', ""));
        let mut keys: Vec<String> = entries.filter_map(key).collect();
        keys.sort();
        keys
    }

    #[test]
    fn the_page_is_found() {
        let (page, content_type) = page_file("").unwrap();
        assert!(page.starts_with(b"<!doctype html>") && content_type.starts_with("text/html"));
    }

    #[test]
    fn every_import_leads_to_a_file() {
        let scripts = Files::iter().filter(|path| path.ends_with(".js")).map(|path| path.to_string());
        let mut imports = 0;
        for script in scripts.chain(board::SCRIPTS.iter().map(|file| format!("board/{}", file.name))) {
            let (bytes, _) = page_file(&script).unwrap();
            for path in std::str::from_utf8(&bytes).unwrap().lines().filter_map(|line| line.split_once(" from \"")) {
                let path = path.1.trim_end_matches("\";");
                let base = script.rsplit_once('/').map_or("", |(folder, _)| folder);
                let up = path.matches("../").count();
                let base: Vec<&str> = base.split('/').filter(|part| !part.is_empty()).collect();
                let parts = path.split('/').filter(|part| !matches!(*part, "." | ".."));
                let file: Vec<&str> = base[..base.len() - up].iter().copied().chain(parts).collect();
                assert!(page_file(&file.join("/")).is_some(), "{script}: {path}");
                imports += 1;
            }
        }
        assert!(imports > 100, "{imports}");
    }

    #[test]
    fn languages_have_the_same_keys_without_duplicates() {
        let (english, dutch) = (text_keys("en"), text_keys("nl"));
        assert!(english.len() > 250, "{}", english.len());
        assert_eq!(english, dutch);
        let twice: Vec<_> = english.windows(2).filter(|pair| pair[0] == pair[1]).collect();
        assert!(twice.is_empty(), "{twice:?}");
    }

    #[test]
    fn every_dutch_text_of_a_tournament_is_one_of_the_page() {
        let joined: String = board::SCRIPTS.iter().map(|file| file.text).collect();
        let page = joined.replace("\\u2013", "\u{2013}");
        let dutch = Files::get("i18n/nl_tournament.js").unwrap().data;
        let entries = std::str::from_utf8(&dutch).unwrap().lines().filter_map(|line| line.strip_prefix("  "));
        let keys: Vec<&str> = entries.filter(|line| !line.starts_with(' ')).filter_map(key_of).collect();
        assert!(keys.len() > 80, "{}", keys.len());
        let unknown: Vec<&&str> = keys.iter().filter(|key| !page.contains(**key)).collect();
        assert!(unknown.is_empty(), "{unknown:?}");
    }

    /// Returns the key of an entry, with or without quotes.
    fn key_of(entry: &str) -> Option<&str> {
        match entry.strip_prefix('"') {
            Some(quoted) => quoted.split_once("\":").map(|(key, _)| key),
            None => entry.split_once(':').map(|(key, _)| key),
        }
    }

    #[test]
    fn every_code_has_a_sentence_in_every_language() {
        for language in ["en", "nl"] {
            let (wanted, keys) = (room::sentence_keys(), text_keys(language));
            let missing: Vec<&String> = wanted.iter().filter(|key| !keys.contains(key)).collect();
            assert!(wanted.len() > 60 && missing.is_empty(), "{language}: {missing:?}");
        }
    }

    #[test]
    fn nothing_outside_the_folder_is_served() {
        let absolute = concat!(env!("CARGO_MANIFEST_DIR"), "/../board/page/dom.js");
        for path in [absolute, "../../../board/page/dom.js", "a", "b.js", "board/lib.rs", "board/b.js"] {
            assert!(page_file(path).is_none(), "{path}");
        }
    }
}
