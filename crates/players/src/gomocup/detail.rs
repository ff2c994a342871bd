//! Formats search results for managers.
//!
//! Yixin-Board displays `MESSAGE REALTIME`, gomocalc reads blocks of `INFO`, and every manager logs a plain `MESSAGE`.

use std::fmt::Write as _;

use gomoku::{MateIn, Point, SearchResult, Size};

use super::position::CoordinateOrder;
use crate::balance;

/// One line for the log; `None` if the player reported nothing but its move.
pub(super) fn summary(result: &SearchResult, size: Size) -> Option<String> {
    let has_evaluation =
        result.mate.is_some() || result.score.is_some() || result.win_rate.is_some();
    if result.nodes == 0 && !has_evaluation {
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

/// Live output for Yixin-Board. `shown` is the best move that it already displays.
pub(super) fn realtime(
    result: &SearchResult,
    size: Size,
    order: CoordinateOrder,
    shown: Option<Point>,
) -> Vec<String> {
    let mut lines = Vec::new();
    if shown != Some(result.best_move) {
        lines.push(format!(
            "MESSAGE REALTIME BEST {}",
            order.format(result.best_move)
        ));
    }
    lines.push(format!("MESSAGE REALTIME VAL {}", evaluation(result)));
    if !result.pv.is_empty() {
        lines.push(format!("MESSAGE REALTIME PV {}", names(&result.pv, size)));
    }
    lines
}

/// Statistics of the best `lines` moves, one block of `INFO` lines each.
pub(super) fn blocks(result: &SearchResult, lines: usize, order: CoordinateOrder) -> Vec<String> {
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
            Some(candidate) if !candidate.pv.is_empty() => order.format_list(&candidate.pv),
            Some(candidate) if index > 0 => order.format(candidate.point),
            _ if result.pv.is_empty() => order.format(result.best_move),
            _ => order.format_list(&result.pv),
        };
        info("BESTLINE", line);
        info("PV", "DONE".into());
    }
    output
}

/// `123`, or `+M5` and `-M6` for a forced win or loss.
fn evaluation(result: &SearchResult) -> String {
    match (result.mate, result.score) {
        (Some(MateIn::Win(plies)), _) => format!("+M{plies}"),
        (Some(MateIn::Loss(plies)), _) => format!("-M{plies}"),
        (None, Some(score)) => format!("{score:.0}"),
        (None, None) => "0".into(),
    }
}

/// Points in board notation, such as `H8 I9`.
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
    fn a_move_without_evaluation_has_no_summary() {
        assert_eq!(
            summary(&SearchResult::new(Point::new(7, 7)), Size::FIFTEEN),
            None
        );
    }

    #[test]
    fn there_is_one_info_block_per_pv() {
        let mut result = SearchResult::new(Point::new(7, 7));
        result.score = Some(12.4);
        result.candidates = [(7, 7), (8, 7), (9, 7)]
            .map(|(column, row)| Candidate::new(Point::new(column, row)))
            .to_vec();
        let lines = blocks(&result, 2, CoordinateOrder::ColumnFirst);
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
