//! Tables as aligned text for the terminal.

use std::fmt::Write as _;

use wire::ExperimentTable;

/// The table with its title and notes. Columns without a value are left out; the first column is aligned to the left,
/// the others to the right.
pub fn text_table(table: &ExperimentTable) -> String {
    let cell = |row: &[String], column: usize| row.get(column).cloned().unwrap_or_default();
    let columns: Vec<usize> = (0..table.header.len())
        .filter(|&column| table.rows.iter().any(|row| !cell(row, column).is_empty()))
        .collect();
    let rows = std::iter::once(&table.header).chain(&table.rows);
    let rows: Vec<Vec<String>> = rows
        .map(|row| columns.iter().map(|&column| cell(row, column)).collect())
        .collect();
    let widths: Vec<usize> = (0..columns.len())
        .map(|column| rows.iter().map(|row| row[column].chars().count()).max())
        .map(Option::unwrap_or_default)
        .collect();
    let mut text = format!("{}\n", table.title);
    for (number, row) in rows.iter().enumerate() {
        let mut line = String::new();
        for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            let _ = match column {
                0 => write!(line, "{cell:width$}"),
                _ => write!(line, "  {cell:>width$}"),
            };
        }
        let _ = writeln!(text, "{}", line.trim_end());
        if number == 0 {
            let width = widths.iter().sum::<usize>() + 2 * widths.len().saturating_sub(1);
            let _ = writeln!(text, "{}", "-".repeat(width));
        }
    }
    for note in &table.notes {
        let _ = writeln!(text, "{note}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned_and_empty_ones_left_out() {
        let line = |cells: [&str; 4]| cells.map(str::to_owned).to_vec();
        let table = ExperimentTable {
            title: "Matches".into(),
            header: line(["players", "games", "depth", "paper: score"]),
            rows: vec![
                line(["a – b", "1000", "", "50 %"]),
                line(["c", "2", "", ""]),
            ],
            notes: vec!["c skipped".into()],
            ..ExperimentTable::default()
        };
        let expected = "Matches\n\
            players  games  paper: score\n\
            ----------------------------\n\
            a – b     1000          50 %\n\
            c            2\n\
            c skipped\n";
        assert_eq!(text_table(&table), expected);
    }
}
