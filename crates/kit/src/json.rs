//! Answers in JSON.

use serde::Serialize;

/// Returns a value as JSON on one line of printable ASCII.
pub(crate) fn ascii_json<T: Serialize + ?Sized>(value: &T) -> String {
    let json = serde_json::to_string(value).expect("maps with string keys and finite numbers always serialise");
    if json.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return json;
    }
    let mut out = String::with_capacity(json.len());
    for character in json.chars() {
        if matches!(character, ' '..='~') {
            out.push(character);
        } else {
            let mut units = [0; 2];
            out.extend(character.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}")));
        }
    }
    out
}
