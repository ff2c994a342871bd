//! What a manager can say: lines in, commands out.
//!
//! Words are read in any case. Numbers saturate. The body of `BOARD` and its kin is a list of tokens up to `DONE`,
//! spread over lines in any way, even all on the line of the command. A bad token is remembered and the body read to
//! its end, so that one mistake gives one error; a body that is broken off by another command is an error too, and
//! that command counts.
//!
//! Coordinates stay plain numbers here: which of them is the column depends on who is speaking, and only the session
//! knows that.

mod parser;

pub use self::parser::Parser;

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

/// The first token, and what follows it.
fn split_token(text: &str) -> Option<(&str, &str)> {
    let text = text.trim();
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    (end > 0).then(|| (&text[..end], text[end..].trim()))
}
