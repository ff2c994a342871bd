//! `POST /api/simulations`: the papers' "data testing". Two players with their parameters, a number of games, a report.
//!
//! The games go into the store, where the library finds them; a simulation that is started again with the same settings
//! goes on where it was stopped.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use arena::game::Adjudication;
use arena::match_config::distinct_names;
use arena::openings::OpeningBook;
use arena::statistics::Sprt;
use arena::{
    Callbacks, Colors, LimitsEntry, MatchConfig, MatchReport, MatchRunner, PlayerConfig, Store,
    format,
};
use axum::extract::State;
use gomoku::notation::{self, RowOrigin};
use gomoku::{Board, Procedure};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::error::ApiError;
use crate::given::Given;
use crate::jobs::{End, Job};
use crate::position::{read_rule, read_size};
use crate::reports;
use crate::server::Shared;
use crate::simulation_report;
use crate::thinking::read_spec;

/// Games of one simulation.
const MOST_GAMES: u64 = 100_000;
/// Boards that a page is shown at once.
const MOST_BOARDS: usize = 4;
/// A board is shown anew no faster than this.
const PACE: Duration = Duration::from_millis(150);

/// What a page asks for.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SimulationGiven {
    /// The name of the report.
    pub(crate) name: String,
    black: String,
    white: String,
    #[serde(default)]
    black_limits: LimitsEntry,
    #[serde(default)]
    white_limits: LimitsEntry,
    games: u64,
    /// Exchange the colors after each game.
    #[serde(default = "yes")]
    swap_colors: bool,
    #[serde(default)]
    size: Option<u8>,
    #[serde(default)]
    rule: Option<String>,
    /// `empty`, `balanced`, `random:N`, or openings one on a line.
    #[serde(default)]
    openings: String,
    #[serde(default)]
    procedure: Option<String>,
    #[serde(default)]
    seed: u64,
    /// Games at once.
    #[serde(default)]
    concurrency: usize,
    /// Stop as soon as it is clear whether black's player is stronger by less than the first or more than the second
    /// number of Elo.
    #[serde(default)]
    sprt: Option<[f64; 2]>,
}

fn yes() -> bool {
    true
}

impl SimulationGiven {
    fn config(&self, shared: &Shared) -> Result<MatchConfig, ApiError> {
        let (size, rule) = (read_size(self.size)?, read_rule(self.rule.as_deref())?);
        if self.games == 0 || self.games > MOST_GAMES {
            let refusal = format!("{} games: from 1 to {MOST_GAMES}", self.games);
            return Err(ApiError::Bad(refusal));
        }
        let specs = [&self.black, &self.white].map(|text| read_spec(shared, text));
        let [black, white] = specs;
        let specs = [black?, white?];
        let names = distinct_names(&specs);
        let mut players = Vec::new();
        let limits = [&self.black_limits, &self.white_limits];
        for ((spec, name), limits) in specs.into_iter().zip(names).zip(limits) {
            let limits = limits.parse().map_err(ApiError::bad)?;
            players.push(PlayerConfig { name, spec, limits });
        }
        let [first, second] =
            <[PlayerConfig; 2]>::try_from(players).expect("there are two players");
        let openings = self.openings.trim();
        let book = match openings {
            "" | "empty" => OpeningBook::Empty,
            text if text == "balanced" || text.starts_with("random:") => {
                OpeningBook::open(text, Path::new(""), size, rule, RowOrigin::Bottom)
                    .map_err(ApiError::bad)?
            }
            text => OpeningBook::read(text.as_bytes(), size, rule, RowOrigin::Bottom)
                .map_err(|error| ApiError::Bad(format!("openings: {error}")))?,
        };
        if let OpeningBook::Random(stones) = book
            && stones > size.area() / 4
        {
            return Err(ApiError::Bad(format!("{stones} stones are too many")));
        }
        let procedure: Procedure = match self.procedure.as_deref() {
            None => Procedure::Free,
            Some(name) => name.parse().map_err(ApiError::bad)?,
        };
        let config = MatchConfig {
            games: self.games,
            colors: if self.swap_colors {
                Colors::Both
            } else {
                Colors::Fixed
            },
            size,
            rule,
            book,
            procedure,
            adjudication: Adjudication::default(),
            seed: self.seed,
            ..MatchConfig::new(first, second)
        };
        config.check().map_err(ApiError::bad)?;
        Ok(config)
    }

    fn sprt(&self) -> Result<Option<Sprt>, ApiError> {
        let Some([low, high]) = self.sprt else {
            return Ok(None);
        };
        if !self.swap_colors {
            return Err(ApiError::Bad(
                "the test needs games with both colors".to_owned(),
            ));
        }
        format!("{low},{high}")
            .parse()
            .map(Some)
            .map_err(ApiError::bad)
    }
}

/// `POST /api/simulations`
pub(crate) async fn begin(
    State(shared): State<Arc<Shared>>,
    Given(given): Given<SimulationGiven>,
) -> Result<axum::Json<Value>, ApiError> {
    let config = given.config(&shared)?;
    let sprt = given.sprt()?;
    let name = reports::folder_name(&given.name)?;
    let folder = shared.reports().join(&name);
    let store = shared.store();
    let cores = shared.limits.threads_per_search;
    let concurrency = if given.concurrency == 0 {
        cores
    } else {
        given.concurrency.min(cores)
    };
    let report_name = name.clone();
    let begun = shared.jobs.begin("simulation", &name, move |job| {
        std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        let definition = serde_json::to_string_pretty(&given).unwrap_or_default();
        std::fs::write(folder.join("simulation.json"), definition)
            .map_err(|error| error.to_string())?;
        job.tell(json!({ "total": config.game_count(), "settings": given }));
        let mut store = Store::open(&store).map_err(|error| error.to_string())?;
        let report = play(job, &config, &mut store, concurrency, sprt)?;
        simulation_report::write(&folder, &given.name, &config, &report, &mut store)
            .map_err(|error| error.to_string())?;
        job.tell(json!({ "report": report_name, "boards": [] }));
        let is_whole = report.games.len() as u64 >= config.game_count()
            || report
                .sprt
                .as_ref()
                .is_some_and(|sprt| sprt.decision().is_some());
        Ok(if is_whole {
            End::Finished
        } else {
            End::Stopped
        })
    })?;
    Ok(axum::Json(begun))
}

fn play(
    job: &Job,
    config: &MatchConfig,
    store: &mut Store,
    concurrency: usize,
    sprt: Option<Sprt>,
) -> Result<MatchReport, String> {
    let boards = Boards {
        most: concurrency.min(MOST_BOARDS),
        shown: Mutex::default(),
    };
    let runner = MatchRunner {
        store: Some(store),
        concurrency,
        sprt,
    };
    let mut on_progress = |report: &MatchReport| {
        job.tell(json!({
            "done": report.games.len(),
            "message": format::progress_line(config, report),
            "summary": format::match_json(config, report),
        }));
    };
    let on_position = |number: u64, board: &Board| {
        if let Some(shown) = boards.show(config, number, board) {
            job.tell(json!({ "boards": shown }));
        }
    };
    let callbacks = Callbacks {
        on_position: Some(&on_position),
        on_progress: Some(&mut on_progress),
        on_game: None,
    };
    let report = runner.run(config, &job.stop, callbacks);
    report.map_err(|error| error.to_string())
}

/// The boards of the games that are being played, as often as a person can look.
struct Boards {
    /// As many as are played at once; a game that begins takes the place of the oldest.
    most: usize,
    /// By number, and when they were shown last.
    shown: Mutex<(BTreeMap<u64, Value>, Option<Instant>)>,
}

impl Boards {
    /// All boards, when it is time to show them again.
    fn show(&self, config: &MatchConfig, number: u64, board: &Board) -> Option<Vec<Value>> {
        // Whoever plays does not wait for somebody else to be shown.
        let mut held = self.shown.try_lock().ok()?;
        let (boards, shown) = &mut *held;
        let is_new = !boards.contains_key(&number);
        if !is_new && shown.is_some_and(|shown| shown.elapsed() < PACE) {
            return None;
        }
        let scheduled_game = config.scheduled_game(number);
        let names = scheduled_game.seats.map(|seat| &config.players[seat].name);
        let moves = notation::write_moves(
            board.history().iter().copied(),
            board.size(),
            RowOrigin::Bottom,
        );
        boards.insert(
            number,
            json!({ "number": number, "moves": moves, "size": config.size.get(), "black": names[0], "white": names[1] }),
        );
        while boards.len() > self.most.max(1) {
            boards.pop_first();
        }
        if shown.is_some_and(|shown| shown.elapsed() < PACE) {
            return None;
        }
        *shown = Some(Instant::now());
        Some(boards.values().cloned().collect())
    }
}
