//! What a manager can say: lines in, commands out.
//!
//! Words are read in any case. Numbers saturate. The body of `BOARD` and its kin is a list of tokens up to `DONE`,
//! spread over lines in any way, even all on the line of the command. A bad token is remembered and the body read to
//! its end, so that one mistake gives one error; a body that is broken off by another command is an error too, and
//! that command counts.
//!
//! Coordinates stay plain numbers here: which of them is the column depends on who is speaking, and only the session
//! knows that.

/// Two numbers as they came, first and second.
pub type Pair = (i64, i64);

/// A command. Each is complete: a body has been read to its end.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// A new game on a board of this width and height.
    Start(Pair),
    /// The same, for boards that are not square.
    RectStart(Pair),
    /// A new game of the same size.
    Restart,
    /// Open the game.
    Begin,
    /// The opponent's move.
    Turn(Pair),
    /// The move that we suggested, for us to play.
    Play(Pair),
    /// Remove a stone.
    Takeback(Pair),
    /// A whole position: coordinates and whose stone each is.
    Board {
        /// The stones in the order given.
        stones: Vec<(Pair, i64)>,
        /// Answer with a move, or only remember the position.
        think: bool,
    },
    /// A stage of the swap2 opening, with the stones so far.
    Swap2Board(Vec<Pair>),
    /// A setting; key in lower case, and the rest of the line.
    Info(String, String),
    /// Leave.
    End,
    /// Who are you?
    About,
    /// Answer now.
    Stop,
    /// Think and show this many lines.
    NBest(i64),
    /// Think and show every reply.
    SearchDefend,
    /// Where may black not play?
    ShowForbid,
    /// A graphical board introduces itself.
    ShowInfo,
    /// Forget what was kept from other searches.
    HashClear,
    /// Moves that must not be chosen.
    Block(Vec<Pair>),
    /// Moves that may be chosen again.
    BlockUndo(Vec<Pair>),
    /// All moves may be chosen again.
    BlockReset,
    /// Find one or two moves after which the position is worth this much.
    Balance {
        /// One or two.
        moves: usize,
        /// The value to reach.
        bias: i64,
    },
    /// A stage of swap2 as Yixin-Board asks for it.
    Swap2Step(u8),
    /// A word of the Yixin extension that we know and have no use for.
    Unsupported(String),
    /// A known word with arguments that make no sense.
    Malformed(String),
    /// A word that we do not know.
    Unknown(String),
}

/// A body holds at most this many tokens; the largest board has 484 points.
const LONGEST_BODY: usize = 1024;

/// Turns lines into commands, and remembers an open body between them.
#[derive(Debug, Default)]
pub struct Parser {
    body: Option<Body>,
    /// The line that follows is a file name for this command.
    path_of: Option<String>,
}

#[derive(Debug)]
struct Body {
    kind: BodyKind,
    word: String,
    pairs: Vec<(Pair, Option<i64>)>,
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

impl Parser {
    /// Reads one line. Most lines are one command; a line within a body may be none, and a line that breaks off a
    /// body gives the error and its own command.
    pub fn line(&mut self, line: &str) -> Vec<Command> {
        if let Some(word) = self.path_of.take() {
            return vec![Command::Unsupported(word)];
        }
        let mut commands = Vec::new();
        let mut rest = line.trim();
        if self.body.is_some() && first_word(rest).is_some_and(|word| is_command(&word)) {
            commands.extend(self.body.take().map(Body::broken_off));
        }
        while !rest.is_empty() {
            if self.body.is_some() {
                rest = self.continue_body(rest, &mut commands);
            } else {
                rest = self.command(rest, &mut commands);
            }
        }
        commands
    }

    /// Takes tokens up to `DONE`, or all there are; returns what follows.
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

    /// Begins a command. It takes the whole line, or what a body leaves of it.
    fn command<'a>(&mut self, line: &'a str, commands: &mut Vec<Command>) -> &'a str {
        let Some((word, arguments)) = split_token(line) else {
            return "";
        };
        let word = word.to_ascii_uppercase();
        if let Some(kind) = body_kind(&word) {
            self.body = Some(Body {
                kind,
                word,
                pairs: Vec::new(),
                error: None,
            });
            return arguments;
        }
        if matches!(
            &*word,
            "YXHASHDUMP" | "YXHASHLOAD" | "YXSETDATABASE" | "YXTXTTODB" | "YXLIBTODB"
        ) && arguments.is_empty()
        {
            self.path_of = Some(word);
        } else {
            commands.push(simple_command(&word, arguments));
        }
        ""
    }
}

/// The first token, and what follows it.
fn split_token(text: &str) -> Option<(&str, &str)> {
    let text = text.trim();
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    (end > 0).then(|| (&text[..end], text[end..].trim()))
}

/// The first token in upper case.
fn first_word(line: &str) -> Option<String> {
    split_token(line).map(|(word, _)| word.to_ascii_uppercase())
}

/// Words that can break off a body. `DONE` alone is none of them.
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

fn simple_command(word: &str, arguments: &str) -> Command {
    let pair = |make: fn(Pair) -> Command| match numbers(arguments).as_deref() {
        Some(&[first, second]) => make((first, second)),
        _ => malformed(word, arguments, "expected two numbers"),
    };
    let number = |make: fn(i64) -> Command| match numbers(arguments).as_deref() {
        Some(&[number]) => make(number),
        _ => malformed(word, arguments, "expected a number"),
    };
    match word {
        "START" => match numbers(arguments).as_deref() {
            Some(&[size]) => Command::Start((size, size)),
            Some(&[width, height]) => Command::Start((width, height)),
            _ => malformed(word, arguments, "expected a size"),
        },
        "RECTSTART" => pair(Command::RectStart),
        "RESTART" => Command::Restart,
        "BEGIN" => Command::Begin,
        "TURN" => pair(Command::Turn),
        "PLAY" => pair(Command::Play),
        "TAKEBACK" => pair(Command::Takeback),
        "INFO" => {
            let (key, value) = split_token(arguments).unwrap_or_default();
            Command::Info(key.to_ascii_lowercase(), value.to_owned())
        }
        "END" => Command::End,
        "ABOUT" => Command::About,
        "STOP" | "YXSTOP" => Command::Stop,
        "YXNBEST" => number(Command::NBest),
        "YXSEARCHDEFEND" => Command::SearchDefend,
        "YXSHOWFORBID" => Command::ShowForbid,
        "YXSHOWINFO" => Command::ShowInfo,
        "YXHASHCLEAR" => Command::HashClear,
        "YXBLOCKRESET" => Command::BlockReset,
        "YXBALANCEONE" => number(|bias| Command::Balance { moves: 1, bias }),
        "YXBALANCETWO" => number(|bias| Command::Balance { moves: 2, bias }),
        "YXSWAP2STEP1" => Command::Swap2Step(1),
        "YXSWAP2STEP2" => Command::Swap2Step(2),
        "YXSWAP2STEP3" => Command::Swap2Step(3),
        _ if word.starts_with("YX") || word == "RELOADCONFIG" => Command::Unsupported(word.into()),
        _ => Command::Unknown(excerpt(word)),
    }
}

fn malformed(word: &str, arguments: &str, reason: &str) -> Command {
    Command::Malformed(format!("{word} {}: {reason}", excerpt(arguments)))
}

impl Body {
    fn add(&mut self, token: &str) {
        let parsed = match (self.kind, numbers(token).as_deref()) {
            (BodyKind::Ignored, _) => return,
            (BodyKind::Board | BodyKind::YxBoard, Some(&[first, second, whose])) => {
                Some(((first, second), Some(whose)))
            }
            (BodyKind::Board | BodyKind::YxBoard, _) => None,
            (_, Some(&[first, second] | &[first, second, _])) => Some(((first, second), None)),
            _ => None,
        };
        match parsed {
            Some(_) if self.pairs.len() >= LONGEST_BODY => {
                self.error.get_or_insert_with(|| "too many stones".into());
            }
            Some(pair) => self.pairs.push(pair),
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
        let pairs = || self.pairs.iter().map(|&(pair, _)| pair).collect();
        match self.kind {
            BodyKind::Board | BodyKind::YxBoard => Command::Board {
                stones: self
                    .pairs
                    .iter()
                    .map(|&(pair, whose)| (pair, whose.unwrap_or(0)))
                    .collect(),
                think: self.kind == BodyKind::Board,
            },
            BodyKind::Swap2 => Command::Swap2Board(pairs()),
            BodyKind::Block => Command::Block(pairs()),
            BodyKind::BlockUndo => Command::BlockUndo(pairs()),
            BodyKind::Ignored => Command::Unsupported(self.word),
        }
    }

    fn broken_off(self) -> Command {
        Command::Malformed(format!("{} without DONE", self.word))
    }
}

/// All the numbers of a text that holds nothing but numbers, commas and spaces; at most four are read.
fn numbers(text: &str) -> Option<Vec<i64>> {
    text.split([',', ' ', '\t'])
        .filter(|part| !part.is_empty())
        .take(4)
        .map(number)
        .collect()
}

/// A whole number; what does not fit becomes the largest or smallest.
pub(crate) fn number(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(text.parse().unwrap_or(if text.starts_with('-') {
        i64::MIN
    } else {
        i64::MAX
    }))
}

/// The beginning of a text, for an error message: printable, and short however long the text is.
fn excerpt(text: &str) -> String {
    text.chars()
        .filter(|char| !char.is_control())
        .take(60)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(lines: &[&str]) -> Vec<Command> {
        let mut parser = Parser::default();
        lines.iter().flat_map(|line| parser.line(line)).collect()
    }

    fn board(stones: &[(Pair, i64)]) -> Command {
        Command::Board {
            stones: stones.to_vec(),
            think: true,
        }
    }

    #[test]
    fn words_in_any_case_and_numbers_in_any_spacing() {
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
    fn bodies_on_many_lines_or_one() {
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
    fn a_bad_body_gives_one_error_and_never_traps_the_parser() {
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
        assert_eq!(parse(&["BOARD", "7,7,1"]), []);
    }

    #[test]
    fn nonsense_is_malformed_or_unknown() {
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
            parse(&["yxhashdump", "/tmp/END", "END"]),
            [Command::Unsupported("YXHASHDUMP".into()), Command::End]
        );
    }
}
