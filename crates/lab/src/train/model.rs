//! The network with floating-point weights: its evaluation of a position and the gradient of the loss.

use super::sample::Sample;
use speltafel::games::checkers::network::shape::{BUCKETS, HIDDEN, INPUTS, bucket};
use speltafel::games::checkers::relative_position::{RelativePosition, padded};

/// The offset of the first layer's biases among the parameters. The first layer's weights start at 0.
const BIAS: usize = INPUTS * HIDDEN;
/// The offset of the output layer's weights.
const OUTPUT: usize = BIAS + HIDDEN;
/// The offset of the output layer's biases.
const LAST: usize = OUTPUT + BUCKETS * 2 * HIDDEN;
/// The number of parameters.
pub const PARAMETERS: usize = LAST + BUCKETS;

/// One value for each neuron of the hidden layer.
pub type Row = [f32; HIDDEN];

/// A training example: the network inputs for a position, and the target.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// The indices of the active inputs for the side to move. [`flipped`] converts an index to the other side's.
    inputs: [u8; 24],
    count: u8,
    bucket: u8,
    /// The expected payoff of the side to move, 0 to 1.
    pub target: f32,
}

impl Example {
    /// Creates an example from a sample.
    pub fn new(sample: &Sample, target: f32) -> Self {
        let RelativePosition { own, other, kings } = sample.seen;
        let (mut inputs, mut count) = ([0; 24], 0);
        for (kind, set) in [own & !kings, own & kings, other & !kings, other & kings].into_iter().enumerate() {
            let mut rest = set;
            // There are at most twelve pieces per side, so 24 inputs always suffice.
            while rest != 0 && count < inputs.len() {
                inputs[count] = (32 * kind) as u8 + rest.trailing_zeros() as u8;
                count += 1;
                rest &= rest - 1;
            }
        }
        Self { inputs, count: count as u8, bucket: bucket(padded(own | other), true) as u8, target }
    }

    fn inputs(&self) -> impl Iterator<Item = usize> {
        self.inputs.iter().take(self.count.into()).map(|&input| usize::from(input))
    }
}

/// Converts an input index to the index that the other side uses for the same piece: own and other pieces are exchanged
/// and the board is rotated.
const fn flipped(input: usize) -> usize {
    input ^ 0b101_1111
}

/// The parameters of a network: the first layer's weights and biases, then the output layer's.
#[derive(Clone, PartialEq, Debug)]
pub struct Model(pub Vec<f32>);

/// The intermediate values of a forward pass.
struct Pass {
    sums: [Row; 2],
    active: [Row; 2],
    value: f32,
}

impl Model {
    /// Creates parameters that are all 0, for example to accumulate a gradient.
    pub fn zero() -> Self {
        Self(vec![0.0; PARAMETERS])
    }

    /// Creates small random weights and biases. The output biases are 0.
    pub fn random(rng: &mut base::rng::Rng) -> Self {
        let mut model = Self::zero();
        let mut even = |width: f64| ((rng.unit() * 2.0 - 1.0) * width) as f32;
        model.0[..BIAS].fill_with(|| even(0.2));
        model.0[BIAS..OUTPUT].fill_with(|| 0.2 + even(0.2));
        model.0[OUTPUT..LAST].fill_with(|| even(0.2));
        model
    }

    /// Returns the log odds that the side to move wins.
    pub fn value(&self, example: &Example) -> f32 {
        self.pass(example).value
    }

    /// Returns the first-layer weights of an input. The index [`INPUTS`] returns the biases.
    pub fn row(&self, input: usize) -> &Row {
        self.0[input * HIDDEN..].first_chunk().expect("rows are inside the parameters")
    }

    /// Returns a bucket's output weights for the neurons of the side to move (`side` is 0) or of the other side (1).
    pub fn output(&self, bucket: usize, side: usize) -> &Row {
        self.0[OUTPUT + (2 * bucket + side) * HIDDEN..].first_chunk().expect("rows are inside the parameters")
    }

    /// Returns the output bias of a bucket.
    pub fn last(&self, bucket: usize) -> f32 {
        self.0[LAST + bucket]
    }

    fn row_mut(&mut self, start: usize) -> &mut Row {
        self.0[start..].first_chunk_mut().expect("rows are inside the parameters")
    }

    fn pass(&self, example: &Example) -> Pass {
        let mut sums = [*self.row(INPUTS); 2];
        for input in example.inputs() {
            add(&mut sums[0], self.row(input));
            add(&mut sums[1], self.row(flipped(input)));
        }
        let active = sums.map(|row| row.map(|sum| sum.clamp(0.0, 1.0) * sum.clamp(0.0, 1.0)));
        let bucket = example.bucket.into();
        let value = self.last(bucket) + (0..2).map(|side| dot(self.output(bucket, side), &active[side])).sum::<f32>();
        Pass { sums, active, value }
    }

    /// Adds the gradient of the loss of an example to `gradient` and returns the loss: the cross entropy between the
    /// target and the logistic of the value, minus the entropy of the target.
    pub fn learn(&self, example: &Example, gradient: &mut Self) -> f64 {
        let Pass { sums, active, value } = self.pass(example);
        let error = logistic(value) - example.target;
        let bucket = usize::from(example.bucket);
        gradient.0[LAST + bucket] += error;
        let mut slopes = [[0.0; HIDDEN]; 2];
        for side in 0..2 {
            let weights = self.output(bucket, side);
            let onto = gradient.row_mut(OUTPUT + (2 * bucket + side) * HIDDEN);
            for neuron in 0..HIDDEN {
                onto[neuron] += error * active[side][neuron];
                let sum = sums[side][neuron];
                let slope = if sum > 0.0 && sum < 1.0 { 2.0 * sum } else { 0.0 };
                slopes[side][neuron] = error * weights[neuron] * slope;
            }
            add(gradient.row_mut(BIAS), &slopes[side]);
        }
        for input in example.inputs() {
            add(gradient.row_mut(input * HIDDEN), &slopes[0]);
            add(gradient.row_mut(flipped(input) * HIDDEN), &slopes[1]);
        }
        loss(value, example.target)
    }
}

/// Returns the probability of a win for these log odds.
pub fn logistic(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

/// Returns the loss in nats: the cross entropy of `target` and the logistic of `value`, minus the entropy of `target`.
/// The loss is 0 if and only if the logistic of `value` equals `target`.
pub fn loss(value: f32, target: f32) -> f64 {
    let (value, target) = (f64::from(value), f64::from(target));
    let entropy = |probability: f64| if probability > 0.0 { -probability * probability.ln() } else { 0.0 };
    // ln(1 + e^v) − t v, written so that it does not overflow.
    value.max(0.0) + (-value.abs()).exp().ln_1p() - target * value - entropy(target) - entropy(1.0 - target)
}

#[inline]
fn add(row: &mut Row, other: &Row) {
    row.iter_mut().zip(other).for_each(|(sum, weight)| *sum += weight);
}

/// Returns the dot product. It uses eight partial sums: the compiler may not reorder floating-point additions, so it
/// cannot vectorise a single sum.
#[inline]
fn dot(left: &Row, right: &Row) -> f32 {
    let mut sums = [0.0; 8];
    for (left, right) in left.chunks_exact(8).zip(right.chunks_exact(8)) {
        for lane in 0..8 {
            sums[lane] += left[lane] * right[lane];
        }
    }
    sums.iter().sum()
}
