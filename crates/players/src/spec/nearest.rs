//! What somebody may have meant who wrote a name that is not there.

/// Which of the names somebody may have meant; all of them when none is near.
pub(super) fn nearest(word: &str, names: impl Iterator<Item = &'static str>) -> String {
    let word = word.to_lowercase();
    let mut names: Vec<_> = names.map(|name| (distance(&word, name), name)).collect();
    let near_enough = (word.chars().count() / 3).max(2);
    if names.iter().any(|&(distance, _)| distance <= near_enough) {
        names.retain(|&(distance, _)| distance <= near_enough);
        names.sort();
        names.truncate(3);
        let names: Vec<_> = names.into_iter().map(|(_, name)| name).collect();
        format!("did you mean {}?", names.join(" or "))
    } else {
        let names: Vec<_> = names.into_iter().map(|(_, name)| name).collect();
        format!("there is {}", names.join(", "))
    }
}

/// How many letters must be changed, added or dropped to make one word of the other.
fn distance(from: &str, to: &str) -> usize {
    // A very long word is near to none of our names, and need not cost the square of its length.
    const LONG: usize = 64;
    let from: Vec<char> = from.chars().take(LONG).collect();
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
    fn distances() {
        for (from, to, expected) in [("", "abc", 3), ("abc", "abc", 0), ("kitten", "sitting", 3)] {
            assert_eq!(distance(from, to), expected, "{from} {to}");
            assert_eq!(distance(to, from), expected, "{to} {from}");
        }
    }

    #[test]
    fn near_names_come_first_and_far_ones_all() {
        let names = || ["minimax", "maximin", "random"].into_iter();
        assert_eq!(nearest("minmax", names()), "did you mean minimax?");
        assert_eq!(
            nearest("zzzz", names()),
            "there is minimax, maximin, random"
        );
    }
}
