//! What the player thinks, in the dialects that managers read.
//!
//! Yixin-Board paints `MESSAGE REALTIME`, gomocalc reads blocks of `INFO`, and everybody logs a plain `MESSAGE`.

use std::fmt::Write as _;

use gomoku::{Forced, Point, Size, Thought};

use super::position::Axis;
use crate::balance;

/// One line for the log; `None` when the player has told nothing but its move.
pub(super) fn summary(thought: &Thought, size: Size) -> Option<String> {
    let opinion = thought.forced.is_some() || thought.score.is_some() || thought.win_rate.is_some();
    if thought.nodes == 0 && !opinion {
        return None;
    }
    let mut text = format!(
        "MESSAGE Depth {}-{} | Eval {} | Node {} | Time {}ms",
        thought.depth,
        thought.selective_depth.max(thought.depth),
        evaluation(thought),
        thought.nodes,
        thought.time.as_millis()
    );
    if let Some(win_rate) = thought.win_rate {
        let _ = write!(text, " | Winrate {:.1}%", win_rate * 100.0);
    }
    if !thought.line.is_empty() {
        let _ = write!(text, " | PV {}", names(&thought.line, size));
    }
    Some(text)
}

/// Live lines for a graphical board. `shown` is the best move that it already shows.
pub(super) fn realtime(
    thought: &Thought,
    size: Size,
    axis: Axis,
    shown: Option<Point>,
) -> Vec<String> {
    let mut lines = Vec::new();
    if shown != Some(thought.best) {
        lines.push(format!("MESSAGE REALTIME BEST {}", axis.text(thought.best)));
    }
    lines.push(format!("MESSAGE REALTIME VAL {}", evaluation(thought)));
    if !thought.line.is_empty() {
        lines.push(format!(
            "MESSAGE REALTIME PV {}",
            names(&thought.line, size)
        ));
    }
    lines
}

/// The statistics of the best lines, as blocks of `INFO`.
pub(super) fn blocks(thought: &Thought, lines: usize, axis: Axis) -> Vec<String> {
    let shown = thought.candidates.len().clamp(1, lines.max(1));
    let speed = thought.nodes as f64 / thought.time.as_secs_f64().max(1e-3);
    let mut output = Vec::new();
    for index in 0..shown {
        let candidate = thought
            .candidates
            .get(index)
            .filter(|candidate| index > 0 || candidate.point == thought.best);
        let mut info = |key: &str, value: String| output.push(format!("INFO {key} {value}"));
        info("PV", index.to_string());
        info("NUMPV", shown.to_string());
        info("DEPTH", thought.depth.to_string());
        info(
            "SELDEPTH",
            thought.selective_depth.max(thought.depth).to_string(),
        );
        let nodes = candidate.and_then(|candidate| candidate.visits);
        info("NODES", nodes.unwrap_or(thought.nodes).to_string());
        info("TOTALNODES", thought.nodes.to_string());
        info("TOTALTIME", thought.time.as_millis().to_string());
        info("SPEED", format!("{speed:.0}"));
        let score = candidate.and_then(|candidate| candidate.score);
        let eval = match (index, score) {
            (1.., Some(score)) => format!("{score:.0}"),
            _ => evaluation(thought),
        };
        info("EVAL", eval);
        let value = candidate
            .and_then(|candidate| candidate.value)
            .or_else(|| balance::win_rate(thought));
        if let Some(value) = value {
            info("WINRATE", format!("{value:.4}"));
        }
        if let Some(prior) = candidate.and_then(|candidate| candidate.prior) {
            info("PRIOR", format!("{prior:.4}"));
        }
        let line = match candidate {
            Some(candidate) if !candidate.line.is_empty() => axis.list(&candidate.line),
            Some(candidate) if index > 0 => axis.text(candidate.point),
            _ if thought.line.is_empty() => axis.text(thought.best),
            _ => axis.list(&thought.line),
        };
        info("BESTLINE", line);
        info("PV", "DONE".into());
    }
    output
}

/// `123`, or `+M5` and `-M6` for a forced end.
fn evaluation(thought: &Thought) -> String {
    match (thought.forced, thought.score) {
        (Some(Forced::Win(plies)), _) => format!("+M{plies}"),
        (Some(Forced::Loss(plies)), _) => format!("-M{plies}"),
        (None, Some(score)) => format!("{score:.0}"),
        (None, None) => "0".into(),
    }
}

/// Points as letters and numbers.
fn names(points: &[Point], size: Size) -> String {
    let names: Vec<String> = points
        .iter()
        .filter(|&&point| size.contains(point))
        .map(|point| point.name(size).to_string().to_uppercase())
        .collect();
    names.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku::Candidate;

    #[test]
    fn a_bare_move_has_no_summary() {
        assert_eq!(summary(&Thought::of(Point::new(7, 7)), Size::FIFTEEN), None);
    }

    #[test]
    fn blocks_have_one_part_for_each_line() {
        let mut thought = Thought::of(Point::new(7, 7));
        thought.score = Some(12.4);
        thought.candidates = [(7, 7), (8, 7), (9, 7)]
            .map(|(column, row)| Candidate::new(Point::new(column, row)))
            .to_vec();
        let lines = blocks(&thought, 2, Axis::ColumnFirst);
        assert_eq!(
            lines.iter().filter(|line| *line == "INFO PV DONE").count(),
            2
        );
        assert!(lines.contains(&"INFO EVAL 12".to_owned()));
        assert!(lines.contains(&"INFO BESTLINE 8,7".to_owned()));
        let text = summary(&thought, Size::FIFTEEN).unwrap();
        assert!(text.contains("Eval 12") && text.ends_with("PV H8"));
    }
}
