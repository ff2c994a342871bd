//! A self-play game as a line of text, and its training samples.
//!
//! ```text
//! 17 0 9 -1 2 e5f6d4… 2:0.125:f7=611,d6=389;3:-0.5:e6=1000
//! ```
//!
//! Game number, iteration, board size, result for black, opening stones, moves; then the targets of each full search: ply,
//! value, and policy in thousandths.

use gomoku::notation::{self, RowOrigin};
use gomoku::{Board, Color, Point, Rule, Size};
use nets::residual::input::{Input, index};

use super::sample::Sample;

/// The targets from the full search before a move.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchTarget {
    /// Ply of the position.
    pub ply: usize,
    /// Search value for the side to move, from -1 to 1, rounded to thousandths.
    pub value: f32,
    /// Moves with their probabilities in thousandths.
    pub policy: Vec<(Point, u16)>,
}

impl SearchTarget {
    /// Rounds value and policy as the text format does, so that reading a written game returns it unchanged.
    pub fn new(ply: usize, value: f64, policy: &[(Point, f64)]) -> SearchTarget {
        let thousandths = |probability: f64| (1000.0 * probability).round() as u16;
        let mut policy: Vec<_> = policy
            .iter()
            .map(|&(point, probability)| (point, thousandths(probability)))
            .filter(|&(_, probability)| probability > 0)
            .collect();
        policy.sort_by_key(|(point, _)| point.index());
        SearchTarget {
            ply,
            value: (1000.0 * value).round() as f32 / 1000.0,
            policy,
        }
    }
}

/// A finished self-play game.
#[derive(Clone, Debug, PartialEq)]
pub struct SelfPlayGame {
    /// Number within the run, from 0.
    pub number: u64,
    /// The iteration it was played in.
    pub iteration: u64,
    /// Board size.
    pub size: Size,
    /// 1 if black won, -1 if white won, 0 for a draw.
    pub result: i32,
    /// Random stones of the opening.
    pub opening: usize,
    /// All moves, the opening included.
    pub moves: Vec<Point>,
    /// Targets of the full searches, by ply.
    pub targets: Vec<SearchTarget>,
}

impl SelfPlayGame {
    /// The samples of the game. The value target is `(1 - w) result + w search value` with `w = search_value_weight`.
    pub fn samples(&self, rule: Rule, search_value_weight: f32) -> Vec<Sample> {
        let mut board = Board::new(self.size, rule);
        let mut samples = Vec::new();
        let mut targets = self.targets.iter().peekable();
        for &point in &self.moves {
            if let Some(target) = targets.next_if(|target| target.ply == board.ply()) {
                let sign = if board.side_to_move() == Color::Black {
                    1
                } else {
                    -1
                };
                let result = (sign * self.result) as f32;
                let sum: u32 = target.policy.iter().map(|&(_, p)| u32::from(p)).sum();
                let probability = |thousandths: u16| f32::from(thousandths) / sum as f32;
                samples.push(Sample {
                    input: Input::new(&board),
                    policy: target
                        .policy
                        .iter()
                        .map(|&(point, p)| (index(point, self.size), probability(p)))
                        .collect(),
                    value: (1.0 - search_value_weight) * result
                        + search_value_weight * target.value,
                });
            }
            board.push(point);
        }
        samples
    }

    /// Formats the game as a line.
    pub fn write(&self) -> String {
        let name = |point: Point| notation::write_point(point, self.size, RowOrigin::Bottom);
        let moves = self.moves.iter().map(|&point| Some(point));
        let targets: Vec<String> = self
            .targets
            .iter()
            .map(|target| {
                let policy: Vec<String> = target
                    .policy
                    .iter()
                    .map(|&(point, p)| format!("{}={p}", name(point)))
                    .collect();
                format!("{}:{}:{}", target.ply, target.value, policy.join(","))
            })
            .collect();
        format!(
            "{} {} {} {} {} {} {}",
            self.number,
            self.iteration,
            self.size.get(),
            self.result,
            self.opening,
            notation::write_moves(moves, self.size, RowOrigin::Bottom),
            targets.join(";")
        )
    }

    /// Parses a line.
    ///
    /// # Errors
    /// A description of the first problem.
    pub fn read(line: &str) -> Result<SelfPlayGame, String> {
        let words: Vec<&str> = line.split(' ').collect();
        let [number, iteration, size, result, opening, moves, targets] = words[..] else {
            return Err(format!("{} words instead of 7", words.len()));
        };
        let integer = |what: &str, word: &str| {
            let number = word.parse::<u64>();
            number.map_err(|_| format!("invalid {what} {word:?}"))
        };
        let size_of = |word: &str| word.parse().ok().and_then(Size::new);
        let size = size_of(size).ok_or_else(|| format!("invalid size {size:?}"))?;
        let result = match result {
            "1" => 1,
            "0" => 0,
            "-1" => -1,
            _ => return Err(format!("invalid result {result:?}")),
        };
        let points = |text: &str| {
            notation::parse_moves(text, size, RowOrigin::Bottom)
                .map_err(|error| format!("{error}"))
                .map(|moves| moves.into_iter().flatten().collect::<Vec<Point>>())
        };
        let record = SelfPlayGame {
            number: integer("game number", number)?,
            iteration: integer("iteration", iteration)?,
            size,
            result,
            opening: integer("opening length", opening)? as usize,
            moves: points(moves)?,
            targets: targets
                .split(';')
                .filter(|text| !text.is_empty())
                .map(|text| parse_target(text, &points))
                .collect::<Result<_, _>>()?,
        };
        record.check()?;
        Ok(record)
    }

    fn check(&self) -> Result<(), String> {
        let mut board = Board::new(self.size, Rule::Freestyle);
        for &point in &self.moves {
            if !board.is_empty(point) {
                return Err(format!("two stones at {}", point.name(self.size)));
            }
            board.push(point);
        }
        let plies = || self.targets.iter().map(|target| target.ply);
        let in_order = plies().zip(plies().skip(1)).all(|(ply, next)| ply < next);
        let in_range = plies().all(|ply| (self.opening..self.moves.len()).contains(&ply));
        if !in_order || !in_range {
            return Err("targets of positions that are not in the game".to_owned());
        }
        Ok(())
    }
}

fn parse_target(
    text: &str,
    points: &impl Fn(&str) -> Result<Vec<Point>, String>,
) -> Result<SearchTarget, String> {
    let invalid = || format!("invalid search target {text:?}");
    let mut parts = text.splitn(3, ':');
    let mut part = || parts.next().ok_or_else(invalid);
    let ply = part()?.parse().map_err(|_| invalid())?;
    let value: f32 = part()?.parse().map_err(|_| invalid())?;
    let mut policy = Vec::new();
    for pair in part()?.split(',') {
        let (name, probability) = pair.split_once('=').ok_or_else(invalid)?;
        let [point] = points(name)?[..] else {
            return Err(invalid());
        };
        let probability: u16 = probability.parse().map_err(|_| invalid())?;
        policy.push((point, probability));
    }
    let sum: u32 = policy.iter().map(|&(_, p)| u32::from(p)).sum();
    if sum == 0 || !(-1.0..=1.0).contains(&value) {
        return Err(invalid());
    }
    Ok(SearchTarget { ply, value, policy })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game() -> SelfPlayGame {
        let point = Point::new;
        SelfPlayGame {
            number: 17,
            iteration: 3,
            size: Size::new(9).unwrap(),
            result: -1,
            opening: 2,
            moves: vec![
                point(4, 4),
                point(5, 5),
                point(3, 3),
                point(0, 8),
                point(8, 0),
            ],
            targets: vec![
                SearchTarget::new(
                    2,
                    0.123_456,
                    &[(point(3, 3), 0.6111), (point(8, 8), 0.3889)],
                ),
                SearchTarget::new(3, -1.0, &[(point(0, 8), 0.9999), (point(8, 1), 0.0001)]),
            ],
        }
    }

    #[test]
    fn a_written_game_is_read_back_unchanged() {
        let game = game();
        let line = game.write();
        assert_eq!(
            line,
            "17 3 9 -1 2 e5f4d6a1i9 2:0.123:d6=611,i1=389;3:-1:a1=1000"
        );
        assert_eq!(SelfPlayGame::read(&line), Ok(game));
        for (from, to) in [
            ("a1i9", "a1a1"),
            ("2:", "9:"),
            ("=611", "=x"),
            ("-1 2", "-2 2"),
            (" 9 ", " 99 "),
        ] {
            let bad = line.replacen(from, to, 1);
            assert!(SelfPlayGame::read(&bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn values_are_for_the_side_to_move() {
        let samples = game().samples(Rule::Freestyle, 0.0);
        assert_eq!(samples.len(), 2);
        assert_eq!((samples[0].value, samples[1].value), (-1.0, 1.0));
        assert_eq!(samples[0].input.stone_count(), 2);
        let sum: f32 = samples[0].policy.iter().map(|&(_, p)| p).sum();
        assert!((sum - 1.0).abs() < 1e-6);
        let mixed = game().samples(Rule::Freestyle, 0.5);
        assert!((mixed[0].value - (0.123 - 1.0) / 2.0).abs() < 1e-6);
    }
}
