//! Openings that one color always wins say nothing of the players.

use std::collections::BTreeMap;

use gomoku::Color;

/// What came of one opening.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpeningTally {
    /// Its number in the list.
    pub opening: u64,
    /// Games that black won.
    pub black: u64,
    /// Games that white won.
    pub white: u64,
    /// Games drawn.
    pub draws: u64,
}

/// An opening is judged after this many games: both colors, twice.
const ENOUGH: u64 = 4;

impl OpeningTally {
    /// Games played from it.
    pub fn games(&self) -> u64 {
        self.black + self.white + self.draws
    }

    /// The color that has won every game, once there are enough of them.
    pub fn always_won_by(&self) -> Option<Color> {
        if self.games() < ENOUGH {
            None
        } else if self.black == self.games() {
            Some(Color::Black)
        } else if self.white == self.games() {
            Some(Color::White)
        } else {
            None
        }
    }
}

/// Counts the winners of each opening, in the order of the openings' numbers.
pub fn by_opening(games: impl IntoIterator<Item = (u64, Option<Color>)>) -> Vec<OpeningTally> {
    let mut tallies = BTreeMap::new();
    for (opening, winner) in games {
        let tally: &mut OpeningTally = tallies.entry(opening).or_insert(OpeningTally {
            opening,
            ..OpeningTally::default()
        });
        match winner {
            Some(Color::Black) => tally.black += 1,
            Some(Color::White) => tally.white += 1,
            None => tally.draws += 1,
        }
    }
    tallies.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_sided_openings_are_found() {
        let games = [0, 1, 0, 1, 0, 1, 0, 2]
            .map(|opening| (opening, (opening == 0).then_some(Color::Black)));
        let tallies = by_opening(games);
        assert_eq!(tallies.len(), 3);
        assert_eq!(tallies[0].always_won_by(), Some(Color::Black));
        assert_eq!(tallies[1].always_won_by(), None);
        assert_eq!((tallies[2].opening, tallies[2].games()), (2, 1));
    }
}
