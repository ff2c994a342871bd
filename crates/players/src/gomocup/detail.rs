//! What the player thinks, in the dialects that managers read.
//!
//! Yixin-Board paints `MESSAGE REALTIME`, gomocalc reads blocks of `INFO`, and everybody logs a plain `MESSAGE`.

use std::fmt::Write as _;

use gomoku::{MateIn, Point, SearchResult, Size};

use super::position::Axis;
use crate::balance;

/// One line for the log; `None` when the player has told nothing but its move.
pub(super) fn summary(result: &SearchResult, size: Size) -> Option<String> {
    let opinion = result.mate.is_some() || result.score.is_some() || result.win_rate.is_some();
    if result.nodes == 0 && !opinion {
        return None;
    }
    let mut text = format!(
        "MESSAGE Depth {}-{} | Eval {} | Node {} | Time {}ms",
        result.depth,
        result.selective_depth.max(result.depth),
        evaluation(result),
        result.nodes,
        result.time.as_millis()
    );
    if let Some(win_rate) = result.win_rate {
        let _ = write!(text, " | Winrate {:.1}%", win_rate * 100.0);
    }
    if !result.pv.is_empty() {
        let _ = write!(text, " | PV {}", names(&result.pv, size));
    }
    Some(text)
}

/// Live lines for a graphical board. `shown` is the best move that it already shows.
pub(super) fn realtime(
    result: &SearchResult,
    size: Size,
    axis: Axis,
    shown: Option<Point>,
) -> Vec<String> {
    let mut lines = Vec::new();
    if shown != Some(result.best_move) {
        lines.push(format!(
            "MESSAGE REALTIME BEST {}",
            axis.text(result.best_move)
        ));
    }
    lines.push(format!("MESSAGE REALTIME VAL {}", evaluation(result)));
    if !result.pv.is_empty() {
        lines.push(format!("MESSAGE REALTIME PV {}", names(&result.pv, size)));
    }
    lines
}

/// The statistics of the best lines, as blocks of `INFO`.
pub(super) fn blocks(result: &SearchResult, lines: usize, axis: Axis) -> Vec<String> {
    let shown = result.candidates.len().clamp(1, lines.max(1));
    let speed = result.nodes as f64 / result.time.as_secs_f64().max(1e-3);
    let mut output = Vec::new();
    for index in 0..shown {
        let candidate = result
            .candidates
            .get(index)
            .filter(|candidate| index > 0 || candidate.point == result.best_move);
        let mut info = |key: &str, value: String| output.push(format!("INFO {key} {value}"));
        info("PV", index.to_string());
        info("NUMPV", shown.to_string());
        info("DEPTH", result.depth.to_string());
        info(
            "SELDEPTH",
            result.selective_depth.max(result.depth).to_string(),
        );
        let nodes = candidate.and_then(|candidate| candidate.visits);
        info("NODES", nodes.unwrap_or(result.nodes).to_string());
        info("TOTALNODES", result.nodes.to_string());
        info("TOTALTIME", result.time.as_millis().to_string());
        info("SPEED", format!("{speed:.0}"));
        let score = candidate.and_then(|candidate| candidate.score);
        let eval = match (index, score) {
            (1.., Some(score)) => format!("{score:.0}"),
            _ => evaluation(result),
        };
        info("EVAL", eval);
        let value = candidate
            .and_then(|candidate| candidate.value)
            .or_else(|| balance::win_rate(result));
        if let Some(value) = value {
            info("WINRATE", format!("{value:.4}"));
        }
        if let Some(prior) = candidate.and_then(|candidate| candidate.prior) {
            info("PRIOR", format!("{prior:.4}"));
        }
        let line = match candidate {
            Some(candidate) if !candidate.pv.is_empty() => axis.list(&candidate.pv),
            Some(candidate) if index > 0 => axis.text(candidate.point),
            _ if result.pv.is_empty() => axis.text(result.best_move),
            _ => axis.list(&result.pv),
        };
        info("BESTLINE", line);
        info("PV", "DONE".into());
    }
    output
}

/// `123`, or `+M5` and `-M6` for a forced end.
fn evaluation(result: &SearchResult) -> String {
    match (result.mate, result.score) {
        (Some(MateIn::Win(plies)), _) => format!("+M{plies}"),
        (Some(MateIn::Loss(plies)), _) => format!("-M{plies}"),
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
        assert_eq!(
            summary(&SearchResult::new(Point::new(7, 7)), Size::FIFTEEN),
            None
        );
    }

    #[test]
    fn blocks_have_one_part_for_each_line() {
        let mut result = SearchResult::new(Point::new(7, 7));
        result.score = Some(12.4);
        result.candidates = [(7, 7), (8, 7), (9, 7)]
            .map(|(column, row)| Candidate::new(Point::new(column, row)))
            .to_vec();
        let lines = blocks(&result, 2, Axis::ColumnFirst);
        assert_eq!(
            lines.iter().filter(|line| *line == "INFO PV DONE").count(),
            2
        );
        assert!(lines.contains(&"INFO EVAL 12".to_owned()));
        assert!(lines.contains(&"INFO BESTLINE 8,7".to_owned()));
        let text = summary(&result, Size::FIFTEEN).unwrap();
        assert!(text.contains("Eval 12") && text.ends_with("PV H8"));
    }
}
