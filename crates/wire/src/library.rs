//! Stored games: searching, exploring and saving them.

use gomoku::notation::{self, RowOrigin};
use gomoku::{Board, ByColor, Color, EndReason, Outcome, Point};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::RequestError;
use crate::names::{RuleName, Side};
use crate::position::{board_after, read_size};

/// Which games to list.
#[derive(Clone, Debug, Default, Serialize, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default, deny_unknown_fields)]
pub struct GameQuery {
    /// A part of the name of either player.
    pub player: String,
    /// The result.
    #[param(inline)]
    pub result: ResultFilter,
    /// A position that the game must reach, as moves; symmetric positions count as the same.
    pub moves: String,
    /// The size of that position; 15 by default.
    #[param(minimum = 5, maximum = 22)]
    pub size: Option<u8>,
    /// The rule of that position; `freestyle` by default.
    #[param(inline)]
    pub rule: Option<RuleName>,
    /// How many games to skip; a response lists at most 100.
    pub offset: usize,
}

/// A result to search for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ResultFilter {
    /// Any result.
    #[default]
    #[serde(rename = "")]
    Any,
    /// Black won.
    Black,
    /// White won.
    White,
    /// Nobody won.
    Draw,
}

impl ResultFilter {
    /// Does a game with this winner pass?
    pub fn accepts(self, winner: Option<Color>) -> bool {
        match self {
            ResultFilter::Any => true,
            ResultFilter::Black => winner == Some(Color::Black),
            ResultFilter::White => winner == Some(Color::White),
            ResultFilter::Draw => winner.is_none(),
        }
    }
}

impl GameQuery {
    /// The position to search for, if any.
    ///
    /// # Errors
    /// When a move is not legal.
    pub fn board(&self) -> Result<Option<Board>, RequestError> {
        if self.moves.is_empty() {
            return Ok(None);
        }
        read_board(&self.moves, self.size, self.rule).map(Some)
    }
}

/// Stored games.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct GameList {
    /// Games that match the query.
    pub total: usize,
    /// All stored games.
    pub library_size: usize,
    /// The games, the newest first.
    pub games: Vec<GameInfo>,
}

/// A stored game.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct GameInfo {
    /// The match it belongs to.
    pub match_id: i64,
    /// Its number in the match, counted from 0.
    pub number: u64,
    /// The name of black's player.
    pub black: String,
    /// The name of white's player.
    pub white: String,
    /// The winner, or null for a draw.
    #[schema(required = true)]
    pub winner: Option<Side>,
    /// How it ended, such as `five` or `resignation`.
    pub reason: String,
    /// Points on a side.
    pub size: u8,
    /// The rule.
    pub rule: RuleName,
    /// Stones at the end.
    pub stones: usize,
    /// When it started, in Unix seconds.
    pub started: u64,
}

/// A position whose continuations are counted.
#[derive(Clone, Debug, Default, Serialize, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default, deny_unknown_fields)]
pub struct ExploreQuery {
    /// The position as moves, such as `h8i9`.
    pub moves: String,
    /// Points on a side; 15 by default.
    #[param(minimum = 5, maximum = 22)]
    pub size: Option<u8>,
    /// `freestyle` by default.
    #[param(inline)]
    pub rule: Option<RuleName>,
}

impl ExploreQuery {
    /// The position.
    ///
    /// # Errors
    /// When a move is not legal.
    pub fn board(&self) -> Result<Board, RequestError> {
        read_board(&self.moves, self.size, self.rule)
    }
}

/// Reads the moves of a query, in which passes are left out.
fn read_board(text: &str, size: Option<u8>, rule: Option<RuleName>) -> Result<Board, RequestError> {
    let moves = notation::parse_moves(text, read_size(size)?, RowOrigin::Bottom)
        .map_err(RequestError::new)?;
    let moves: Vec<Point> = moves.into_iter().flatten().collect();
    board_after(size, rule, &moves)
}

/// Results of the stored games that reach a position.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct PositionStats {
    /// Games.
    pub games: u64,
    /// Games won by black.
    pub black_wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games won by white.
    pub white_wins: u64,
    /// The moves played next, the most frequent first. Symmetric moves count as one.
    pub moves: Vec<MoveStats>,
}

/// Results of the stored games that continue with a move.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct MoveStats {
    /// The move.
    #[serde(rename = "move")]
    pub point: String,
    /// Games.
    pub games: u64,
    /// Games won by black.
    pub black_wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games won by white.
    pub white_wins: u64,
}

/// Saves a finished game that was played on the page.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SaveGameRequest {
    /// Points on a side; 15 by default.
    #[serde(default)]
    #[schema(minimum = 5, maximum = 22)]
    pub size: Option<u8>,
    /// `freestyle` by default.
    #[serde(default)]
    pub rule: Option<RuleName>,
    /// All moves, such as `h8i9`, without passes.
    pub moves: String,
    /// Black's player: `Human` or a spec string.
    #[schema(min_length = 1, max_length = 200)]
    pub black: String,
    /// White's player.
    #[schema(min_length = 1, max_length = 200)]
    pub white: String,
    /// How the game ended, where the board does not show it.
    #[serde(default)]
    pub ending: Option<EndingRequest>,
}

/// An end that the board does not show.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EndingRequest {
    /// The winner.
    pub winner: Side,
    /// Why the other side lost.
    pub reason: GameEnding,
}

/// Why a side lost before the board decided the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum GameEnding {
    /// It resigned.
    Resignation,
    /// It ran out of time.
    Time,
}

/// Bytes of a player's name.
const MAX_NAME: usize = 200;

impl SaveGameRequest {
    /// The final board.
    ///
    /// # Errors
    /// When a move is not legal or a pass.
    pub fn board(&self) -> Result<Board, RequestError> {
        let size = read_size(self.size)?;
        let moves = notation::parse_moves(&self.moves, size, RowOrigin::Bottom)
            .map_err(RequestError::new)?;
        let moves: Option<Vec<Point>> = moves.into_iter().collect();
        let moves = moves.ok_or_else(|| {
            RequestError("games in which a side passed cannot be stored".to_owned())
        })?;
        board_after(self.size, self.rule, &moves)
    }

    /// The names of the players.
    ///
    /// # Errors
    /// When a name is empty, too long or has control characters.
    pub fn names(&self) -> Result<ByColor<String>, RequestError> {
        for name in [&self.black, &self.white] {
            let is_name = !name.trim().is_empty()
                && name.len() <= MAX_NAME
                && !name.chars().any(char::is_control);
            if !is_name {
                let start: String = name.chars().take(40).collect();
                return Err(RequestError(format!("{start:?} is not a name")));
            }
        }
        Ok(ByColor {
            black: self.black.clone(),
            white: self.white.clone(),
        })
    }

    /// The result: that of the board, or the ending of the request.
    ///
    /// # Errors
    /// When the game is not over and the request has no ending.
    pub fn outcome(&self, board: &Board) -> Result<Outcome, RequestError> {
        let (winner, reason) = if let Some(winner) = board.any_winner() {
            (Some(winner), EndReason::Five)
        } else if board.is_full() {
            (None, EndReason::FullBoard)
        } else if board.legal_moves().is_empty() {
            (None, EndReason::NoLegalMove)
        } else if let Some(ending) = self.ending {
            let reason = match ending.reason {
                GameEnding::Resignation => EndReason::Resignation,
                GameEnding::Time => EndReason::Time,
            };
            (Some(ending.winner.into()), reason)
        } else {
            return Err(RequestError("the game is not over".to_owned()));
        };
        Ok(Outcome { winner, reason })
    }
}

/// Where a stored game is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct GameRef {
    /// The match it belongs to.
    pub match_id: i64,
    /// Its number in the match, counted from 0.
    pub number: u64,
}
