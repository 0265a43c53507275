//! Suggestions for misspelt words.

use crate::quote::quote;

/// A suggestion is more similar to the unknown word than this; 1 means equal.
const SIMILARITY: f64 = 0.5;

/// Returns the known word that is most similar to `word`, regardless of case; `None` if none is similar.
///
/// ```
/// use speltafel_base::suggest::nearest;
///
/// assert_eq!(nearest("skil", ["Hash", "Skill"]), Some("Skill"));
/// assert_eq!(nearest("Threads", ["Hash", "Skill"]), None);
/// ```
pub fn nearest<T: AsRef<str>>(word: &str, known: impl IntoIterator<Item = T>) -> Option<T> {
    let word = word.to_lowercase();
    let similarity = |known: &T| strsim::normalized_damerau_levenshtein(&word, &known.as_ref().to_lowercase());
    let known = known.into_iter().map(|known| (similarity(&known), known));
    let best = known.max_by(|(one, _), (other, _)| one.total_cmp(other));
    best.filter(|(similarity, _)| *similarity > SIMILARITY).map(|(_, known)| known)
}

/// Returns an addition to a message about an unknown word that names the [`nearest`] known word; empty if none is
/// similar.
///
/// ```
/// use speltafel_base::suggest::hint;
///
/// assert_eq!(hint("skil", ["Hash", "Skill"]), "; did you mean Skill?");
/// assert_eq!(hint("Threads", ["Hash", "Skill"]), "");
/// ```
pub fn hint<T: AsRef<str>>(word: &str, known: impl IntoIterator<Item = T>) -> String {
    nearest(word, known).map_or(String::new(), |known| format!("; did you mean {}?", quote(known.as_ref())))
}
