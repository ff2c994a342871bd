//! Suggestions for misspelled names.

/// Suggests the names with the smallest edit distance, or lists all of them if none is close.
pub(super) fn nearest(word: &str, names: impl Iterator<Item = &'static str>) -> String {
    let word = word.to_lowercase();
    let mut names: Vec<_> = names.map(|name| (distance(&word, name), name)).collect();
    let max_distance = (word.chars().count() / 3).max(2);
    if names.iter().any(|&(distance, _)| distance <= max_distance) {
        names.retain(|&(distance, _)| distance <= max_distance);
        names.sort();
        names.truncate(3);
        let names: Vec<_> = names.into_iter().map(|(_, name)| name).collect();
        format!("did you mean {}?", names.join(" or "))
    } else {
        let names: Vec<_> = names.into_iter().map(|(_, name)| name).collect();
        format!("valid names are {}", names.join(", "))
    }
}

/// The Levenshtein distance: the number of letters to change, add or drop.
fn distance(from: &str, to: &str) -> usize {
    // No name is this long, so longer words need not cost quadratic time.
    const MAX_LETTERS: usize = 64;
    let from: Vec<char> = from.chars().take(MAX_LETTERS).collect();
    let mut row: Vec<usize> = (0..=from.len()).collect();
    for (line, letter) in to.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = line + 1;
        for (column, &other) in from.iter().enumerate() {
            let changed = diagonal + usize::from(other != letter);
            diagonal = row[column + 1];
            row[column + 1] = changed.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[from.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edit_distances() {
        for (from, to, expected) in [("", "abc", 3), ("abc", "abc", 0), ("kitten", "sitting", 3)] {
            assert_eq!(distance(from, to), expected, "{from} {to}");
            assert_eq!(distance(to, from), expected, "{to} {from}");
        }
    }

    #[test]
    fn close_names_are_suggested_and_otherwise_all_are_listed() {
        let names = || ["minimax", "maximin", "random"].into_iter();
        assert_eq!(nearest("minmax", names()), "did you mean minimax?");
        assert_eq!(
            nearest("zzzz", names()),
            "valid names are minimax, maximin, random"
        );
    }
}
