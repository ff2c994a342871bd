//! A game of self-play as a line of text, and the lessons in it.
//!
//! ```text
//! 17 0 9 -1 2 e5f6d4… 2:0.125:f7=611,d6=389;3:-0.5:e6=1000
//! ```
//!
//! Number, round, size, result for black, stones of the opening, moves; then for each position whose policy is to be
//! learned: the ply, what the search thought it worth, and the policy in thousandths.

use gomoku::notation::{self, RowOrigin};
use gomoku::{Board, Color, Point, Rule, Size};
use nets::residual::question::{Question, number};

use super::lesson::Lesson;

/// What the search said before a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Searched {
    /// Stones on the board.
    pub ply: usize,
    /// What it is worth to the side to move, from -1 to 1, in steps of a thousandth.
    pub value: f32,
    /// Moves with their shares in thousandths.
    pub policy: Vec<(Point, u16)>,
}

impl Searched {
    /// Rounds what the search said, so that a game that is read is the game that was written.
    pub fn new(ply: usize, value: f64, policy: &[(Point, f64)]) -> Searched {
        let rounded = |share: f64| (1000.0 * share).round() as u16;
        let mut policy: Vec<_> = policy
            .iter()
            .map(|&(point, share)| (point, rounded(share)))
            .filter(|&(_, share)| share > 0)
            .collect();
        policy.sort_by_key(|one| one.0.index());
        Searched {
            ply,
            value: (1000.0 * value).round() as f32 / 1000.0,
            policy,
        }
    }
}

/// A finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRecord {
    /// Its number in the run.
    pub number: u64,
    /// The round in which it was played.
    pub round: u64,
    /// Points on a side.
    pub size: Size,
    /// 1 when black won, -1 when white did, 0 for a draw.
    pub result: i32,
    /// Stones that were drawn by lot.
    pub opening: usize,
    /// All moves.
    pub moves: Vec<Point>,
    /// The positions to be learned.
    pub searched: Vec<Searched>,
}

impl GameRecord {
    /// What the game teaches. `search_share` of each value is the search's.
    pub fn lessons(&self, rule: Rule, search_share: f32) -> Vec<Lesson> {
        let mut board = Board::new(self.size, rule);
        let mut lessons = Vec::new();
        let mut searched = self.searched.iter().peekable();
        for &point in &self.moves {
            if let Some(one) = searched.next_if(|one| one.ply == board.ply()) {
                let sign = if board.side_to_move() == Color::Black {
                    1
                } else {
                    -1
                };
                let result = (sign * self.result) as f32;
                let sum: u32 = one.policy.iter().map(|one| u32::from(one.1)).sum();
                let share = |thousandths: u16| f32::from(thousandths) / sum as f32;
                lessons.push(Lesson {
                    question: Question::new(&board),
                    policy: one
                        .policy
                        .iter()
                        .map(|&(point, parts)| (number(point, self.size), share(parts)))
                        .collect(),
                    value: (1.0 - search_share) * result + search_share * one.value,
                });
            }
            board.push(point);
        }
        lessons
    }

    /// The line.
    pub fn write(&self) -> String {
        let name = |point: Point| notation::write_point(point, self.size, RowOrigin::Bottom);
        let moves = self.moves.iter().map(|&point| Some(point));
        let searched: Vec<String> = self
            .searched
            .iter()
            .map(|one| {
                let policy: Vec<String> = one
                    .policy
                    .iter()
                    .map(|&(point, share)| format!("{}={share}", name(point)))
                    .collect();
                format!("{}:{}:{}", one.ply, one.value, policy.join(","))
            })
            .collect();
        format!(
            "{} {} {} {} {} {} {}",
            self.number,
            self.round,
            self.size.get(),
            self.result,
            self.opening,
            notation::write_moves(moves, self.size, RowOrigin::Bottom),
            searched.join(";")
        )
    }

    /// Reads a line.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(line: &str) -> Result<GameRecord, String> {
        let words: Vec<&str> = line.split(' ').collect();
        let [number, round, size, result, opening, moves, searched] = words[..] else {
            return Err(format!("{} words instead of 7", words.len()));
        };
        let whole = |what: &str, word: &str| {
            let number = word.parse::<u64>();
            number.map_err(|_| format!("{word:?} is no {what}"))
        };
        let size_of = |word: &str| word.parse().ok().and_then(Size::new);
        let size = size_of(size).ok_or_else(|| format!("{size:?} is no size"))?;
        let result = match result {
            "1" => 1,
            "0" => 0,
            "-1" => -1,
            _ => return Err(format!("{result:?} is no result")),
        };
        let points = |text: &str| {
            notation::parse_moves(text, size, RowOrigin::Bottom)
                .map_err(|error| format!("{error}"))
                .map(|moves| moves.into_iter().flatten().collect::<Vec<Point>>())
        };
        let record = GameRecord {
            number: whole("number of a game", number)?,
            round: whole("round", round)?,
            size,
            result,
            opening: whole("number of stones", opening)? as usize,
            moves: points(moves)?,
            searched: searched
                .split(';')
                .filter(|text| !text.is_empty())
                .map(|text| read_searched(text, &points))
                .collect::<Result<_, _>>()?,
        };
        record.check()?;
        Ok(record)
    }

    fn check(&self) -> Result<(), String> {
        let mut board = Board::new(self.size, Rule::Freestyle);
        for &point in &self.moves {
            if !board.is_empty(point) {
                return Err(format!("two stones on {}", point.name(self.size)));
            }
            board.push(point);
        }
        let plies = || self.searched.iter().map(|one| one.ply);
        let in_order = plies().zip(plies().skip(1)).all(|(one, next)| one < next);
        let within = plies().all(|ply| (self.opening..self.moves.len()).contains(&ply));
        if !in_order || !within {
            return Err("positions that are not of the game".to_owned());
        }
        Ok(())
    }
}

fn read_searched(
    text: &str,
    points: &impl Fn(&str) -> Result<Vec<Point>, String>,
) -> Result<Searched, String> {
    let refuse = || format!("{text:?} is no search");
    let mut parts = text.splitn(3, ':');
    let mut part = || parts.next().ok_or_else(refuse);
    let ply = part()?.parse().map_err(|_| refuse())?;
    let value: f32 = part()?.parse().map_err(|_| refuse())?;
    let mut policy = Vec::new();
    for pair in part()?.split(',') {
        let (name, share) = pair.split_once('=').ok_or_else(refuse)?;
        let [point] = points(name)?[..] else {
            return Err(refuse());
        };
        let share: u16 = share.parse().map_err(|_| refuse())?;
        policy.push((point, share));
    }
    let sum: u32 = policy.iter().map(|one| u32::from(one.1)).sum();
    if sum == 0 || !(-1.0..=1.0).contains(&value) {
        return Err(refuse());
    }
    Ok(Searched { ply, value, policy })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game() -> GameRecord {
        let point = Point::new;
        GameRecord {
            number: 17,
            round: 3,
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
            searched: vec![
                Searched::new(
                    2,
                    0.123_456,
                    &[(point(3, 3), 0.6111), (point(8, 8), 0.3889)],
                ),
                Searched::new(3, -1.0, &[(point(0, 8), 0.9999), (point(8, 1), 0.0001)]),
            ],
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let game = game();
        let line = game.write();
        assert_eq!(
            line,
            "17 3 9 -1 2 e5f4d6a1i9 2:0.123:d6=611,i1=389;3:-1:a1=1000"
        );
        assert_eq!(GameRecord::read(&line), Ok(game));
        for (from, to) in [
            ("a1i9", "a1a1"),
            ("2:", "9:"),
            ("=611", "=x"),
            ("-1 2", "-2 2"),
            (" 9 ", " 99 "),
        ] {
            let bad = line.replacen(from, to, 1);
            assert!(GameRecord::read(&bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn lessons_are_seen_from_the_side_to_move() {
        let lessons = game().lessons(Rule::Freestyle, 0.0);
        assert_eq!(lessons.len(), 2);
        assert_eq!((lessons[0].value, lessons[1].value), (-1.0, 1.0));
        assert_eq!(lessons[0].question.stone_count(), 2);
        let sum: f32 = lessons[0].policy.iter().map(|one| one.1).sum();
        assert!((sum - 1.0).abs() < 1e-6);
        let mixed = game().lessons(Rule::Freestyle, 0.5);
        assert!((mixed[0].value - (0.123 - 1.0) / 2.0).abs() < 1e-6);
    }
}
