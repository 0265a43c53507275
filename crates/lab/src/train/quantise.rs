//! Quantisation of a network's weights.

use super::model::Model;
use anyhow::Result;
use speltafel::games::checkers::network::file::Weights;
use speltafel::games::checkers::network::shape::{BUCKETS, INPUTS, ONE, SHIFT};

/// Returns the quantised weights of a fitted network. One unit of log odds becomes `scale` hundredths of a man.
///
/// # Errors
/// Returns an error if the evaluation of some position could overflow.
pub fn quantise(model: &Model, scale: f32) -> Result<Weights> {
    let whole =
        |row: &[f32]| -> Vec<i16> { row.iter().map(|weight| (weight * f32::from(ONE)).round() as i16).collect() };
    let unit = f64::from(scale) * f64::from(1u32 << SHIFT);
    let squared = f64::from(ONE) * f64::from(ONE);
    let output =
        |bucket, side| model.output(bucket, side).map(|weight| (f64::from(weight) * unit / squared).round() as i16);
    Weights::new(
        (0..INPUTS).flat_map(|input| whole(model.row(input))).collect(),
        whole(model.row(INPUTS)),
        (0..BUCKETS).flat_map(|bucket| [output(bucket, 0), output(bucket, 1)]).flatten().collect(),
        // Add half a hundredth of a man, because the final shift of the evaluation rounds down.
        (0..BUCKETS)
            .map(|bucket| (f64::from(model.last(bucket)) * unit + f64::from(1 << (SHIFT - 1))) as i32)
            .collect(),
    )
}
