//! The command line: commands and options as the user types them. `command` executes them.

mod data;
mod experiment;
mod limits;
mod matches;
mod picture;
mod position;
mod range;
mod record;
mod solve;
mod train;
mod tune;

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};

use clap::{Parser, Subcommand};
use players::{Access, Spec, SpecError};

pub(crate) use self::data::*;
pub(crate) use self::experiment::*;
pub(crate) use self::limits::*;
pub(crate) use self::matches::*;
pub(crate) use self::picture::*;
pub(crate) use self::position::*;
pub(crate) use self::record::*;
pub(crate) use self::solve::*;
pub(crate) use self::train::*;
pub(crate) use self::tune::*;

/// Gomoku laboratory and engine. Without a command it serves the web page.
#[derive(Debug, Parser)]
#[command(
    version,
    max_term_width = 100,
    after_help = "\
A player is named by a spec string: name or name:key=value,key=value. `tengen players` lists all of them.

Examples:
  tengen                                               serve the web page
  tengen think --moves h8i9 --time 2s                  search a position
  tengen match tengen:level=5 uct --games 20           play a match
  tengen solve --kind vcf --moves h8a1i8a2j8a15        look for a forced win

Exit codes: 0 done, 1 failed, 2 wrong command line, 130 interrupted (Ctrl-C or SIGTERM)."
)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

impl Args {
    /// Parses the command line. Started without arguments under the name of an engine, the program is a Gomocup brain:
    /// that is how managers start it.
    pub(crate) fn from_env() -> Args {
        let mut arguments = std::env::args_os();
        let program = arguments.next();
        if arguments.len() == 0 && is_engine_name(program.as_deref().map(Path::new)) {
            return Args {
                command: Some(Command::Pbrain(PbrainArgs::default())),
            };
        }
        Args::parse()
    }
}

fn is_engine_name(program: Option<&Path>) -> bool {
    program
        .and_then(Path::file_stem)
        .and_then(|name| name.to_str())
        .is_some_and(|name| name == "engine" || name.starts_with("pbrain-"))
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Serve the web page.
    Serve(ServeArgs),
    /// List all players and their parameters.
    Players(PlayersArgs),
    /// Search a position with one player.
    Think(ThinkArgs),
    /// Search for a forced win by threats (VCF, VCT, ...).
    Solve(SolveArgs),
    /// Verify a proof written by `solve --proof` against every defense.
    Verify(VerifyArgs),
    /// List black's forbidden points under renju rules.
    Forbidden(ForbiddenArgs),
    /// Print a position or the games of a file as diagrams.
    Show(ShowArgs),
    /// Convert a game record to another format.
    Convert(ConvertArgs),
    /// Run a player as a Gomocup brain on standard input and output.
    Pbrain(PbrainArgs),
    /// Play a match between two players, with Elo and SPRT.
    Match(Box<MatchArgs>),
    /// Play a tournament between several players; resumes after an interruption.
    Tournament(TournamentArgs),
    /// List or run experiments, such as the tables and figures of the papers.
    #[command(subcommand)]
    Experiment(ExperimentCommand),
    /// Draw the boards that the papers print, as SVG.
    Picture(PictureArgs),
    /// Train a network by self-play.
    #[command(subcommand)]
    Train(TrainCommand),
    /// Generate opening files.
    #[command(subcommand)]
    Openings(OpeningsCommand),
    /// List, export or repair the games of a store.
    #[command(subcommand)]
    Games(GamesCommand),
    /// Convert match results to Elo.
    Elo(EloArgs),
    /// Tune the engine's evaluation or its search parameters by self-play.
    #[command(subcommand)]
    Tune(TuneCommand),
    /// Generate and summarize training data for networks.
    #[command(subcommand)]
    Data(DataCommand),
    /// Search fixed positions to a fixed depth; prints the node-count signature and the speed.
    Bench(BenchArgs),
}

impl Default for Command {
    fn default() -> Command {
        Command::Serve(ServeArgs::default())
    }
}

/// Reads a spec string of the command line, whose user may name any file of his.
fn read_spec(text: &str) -> Result<Spec, SpecError> {
    Spec::read(text, &Access::local())
}

const DEFAULT_ADDRESS: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 7117);

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  tengen serve --open
  tengen serve --addr 0.0.0.0:7117")]
pub(crate) struct ServeArgs {
    /// Address to listen on. Other machines need the access token, which is part of the printed URLs.
    #[arg(long, default_value_t = DEFAULT_ADDRESS)]
    pub(crate) addr: SocketAddr,
    /// Directory for games and reports; by default the user's data directory.
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// Open the page in the browser.
    #[arg(long)]
    pub(crate) open: bool,
    /// Access token of at least eight letters and digits; by default a random one, if other machines can connect.
    #[arg(long)]
    pub(crate) token: Option<String>,
    /// Folder of models that the page may name as players' networks (adp:net=my.critic); by default only shipped ones.
    #[arg(long, value_name = "DIR")]
    pub(crate) models: Option<PathBuf>,
    /// Let the page start external programs as players (pbrain:cmd=...).
    #[arg(long)]
    pub(crate) programs: bool,
}

impl Default for ServeArgs {
    fn default() -> ServeArgs {
        ServeArgs {
            addr: DEFAULT_ADDRESS,
            data: None,
            open: false,
            token: None,
            models: None,
            programs: false,
        }
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct PlayersArgs {
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  tengen think --moves h8i9 --time 2s
  tengen think --player uct:iterations=20000 --moves h8i9 --json")]
pub(crate) struct ThinkArgs {
    /// Player: name or name:key=value,key=value; see `tengen players`.
    #[arg(long, value_name = "SPEC", default_value = players::DEFAULT_PLAYER, value_parser = read_spec)]
    pub(crate) player: Spec,
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    /// Random seed of the player.
    #[arg(long)]
    pub(crate) seed: Option<u64>,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Default, clap::Args)]
pub(crate) struct PbrainArgs {
    /// Player: name or name:key=value,key=value; see `tengen players`.
    #[arg(long, value_name = "SPEC", default_value = players::DEFAULT_PLAYER, value_parser = read_spec)]
    pub(crate) player: Spec,
}

#[derive(Debug, clap::Args)]
pub(crate) struct BenchArgs {
    /// Search depth in plies.
    #[arg(long, value_name = "PLIES", default_value_t = 12, value_parser = range::within::<u32>(range::DEPTH))]
    pub(crate) depth: u32,
}
