//! Arguments of the commands that play and evaluate games.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use arena::PlayerLimits;
use arena::duration;
use arena::statistics::{Sprt, SprtModel};
use clap::{Subcommand, ValueEnum};
use gomoku::{Procedure, Rule, Size};
use players::Spec;
use wire::GameLimits;

use super::{LimitArgs, Rows, range, read_spec};

#[derive(Debug, clap::Args)]
pub(crate) struct MatchArgs {
    /// First player, whose wins are counted: name or name:key=value,key=value; see `tengen players`.
    #[arg(value_name = "A", value_parser = read_spec)]
    pub(crate) first: Spec,
    /// Second player.
    #[arg(value_name = "B", value_parser = read_spec)]
    pub(crate) second: Spec,
    /// Number of games; each opening is played with both colors.
    #[arg(long, default_value_t = 100, value_parser = range::within::<u64>(range::COUNT))]
    pub(crate) games: u64,
    #[command(flatten)]
    pub(crate) start: StartArgs,
    #[command(flatten)]
    pub(crate) limits: PlayerLimitArgs,
    #[command(flatten)]
    pub(crate) own_limits: OwnLimitArgs,
    /// Games played in parallel [default: one per core].
    #[arg(long, value_name = "N", value_parser = range::within::<usize>(range::CONCURRENCY))]
    pub(crate) concurrency: Option<usize>,
    /// Random seed; without clocks, the same seed gives the same games.
    #[arg(long, default_value_t = 0)]
    pub(crate) seed: u64,
    /// Stop as soon as a sequential test decides between Elo differences of ELO0 and ELO1.
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub(crate) sprt: Option<Sprt>,
    /// Elo model of the test.
    #[arg(long, value_enum, default_value = "normalized")]
    pub(crate) sprt_model: ModelName,
    /// Error probability of the test, alpha and beta.
    #[arg(long, default_value_t = 0.05, value_name = "P", value_parser = range::error_probability)]
    pub(crate) sprt_error: f64,
    /// Write an SGF file per game, games.pgn, games.csv and summary.json into this folder.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Store the games in this SQLite file; running the same match again resumes it.
    #[arg(long, value_name = "FILE")]
    pub(crate) store: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Rule, board, openings and adjudication.
#[derive(Debug, clap::Args)]
pub(crate) struct StartArgs {
    /// freestyle, standard, renju, caro or caro-exact.
    #[arg(long, default_value = "freestyle")]
    pub(crate) rule: Rule,
    /// Board size, 5 to 22.
    #[arg(long, default_value = "15")]
    pub(crate) size: Size,
    /// File of openings (offsets or moves), `balanced` for the built-in set, `empty`, or `random:N` for N random
    /// stones.
    #[arg(long, value_name = "FILE", default_value = "empty")]
    pub(crate) openings: String,
    /// Where row 1 is in openings written as moves.
    #[arg(long, value_enum, default_value = "bottom")]
    pub(crate) opening_rows: Rows,
    /// Repeat openings unchanged instead of rotating and mirroring them.
    #[arg(long)]
    pub(crate) no_symmetries: bool,
    /// Shuffle the openings.
    #[arg(long)]
    pub(crate) shuffle: bool,
    /// free, pro, long-pro, swap, swap2, rif, yamaguchi, soosorv-8 or taraguchi-10; any but free ignores --openings.
    #[arg(long, default_value = "free")]
    pub(crate) opening_procedure: Procedure,
    /// Number of stones after which a game is a draw [default: full board].
    #[arg(long, value_name = "STONES", value_parser = range::within::<usize>(range::STONES))]
    pub(crate) move_limit: Option<usize>,
    /// How far a move may exceed its time without losing.
    #[arg(long, value_name = "TIME", default_value = "50ms", value_parser = duration::parse)]
    pub(crate) margin: Duration,
}

/// Limits of all players.
#[derive(Debug, clap::Args)]
pub(crate) struct PlayerLimitArgs {
    #[command(flatten)]
    pub(crate) search: LimitArgs,
    /// Time per player for the whole game.
    #[arg(long, value_name = "TIME", value_parser = duration::parse)]
    pub(crate) match_time: Option<Duration>,
    /// Time added to the match time after each move.
    #[arg(long, value_name = "TIME", value_parser = duration::parse)]
    pub(crate) increment: Option<Duration>,
    /// Memory per player in megabytes; enforced on external programs.
    #[arg(long, value_name = "MB", value_parser = range::within::<u64>(range::MEGABYTES))]
    pub(crate) memory: Option<u64>,
}

impl PlayerLimitArgs {
    pub(crate) fn player_limits(&self) -> PlayerLimits {
        PlayerLimits {
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
            memory: self
                .memory
                .map(|megabytes| megabytes.saturating_mul(1 << 20)),
        }
    }
}

/// Limits of one of the two players, such as `time=1s,depth=4`.
#[derive(Debug, clap::Args)]
pub(crate) struct OwnLimitArgs {
    /// Limits of A only: time=1s,match-time=2m,increment=1s,nodes=N,iterations=N,depth=N,threads=N,memory=MB.
    #[arg(long, value_name = "LIMITS", value_parser = parse_limits)]
    pub(crate) limits_a: Option<GameLimits>,
    /// Limits of B only.
    #[arg(long, value_name = "LIMITS", value_parser = parse_limits)]
    pub(crate) limits_b: Option<GameLimits>,
}

fn parse_limits(text: &str) -> Result<GameLimits, String> {
    let mut limits = GameLimits::default();
    for part in text.split(',') {
        let (key, value) = part
            .split_once('=')
            .ok_or_else(|| format!("expected key=value, found {part:?}"))?;
        let value = value.trim();
        let number = |range: RangeInclusive<u64>| {
            value
                .parse::<u64>()
                .ok()
                .filter(|number| range.contains(number))
                .ok_or_else(|| {
                    let (min, max) = (range.start(), range.end());
                    format!("expected a number from {min} to {max}, found {value:?}")
                })
        };
        match key.trim().replace('_', "-").as_str() {
            "time" => limits.time = Some(value.to_owned()),
            "match-time" => limits.match_time = Some(value.to_owned()),
            "increment" => limits.increment = Some(value.to_owned()),
            "nodes" => limits.nodes = Some(number(range::NODES)?),
            "iterations" => limits.iterations = Some(number(range::NODES)?),
            "depth" => {
                limits.depth = Some(number(range::DEPTH)? as u32);
            }
            "threads" => limits.threads = Some(number(range::THREADS)? as usize),
            "memory" => limits.memory = Some(number(range::MEGABYTES)?),
            other => return Err(format!("unknown limit {other:?}")),
        }
    }
    PlayerLimits::try_from(&limits)?;
    Ok(limits)
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum ModelName {
    /// Normalized Elo: the difference in standard deviations of a game.
    Normalized,
    /// Logistic Elo.
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
    /// Tournament file; running the same file again resumes it.
    #[arg(value_name = "FILE.toml")]
    pub(crate) file: PathBuf,
    /// Games played in parallel [default: as in the file, or one per core].
    #[arg(long, value_name = "N", value_parser = range::within::<usize>(range::CONCURRENCY))]
    pub(crate) concurrency: Option<usize>,
    /// Write an SGF file per game, games.pgn, games.csv and summary.json into this folder.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum OpeningsCommand {
    /// Generate balanced openings.
    Generate(GenerateArgs),
}

#[derive(Debug, clap::Args)]
pub(crate) struct GenerateArgs {
    /// Output file; `-` is standard output.
    #[arg(default_value = "-")]
    pub(crate) output: PathBuf,
    /// Player that evaluates the openings.
    #[arg(long, value_name = "SPEC", default_value = players::DEFAULT_PLAYER, value_parser = read_spec)]
    pub(crate) player: Spec,
    /// Number of openings.
    #[arg(long, default_value_t = 200, value_parser = range::within::<usize>(1..=1_000_000))]
    pub(crate) count: usize,
    /// Stones per opening.
    #[arg(long, default_value_t = 5, value_parser = range::within::<usize>(range::STONES))]
    pub(crate) stones: usize,
    /// Filter a file of openings, or `balanced` for the built-in set, instead of random stones.
    #[arg(long, value_name = "OPENINGS", conflicts_with = "stones")]
    pub(crate) from: Option<String>,
    /// freestyle, standard, renju, caro or caro-exact.
    #[arg(long, default_value = "freestyle")]
    pub(crate) rule: Rule,
    /// Board size, 5 to 22.
    #[arg(long, default_value = "15")]
    pub(crate) size: Size,
    /// Maximum distance of the win rate from one half.
    #[arg(long, default_value_t = 0.1, value_parser = range::fraction)]
    pub(crate) tolerance: f64,
    /// Repeat the last evaluation with this many times the limits; 0 skips it.
    #[arg(long, default_value_t = 4, value_parser = range::within::<u32>(0..=1_000))]
    pub(crate) recheck: u32,
    /// Self-play games per opening; neither color may score more than three quarters.
    #[arg(long, default_value_t = 0, value_parser = range::within::<u32>(0..=100_000))]
    pub(crate) games: u32,
    #[command(flatten)]
    pub(crate) limits: PlayerLimitArgs,
    /// Write moves such as h8i9g7 instead of offsets from the center.
    #[arg(long)]
    pub(crate) moves: bool,
    /// Evaluations in parallel [default: one per core].
    #[arg(long, value_name = "N", value_parser = range::within::<usize>(range::CONCURRENCY))]
    pub(crate) concurrency: Option<usize>,
    /// Random seed.
    #[arg(long, default_value_t = 0)]
    pub(crate) seed: u64,
}

#[derive(Debug, Subcommand)]
pub(crate) enum GamesCommand {
    /// List the matches of a store.
    List {
        /// SQLite file.
        store: PathBuf,
    },
    /// Export the games of a store.
    Export(ExportArgs),
    /// Check every row of a store, and move bad ones aside.
    Repair(RepairArgs),
}

#[derive(Debug, clap::Args)]
pub(crate) struct RepairArgs {
    /// SQLite file.
    pub(crate) store: PathBuf,
    /// Make a backup and repair the store; without this, only say what is wrong.
    #[arg(long)]
    pub(crate) apply: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ExportArgs {
    /// SQLite file.
    pub(crate) store: PathBuf,
    /// Output file (.pgn, .csv or .sgf), or a folder for one file per game.
    pub(crate) output: PathBuf,
    /// Format [default: by the extension of the output].
    #[arg(long, value_enum)]
    pub(crate) to: Option<ExportFormat>,
    /// Export only this match; see `tengen games list`.
    #[arg(long = "match", value_name = "ID")]
    pub(crate) match_id: Option<i64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportFormat {
    /// PGN for rating tools.
    Pgn,
    /// CSV, one line per game.
    Csv,
    /// Smart Game Format.
    Sgf,
    /// Piskvork, one file per game.
    Psq,
}

#[derive(Debug, clap::Args)]
pub(crate) struct EloArgs {
    /// Wins, draws and losses; or the five pentanomial counts of pairs with 0, ½, 1, 1½ and 2 points.
    #[arg(value_name = "COUNT", num_args = 3..=5, value_parser = range::within::<u64>(0..=1_000_000_000_000))]
    pub(crate) counts: Vec<u64>,
    /// Also print the log-likelihood ratio of these hypotheses; needs pentanomial counts.
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub(crate) sprt: Option<Sprt>,
    /// Elo model of the hypotheses.
    #[arg(long, value_enum, default_value = "normalized")]
    pub(crate) sprt_model: ModelName,
}
