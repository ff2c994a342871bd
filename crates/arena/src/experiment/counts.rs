//! `[counts]`: nodes per move by the number of stones on the board.

use std::collections::BTreeMap;

use serde::Serialize;

use super::ExperimentError;
use super::context::Context;
use super::definition::{Definition, NodeCounts};
use super::reached::Reached;
use super::results::{Results, new_table, paper_series, rows_json};
use crate::game_record::{GameRecord, SearchTotals, side_to_move};
use crate::plot::{Plot, Series};
use crate::store::StoreError;

/// The searches of one player.
#[derive(Debug, Serialize)]
pub(super) struct CountsRow {
    player: String,
    /// Stones on the board and nodes per move.
    points: Vec<(f64, f64)>,
    reached: Reached,
}

/// Totals by the number of stones, rounded down to the bin.
type TotalsByStones = BTreeMap<u64, SearchTotals>;

pub(super) fn measure(
    context: &mut Context<'_>,
    settings: &NodeCounts,
) -> Result<Vec<CountsRow>, ExperimentError> {
    let players = context.player_configs()?;
    let pairings: Vec<(String, String)> = if settings.pairings.is_empty() {
        let names = players.iter().map(|player| player.name.clone());
        names.map(|name| (name.clone(), name)).collect()
    } else {
        settings.pairings.clone()
    };
    let mut totals = vec![TotalsByStones::new(); players.len()];
    let mut reached: Vec<Reached> = players.iter().map(Reached::new).collect();
    for (first, second) in &pairings {
        let mut two = vec![
            Definition::find(&players, first)?,
            Definition::find(&players, second)?,
        ];
        let indices = [first, second].map(|name| {
            let index = players.iter().position(|player| player.name == *name);
            index.expect("the players were found")
        });
        if first == second {
            two[1].name = format!("{second} (second)");
        }
        let config = context.match_config(two, settings.games)?;
        let played = context.play(&config, &format!("{first} - {second}"))?;
        for (player, by_color) in indices.into_iter().zip(&played.reached) {
            reached[player].add(&Reached::of_both(by_color));
        }
        let id = context.store.match_id(&config)?;
        let stored_match = context.store.stored_match(id)?;
        let stored_match = stored_match.ok_or(StoreError::NotAStore)?;
        context.store.for_each_game(&stored_match, |game| {
            let game = game.map_err(StoreError::BadRow)?;
            add_game(&mut totals, &game, indices, settings.bin.max(1));
            Ok::<(), StoreError>(())
        })?;
    }
    let rows = players.into_iter().zip(totals).zip(reached);
    let rows = rows.map(|((player, totals), reached)| CountsRow {
        player: player.name,
        points: totals
            .iter()
            .map(|(&stones, totals)| (stones as f64, totals.nodes_per_move()))
            .collect(),
        reached,
    });
    Ok(rows.collect())
}

/// Adds the searches of a game; `indices` maps the players of the match to those of the experiment.
fn add_game(totals: &mut [TotalsByStones], game: &GameRecord, indices: [usize; 2], bin: u64) {
    for (stones, ply) in (game.opening_plies..).zip(&game.result.plies) {
        let player = indices[game.players[side_to_move(stones)]];
        let bin_start = stones as u64 / bin * bin;
        totals[player]
            .entry(bin_start)
            .or_default()
            .add(SearchTotals {
                moves: 1,
                time: ply.time,
                nodes: ply.result.nodes,
            });
    }
}

impl CountsRow {
    fn cells(&self) -> Vec<String> {
        let max = self.points.iter().map(|point| point.1).fold(0.0, f64::max);
        vec![
            self.player.clone(),
            self.reached.moves().to_string(),
            self.reached.depth_text(),
            self.reached.full_text(),
            self.reached.nodes_text(),
            format!("{max:.1}"),
            self.reached.ms_text(),
        ]
    }
}

const HEADER: [&str; 7] = [
    "player",
    "moves",
    "depth",
    "full depth",
    "nodes a move",
    "most nodes",
    "ms a move",
];

pub(super) fn render(settings: &NodeCounts, rows: &[CountsRow]) -> Results {
    let mut table = new_table("counts", "Nodes and time over whole games", &HEADER);
    let mut plot = Plot {
        name: "counts".into(),
        title: "Nodes a move over the stones on the board".into(),
        x_label: "stones on the board".into(),
        y_label: "nodes a move".into(),
        log_y: settings.log,
        ..Plot::default()
    };
    for (color, row) in rows.iter().enumerate() {
        table.rows.push(row.cells());
        plot.series.push(Series {
            name: row.player.clone(),
            color,
            points: row.points.clone(),
            ..Series::default()
        });
        let paper = paper_series(&settings.paper, &row.player, color);
        plot.series.extend(paper);
    }
    Results {
        tables: vec![table],
        plots: vec![plot],
        data: rows_json("players", rows),
    }
}
