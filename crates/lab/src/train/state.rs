//! The state file of a fit, written atomically after each epoch. A killed run loses at most one epoch.

use super::adam::Adam;
use super::fit::Fit;
use super::model::{Model, PARAMETERS};
use anyhow::{Result, ensure};
use base::files::{read_file, write_atomic};
use std::path::Path;

const MAGIC: [u8; 8] = *b"SPTFIT01";
const HEADER: usize = 32;
const SIZE: usize = HEADER + 3 * 4 * PARAMETERS + 4;

/// Writes a fit to a file atomically.
///
/// All numbers in the file are little-endian. It contains, in this order:
///
/// - a magic number of 8 bytes;
/// - a digest of all settings and data that the fit depends on, the number of finished epochs, and the number of
///   optimiser steps, 64 bits each;
/// - the parameters and the optimiser's two moving averages, as 32-bit floats;
/// - the CRC-32 of all preceding bytes.
///
/// # Errors
/// Returns an error if the file cannot be written.
pub fn write(path: &Path, digest: u64, fit: &Fit) -> Result<()> {
    let mut bytes = MAGIC.to_vec();
    for word in [digest, u64::from(fit.epoch), fit.adam.steps] {
        bytes.extend(word.to_le_bytes());
    }
    let numbers = fit.model.0.iter().chain(&fit.adam.first).chain(&fit.adam.second);
    bytes.extend(numbers.flat_map(|number| number.to_le_bytes()));
    let check = crc32fast::hash(&bytes);
    bytes.extend(check.to_le_bytes());
    write_atomic(path, &bytes)
}

/// Reads a fit. Returns `None` if the file does not exist or has another digest.
///
/// # Errors
/// Returns an error if the file cannot be read or is damaged.
pub fn read(path: &Path, digest: u64) -> Result<Option<Fit>> {
    if !path.exists() {
        return Ok(None);
    }
    let bytes = read_file(path)?;
    let content = bytes.len().saturating_sub(4);
    ensure!(
        bytes.starts_with(&MAGIC)
            && bytes.len() == SIZE
            && crc32fast::hash(&bytes[..content]).to_le_bytes() == bytes[content..],
        "{}: is damaged or not the state of a fit; remove it to start the fit again",
        path.display()
    );
    let word = |index: usize| u64::from_le_bytes(std::array::from_fn(|byte| bytes[8 * index + byte]));
    if word(1) != digest {
        return Ok(None);
    }
    let number = |four: &[u8]| f32::from_le_bytes([four[0], four[1], four[2], four[3]]);
    let numbers: Vec<f32> = bytes[HEADER..content].chunks_exact(4).map(number).collect();
    let [parameters, first, second] =
        [0, 1, 2].map(|list| numbers[list * PARAMETERS..(list + 1) * PARAMETERS].to_vec());
    let adam = Adam { first, second, steps: word(3) };
    Ok(Some(Fit { model: Model(parameters), adam, epoch: word(2) as u32 }))
}
