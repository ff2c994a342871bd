//! SVG pictures of a network: its policy on the empty board, and one of its self-play games.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use gomoku::{Board, Color, Point, Size};
use nets::Residual;
use nets::residual::input::index;
use nets::residual::{Inference, Input};

use super::config::TrainConfig;
use super::folder::{RunError, RunFolder, file_error};
use super::game::SelfPlayGame;
use crate::journal;

const CELL: f64 = 34.0;
const MARGIN: f64 = 30.0;
const TITLE: f64 = 34.0;

/// Renders the networks trained on these numbers of games to `policy-000800.svg` and so on. Each shows the policy on the
/// empty board beside the first game of the iteration that the network played. Returns the files.
///
/// # Errors
/// If the run has no such network, or a file cannot be read or written.
pub fn render(
    folder: &RunFolder,
    config: &TrainConfig,
    games: &[u64],
) -> Result<Vec<PathBuf>, RunError> {
    let path = folder.file("games.log");
    let mut shown = Vec::new();
    let is_shown = |game: &SelfPlayGame| {
        let trained_games = trained_games(game, config);
        game.number
            .is_multiple_of(config.games_per_iteration.max(1))
            && games.contains(&trained_games)
            && (trained_games > 0 || game.iteration == 0)
    };
    journal::read(&path, |line| {
        let game = SelfPlayGame::read(line)?;
        if is_shown(&game) {
            shown.push(game);
        }
        Ok(())
    })
    .map_err(|error| file_error(&path, error))?;
    let mut files = Vec::new();
    for &count in games {
        let network = folder.load_network(&folder.network(count))?;
        let game = shown
            .iter()
            .find(|game| trained_games(game, config) == count);
        let name = format!("policy-{count:06}.svg");
        folder.replace(&name, svg(network, config, count, game).as_bytes())?;
        files.push(folder.file(&name));
    }
    Ok(files)
}

/// The games that the player of this game was trained on. The untrained network plays the first two iterations; after that
/// the network has trained on all iterations but the last.
fn trained_games(game: &SelfPlayGame, config: &TrainConfig) -> u64 {
    let games = config.games_per_iteration;
    (game.iteration * games).saturating_sub(games)
}

fn svg(network: Residual, config: &TrainConfig, games: u64, game: Option<&SelfPlayGame>) -> String {
    let size = config.size;
    let side = f64::from(size.get() - 1) * CELL + 2.0 * MARGIN;
    let (width, height) = (2.0 * side, side + TITLE);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
    );
    let title = |svg: &mut String, x: f64, text: &str| {
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"24\" font-size=\"15\">{text}</text>",
            x + MARGIN / 2.0
        );
    };
    let policy = opening_policy(network, config);
    title(
        &mut svg,
        0.0,
        &format!("opening policy after {games} games, in percent"),
    );
    grid(&mut svg, size, 0.0);
    let max = policy.iter().map(|&(_, p)| p).fold(0.0, f32::max);
    for (point, probability) in policy {
        let (x, y) = coordinates(point, 0.0);
        let opacity = probability / max;
        let _ = writeln!(
            svg,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"15\" fill=\"#0072b2\" fill-opacity=\"{opacity:.3}\"/>"
        );
        if probability >= 0.005 {
            let ink = if opacity > 0.5 { "#fff" } else { "#000" };
            let percent = 100.0 * probability;
            let _ = writeln!(
                svg,
                "<text x=\"{x}\" y=\"{}\" font-size=\"11\" text-anchor=\"middle\" fill=\"{ink}\">{percent:.0}</text>",
                y + 4.0
            );
        }
    }
    if let Some(game) = game {
        title(&mut svg, side, &format!("self-play game {}", game.number));
        grid(&mut svg, size, side);
        stones(&mut svg, game, side);
    }
    svg + "</svg>\n"
}

/// The network's policy on the empty board.
fn opening_policy(network: Residual, config: &TrainConfig) -> Vec<(Point, f32)> {
    let board = Board::new(config.size, config.rule);
    let mut outputs = Vec::new();
    Inference::new(&Arc::new(network), config.size, 1)
        .evaluate(&[Input::new(&board)], &mut outputs);
    let logits = &outputs[0].policy;
    let max = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let sum: f32 = logits.iter().map(|logit| (logit - max).exp()).sum();
    let probability = |point| (logits[usize::from(index(point, config.size))] - max).exp() / sum;
    config
        .size
        .points()
        .map(|point| (point, probability(point)))
        .collect()
}

fn coordinates(point: Point, left: f64) -> (f64, f64) {
    let x = left + MARGIN + f64::from(point.column()) * CELL;
    let y = TITLE + MARGIN + f64::from(point.row()) * CELL;
    (x, y)
}

fn grid(svg: &mut String, size: Size, left: f64) {
    let last = f64::from(size.get() - 1) * CELL;
    for line in 0..size.get() {
        let at = f64::from(line) * CELL;
        let (x, y) = (left + MARGIN, TITLE + MARGIN);
        let _ = writeln!(
            svg,
            "<path d=\"M{} {y}v{last}M{x} {}h{last}\" stroke=\"#bbb\"/>",
            x + at,
            y + at
        );
    }
}

/// The stones with their move numbers; random opening stones have none.
fn stones(svg: &mut String, game: &SelfPlayGame, left: f64) {
    let mut color = Color::Black;
    for (index, &point) in game.moves.iter().enumerate() {
        let (x, y) = coordinates(point, left);
        let (fill, ink) = match color {
            Color::Black => ("#000", "#fff"),
            Color::White => ("#fff", "#000"),
        };
        let _ = writeln!(
            svg,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"15\" fill=\"{fill}\" stroke=\"#000\"/>"
        );
        if index >= game.opening {
            let _ = writeln!(
                svg,
                "<text x=\"{x}\" y=\"{}\" font-size=\"12\" text-anchor=\"middle\" fill=\"{ink}\">{}</text>",
                y + 4.0,
                index + 1
            );
        }
        color = !color;
    }
}
