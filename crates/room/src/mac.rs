//! HMAC with SHA-256.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// Returns the code of a message, which consists of these parts.
pub fn mac<'a>(key: &[u8; 32], parts: impl IntoIterator<Item = &'a [u8]>) -> [u8; 32] {
    // HMAC fills a key with zeros up to the length of a block.
    let mut block = [0; 64];
    block[..key.len()].copy_from_slice(key);
    let mut mac = Hmac::<Sha256>::new(&block.into());
    parts.into_iter().for_each(|part| mac.update(part));
    mac.finalize().into_bytes().0
}
