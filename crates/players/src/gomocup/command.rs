//! The commands of a Gomocup manager, and their parser.
//!
//! Keywords are case-insensitive. Numbers saturate. The body of `BOARD` and similar commands is a list of tokens up to
//! `DONE`, on any number of lines, even on the line of the command itself. After a bad token the body is read to its
//! end, so one mistake gives one error. A body cut off by another command is an error too, and that command is
//! executed.
//!
//! Coordinates stay plain numbers here: Yixin-Board sends rows first, and only the session knows who is talking.

mod parser;

pub use self::parser::CommandParser;

/// Two coordinates in the order they were sent, not yet checked against a board.
pub type RawPoint = (i64, i64);

/// A complete command, including its body.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// A new game on a board of this width and height.
    Start(RawPoint),
    /// A new game on a rectangular board.
    RectStart(RawPoint),
    /// A new game on a board of the same size.
    Restart,
    /// Play the first move.
    Begin,
    /// The opponent's move.
    Turn(RawPoint),
    /// Play this move, which the brain suggested.
    Play(RawPoint),
    /// Remove a stone.
    Takeback(RawPoint),
    /// A whole position.
    Board {
        /// Coordinates and owner (1 own, 2 opponent, 3 wall), in the order sent.
        stones: Vec<(RawPoint, i64)>,
        /// Answer with a move (`BOARD`), or only set the position (`YXBOARD`).
        think: bool,
    },
    /// A step of the swap2 opening, with the stones so far.
    Swap2Board(Vec<RawPoint>),
    /// A setting: the key in lower case, and the rest of the line.
    Info(String, String),
    /// Exit.
    End,
    /// Name, version and author.
    About,
    /// Stop searching and answer now.
    Stop,
    /// Search and report this many best moves (multi-PV).
    NBest(i64),
    /// Search and report every move.
    SearchDefend,
    /// List black's forbidden points.
    ShowForbid,
    /// Yixin-Board's handshake.
    ShowInfo,
    /// Clear the hash.
    HashClear,
    /// Exclude these root moves.
    Block(Vec<RawPoint>),
    /// Stop excluding these root moves.
    BlockUndo(Vec<RawPoint>),
    /// Stop excluding any root move.
    BlockReset,
    /// Find one or two moves after which the evaluation is closest to `bias`.
    Balance {
        /// One or two.
        moves: usize,
        /// The target evaluation.
        bias: i64,
    },
    /// A step of swap2 in Yixin-Board's form.
    Swap2Step(u8),
    /// A command of Yixin's extension that is recognized but not supported.
    Unsupported(String),
    /// A known command with invalid arguments.
    Malformed(String),
    /// An unknown command.
    Unknown(String),
}

fn simple_command(word: &str, arguments: &str) -> Command {
    let pair = |make: fn(RawPoint) -> Command| match parse_numbers(arguments).as_deref() {
        Some(&[first, second]) => make((first, second)),
        _ => malformed(word, arguments, "expected two numbers"),
    };
    let number = |make: fn(i64) -> Command| match parse_numbers(arguments).as_deref() {
        Some(&[number]) => make(number),
        _ => malformed(word, arguments, "expected a number"),
    };
    match word {
        "START" => match parse_numbers(arguments).as_deref() {
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

/// Parses up to four integers separated by commas or spaces. `None` if there is anything else.
fn parse_numbers(text: &str) -> Option<Vec<i64>> {
    text.split([',', ' ', '\t'])
        .filter(|part| !part.is_empty())
        .take(4)
        .map(parse_number)
        .collect()
}

/// Parses an integer, saturating at the limits of `i64`.
pub(crate) fn parse_number(text: &str) -> Option<i64> {
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

/// The beginning of a text without control characters, for an error message.
fn excerpt(text: &str) -> String {
    text.chars()
        .filter(|char| !char.is_control())
        .take(60)
        .collect()
}

/// The first token and the rest.
fn split_token(text: &str) -> Option<(&str, &str)> {
    let text = text.trim();
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    (end > 0).then(|| (&text[..end], text[end..].trim()))
}
