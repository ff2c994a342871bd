//! Games in the store.

use std::time::Duration;

use gomoku::notation::{self, RowOrigin};
use gomoku::{ByColor, Color, EndReason, ForbiddenReason, Outcome, Point, Size};
use rusqlite::{Row, params};

use super::{MatchId, Store, StoreError, plies};
use crate::game::GameResult;
use crate::game_record::{GameRecord, GameSummary, Termination};

/// A stored game without search data, which is most of what is stored.
#[derive(Clone, Debug)]
pub struct StoredGame {
    /// The match.
    pub match_id: MatchId,
    /// Game number.
    pub number: u64,
    /// Indices of the players.
    pub players: ByColor<usize>,
    /// Winner; `None` is a draw.
    pub winner: Option<Color>,
    /// How the game ended.
    pub termination: Termination,
    /// All stones.
    pub moves: Vec<Point>,
    /// Start time in seconds since 1970.
    pub started: u64,
}

impl Store {
    /// Inserts games in one transaction.
    ///
    /// # Errors
    /// If SQLite fails, or the match already has a game with one of these numbers.
    pub fn insert_games(
        &mut self,
        match_id: MatchId,
        size: Size,
        games: &[GameRecord],
    ) -> Result<(), StoreError> {
        let transaction = self.connection.transaction()?;
        {
            let mut insert = transaction.prepare_cached(
                "INSERT INTO games (match_id, number, pair, opening, opening_plies, black, white, winner,
                    termination, detail, moves, plies, started, duration_us)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
            )?;
            for game in games {
                let result = &game.result;
                let moves = result.moves.iter().map(|&point| Some(point));
                insert.execute(params![
                    match_id.0,
                    game.number,
                    game.pair,
                    game.opening,
                    game.opening_plies,
                    game.players.black,
                    game.players.white,
                    result.outcome.winner.map(|color| color.to_string()),
                    Termination::of(&result.outcome.reason).name(),
                    result.detail,
                    notation::write_moves(moves, size, RowOrigin::Bottom),
                    plies::write(&result.plies, size),
                    game.started,
                    u64::try_from(game.duration.as_micros()).unwrap_or(u64::MAX),
                ])?;
            }
        }
        transaction.commit()?;
        Ok(())
    }

    /// Number of games of all matches.
    ///
    /// # Errors
    /// If SQLite fails.
    pub fn game_count(&self) -> Result<u64, StoreError> {
        let query = "SELECT count(*) FROM games";
        Ok(self.connection.query_row(query, [], |row| row.get(0))?)
    }

    /// One game.
    ///
    /// # Errors
    /// If SQLite fails or the game is corrupt.
    pub fn game(
        &self,
        match_id: MatchId,
        number: u64,
        size: Size,
    ) -> Result<Option<GameRecord>, StoreError> {
        let query = "SELECT * FROM games WHERE match_id = ?1 AND number = ?2";
        let mut statement = self.connection.prepare(query)?;
        let mut rows = statement.query(params![match_id.0, number])?;
        rows.next()?.map(|row| read_game(row, size)).transpose()
    }

    /// Calls `on_game` for every game of a match, by number.
    ///
    /// # Errors
    /// If SQLite fails, a game is corrupt, or `on_game` fails.
    pub fn for_each_game<E: From<StoreError>>(
        &self,
        match_id: MatchId,
        size: Size,
        mut on_game: impl FnMut(GameRecord) -> Result<(), E>,
    ) -> Result<(), E> {
        let query = "SELECT * FROM games WHERE match_id = ?1 ORDER BY number";
        let mut statement = self.connection.prepare(query).map_err(StoreError::from)?;
        let mut rows = statement.query([match_id.0]).map_err(StoreError::from)?;
        while let Some(row) = rows.next().map_err(StoreError::from)? {
            on_game(read_game(row, size)?)?;
        }
        Ok(())
    }

    /// Summaries of all games of a match, by number.
    ///
    /// # Errors
    /// If SQLite fails or a game is corrupt.
    pub fn summaries(&self, match_id: MatchId, size: Size) -> Result<Vec<GameSummary>, StoreError> {
        let mut summaries = Vec::new();
        self.for_each_game(match_id, size, |game| {
            summaries.push(game.summary());
            Ok::<(), StoreError>(())
        })?;
        Ok(summaries)
    }

    /// All games of a match without search data, by number.
    ///
    /// # Errors
    /// If SQLite fails or a game is corrupt.
    pub fn stored_games(
        &self,
        match_id: MatchId,
        size: Size,
    ) -> Result<Vec<StoredGame>, StoreError> {
        let mut statement = self.connection.prepare(
            "SELECT number, black, white, winner, termination, moves, started FROM games
             WHERE match_id = ?1 ORDER BY number",
        )?;
        let mut rows = statement.query([match_id.0])?;
        let mut games = Vec::new();
        while let Some(row) = rows.next()? {
            let number = row.get("number")?;
            games.push(StoredGame {
                match_id,
                number,
                players: ByColor {
                    black: row.get("black")?,
                    white: row.get("white")?,
                },
                winner: read_winner(row, number)?,
                termination: read_termination(row, number)?,
                moves: read_moves(row, number, size)?,
                started: row.get("started")?,
            });
        }
        Ok(games)
    }
}

fn read_game(row: &Row<'_>, size: Size) -> Result<GameRecord, StoreError> {
    let number: u64 = row.get("number")?;
    let detail: String = row.get("detail")?;
    let plies: String = row.get("plies")?;
    let plies =
        plies::read(&plies, size).ok_or_else(|| corrupt(number, &plies, "a list of plies"))?;
    Ok(GameRecord {
        number,
        pair: row.get("pair")?,
        opening: row.get("opening")?,
        opening_plies: row.get("opening_plies")?,
        players: ByColor {
            black: row.get("black")?,
            white: row.get("white")?,
        },
        result: GameResult {
            moves: read_moves(row, number, size)?,
            plies,
            outcome: Outcome {
                winner: read_winner(row, number)?,
                reason: end_reason(read_termination(row, number)?, &detail),
            },
            detail,
        },
        started: row.get("started")?,
        duration: Duration::from_micros(row.get("duration_us")?),
    })
}

fn corrupt(number: u64, text: &str, expected: &'static str) -> StoreError {
    StoreError::Corrupt {
        number,
        text: text.chars().take(80).collect(),
        expected,
    }
}

fn read_winner(row: &Row<'_>, number: u64) -> Result<Option<Color>, StoreError> {
    let winner: Option<String> = row.get("winner")?;
    match winner.as_deref() {
        None => Ok(None),
        Some("black") => Ok(Some(Color::Black)),
        Some("white") => Ok(Some(Color::White)),
        Some(other) => Err(corrupt(number, other, "a color")),
    }
}

fn read_termination(row: &Row<'_>, number: u64) -> Result<Termination, StoreError> {
    let name: String = row.get("termination")?;
    Termination::from_name(&name).ok_or_else(|| corrupt(number, &name, "a termination"))
}

fn read_moves(row: &Row<'_>, number: u64, size: Size) -> Result<Vec<Point>, StoreError> {
    let moves: String = row.get("moves")?;
    let points = notation::parse_moves(&moves, size, RowOrigin::Bottom)
        .map_err(|_| corrupt(number, &moves, "a list of moves"))?;
    Ok(points.into_iter().flatten().collect())
}

/// The reason for the termination, with the stored detail.
fn end_reason(termination: Termination, detail: &str) -> EndReason {
    match termination {
        Termination::Five => EndReason::Five,
        Termination::Forbidden => {
            let reasons = [
                ForbiddenReason::Overline,
                ForbiddenReason::DoubleFour,
                ForbiddenReason::DoubleThree,
            ];
            let found = reasons
                .into_iter()
                .find(|reason| detail.contains(&reason.to_string()));
            EndReason::Forbidden(found.unwrap_or(ForbiddenReason::Overline))
        }
        Termination::Time => EndReason::Time,
        Termination::Memory => EndReason::Memory,
        Termination::Illegal => EndReason::Illegal(detail.to_owned()),
        Termination::Crash => EndReason::Crash(detail.to_owned()),
        Termination::Resignation => EndReason::Resignation,
        Termination::FullBoard => EndReason::FullBoard,
        Termination::MoveLimit => EndReason::MoveLimit,
        Termination::NoLegalMove => EndReason::NoLegalMove,
    }
}
