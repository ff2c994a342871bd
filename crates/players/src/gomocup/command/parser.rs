//! The command parser, which keeps an unfinished body between lines.

use super::{Command, RawPoint, excerpt, parse_numbers, simple_command, split_token};

/// Maximum tokens of a body; the largest board has 484 points.
const MAX_BODY_TOKENS: usize = 1024;

/// Turns lines into commands.
#[derive(Debug, Default)]
pub struct CommandParser {
    body: Option<Body>,
    /// The next line is a file name that belongs to this command.
    awaits_path: Option<String>,
}

#[derive(Debug)]
struct Body {
    kind: BodyKind,
    word: String,
    points: Vec<(RawPoint, Option<i64>)>,
    error: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum BodyKind {
    Board,
    YxBoard,
    Swap2,
    Block,
    BlockUndo,
    Ignored,
}

impl CommandParser {
    /// Parses one line. Most lines are one command. A line of a body may be none, and a line that cuts off a body
    /// gives an error and its own command.
    pub fn parse_line(&mut self, line: &str) -> Vec<Command> {
        if let Some(word) = self.awaits_path.take() {
            return vec![Command::Unsupported(word)];
        }
        let mut commands = Vec::new();
        let mut rest = line.trim();
        if self.body.is_some() && first_word(rest).is_some_and(|word| is_command(&word)) {
            let error = self.body.take().map(Body::cut_off);
            // After END nobody reads the error.
            commands.extend(error.filter(|_| !rest.eq_ignore_ascii_case("END")));
        }
        while !rest.is_empty() {
            if self.body.is_some() {
                rest = self.continue_body(rest, &mut commands);
            } else {
                rest = self.begin_command(rest, &mut commands);
            }
        }
        commands
    }

    /// Consumes tokens up to `DONE`, or all of them; returns the rest of the line.
    fn continue_body<'a>(&mut self, mut text: &'a str, commands: &mut Vec<Command>) -> &'a str {
        while let Some((token, rest)) = split_token(text) {
            text = rest;
            if token.eq_ignore_ascii_case("DONE") {
                commands.extend(self.body.take().map(Body::finish));
                break;
            }
            if let Some(body) = &mut self.body {
                body.add(token);
            }
        }
        text
    }

    /// Parses a command without a body, or begins a body; returns the rest of the line.
    fn begin_command<'a>(&mut self, line: &'a str, commands: &mut Vec<Command>) -> &'a str {
        let Some((word, arguments)) = split_token(line) else {
            return "";
        };
        let word = word.to_ascii_uppercase();
        if let Some(kind) = body_kind(&word) {
            self.body = Some(Body {
                kind,
                word,
                points: Vec::new(),
                error: None,
            });
            return arguments;
        }
        if matches!(
            &*word,
            "YXHASHDUMP" | "YXHASHLOAD" | "YXSETDATABASE" | "YXTXTTODB" | "YXLIBTODB"
        ) && arguments.is_empty()
        {
            self.awaits_path = Some(word);
        } else {
            commands.push(simple_command(&word, arguments));
        }
        ""
    }
}

/// The first token in upper case.
fn first_word(line: &str) -> Option<String> {
    split_token(line).map(|(word, _)| word.to_ascii_uppercase())
}

/// Can this keyword cut off a body? `DONE` alone cannot.
fn is_command(word: &str) -> bool {
    body_kind(word).is_some()
        || !matches!(
            simple_command(word, ""),
            Command::Unknown(_) | Command::Unsupported(_)
        )
}

fn body_kind(word: &str) -> Option<BodyKind> {
    match word {
        "BOARD" => Some(BodyKind::Board),
        "YXBOARD" => Some(BodyKind::YxBoard),
        "SWAP2BOARD" => Some(BodyKind::Swap2),
        "YXBLOCK" => Some(BodyKind::Block),
        "YXBLOCKUNDO" => Some(BodyKind::BlockUndo),
        _ => (word.starts_with("YXQUERYDATABASE") || word.starts_with("YXBLOCKPATH"))
            .then_some(BodyKind::Ignored),
    }
}

impl Body {
    fn add(&mut self, token: &str) {
        let parsed = match (self.kind, parse_numbers(token).as_deref()) {
            (BodyKind::Ignored, _) => return,
            (BodyKind::Board | BodyKind::YxBoard, Some(&[first, second, owner])) => {
                Some(((first, second), Some(owner)))
            }
            (BodyKind::Board | BodyKind::YxBoard, _) => None,
            (_, Some(&[first, second] | &[first, second, _])) => Some(((first, second), None)),
            _ => None,
        };
        match parsed {
            Some(_) if self.points.len() >= MAX_BODY_TOKENS => {
                self.error.get_or_insert_with(|| "too many stones".into());
            }
            Some(point) => self.points.push(point),
            None => {
                self.error
                    .get_or_insert_with(|| format!("bad token {}", excerpt(token)));
            }
        }
    }

    fn finish(self) -> Command {
        if let Some(error) = self.error {
            return Command::Malformed(format!("{}: {error}", self.word));
        }
        let points = || self.points.iter().map(|&(point, _)| point).collect();
        match self.kind {
            BodyKind::Board | BodyKind::YxBoard => Command::Board {
                stones: self
                    .points
                    .iter()
                    .map(|&(point, owner)| (point, owner.unwrap_or(0)))
                    .collect(),
                think: self.kind == BodyKind::Board,
            },
            BodyKind::Swap2 => Command::Swap2Board(points()),
            BodyKind::Block => Command::Block(points()),
            BodyKind::BlockUndo => Command::BlockUndo(points()),
            BodyKind::Ignored => Command::Unsupported(self.word),
        }
    }

    fn cut_off(self) -> Command {
        Command::Malformed(format!("{} without DONE", self.word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(lines: &[&str]) -> Vec<Command> {
        let mut parser = CommandParser::default();
        lines
            .iter()
            .flat_map(|line| parser.parse_line(line))
            .collect()
    }

    fn board(stones: &[(RawPoint, i64)]) -> Command {
        Command::Board {
            stones: stones.to_vec(),
            think: true,
        }
    }

    #[test]
    fn keywords_in_any_case_and_numbers_in_any_spacing() {
        assert_eq!(parse(&["start 15 15"]), [Command::Start((15, 15))]);
        assert_eq!(parse(&["START\t20"]), [Command::Start((20, 20))]);
        assert_eq!(parse(&["Turn 7 , 8"]), [Command::Turn((7, 8))]);
        assert_eq!(
            parse(&["TURN 99999999999999999999,-99999999999999999999"]),
            [Command::Turn((i64::MAX, i64::MIN))]
        );
        assert_eq!(
            parse(&["INFO FOLDER C:\\my files"]),
            [Command::Info("folder".into(), "C:\\my files".into())]
        );
    }

    #[test]
    fn bodies_on_many_lines_or_on_one() {
        let stones = [((7, 7), 1), ((8, 8), 2)];
        assert_eq!(
            parse(&["BOARD", "7,7,1", "8,8,2", "done"]),
            [board(&stones)]
        );
        assert_eq!(parse(&["BOARD 7,7,1 8,8,2 DONE"]), [board(&stones)]);
        assert_eq!(
            parse(&["board 7,7,1", "8,8,2 DONE BEGIN"]),
            [board(&stones), Command::Begin]
        );
        assert_eq!(parse(&["BOARD", "DONE"]), [board(&[])]);
    }

    #[test]
    fn a_bad_body_gives_one_error_and_the_parser_recovers() {
        let commands = parse(&["BOARD", "7,7", "x", "8,8,2", "DONE", "ABOUT"]);
        assert!(matches!(
            &commands[..],
            [Command::Malformed(_), Command::About]
        ));
        let commands = parse(&["BOARD", "7,7,1", "TURN 8,8"]);
        assert!(matches!(
            &commands[..],
            [Command::Malformed(_), Command::Turn(_)]
        ));
        assert_eq!(parse(&["BOARD", "7,7,1", "end"]), [Command::End]);
        assert_eq!(parse(&["BOARD", "7,7,1"]), []);
    }

    #[test]
    fn invalid_input_is_malformed_or_unknown() {
        for line in [
            "TURN",
            "TURN 7",
            "TURN a,b",
            "TURN 1e9,2",
            "TURN 1,2,3",
            "START",
            "START x",
        ] {
            assert!(
                matches!(&parse(&[line])[..], [Command::Malformed(_)]),
                "{line}"
            );
        }
        assert_eq!(parse(&["FOO bar"]), [Command::Unknown("FOO".into())]);
        assert_eq!(
            parse(&["yxresign"]),
            [Command::Unsupported("YXRESIGN".into())]
        );
        assert_eq!(
            parse(&["yxhashdump", "dump/END", "END"]),
            [Command::Unsupported("YXHASHDUMP".into()), Command::End]
        );
    }
}
