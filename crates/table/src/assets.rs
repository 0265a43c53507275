//! The files of the page: embedded in the program, or read from a folder during development.

use rust_embed::RustEmbed;
use std::borrow::Cow;
use std::path::{Component, Path, PathBuf};

/// The embedded files.
#[derive(RustEmbed)]
#[folder = "src/page/"]
struct Files;

/// The source of the files.
#[derive(Clone, Debug)]
pub struct Assets {
    folder: Option<PathBuf>,
}

impl Assets {
    /// Creates a source that reads files from `folder`, or from the program itself if `folder` is `None`.
    pub fn new(folder: Option<PathBuf>) -> Self {
        Self { folder }
    }

    /// Returns the file at this path and its content type, or `None` if there is no such file or its extension is
    /// unknown. An empty path means `index.html`. Files of the board renderer that the source lacks are always found.
    pub fn get(&self, path: &str) -> Option<(Cow<'static, [u8]>, &'static str)> {
        let path = if path.is_empty() { "index.html" } else { path };
        let content_type = content_type(path)?;
        let plain = Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
        let own = match &self.folder {
            Some(folder) if plain => std::fs::read(folder.join(path)).ok().map(Cow::Owned),
            Some(_) => None,
            None => Files::get(path).map(|file| file.data),
        };
        Some((own.or_else(|| board_file(path))?, content_type))
    }

    /// Returns the total size of the embedded files in bytes, including the board renderer.
    #[cfg(test)]
    fn size() -> usize {
        let own = Files::iter().filter_map(|path| Files::get(&path)).map(|file| file.data.len());
        let shared = board::SCRIPTS.iter().chain([&board::STYLE]).map(|file| file.text.len());
        own.chain(shared).sum()
    }
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

/// Returns the sorted keys of a language file. Duplicate keys are kept, so that a test can find them.
#[cfg(test)]
pub fn text_keys(language: &str) -> Vec<String> {
    let text = Files::get(&format!("i18n/{language}.js")).unwrap().data;
    let entries = std::str::from_utf8(&text).unwrap().lines().filter_map(|line| line.strip_prefix("  "));
    let is_key = |key: &&str| key.chars().all(|sign| sign.is_alphanumeric() || "._-\"".contains(sign));
    let key = |line: &str| line.split_once(':').map(|(key, _)| key).filter(is_key).map(|key| key.replace('"', ""));
    let mut keys: Vec<String> = entries.filter_map(key).collect();
    keys.sort();
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_is_embedded_and_small() {
        let (page, content_type) = Assets::new(None).get("").unwrap();
        assert!(page.starts_with(b"<!doctype html>") && content_type.starts_with("text/html"));
        assert!(Assets::size() < 300_000, "{}", Assets::size());
    }

    #[test]
    fn every_import_leads_to_a_file() {
        let assets = Assets::new(None);
        let scripts = Files::iter().filter(|path| path.ends_with(".js")).map(|path| path.to_string());
        let mut imports = 0;
        for script in scripts.chain(board::SCRIPTS.iter().map(|file| format!("board/{}", file.name))) {
            let (bytes, _) = assets.get(&script).unwrap();
            for path in std::str::from_utf8(&bytes).unwrap().lines().filter_map(|line| line.split_once(" from \"")) {
                let path = path.1.trim_end_matches("\";");
                let base = script.rsplit_once('/').map_or("", |(folder, _)| folder);
                let up = path.matches("../").count();
                let base: Vec<&str> = base.split('/').filter(|part| !part.is_empty()).collect();
                let parts = path.split('/').filter(|part| !matches!(*part, "." | ".."));
                let file: Vec<&str> = base[..base.len() - up].iter().copied().chain(parts).collect();
                assert!(assets.get(&file.join("/")).is_some(), "{script}: {path}");
                imports += 1;
            }
        }
        assert!(imports > 100, "{imports}");
    }

    #[test]
    fn languages_have_the_same_keys_without_duplicates() {
        let (english, dutch) = (text_keys("en"), text_keys("nl"));
        assert!(english.len() > 300, "{}", english.len());
        assert_eq!(english, dutch);
        let twice: Vec<_> = english.windows(2).filter(|pair| pair[0] == pair[1]).collect();
        assert!(twice.is_empty(), "{twice:?}");
    }

    #[test]
    fn nothing_outside_the_folder_is_served() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("page");
        std::fs::create_dir(&inner).unwrap();
        std::fs::write(inner.join("a.js"), "x").unwrap();
        std::fs::write(folder.path().join("secret.json"), "x").unwrap();
        let assets = Assets::new(Some(inner.clone()));
        assert_eq!(assets.get("a.js").unwrap().0, b"x".as_slice());
        // The embedded board renderer is served unless the folder contains its own.
        assert_eq!(assets.get("board/dom.js"), Assets::new(None).get("board/dom.js"));
        std::fs::create_dir(inner.join("board")).unwrap();
        std::fs::write(inner.join("board/dom.js"), "y").unwrap();
        assert_eq!(assets.get("board/dom.js").unwrap().0, b"y".as_slice());
        let absolute = folder.path().join("secret.json").display().to_string();
        for path in [
            "../secret.json",
            "x/../../secret.json",
            "./../secret.json",
            &absolute,
            "a",
            "b.js",
            "board/lib.rs",
            "board/b.js",
        ] {
            assert!(assets.get(path).is_none(), "{path}");
        }
    }
}
