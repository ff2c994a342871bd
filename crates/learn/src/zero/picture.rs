//! What a network has learned, as a picture: its policy for the first move, and a game that it played against itself.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use gomoku::{Board, Color, Point, Size};
use nets::Residual;
use nets::residual::question::number;
use nets::residual::{Forward, Question};

use super::folder::{Folder, RunError, file_error};
use super::plan::Plan;
use super::record::GameRecord;
use crate::journal;

const CELL: f64 = 34.0;
const MARGIN: f64 = 30.0;
const TITLE: f64 = 34.0;

/// Draws the networks after these many games, and writes `policy-000800.svg` and so on. A game stands beside each policy:
/// the first of the round that the network played. Returns the files.
///
/// # Errors
/// When the run has no such network, or a file cannot be read or written.
pub fn draw(folder: &Folder, plan: &Plan, games: &[u64]) -> Result<Vec<PathBuf>, RunError> {
    let path = folder.file("games.log");
    let mut records = Vec::new();
    let wanted = |record: &GameRecord| {
        let round = plan.round.max(1);
        // The untrained network plays the first two rounds; later ones are played by who has learned from all but the last.
        let by = (record.round * round).saturating_sub(round);
        record.number.is_multiple_of(round) && games.contains(&by) && (by > 0 || record.round == 0)
    };
    journal::read(&path, |line| {
        let record = GameRecord::read(line)?;
        if wanted(&record) {
            records.push(record);
        }
        Ok(())
    })
    .map_err(|error| file_error(&path, error))?;
    let mut files = Vec::new();
    for &count in games {
        let network = folder.load_network(&folder.network(count))?;
        let by =
            |record: &&GameRecord| (record.round * plan.round).saturating_sub(plan.round) == count;
        let game = records.iter().find(by);
        let name = format!("policy-{count:06}.svg");
        folder.replace(&name, picture(network, plan, count, game).as_bytes())?;
        files.push(folder.file(&name));
    }
    Ok(files)
}

fn picture(network: Residual, plan: &Plan, games: u64, game: Option<&GameRecord>) -> String {
    let size = plan.size;
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
    let shares = first_policy(network, plan);
    title(
        &mut svg,
        0.0,
        &format!("first move after {games} games, in percent"),
    );
    grid(&mut svg, size, 0.0);
    let most = shares.iter().map(|one| one.1).fold(0.0, f32::max);
    for (point, share) in shares {
        let (x, y) = place(point, 0.0);
        let strength = share / most;
        let _ = writeln!(
            svg,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"15\" fill=\"#0072b2\" fill-opacity=\"{strength:.3}\"/>"
        );
        if share >= 0.005 {
            let ink = if strength > 0.5 { "#fff" } else { "#000" };
            let percent = 100.0 * share;
            let _ = writeln!(
                svg,
                "<text x=\"{x}\" y=\"{}\" font-size=\"11\" text-anchor=\"middle\" fill=\"{ink}\">{percent:.0}</text>",
                y + 4.0
            );
        }
    }
    if let Some(game) = game {
        title(
            &mut svg,
            side,
            &format!("game {} against itself", game.number),
        );
        grid(&mut svg, size, side);
        stones(&mut svg, game, side);
    }
    svg + "</svg>\n"
}

/// The network's policy on the empty board.
fn first_policy(network: Residual, plan: &Plan) -> Vec<(Point, f32)> {
    let board = Board::new(plan.size, plan.rule);
    let mut answers = Vec::new();
    Forward::new(&Arc::new(network), plan.size, 1).answer(&[Question::new(&board)], &mut answers);
    let logits = &answers[0].policy;
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let sum: f32 = logits.iter().map(|logit| (logit - most).exp()).sum();
    let share = |point| (logits[usize::from(number(point, plan.size))] - most).exp() / sum;
    plan.size
        .points()
        .map(|point| (point, share(point)))
        .collect()
}

fn place(point: Point, left: f64) -> (f64, f64) {
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

/// The stones with their numbers; those of the opening, drawn by lot, without.
fn stones(svg: &mut String, game: &GameRecord, left: f64) {
    let mut color = Color::Black;
    for (index, &point) in game.moves.iter().enumerate() {
        let (x, y) = place(point, left);
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
