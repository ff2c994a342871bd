//! Dense linear algebra for small matrices.

/// Solves a linear system by Gaussian elimination with partial pivoting.
pub(super) fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for column in 0..size {
        let pivot = (column..size)
            .max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()))
            .unwrap_or(column);
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        // A player without games has a zero row; its rating stays 0.
        if matrix[column][column].abs() < 1e-300 {
            matrix[column][column] = 1.0;
        }
        let pivot = matrix[column].clone();
        for row in column + 1..size {
            let factor = matrix[row][column] / pivot[column];
            for (cell, above) in matrix[row].iter_mut().zip(&pivot).skip(column) {
                *cell -= factor * above;
            }
            right[row] -= factor * right[column];
        }
    }
    for row in (0..size).rev() {
        for column in row + 1..size {
            right[row] -= matrix[row][column] * right[column];
        }
        right[row] /= matrix[row][row];
    }
    right
}
