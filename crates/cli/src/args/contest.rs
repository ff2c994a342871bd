//! What can be typed for the commands of the arena.

use std::path::PathBuf;
use std::time::Duration;

use arena::duration;
use arena::statistics::{Sprt, SprtModel};
use arena::{Terms, TermsFile};
use clap::{Subcommand, ValueEnum};
use gomoku::{Procedure, Rule, Size};
use players::Spec;

use super::{LimitArgs, Rows};

#[derive(Debug, clap::Args)]
pub(crate) struct MatchArgs {
    /// The player whose wins are counted: name or name:key=value,key=value; see `tengen players`.
    #[arg(value_name = "A")]
    pub(crate) first: Spec,
    /// The other one.
    #[arg(value_name = "B")]
    pub(crate) second: Spec,
    /// How many games; each opening is played with both colors.
    #[arg(long, default_value_t = 100)]
    pub(crate) games: u64,
    #[command(flatten)]
    pub(crate) start: StartArgs,
    #[command(flatten)]
    pub(crate) limits: ContestLimitArgs,
    #[command(flatten)]
    pub(crate) own_limits: OwnLimitArgs,
    /// How many games at once; one for each core when it is left out.
    #[arg(long, value_name = "N")]
    pub(crate) concurrency: Option<usize>,
    /// Where all random numbers begin; the same seed gives the same games.
    #[arg(long, default_value_t = 0)]
    pub(crate) seed: u64,
    /// Stop as soon as it is decided whether the difference in Elo is elo0 or elo1.
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub(crate) sprt: Option<Sprt>,
    /// The unit of these two.
    #[arg(long, value_enum, default_value = "normalized")]
    pub(crate) sprt_model: ModelName,
    /// The probability of either error of the test.
    #[arg(long, default_value_t = 0.05, value_name = "P")]
    pub(crate) sprt_error: f64,
    /// Write a record of each game, games.pgn, games.csv and summary.json into this folder.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Keep the games in this SQLite file; the same match again goes on from there.
    #[arg(long, value_name = "FILE")]
    pub(crate) store: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Where and how games begin and end.
#[derive(Debug, clap::Args)]
pub(crate) struct StartArgs {
    /// freestyle, standard, renju, caro or caro-exact.
    #[arg(long, default_value = "freestyle")]
    pub(crate) rule: Rule,
    /// Points on a side, 5 to 22.
    #[arg(long, default_value = "15")]
    pub(crate) size: Size,
    /// A file of openings (offsets or moves), `balanced` for the program's own, `empty`, or `random:N` for N stones
    /// drawn by lot.
    #[arg(long, value_name = "FILE", default_value = "empty")]
    pub(crate) openings: String,
    /// Where row 1 is in openings written as moves.
    #[arg(long, value_enum, default_value = "bottom")]
    pub(crate) opening_rows: Rows,
    /// Do not turn and mirror openings when they come again.
    #[arg(long)]
    pub(crate) no_symmetries: bool,
    /// Play the openings in an order that the seed decides.
    #[arg(long)]
    pub(crate) shuffle: bool,
    /// free, pro, long-pro, swap, swap2, rif, yamaguchi, soosorv-8 or taraguchi-10; anything but free does without
    /// openings.
    #[arg(long, default_value = "free")]
    pub(crate) opening_procedure: Procedure,
    /// Stones after which a game is a draw; the full board when it is left out.
    #[arg(long, value_name = "STONES")]
    pub(crate) move_limit: Option<usize>,
    /// How late an answer may be without losing.
    #[arg(long, value_name = "TIME", default_value = "50ms", value_parser = duration::parse)]
    pub(crate) margin: Duration,
}

/// Limits of both players.
#[derive(Debug, clap::Args)]
pub(crate) struct ContestLimitArgs {
    #[command(flatten)]
    pub(crate) search: LimitArgs,
    /// Time per player for the whole game.
    #[arg(long, value_name = "TIME", value_parser = duration::parse)]
    pub(crate) match_time: Option<Duration>,
    /// Time added to the match time after each move.
    #[arg(long, value_name = "TIME", value_parser = duration::parse)]
    pub(crate) increment: Option<Duration>,
    /// Memory per player in megabytes; enforced on external programs.
    #[arg(long, value_name = "MB")]
    pub(crate) memory: Option<u64>,
}

impl ContestLimitArgs {
    pub(crate) fn terms(&self) -> Terms {
        Terms {
            time: gomoku::TimeControl {
                turn_time: self.search.time,
                game_time: self.match_time,
                increment: self.increment.unwrap_or_default(),
            },
            nodes: self.search.nodes,
            iterations: self.search.iterations,
            depth: self.search.depth,
            // Games run in parallel, so one thread for each player is the fair default.
            threads: self.search.threads.unwrap_or(1),
            memory: self.memory.map(|megabytes| megabytes << 20),
        }
    }
}

/// What only one of the two may use, such as `time=1s,depth=4`.
#[derive(Debug, clap::Args)]
pub(crate) struct OwnLimitArgs {
    /// Limits of A alone: time=1s,match-time=2m,increment=1s,nodes=N,iterations=N,depth=N,threads=N,memory=MB.
    #[arg(long, value_name = "LIMITS", value_parser = parse_limits)]
    pub(crate) limits_a: Option<TermsFile>,
    /// Limits of B alone.
    #[arg(long, value_name = "LIMITS", value_parser = parse_limits)]
    pub(crate) limits_b: Option<TermsFile>,
}

fn parse_limits(text: &str) -> Result<TermsFile, String> {
    let mut limits = TermsFile::default();
    for part in text.split(',') {
        let (key, value) = part
            .split_once('=')
            .ok_or_else(|| format!("{part:?} is not key=value"))?;
        let value = value.trim();
        let number = || {
            value
                .parse::<u64>()
                .map_err(|_| format!("{value:?} is not a number"))
        };
        match key.trim().replace('_', "-").as_str() {
            "time" => limits.time = Some(value.to_owned()),
            "match-time" => limits.match_time = Some(value.to_owned()),
            "increment" => limits.increment = Some(value.to_owned()),
            "nodes" => limits.nodes = Some(number()?),
            "iterations" => limits.iterations = Some(number()?),
            "depth" => {
                limits.depth = Some(u32::try_from(number()?).map_err(|error| error.to_string())?);
            }
            "threads" => limits.threads = Some(number()? as usize),
            "memory" => limits.memory = Some(number()?),
            other => return Err(format!("{other:?} is not a limit")),
        }
    }
    limits.terms()?;
    Ok(limits)
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum ModelName {
    /// Elo in units of the noise.
    Normalized,
    /// The usual Elo.
    Logistic,
}

impl From<ModelName> for SprtModel {
    fn from(name: ModelName) -> SprtModel {
        match name {
            ModelName::Normalized => SprtModel::Normalized,
            ModelName::Logistic => SprtModel::Logistic,
        }
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct TournamentArgs {
    /// What to play; the same file again goes on where it was stopped.
    #[arg(value_name = "FILE.toml")]
    pub(crate) file: PathBuf,
    /// How many games at once; what the file says, or one for each core.
    #[arg(long, value_name = "N")]
    pub(crate) concurrency: Option<usize>,
    /// Write records, games.pgn, games.csv and summary.json into this folder.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum OpeningsCommand {
    /// Look for balanced openings.
    Generate(GenerateArgs),
}

#[derive(Debug, clap::Args)]
pub(crate) struct GenerateArgs {
    /// Where to write them; `-` writes to standard output.
    #[arg(default_value = "-")]
    pub(crate) output: PathBuf,
    /// Who judges; the stronger, the better.
    #[arg(long, value_name = "SPEC", default_value = players::DEFAULT_PLAYER)]
    pub(crate) player: Spec,
    /// How many.
    #[arg(long, default_value_t = 200)]
    pub(crate) count: usize,
    /// Stones of each.
    #[arg(long, default_value_t = 5)]
    pub(crate) stones: usize,
    /// A file of openings, or `balanced` for the program's own, to look at instead of drawing stones by lot.
    #[arg(long, value_name = "OPENINGS", conflicts_with = "stones")]
    pub(crate) from: Option<String>,
    /// freestyle, standard, renju, caro or caro-exact.
    #[arg(long, default_value = "freestyle")]
    pub(crate) rule: Rule,
    /// Points on a side, 5 to 22.
    #[arg(long, default_value = "15")]
    pub(crate) size: Size,
    /// How far from one half the judge's win rate may lie.
    #[arg(long, default_value_t = 0.1)]
    pub(crate) tolerance: f64,
    /// How many times as long the last look is; 0 for none.
    #[arg(long, default_value_t = 4)]
    pub(crate) recheck: u32,
    /// Games that the judge plays against itself from each; neither color may take more than three quarters of the points.
    #[arg(long, default_value_t = 0)]
    pub(crate) games: u32,
    #[command(flatten)]
    pub(crate) limits: ContestLimitArgs,
    /// Write moves such as h8i9g7 instead of offsets from the center.
    #[arg(long)]
    pub(crate) moves: bool,
    /// How many to look at at once; one for each core when it is left out.
    #[arg(long, value_name = "N")]
    pub(crate) concurrency: Option<usize>,
    /// Where the random numbers begin.
    #[arg(long, default_value_t = 0)]
    pub(crate) seed: u64,
}

#[derive(Debug, Subcommand)]
pub(crate) enum GamesCommand {
    /// List the contests of a store.
    List {
        /// The SQLite file.
        store: PathBuf,
    },
    /// Write the games of a store for other programs.
    Export(ExportArgs),
}

#[derive(Debug, clap::Args)]
pub(crate) struct ExportArgs {
    /// The SQLite file.
    pub(crate) store: PathBuf,
    /// A file .pgn, .csv, .sgf, or a folder for one file for each game.
    pub(crate) output: PathBuf,
    /// The format; otherwise what the output's name says.
    #[arg(long, value_enum)]
    pub(crate) to: Option<ExportFormat>,
    /// Only this contest; see `tengen games list`.
    #[arg(long, value_name = "ID")]
    pub(crate) contest: Option<i64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportFormat {
    /// For rating tools.
    Pgn,
    /// One line for each game.
    Csv,
    /// Smart game format.
    Sgf,
    /// Piskvork, one file for each game.
    Psq,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ExperimentCommand {
    /// List every experiment.
    List,
    /// Run an experiment, or go on with it.
    Run(ExperimentArgs),
}

#[derive(Debug, clap::Args)]
pub(crate) struct ExperimentArgs {
    /// A name from the list, or a TOML file.
    pub(crate) name: String,
    /// A few games instead of many, to see that it works.
    #[arg(long)]
    pub(crate) quick: bool,
    /// Where to write; the results go into DIR/NAME.
    #[arg(long, value_name = "DIR", default_value = "results")]
    pub(crate) out: PathBuf,
    /// How many games at once; one for each core when it is left out.
    #[arg(long, value_name = "N")]
    pub(crate) concurrency: Option<usize>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct EloArgs {
    /// Wins, draws and losses, or the five counts of pairs with 0, ½, 1, 1½ and 2 points.
    #[arg(value_name = "COUNT", num_args = 3..=5)]
    pub(crate) counts: Vec<u64>,
    /// Also the log-likelihood ratio of these two hypotheses; needs pairs.
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub(crate) sprt: Option<Sprt>,
    /// The unit of these two.
    #[arg(long, value_enum, default_value = "normalized")]
    pub(crate) sprt_model: ModelName,
}
