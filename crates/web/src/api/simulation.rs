//! `POST /api/simulations`: the papers' "data testing". Two players, a number of games, a report.
//!
//! The games go into the store, where the library finds them. A simulation that is started again with the same settings
//! continues where it was stopped.

use std::fs;
use std::path::{Path, PathBuf};

use arena::experiment;
use arena::game::Adjudication;
use arena::match_config::distinct_names;
use arena::openings::OpeningBook;
use arena::statistics::Sprt;
use arena::summary::match_summary;
use arena::{
    Callbacks, Colors, MatchConfig, MatchReport, MatchRunner, PlayerConfig, PlayerLimits, Store,
    format,
};
use axum::response::Response;
use gomoku::notation::RowOrigin;
use gomoku::{Board, Procedure, Rule, Size};
use wire::{ErrorResponse, GameLimits, JobKind, JobProgress, SimulationRequest};

use super::reports;
use crate::app::AppState;
use crate::caller::Caller;
use crate::error::{ApiError, BodyErrors, CommonErrors};
use crate::extract::Json;
use crate::jobs::{End, Job};
use crate::live_boards::LiveBoards;
use crate::simulation_report;

/// Games of one simulation.
const MAX_GAMES: u64 = 100_000;
/// Games whose boards are shown at once.
const MAX_BOARDS: usize = 4;

/// Starts a simulation, or continues it.
#[utoipa::path(post, path = "/api/simulations", request_body = SimulationRequest, responses(
    (status = 200, description = "The job.", body = JobProgress),
    (status = 409, description = "A job of this name is running already, or there are too many reports.", body = ErrorResponse),
    CommonErrors,
    BodyErrors,
))]
pub(super) async fn start(
    caller: Caller,
    Json(request): Json<SimulationRequest>,
) -> Result<Response, ApiError> {
    let start = |state: &AppState| start_job(request, state);
    caller.answer(|lanes| &lanes.storage, start).await
}

fn start_job(request: SimulationRequest, state: &AppState) -> Result<JobProgress, ApiError> {
    request.check()?;
    let config = read_config(&request, state)?;
    let sprt = read_sprt(&request)?;
    let name = reports::folder_name(&request.name)?;
    let simulation = Simulation {
        config,
        sprt,
        concurrency: concurrency(&request, state),
        folder: reports::new_folder(state, &name)?,
        store: state.store(),
        report: name.clone(),
        request,
    };
    state
        .jobs
        .start(JobKind::Simulation, &name, move |job| simulation.run(job))
}

/// Games at once.
fn concurrency(request: &SimulationRequest, state: &AppState) -> usize {
    match request.concurrency {
        0 => state.limits.threads_per_search,
        games => games.min(state.limits.threads_per_search),
    }
}

/// The limits of the request within those of the server. Games at once share the memory of one player.
fn read_limits(
    limits: &GameLimits,
    games: usize,
    state: &AppState,
) -> Result<PlayerLimits, ApiError> {
    let limits = PlayerLimits::try_from(limits).map_err(ApiError::bad_request)?;
    let threads = state.limits.threads_per_search;
    if limits.threads > threads {
        let text = format!(
            "threads: {} is more than this server's {threads}",
            limits.threads
        );
        return Err(ApiError::BadRequest(text));
    }
    let share = state.access.memory().map(|bytes| bytes / games as u64);
    if let (Some(memory), Some(share)) = (limits.memory, share)
        && memory > share
    {
        return Err(ApiError::BadRequest(format!(
            "memory: {} MB is more than the {} MB that this server gives a player in each of {games} games at once",
            memory >> 20,
            share >> 20
        )));
    }
    Ok(PlayerLimits {
        memory: limits.memory.or(share),
        ..limits
    })
}

fn read_config(request: &SimulationRequest, state: &AppState) -> Result<MatchConfig, ApiError> {
    let size = match request.size {
        None => Size::default(),
        Some(size) => Size::new(size)
            .ok_or_else(|| ApiError::BadRequest(format!("size {size} is not from 5 to 22")))?,
    };
    let rule = request.rule.map(Rule::from).unwrap_or_default();
    if request.games == 0 || request.games > MAX_GAMES {
        let text = format!("{} games: from 1 to {MAX_GAMES}", request.games);
        return Err(ApiError::BadRequest(text));
    }
    let specs = [
        state.read_spec(&request.black)?,
        state.read_spec(&request.white)?,
    ];
    let [first_name, second_name] =
        <[String; 2]>::try_from(distinct_names(&specs)).expect("one name for each spec");
    let [first, second] = specs;
    let player = |name: String, spec, limits: &GameLimits| {
        let limits = read_limits(limits, concurrency(request, state), state)?;
        Ok::<_, ApiError>(PlayerConfig { name, spec, limits })
    };
    let first = player(first_name, first, &request.black_limits)?;
    let second = player(second_name, second, &request.white_limits)?;
    let config = MatchConfig {
        games: request.games,
        colors: if request.swap_colors {
            Colors::Both
        } else {
            Colors::Fixed
        },
        size,
        rule,
        book: read_book(&request.openings, size, rule)?,
        procedure: request.procedure.map_or(Procedure::Free, Procedure::from),
        adjudication: Adjudication::default(),
        seed: request.seed,
        ..MatchConfig::new(first, second)
    };
    config.check().map_err(ApiError::bad_request)?;
    Ok(config)
}

fn read_book(openings: &str, size: Size, rule: Rule) -> Result<OpeningBook, ApiError> {
    let book = match openings.trim() {
        "" | "empty" => OpeningBook::Empty,
        text if text == "balanced" || text.starts_with("random:") => {
            OpeningBook::open(text, Path::new(""), size, rule, RowOrigin::Bottom)
                .map_err(ApiError::bad_request)?
        }
        text => OpeningBook::read(text.as_bytes(), size, rule, RowOrigin::Bottom)
            .map_err(|error| ApiError::BadRequest(format!("openings: {error}")))?,
    };
    match book {
        OpeningBook::Random(stones) if stones > size.area() / 4 => Err(ApiError::BadRequest(
            format!("{stones} random stones are too many"),
        )),
        book => Ok(book),
    }
}

fn read_sprt(request: &SimulationRequest) -> Result<Option<Sprt>, ApiError> {
    let Some([elo0, elo1]) = request.sprt else {
        return Ok(None);
    };
    if !request.swap_colors {
        let text = "the SPRT needs games with both colors";
        return Err(ApiError::BadRequest(text.to_owned()));
    }
    let sprt = format!("{elo0},{elo1}").parse();
    sprt.map(Some).map_err(ApiError::bad_request)
}

/// A simulation with everything it needs.
struct Simulation {
    request: SimulationRequest,
    config: MatchConfig,
    sprt: Option<Sprt>,
    concurrency: usize,
    folder: PathBuf,
    store: PathBuf,
    report: String,
}

impl Simulation {
    fn run(self, job: &Job) -> Result<End, String> {
        let text = |error: &dyn std::error::Error| error.to_string();
        self.keep_other_report().map_err(|error| text(&error))?;
        fs::create_dir_all(&self.folder).map_err(|error| text(&error))?;
        let settings = serde_json::to_string_pretty(&self.request).unwrap_or_default();
        fs::write(self.folder.join("simulation.json"), settings).map_err(|error| text(&error))?;
        job.update(|progress| {
            progress.total = Some(self.config.game_count());
            progress.settings = Some(self.request.clone());
        });
        let mut store = Store::open(&self.store).map_err(|error| text(&error))?;
        let report = self.play(job, &mut store)?;
        let title = &self.request.name;
        simulation_report::write(&self.folder, title, &self.config, &report, &mut store)
            .map_err(|error| text(&error))?;
        job.update(|progress| {
            progress.report = Some(self.report);
            progress.boards = Some(Vec::new());
        });
        let sprt = report.sprt.as_ref();
        let games = report.games.len() + report.damaged.len();
        let is_complete = games as u64 >= self.config.game_count()
            || sprt.is_some_and(|sprt| sprt.decision().is_some());
        Ok(if is_complete {
            End::Finished
        } else {
            End::Stopped
        })
    }

    /// Keeps the report of other settings, or of more games, under a number.
    fn keep_other_report(&self) -> std::io::Result<()> {
        let stored: Option<SimulationRequest> =
            reports::read_json(&self.folder.join("simulation.json"));
        let Some(stored) = stored else {
            return Ok(());
        };
        let comparable = |request: &SimulationRequest| {
            let request = SimulationRequest {
                games: 0,
                concurrency: 0,
                ..request.clone()
            };
            serde_json::to_value(request).unwrap_or_default()
        };
        let is_same = comparable(&stored) == comparable(&self.request);
        if !is_same || stored.games > self.request.games {
            experiment::keep_folder(&self.folder)?;
        }
        Ok(())
    }

    fn play(&self, job: &Job, store: &mut Store) -> Result<MatchReport, String> {
        let boards = LiveBoards::new(self.concurrency.min(MAX_BOARDS));
        let runner = MatchRunner {
            store: Some(store),
            concurrency: self.concurrency,
            sprt: self.sprt,
        };
        let mut on_progress = |report: &MatchReport| {
            job.update(|progress| {
                progress.done = report.games.len() as u64;
                progress.message = format::progress_line(&self.config, report);
                progress.summary = Some(match_summary(&self.config, report));
            });
        };
        let on_position = |number: u64, board: &Board| {
            if let Some(boards) = boards.update(&self.config, number, board) {
                job.update(|progress| progress.boards = Some(boards));
            }
        };
        let callbacks = Callbacks {
            on_position: Some(&on_position),
            on_progress: Some(&mut on_progress),
            on_game: None,
        };
        let report = runner.run(&self.config, &job.stop, callbacks);
        report.map_err(|error| error.to_string())
    }
}
