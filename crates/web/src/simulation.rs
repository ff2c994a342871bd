//! `POST /api/simulations`: the papers' "data testing". Two players with their parameters, a number of games, a report.
//!
//! The games go into the store, where the library finds them; a simulation that is started again with the same settings
//! goes on where it was stopped.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use arena::contest::distinct_names;
use arena::game::HouseRules;
use arena::openings::Book;
use arena::statistics::Sprt;
use arena::{Colors, Contest, Contestant, Report, Session, Store, TermsFile, verdict};
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
    black_limits: TermsFile,
    #[serde(default)]
    white_limits: TermsFile,
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
    fn contest(&self, shared: &Shared) -> Result<Contest, ApiError> {
        let (size, rule) = (read_size(self.size)?, read_rule(self.rule.as_deref())?);
        if self.games == 0 || self.games > MOST_GAMES {
            let refusal = format!("{} games: from 1 to {MOST_GAMES}", self.games);
            return Err(ApiError::Bad(refusal));
        }
        let specs = [&self.black, &self.white].map(|text| read_spec(shared, text));
        let [black, white] = specs;
        let specs = [black?, white?];
        let names = distinct_names(&specs);
        let mut contestants = Vec::new();
        let terms = [&self.black_limits, &self.white_limits];
        for ((spec, name), terms) in specs.into_iter().zip(names).zip(terms) {
            let terms = terms.terms().map_err(ApiError::bad)?;
            contestants.push(Contestant { name, spec, terms });
        }
        let [first, second] =
            <[Contestant; 2]>::try_from(contestants).expect("there are two players");
        let openings = self.openings.trim();
        let book = match openings {
            "" | "empty" => Book::Empty,
            text if text == "balanced" || text.starts_with("random:") => {
                Book::open(text, Path::new(""), size, rule, RowOrigin::Bottom)
                    .map_err(ApiError::bad)?
            }
            text => Book::read(text.as_bytes(), size, rule, RowOrigin::Bottom)
                .map_err(|error| ApiError::Bad(format!("openings: {error}")))?,
        };
        if let Book::Random(stones) = book
            && stones > size.area() / 4
        {
            return Err(ApiError::Bad(format!("{stones} stones are too many")));
        }
        let procedure: Procedure = match self.procedure.as_deref() {
            None => Procedure::Free,
            Some(name) => name.parse().map_err(ApiError::bad)?,
        };
        let contest = Contest {
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
            house: HouseRules::default(),
            seed: self.seed,
            ..Contest::of_two(first, second)
        };
        contest.check().map_err(ApiError::bad)?;
        Ok(contest)
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
    let contest = given.contest(&shared)?;
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
        job.tell(json!({ "total": contest.game_count(), "settings": given }));
        let mut store = Store::open(&store).map_err(|error| error.to_string())?;
        let report = play(job, &contest, &mut store, concurrency, sprt)?;
        simulation_report::write(&folder, &given.name, &contest, &report, &mut store)
            .map_err(|error| error.to_string())?;
        job.tell(json!({ "report": report_name, "boards": [] }));
        let is_whole = report.games.len() as u64 >= contest.game_count()
            || report
                .test
                .as_ref()
                .is_some_and(|test| test.decision().is_some());
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
    contest: &Contest,
    store: &mut Store,
    concurrency: usize,
    sprt: Option<Sprt>,
) -> Result<Report, String> {
    let boards = Boards {
        most: concurrency.min(MOST_BOARDS),
        shown: Mutex::default(),
    };
    let session = Session {
        store: Some(store),
        concurrency,
        sprt,
    };
    let listen = |report: &Report| {
        job.tell(json!({
            "done": report.games.len(),
            "message": verdict::progress_line(contest, report),
            "summary": verdict::match_json(contest, report),
        }));
    };
    let show = |number: u64, board: &Board| {
        if let Some(shown) = boards.show(contest, number, board) {
            job.tell(json!({ "boards": shown }));
        }
    };
    let report = session.run_shown(contest, &job.stop, &show, listen, |_| Ok(()));
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
    fn show(&self, contest: &Contest, number: u64, board: &Board) -> Option<Vec<Value>> {
        // Whoever plays does not wait for somebody else to be shown.
        let mut held = self.shown.try_lock().ok()?;
        let (boards, shown) = &mut *held;
        let is_new = !boards.contains_key(&number);
        if !is_new && shown.is_some_and(|shown| shown.elapsed() < PACE) {
            return None;
        }
        let fixture = contest.fixture(number);
        let names = fixture.seats.map(|seat| &contest.contestants[seat].name);
        let moves = notation::write_moves(
            board.history().iter().copied(),
            board.size(),
            RowOrigin::Bottom,
        );
        boards.insert(
            number,
            json!({ "number": number, "moves": moves, "size": contest.size.get(), "black": names[0], "white": names[1] }),
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
