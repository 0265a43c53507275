//! The inverse of a small matrix.

/// A matrix as a list of rows.
pub(super) type Matrix = Vec<Vec<f64>>;

/// Returns the inverse by Gauss–Jordan elimination with partial pivoting; `None` if the matrix is singular to working
/// precision.
pub(super) fn inverse(matrix: &[Vec<f64>]) -> Option<Matrix> {
    let size = matrix.len();
    let unit = |row: usize| (0..size).map(move |column| f64::from(u8::from(row == column)));
    let mut rows: Vec<Vec<f64>> =
        matrix.iter().enumerate().map(|(index, row)| row.iter().copied().chain(unit(index)).collect()).collect();
    let scale = matrix.iter().flatten().fold(0.0, |most: f64, entry| most.max(entry.abs()));
    for column in 0..size {
        let pivot =
            (column..size).max_by(|&one, &other| rows[one][column].abs().total_cmp(&rows[other][column].abs()))?;
        if rows[pivot][column].abs() <= 1e-14 * scale {
            return None;
        }
        rows.swap(column, pivot);
        let leading = rows[column][column];
        rows[column].iter_mut().for_each(|entry| *entry /= leading);
        let pivot = rows[column].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(index, _)| *index != column) {
            let factor = row[column];
            row.iter_mut().zip(&pivot).for_each(|(entry, above)| *entry -= factor * above);
        }
    }
    Some(rows.into_iter().map(|row| row[size..].to_vec()).collect())
}

#[cfg(test)]
mod tests {
    use super::inverse;

    #[test]
    fn the_inverse_undoes() {
        let matrix = vec![vec![0.0, 2.0, 1.0], vec![2.0, 1.0, 0.5], vec![1.0, 0.5, 7.0]];
        let found = inverse(&matrix).unwrap();
        for (index, row) in matrix.iter().enumerate() {
            for column in 0..3 {
                let entry: f64 = row.iter().zip(&found).map(|(entry, other)| entry * other[column]).sum();
                assert!((entry - f64::from(u8::from(index == column))).abs() < 1e-12);
            }
        }
        assert_eq!(inverse(&[vec![1.0, 2.0], vec![2.0, 4.0]]), None);
        assert_eq!(inverse(&[]), Some(Vec::new()));
    }
}
