//! Results by opening. An opening that one color always wins does not discriminate between players.

use std::collections::BTreeMap;

use gomoku::Color;

/// Results of one opening.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpeningTally {
    /// Index of the opening.
    pub opening: u64,
    /// Black's wins.
    pub black: u64,
    /// White's wins.
    pub white: u64,
    /// Draws.
    pub draws: u64,
}

/// Games before an opening can count as one-sided: two pairs.
const MIN_GAMES: u64 = 4;

impl OpeningTally {
    /// Number of games.
    pub fn games(&self) -> u64 {
        self.black + self.white + self.draws
    }

    /// The color that has won every game, after at least four games.
    pub fn always_won_by(&self) -> Option<Color> {
        if self.games() < MIN_GAMES {
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

/// Counts the winners of each opening, sorted by opening.
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
    fn finds_one_sided_openings() {
        let games = [0, 1, 0, 1, 0, 1, 0, 2]
            .map(|opening| (opening, (opening == 0).then_some(Color::Black)));
        let tallies = by_opening(games);
        assert_eq!(tallies.len(), 3);
        assert_eq!(tallies[0].always_won_by(), Some(Color::Black));
        assert_eq!(tallies[1].always_won_by(), None);
        assert_eq!((tallies[2].opening, tallies[2].games()), (2, 1));
    }
}
