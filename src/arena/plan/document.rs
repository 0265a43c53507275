//! A plan as it was written: a value for each key and the place where it stands, from a TOML file and from flags.
//! Knows which keys there are and what they take, not what they mean together.

use super::keys::{ENTRANT_KEYS, KEYS, Key, find, find_word};
use super::kind::name;
use super::sheet::{Place, Places, Sheet};
use anyhow::{Result, anyhow, bail};
use std::path::Path;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// All of a plan.
#[derive(Default)]
pub(super) struct Document {
    pub(super) plan: Sheet,
    pub(super) entrants: Vec<Sheet>,
}

impl Document {
    /// Reads a file; relative paths belong to `folder`.
    ///
    /// # Errors
    /// What is no TOML, no key or no value, all of them, a line each.
    pub(super) fn read(file: &str, text: &str, folder: &Path) -> Result<Self> {
        let mut reader = Reader { text, folder, faults: Vec::new() };
        let table = match DeTable::parse(text) {
            Ok(table) => table,
            Err(error) => {
                let line = error.span().map_or(1, |span| reader.line(span.start));
                bail!("{file}:{line}: {}", error.message().replace('\n', ", "));
            }
        };
        let mut document = Self::default();
        document.plan.places.file = Some(file.to_string());
        for (key, value) in table.get_ref() {
            if key.get_ref() == "entrant" {
                document.entrants = reader.entrants(key, value, file);
            }
        }
        reader.table("", KEYS, table.get_ref(), &mut document.plan);
        reader.faults.sort();
        if !reader.faults.is_empty() {
            let lines: Vec<String> =
                reader.faults.iter().map(|(line, text)| format!("{file}:{line}: {text}")).collect();
            bail!("{}", lines.join("\n"));
        }
        Ok(document)
    }

    /// Sets a key from a flag; a relative path belongs to `folder`.
    ///
    /// # Errors
    /// The text is no value of the key, or another flag has set it.
    pub(super) fn set(&mut self, key: &'static Key, text: &str, folder: &Path) -> Result<()> {
        set(&mut self.plan, key, text, folder, format!("--{}", key.flag()))
    }

    /// Adds an entrant from the words of a flag, in the place of one of the same name.
    ///
    /// # Errors
    /// A word that is no `KEY=VALUE` of an entrant.
    pub(super) fn set_entrant(&mut self, words: &str, folder: &Path) -> Result<()> {
        let flag = format!("--entrant \"{words}\"");
        let places = Places { home: Some(Place::Flag(flag.clone())), ..Places::default() };
        let mut sheet = Sheet { places, ..Sheet::default() };
        for word in shlex::split(words).ok_or_else(|| anyhow!("{flag}: a quote is not closed"))? {
            let Some((path, text)) = word.split_once('=') else { bail!("{flag}: {word} is no KEY=VALUE") };
            let entry = path
                .split_once('.')
                .filter(|(table, _)| find(ENTRANT_KEYS, table).is_some_and(|key| key.kind.is_table()));
            let (path, text) =
                entry.map_or((path, text.to_string()), |(table, name)| (table, format!("{name}={text}")));
            let Some(key) = find_word(ENTRANT_KEYS, path) else {
                let words = ENTRANT_KEYS.iter().map(|key| key.word.unwrap_or(key.path));
                bail!("{flag}: {}", unknown("", path, words))
            };
            set(&mut sheet, key, &text, folder, format!("{flag}: {path}"))?;
        }
        match self.entrants.iter_mut().find(|other| other.values.get("name") == sheet.values.get("name")) {
            Some(other) => *other = sheet,
            None => self.entrants.push(sheet),
        }
        Ok(())
    }
}

/// Sets a key of a sheet from the text of a flag, which messages call `flag`.
fn set(sheet: &mut Sheet, key: &'static Key, text: &str, folder: &Path, flag: String) -> Result<()> {
    let value = key.kind.read(text, folder).map_err(|error| anyhow!("{flag}: {error}"))?;
    if let Some(other) = sheet.places.other_flag(key.path, &flag) {
        bail!("{flag}: it sets the same as {other}: give one of the two");
    }
    sheet.put(key, value, Place::Flag(flag));
    Ok(())
}

/// Goes through a file and notes what is wrong with it.
struct Reader<'a> {
    text: &'a str,
    folder: &'a Path,
    faults: Vec<(usize, String)>,
}

impl Reader<'_> {
    fn line(&self, offset: usize) -> usize {
        1 + self.text.bytes().take(offset).filter(|&byte| byte == b'\n').count()
    }

    fn table(&mut self, above: &str, keys: &'static [Key], table: &DeTable<'_>, sheet: &mut Sheet) {
        for (name, value) in table {
            let line = self.line(name.span().start);
            let path = format!("{above}{}", name.get_ref());
            let within = format!("{path}.");
            if let Some(key) = find(keys, &path) {
                let place = match key.former {
                    Some(former) if former == path => Place::Former(line, former),
                    _ => Place::Line(line),
                };
                match key.kind.take(value.get_ref(), self.folder) {
                    // A file cannot have a key twice, but a key by both of its names.
                    Ok(_) if sheet.values.contains_key(key.path) => {
                        let names = [key.former.unwrap_or_default(), key.path]
                            .map(|name| format!("{}{name}", sheet.places.above));
                        let text = format!("{} is the former name of {}: give one of the two", names[0], names[1]);
                        self.faults.push((line, format!("{}{path}: {text}", sheet.places.above)));
                    }
                    Ok(value) => sheet.put(key, value, place),
                    Err(text) => self.faults.push((line, format!("{}{path}: {text}", sheet.places.above))),
                }
                self.entries(&within, value.get_ref(), sheet);
            } else if keys.iter().any(|key| key.path.starts_with(&within)) {
                sheet.places.known.insert(path.clone(), Place::Line(line));
                match value.get_ref() {
                    DeValue::Table(inner) => self.table(&within, keys, inner, sheet),
                    other => self.faults.push((line, format!("{path}: expected a table, found {}", self::name(other)))),
                }
            } else if path != "entrant" {
                let paths = keys.iter().map(|key| key.path);
                self.faults.push((line, format!("{}{}", sheet.places.above, unknown(above, &path, paths))));
            }
        }
    }

    /// Where the entries of a free table stand.
    fn entries(&self, within: &str, value: &DeValue<'_>, sheet: &mut Sheet) {
        let DeValue::Table(table) = value else { return };
        for (name, value) in table {
            let path = format!("{within}{}", name.get_ref());
            self.entries(&format!("{path}."), value.get_ref(), sheet);
            sheet.places.known.insert(path, Place::Line(self.line(name.span().start)));
        }
    }

    fn entrants(&mut self, key: &Spanned<impl AsRef<str>>, value: &Spanned<DeValue<'_>>, file: &str) -> Vec<Sheet> {
        let line = self.line(key.span().start);
        let DeValue::Array(list) = value.get_ref() else {
            self.faults.push((line, "entrant: expected tables that begin with [[entrant]]".to_string()));
            return Vec::new();
        };
        let mut found = Vec::new();
        for entrant in list.iter() {
            let line = self.line(entrant.span().start);
            let (file, home) = (Some(file.to_string()), Some(Place::Line(line)));
            let places = Places { file, above: "entrant.", home, ..Places::default() };
            let mut sheet = Sheet { places, ..Sheet::default() };
            match entrant.get_ref() {
                DeValue::Table(table) => self.table("", ENTRANT_KEYS, table, &mut sheet),
                other => self.faults.push((line, format!("entrant: expected a table, found {}", name(other)))),
            }
            found.push(sheet);
        }
        found
    }
}

/// Says that there is no such key, and which there are beside it.
fn unknown<'a>(above: &str, path: &str, known: impl Iterator<Item = &'a str>) -> String {
    let mut beside: Vec<&str> = known.filter_map(|path| path.strip_prefix(above)?.split('.').next()).collect();
    beside.dedup();
    if above.is_empty() && beside.contains(&"format") {
        beside.push("entrant");
    }
    format!("{}: unknown key; known here: {}", base::quote::quote(path), beside.join(", "))
}
