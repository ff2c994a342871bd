//! The game store: one SQLite file that holds every finished game of any number of contests.
//!
//! A game is written in one transaction when it has ended, so a store never holds half a game, whatever happens to the
//! process: the write-ahead log makes what is committed visible to the next reader even after `kill -9`. A contest is
//! found again by its identity, and its games by their numbers, so whoever opens the store again plays the rest.
//!
//! Besides games there are *trials*: results of experiments that are not games, as JSON under a name and a number.

mod plies;

use std::collections::HashSet;
use std::path::Path;
use std::time::Duration;

use gomoku::notation::{self, RowOrigin};
use gomoku::{ByColor, Color, EndReason, Outcome, Point, Rule, Size};
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde_json::{Value, json};

use crate::contest::Contest;
use crate::finished::{Finished, ReasonKind, Summary};
use crate::game::Played;

/// An open store.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
}

/// Which contest of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ContestId(pub i64);

/// Why a store cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// What SQLite says.
    #[error("the game store: {0}")]
    Sqlite(#[from] rusqlite::Error),
    /// The file is of a newer program.
    #[error("the game store has version {found}, and this program knows {known}")]
    Version {
        /// What is in the file.
        found: i64,
        /// What is known.
        known: i64,
    },
    /// A value in it cannot be read.
    #[error("game {number} of the store: {text:?} is not {expected}")]
    Damaged {
        /// The game.
        number: u64,
        /// What is there.
        text: String,
        /// What should be.
        expected: &'static str,
    },
}

const VERSION: i64 = 1;

/// The form of the identity of games outside contests.
const CASUAL_VERSION: u32 = 1;

const SCHEMA: &str = "
CREATE TABLE IF NOT EXISTS contests (
    id INTEGER PRIMARY KEY,
    identity TEXT NOT NULL UNIQUE,
    created TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE TABLE IF NOT EXISTS games (
    contest INTEGER NOT NULL REFERENCES contests(id),
    number INTEGER NOT NULL,
    pair INTEGER NOT NULL,
    opening INTEGER NOT NULL,
    opening_plies INTEGER NOT NULL,
    black INTEGER NOT NULL,
    white INTEGER NOT NULL,
    winner TEXT,
    reason TEXT NOT NULL,
    detail TEXT NOT NULL,
    moves TEXT NOT NULL,
    plies TEXT NOT NULL,
    started INTEGER NOT NULL,
    took_us INTEGER NOT NULL,
    PRIMARY KEY (contest, number)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS trials (
    name TEXT NOT NULL,
    number INTEGER NOT NULL,
    data TEXT NOT NULL,
    PRIMARY KEY (name, number)
) WITHOUT ROWID;
";

/// A contest as the store describes it.
#[derive(Clone, Debug)]
pub struct StoredContest {
    /// Its place in the store.
    pub id: ContestId,
    /// Its identity; see [`Contest::identity`].
    pub identity: Value,
    /// When it was first played.
    pub created: String,
    /// Games so far.
    pub games: u64,
}

impl StoredContest {
    /// The names of the contestants.
    pub fn names(&self) -> Vec<String> {
        let contestants = self.identity["contestants"].as_array();
        let name = |one: &Value| one["name"].as_str().unwrap_or("?").to_owned();
        contestants.map_or_else(Vec::new, |all| all.iter().map(name).collect())
    }

    /// Points on a side.
    pub fn size(&self) -> Size {
        let size = self.identity["size"].as_u64();
        size.and_then(|size| Size::new(u8::try_from(size).ok()?))
            .unwrap_or_default()
    }

    /// The rule.
    pub fn rule(&self) -> Rule {
        let name = self.identity["rule"].as_str().unwrap_or_default();
        name.parse().unwrap_or_default()
    }
}

/// A stored game without what the players thought.
#[derive(Clone, Debug)]
pub struct BareGame {
    /// Its contest.
    pub contest: ContestId,
    /// Its number there.
    pub number: u64,
    /// The contestants.
    pub players: ByColor<usize>,
    /// Who won.
    pub winner: Option<Color>,
    /// Why.
    pub kind: ReasonKind,
    /// Every stone.
    pub moves: Vec<Point>,
    /// When it began, in seconds since 1970.
    pub started: u64,
}

impl Store {
    /// Opens a file, or makes it.
    ///
    /// # Errors
    /// When the file cannot be used.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        Store::with(Connection::open(path)?)
    }

    /// A store that is gone with the process.
    ///
    /// # Errors
    /// When there is no memory for it.
    pub fn in_memory() -> Result<Store, StoreError> {
        Store::with(Connection::open_in_memory()?)
    }

    fn with(connection: Connection) -> Result<Store, StoreError> {
        connection.busy_timeout(Duration::from_secs(10))?;
        // A mode that answers with a row; in memory the answer is another one, and that is well.
        connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?;
        // A killed process loses nothing; only a power failure may lose the last games, and never half a one.
        connection.execute_batch("PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;")?;
        let found: i64 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
        if found > VERSION {
            let known = VERSION;
            return Err(StoreError::Version { found, known });
        }
        connection.execute_batch(SCHEMA)?;
        connection.pragma_update(None, "user_version", VERSION)?;
        Ok(Store { connection })
    }

    /// The contest, found by its identity or entered.
    ///
    /// # Errors
    /// When the file cannot be used.
    pub fn contest(&mut self, contest: &Contest) -> Result<ContestId, StoreError> {
        self.enter(&contest.identity())
    }

    /// The games of two seats outside all contests, a person's for instance: found by names, size and rule, or entered.
    ///
    /// # Errors
    /// When the file cannot be used.
    pub fn casual(
        &mut self,
        names: &ByColor<String>,
        size: Size,
        rule: Rule,
    ) -> Result<ContestId, StoreError> {
        let identity = json!({
            "version": CASUAL_VERSION,
            "casual": true,
            "contestants": [{ "name": names.black }, { "name": names.white }],
            "size": size.get(),
            "rule": rule.name(),
        });
        self.enter(&identity.to_string())
    }

    fn enter(&mut self, identity: &str) -> Result<ContestId, StoreError> {
        self.connection.execute(
            "INSERT OR IGNORE INTO contests (identity) VALUES (?1)",
            [identity],
        )?;
        let find = "SELECT id FROM contests WHERE identity = ?1";
        let id = self
            .connection
            .query_row(find, [identity], |row| row.get(0))?;
        Ok(ContestId(id))
    }

    /// Every contest.
    ///
    /// # Errors
    /// When the file cannot be used.
    pub fn contests(&self) -> Result<Vec<StoredContest>, StoreError> {
        let mut statement = self.connection.prepare(
            "SELECT id, identity, created, (SELECT count(*) FROM games WHERE contest = id)
             FROM contests ORDER BY id",
        )?;
        let rows = statement.query_map([], |row| {
            let identity: String = row.get(1)?;
            Ok(StoredContest {
                id: ContestId(row.get(0)?),
                identity: serde_json::from_str(&identity).unwrap_or_default(),
                created: row.get(2)?,
                games: row.get(3)?,
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Keeps finished games, all or none of them.
    ///
    /// # Errors
    /// When they cannot be written, or one of them is there already.
    pub fn add(
        &mut self,
        contest: ContestId,
        size: Size,
        games: &[Finished],
    ) -> Result<(), StoreError> {
        let transaction = self.connection.transaction()?;
        {
            let mut insert = transaction.prepare_cached(
                "INSERT INTO games (contest, number, pair, opening, opening_plies, black, white, winner, reason,
                    detail, moves, plies, started, took_us)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
            )?;
            for game in games {
                let played = &game.played;
                let moves = played.moves.iter().map(|&point| Some(point));
                insert.execute(params![
                    contest.0,
                    game.number,
                    game.pair,
                    game.opening,
                    game.opening_plies,
                    game.players.black,
                    game.players.white,
                    played.outcome.winner.map(|color| color.to_string()),
                    ReasonKind::of(&played.outcome.reason).name(),
                    played.detail,
                    notation::write_moves(moves, size, RowOrigin::Bottom),
                    plies::write(&played.plies, size),
                    game.started,
                    u64::try_from(game.took.as_micros()).unwrap_or(u64::MAX),
                ])?;
            }
        }
        transaction.commit()?;
        Ok(())
    }

    /// The numbers of the games that are there.
    ///
    /// # Errors
    /// When the file cannot be used.
    pub fn numbers(&self, contest: ContestId) -> Result<HashSet<u64>, StoreError> {
        let mut statement = self
            .connection
            .prepare("SELECT number FROM games WHERE contest = ?1")?;
        let rows = statement.query_map([contest.0], |row| row.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Hands over every game of a contest in the order of their numbers.
    ///
    /// # Errors
    /// When the file cannot be used, or what `take` says.
    pub fn for_each_game<E: From<StoreError>>(
        &self,
        contest: ContestId,
        size: Size,
        mut take: impl FnMut(Finished) -> Result<(), E>,
    ) -> Result<(), E> {
        let query = "SELECT * FROM games WHERE contest = ?1 ORDER BY number";
        let mut statement = self.connection.prepare(query).map_err(StoreError::from)?;
        let mut rows = statement.query([contest.0]).map_err(StoreError::from)?;
        while let Some(row) = rows.next().map_err(StoreError::from)? {
            take(read_game(row, size)?)?;
        }
        Ok(())
    }

    /// Every game of a contest in short.
    ///
    /// # Errors
    /// When the file cannot be used.
    pub fn summaries(&self, contest: ContestId, size: Size) -> Result<Vec<Summary>, StoreError> {
        let mut summaries = Vec::new();
        self.for_each_game(contest, size, |game| {
            summaries.push(game.summary());
            Ok::<(), StoreError>(())
        })?;
        Ok(summaries)
    }

    /// How many games there are in all contests.
    ///
    /// # Errors
    /// When the file cannot be used.
    pub fn game_count(&self) -> Result<u64, StoreError> {
        let count = "SELECT count(*) FROM games";
        Ok(self.connection.query_row(count, [], |row| row.get(0))?)
    }

    /// The games of a contest without their thoughts, which are most of what is stored.
    ///
    /// # Errors
    /// When the file cannot be used.
    pub fn bare_games(&self, contest: ContestId, size: Size) -> Result<Vec<BareGame>, StoreError> {
        let mut statement = self.connection.prepare(
            "SELECT number, black, white, winner, reason, moves, started FROM games
             WHERE contest = ?1 ORDER BY number",
        )?;
        let mut rows = statement.query([contest.0])?;
        let mut games = Vec::new();
        while let Some(row) = rows.next()? {
            let number = row.get("number")?;
            games.push(BareGame {
                contest,
                number,
                players: ByColor {
                    black: row.get("black")?,
                    white: row.get("white")?,
                },
                winner: read_winner(row, number)?,
                kind: read_kind(row, number)?,
                moves: read_moves(row, number, size)?,
                started: row.get("started")?,
            });
        }
        Ok(games)
    }

    /// One game with everything.
    ///
    /// # Errors
    /// When the file cannot be used.
    pub fn game(
        &self,
        contest: ContestId,
        number: u64,
        size: Size,
    ) -> Result<Option<Finished>, StoreError> {
        let query = "SELECT * FROM games WHERE contest = ?1 AND number = ?2";
        let mut statement = self.connection.prepare(query)?;
        let mut rows = statement.query(params![contest.0, number])?;
        rows.next()?.map(|row| read_game(row, size)).transpose()
    }

    /// Keeps a trial.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add_trial(&mut self, name: &str, number: u64, data: &Value) -> Result<(), StoreError> {
        self.connection.execute(
            "INSERT OR REPLACE INTO trials (name, number, data) VALUES (?1, ?2, ?3)",
            params![name, number, data.to_string()],
        )?;
        Ok(())
    }

    /// A trial, if it is there.
    ///
    /// # Errors
    /// When the file cannot be used.
    pub fn trial(&self, name: &str, number: u64) -> Result<Option<Value>, StoreError> {
        let data: Option<String> = self
            .connection
            .query_row(
                "SELECT data FROM trials WHERE name = ?1 AND number = ?2",
                params![name, number],
                |row| row.get(0),
            )
            .optional()?;
        Ok(data.and_then(|data| serde_json::from_str(&data).ok()))
    }
}

fn read_game(row: &Row<'_>, size: Size) -> Result<Finished, StoreError> {
    let number: u64 = row.get("number")?;
    let detail: String = row.get("detail")?;
    let text: String = row.get("plies")?;
    let plies =
        plies::read(&text, size).ok_or_else(|| damaged(number, &text, "a list of thoughts"))?;
    Ok(Finished {
        number,
        pair: row.get("pair")?,
        opening: row.get("opening")?,
        opening_plies: row.get("opening_plies")?,
        players: ByColor {
            black: row.get("black")?,
            white: row.get("white")?,
        },
        played: Played {
            moves: read_moves(row, number, size)?,
            plies,
            outcome: Outcome {
                winner: read_winner(row, number)?,
                reason: reason_of(read_kind(row, number)?, &detail),
            },
            detail,
        },
        started: row.get("started")?,
        took: Duration::from_micros(row.get("took_us")?),
    })
}

fn damaged(number: u64, text: &str, expected: &'static str) -> StoreError {
    StoreError::Damaged {
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
        Some(other) => Err(damaged(number, other, "a color")),
    }
}

fn read_kind(row: &Row<'_>, number: u64) -> Result<ReasonKind, StoreError> {
    let reason: String = row.get("reason")?;
    ReasonKind::from_name(&reason).ok_or_else(|| damaged(number, &reason, "a reason"))
}

fn read_moves(row: &Row<'_>, number: u64, size: Size) -> Result<Vec<Point>, StoreError> {
    let moves: String = row.get("moves")?;
    let points = notation::parse_moves(&moves, size, RowOrigin::Bottom)
        .map_err(|_| damaged(number, &moves, "a list of moves"))?;
    Ok(points.into_iter().flatten().collect())
}

/// A reason with the stored detail.
fn reason_of(kind: ReasonKind, detail: &str) -> EndReason {
    use gomoku::ForbiddenReason;
    match kind {
        ReasonKind::Five => EndReason::Five,
        ReasonKind::Forbidden => {
            let fouls = [
                ForbiddenReason::Overline,
                ForbiddenReason::DoubleFour,
                ForbiddenReason::DoubleThree,
            ];
            let named = fouls
                .into_iter()
                .find(|foul| detail.contains(&foul.to_string()));
            EndReason::Forbidden(named.unwrap_or(ForbiddenReason::Overline))
        }
        ReasonKind::Time => EndReason::Time,
        ReasonKind::Memory => EndReason::Memory,
        ReasonKind::Illegal => EndReason::Illegal(detail.to_owned()),
        ReasonKind::Crash => EndReason::Crash(detail.to_owned()),
        ReasonKind::Resignation => EndReason::Resignation,
        ReasonKind::FullBoard => EndReason::FullBoard,
        ReasonKind::MoveLimit => EndReason::MoveLimit,
        ReasonKind::NoLegalMove => EndReason::NoLegalMove,
    }
}
