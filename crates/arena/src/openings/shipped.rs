//! Built-in balanced openings: a set for each rule on 15x15 and 20x20, written by `tengen openings generate`.

use gomoku::{Rule, Size};

/// Board sizes with a set.
const SIZES: [u8; 2] = [15, 20];

/// No set for this board size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("balanced openings are available for sizes {} and {}, not {size}", SIZES[0], SIZES[1])]
pub struct NotShipped {
    size: Size,
}

/// The set for a rule and size, one opening per line. Caro-exact uses the set of Caro.
///
/// # Errors
/// If there is none for this size.
pub fn text(rule: Rule, size: Size) -> Result<&'static str, NotShipped> {
    macro_rules! set {
        ($name:literal) => {
            include_str!(concat!("../../../../openings/", $name, ".txt"))
        };
    }
    Ok(match (rule, size.get()) {
        (Rule::Freestyle, 15) => set!("freestyle-15"),
        (Rule::Freestyle, 20) => set!("freestyle-20"),
        (Rule::Standard, 15) => set!("standard-15"),
        (Rule::Standard, 20) => set!("standard-20"),
        (Rule::Renju, 15) => set!("renju-15"),
        (Rule::Renju, 20) => set!("renju-20"),
        (Rule::Caro | Rule::CaroExact, 15) => set!("caro-15"),
        (Rule::Caro | Rule::CaroExact, 20) => set!("caro-20"),
        _ => return Err(NotShipped { size }),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::OpeningBook;
    use gomoku::Board;
    use gomoku::notation::RowOrigin;
    use std::collections::HashSet;
    use std::path::Path;

    #[test]
    fn every_set_has_200_distinct_openings() {
        for rule in Rule::ALL {
            for size in SIZES.map(|size| Size::new(size).unwrap()) {
                let open =
                    || OpeningBook::open("balanced", Path::new(""), size, rule, RowOrigin::Bottom);
                // Reading checks that every stone is legal and no game is over.
                let OpeningBook::List { openings, .. } =
                    open().unwrap_or_else(|error| panic!("{} {size}: {error}", rule.name()))
                else {
                    panic!("a list");
                };
                assert!(openings.len() >= 200, "{} {size}", rule.name());
                let mut keys = HashSet::new();
                for stones in &openings {
                    let board = Board::with_moves(size, rule, stones).unwrap();
                    assert!(
                        keys.insert(board.canonical_key().0),
                        "{} {size}: {stones:?} is a duplicate",
                        rule.name()
                    );
                }
            }
        }
    }

    #[test]
    fn other_sizes_are_errors() {
        let error = text(Rule::Renju, Size::new(19).unwrap()).unwrap_err();
        assert!(error.to_string().contains("15 and 20, not 19"), "{error}");
    }
}
