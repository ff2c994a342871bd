//! Games in the store.

use std::time::Duration;

use gomoku::notation::{self, RowOrigin};
use gomoku::{ByColor, Color, EndReason, ForbiddenReason, Outcome, Point, Size};
use rusqlite::{ErrorCode, Row, params};

use super::{BadRow, MatchId, Store, StoreError, StoredMatch, check, plies, schema};
use crate::game::GameResult;
use crate::game_record::{GameRecord, Termination};

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
                let inserted = insert.execute(params![
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
                ]);
                inserted.map_err(|error| match error.sqlite_error_code() {
                    Some(ErrorCode::ConstraintViolation) => StoreError::Exists {
                        match_id,
                        number: game.number,
                    },
                    _ => error.into(),
                })?;
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
        if schema::is_empty(&self.connection)? {
            return Ok(0);
        }
        let query = "SELECT count(*) FROM games";
        Ok(self.connection.query_row(query, [], |row| row.get(0))?)
    }

    /// The number after the highest one of a match.
    ///
    /// # Errors
    /// If SQLite fails.
    pub fn next_number(&self, match_id: MatchId) -> Result<u64, StoreError> {
        let query = "SELECT coalesce(max(number), -1) FROM games WHERE match_id = ?1";
        let last: i64 = self
            .connection
            .query_row(query, [match_id.0], |row| row.get(0))?;
        Ok(u64::try_from(last.saturating_add(1)).unwrap_or(0))
    }

    /// One game.
    ///
    /// # Errors
    /// If SQLite fails or the row is bad.
    pub fn game(
        &self,
        stored_match: &StoredMatch,
        number: u64,
    ) -> Result<Option<GameRecord>, StoreError> {
        let query = "SELECT * FROM games WHERE match_id = ?1 AND number = ?2";
        let mut statement = self.connection.prepare(query)?;
        let number = i64::try_from(number).unwrap_or(-1);
        let mut rows = statement.query(params![stored_match.id.0, number])?;
        let game = rows.next()?.map(|row| read_game(row, stored_match));
        game.transpose().map_err(StoreError::BadRow)
    }

    /// Calls `on_game` for every game of a match, by number; for a bad row with what is wrong.
    ///
    /// # Errors
    /// If SQLite or `on_game` fails.
    pub fn for_each_game<E: From<StoreError>>(
        &self,
        stored_match: &StoredMatch,
        mut on_game: impl FnMut(Result<GameRecord, BadRow>) -> Result<(), E>,
    ) -> Result<(), E> {
        let query = "SELECT * FROM games WHERE match_id = ?1 ORDER BY number";
        let mut statement = self.connection.prepare(query).map_err(StoreError::from)?;
        let mut rows = statement
            .query([stored_match.id.0])
            .map_err(StoreError::from)?;
        while let Some(row) = rows.next().map_err(StoreError::from)? {
            on_game(read_game(row, stored_match))?;
        }
        Ok(())
    }

    /// All games of a match without search data, by number. Bad rows are passed to `on_bad` and left out.
    ///
    /// # Errors
    /// If SQLite fails.
    pub fn stored_games(
        &self,
        stored_match: &StoredMatch,
        mut on_bad: impl FnMut(BadRow),
    ) -> Result<Vec<StoredGame>, StoreError> {
        let mut statement = self.connection.prepare(
            "SELECT match_id, number, pair, opening_plies, black, white, winner, termination, moves, started
             FROM games WHERE match_id = ?1 ORDER BY number",
        )?;
        let mut rows = statement.query([stored_match.id.0])?;
        let mut games = Vec::new();
        while let Some(row) = rows.next()? {
            match check::game(row, stored_match) {
                Ok(game) => games.push(StoredGame {
                    match_id: stored_match.id,
                    number: game.number,
                    players: game.players,
                    winner: game.winner,
                    termination: game.termination,
                    moves: game.moves,
                    started: game.started,
                }),
                Err(problem) => on_bad(bad_game(row, problem)),
            }
        }
        Ok(games)
    }
}

/// Reads and checks all columns.
pub(super) fn read_game(row: &Row<'_>, stored_match: &StoredMatch) -> Result<GameRecord, BadRow> {
    read_columns(row, stored_match).map_err(|problem| bad_game(row, problem))
}

fn read_columns(row: &Row<'_>, stored_match: &StoredMatch) -> Result<GameRecord, String> {
    let game = check::game(row, stored_match)?;
    let detail: String = check::column(row, "detail")?;
    let plies: String = check::column(row, "plies")?;
    let plies = plies::read(&plies, stored_match.size())
        .ok_or_else(|| format!("plies: {} is no list of plies", check::quote(&plies)))?;
    // A move that lost, because it was late for instance, has a ply and no stone.
    let (stones, searches) = (game.moves.len() - game.opening_plies, plies.len());
    if searches > stones + 1 {
        return Err(format!("plies: {searches} searches for {stones} moves"));
    }
    Ok(GameRecord {
        number: game.number,
        pair: game.pair,
        opening: check::column(row, "opening")?,
        opening_plies: game.opening_plies,
        players: game.players,
        result: GameResult {
            moves: game.moves,
            plies,
            outcome: Outcome {
                winner: game.winner,
                reason: end_reason(game.termination, &detail),
            },
            detail,
        },
        started: game.started,
        duration: Duration::from_micros(check::column(row, "duration_us")?),
    })
}

pub(super) fn bad_game(row: &Row<'_>, problem: String) -> BadRow {
    let part = |name| row.get(name).unwrap_or(0_i64);
    BadRow {
        table: "games",
        key: format!("match_id {}, number {}", part("match_id"), part("number")),
        number: u64::try_from(part("number")).ok(),
        problem,
    }
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
