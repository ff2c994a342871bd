//! What can be typed. Meaning is given to it in `command`.

mod limits;
mod matches;
mod train;
mod tune;

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, anyhow};
use arena::duration;
use clap::{Parser, Subcommand, ValueEnum};
use gomoku::notation::{self, RowOrigin};
use gomoku::{Board, Rule, Size};
use players::Spec;
use records::Format;
use threats::Kind;

pub(crate) use self::limits::*;
pub(crate) use self::matches::*;
pub(crate) use self::train::*;
pub(crate) use self::tune::*;

/// A Gomoku laboratory and engine. Without a command it serves the web page.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Serve the web page.
    Serve(ServeArgs),
    /// List every player with its parameters.
    Players(PlayersArgs),
    /// Ask a player for one move.
    Think(ThinkArgs),
    /// Ask a solver whether the side to move wins by threats.
    Solve(SolveArgs),
    /// Check a proof that `solve --proof` wrote, move by move against every answer.
    Verify(VerifyArgs),
    /// List renju's forbidden points for black.
    Forbidden(ForbiddenArgs),
    /// Draw a position or the games of a file.
    Show(ShowArgs),
    /// Convert a game record to another format.
    Convert(ConvertArgs),
    /// Play as a Gomocup engine on standard input and output.
    Pbrain(PbrainArgs),
    /// Let two players play each other, and say what that means.
    Match(Box<MatchArgs>),
    /// Let several players play each other; goes on where it was stopped.
    Tournament(TournamentArgs),
    /// Run the experiments of the laboratory.
    #[command(subcommand)]
    Experiment(ExperimentCommand),
    /// Train a network.
    #[command(subcommand)]
    Train(TrainCommand),
    /// Make opening files.
    #[command(subcommand)]
    Openings(OpeningsCommand),
    /// Look into a game store.
    #[command(subcommand)]
    Games(GamesCommand),
    /// Say what given results mean in Elo.
    Elo(EloArgs),
    /// Fit the engine to games against itself.
    #[command(subcommand)]
    Tune(TuneCommand),
    /// Search fixed positions with the engine; the node count is the same on every machine.
    Bench(BenchArgs),
}

impl Default for Command {
    fn default() -> Command {
        Command::Serve(ServeArgs {
            addr: ADDRESS,
            data: None,
            open: false,
            token: None,
            programs: false,
        })
    }
}

const ADDRESS: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 7117);

#[derive(Debug, clap::Args)]
pub(crate) struct ServeArgs {
    /// Where to listen. Beyond this machine the page asks for a token, which the printed address carries.
    #[arg(long, default_value_t = ADDRESS)]
    pub(crate) addr: SocketAddr,
    /// Where to keep games and reports; the user's data folder when it is not given.
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// Open the page in the browser.
    #[arg(long)]
    pub(crate) open: bool,
    /// The token to ask for; drawn by lot when it is needed and not given.
    #[arg(long)]
    pub(crate) token: Option<String>,
    /// Let the page name programs to be started as players (pbrain:cmd=…).
    #[arg(long)]
    pub(crate) programs: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct PlayersArgs {
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// A position: a list of moves on an empty board.
#[derive(Debug, clap::Args)]
pub(crate) struct PositionArgs {
    /// The moves so far, black first, such as h8i9g7; rows count from the bottom, `--` is a pass.
    #[arg(
        long,
        value_name = "MOVES",
        default_value = "",
        allow_hyphen_values = true,
        hide_default_value = true
    )]
    pub(crate) moves: String,
    /// freestyle, standard, renju, caro or caro-exact.
    #[arg(long, default_value = "freestyle")]
    pub(crate) rule: Rule,
    /// Points on a side, 5 to 22.
    #[arg(long, default_value = "15")]
    pub(crate) size: Size,
}

impl PositionArgs {
    /// The position, every move checked.
    pub(crate) fn board(&self) -> anyhow::Result<Board> {
        self.board_under(self.rule)
    }

    /// The same under another rule.
    pub(crate) fn board_under(&self, rule: Rule) -> anyhow::Result<Board> {
        let moves = notation::parse_moves(&self.moves, self.size, RowOrigin::Bottom)
            .with_context(|| format!("--moves {:?}", self.moves))?;
        let mut board = Board::new(self.size, rule);
        for (index, ply) in moves.into_iter().enumerate() {
            match ply {
                None => board.pass(),
                Some(point) => board.play(point).map_err(|error| {
                    anyhow!(
                        "--moves: move {} ({}): {error}",
                        index + 1,
                        point.name(self.size)
                    )
                })?,
            }
        }
        Ok(board)
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct ThinkArgs {
    /// Who thinks: name or name:key=value,key=value; see `tengen players`.
    #[arg(long, value_name = "SPEC", default_value = players::DEFAULT_PLAYER)]
    pub(crate) player: Spec,
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    /// Where the player's random numbers begin.
    #[arg(long)]
    pub(crate) seed: Option<u64>,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct SolveArgs {
    /// vcf: continuous fours; vct: continuous threats; and the papers' own solvers.
    #[arg(long)]
    pub(crate) kind: Kind,
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Time to think, such as 250ms, 5s or 2m.
    #[arg(long, value_name = "TIME", value_parser = duration::parse)]
    pub(crate) time: Option<Duration>,
    /// Positions to visit.
    #[arg(long)]
    pub(crate) nodes: Option<u64>,
    /// Megabytes of memory to use.
    #[arg(long, default_value_t = 256, value_parser = clap::value_parser!(u64).range(1..=65536))]
    pub(crate) memory: u64,
    /// Write the proof of a win as a game tree (SGF).
    #[arg(long, value_name = "FILE")]
    pub(crate) proof: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct VerifyArgs {
    /// A proof written by `solve --proof`.
    pub(crate) file: PathBuf,
    /// The rule, where the file does not say it.
    #[arg(long, default_value = "freestyle")]
    pub(crate) rule: Rule,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ForbiddenArgs {
    /// The moves so far, black first, such as h8i9g7; rows count from the bottom, `--` is a pass.
    #[arg(
        long,
        value_name = "MOVES",
        default_value = "",
        allow_hyphen_values = true,
        hide_default_value = true
    )]
    pub(crate) moves: String,
    /// Points on a side, 5 to 22.
    #[arg(long, default_value = "15")]
    pub(crate) size: Size,
    /// Print JSON: a sorted list of points.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ShowArgs {
    /// A game record: psq, sgf, lib, pos or a list of moves; `-` reads standard input.
    #[arg(conflicts_with = "moves")]
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

/// What a file may leave open.
#[derive(Debug, clap::Args)]
pub(crate) struct ReadingArgs {
    /// The format of the input, where its name and content do not tell.
    #[arg(long, value_enum)]
    pub(crate) from: Option<FormatName>,
    /// Where row 1 is in lists of moves.
    #[arg(long, value_enum, default_value = "bottom")]
    pub(crate) rows: Rows,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Rows {
    Bottom,
    Top,
}

impl From<Rows> for RowOrigin {
    fn from(rows: Rows) -> RowOrigin {
        match rows {
            Rows::Bottom => RowOrigin::Bottom,
            Rows::Top => RowOrigin::Top,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum FormatName {
    /// Piskvork.
    Psq,
    /// Smart game format.
    Sgf,
    /// RenLib.
    Lib,
    /// Binary moves, 15 x 15.
    Pos,
    /// Lists of moves such as h8i9g7, one game a line.
    Moves,
    /// Gomocup openings: offsets from the center, one opening a line.
    Openings,
}

impl From<FormatName> for Format {
    fn from(name: FormatName) -> Format {
        match name {
            FormatName::Psq => Format::Psq,
            FormatName::Sgf => Format::Sgf,
            FormatName::Lib => Format::Renlib,
            FormatName::Pos => Format::BinaryPos,
            FormatName::Moves => Format::Moves,
            FormatName::Openings => Format::Openings,
        }
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct ConvertArgs {
    /// The record to read; `-` reads standard input.
    pub(crate) input: PathBuf,
    /// The record to write; `-` writes to standard output.
    pub(crate) output: PathBuf,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    /// The format of the output, where its name does not tell.
    #[arg(long, value_enum)]
    pub(crate) to: Option<FormatName>,
    /// The rule, where the input does not say it.
    #[arg(long)]
    pub(crate) rule: Option<Rule>,
    /// Points on a side, where the input does not say it.
    #[arg(long, default_value = "15")]
    pub(crate) size: Size,
}

#[derive(Debug, Default, clap::Args)]
pub(crate) struct PbrainArgs {
    /// Who plays: name or name:key=value,key=value; see `tengen players`.
    #[arg(long, value_name = "SPEC", default_value = players::DEFAULT_PLAYER)]
    pub(crate) player: Spec,
}

#[derive(Debug, clap::Args)]
pub(crate) struct BenchArgs {
    /// Plies to search from each position.
    #[arg(long, default_value_t = 12)]
    pub(crate) depth: u32,
}
