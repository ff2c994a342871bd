//! Nodes for each move against the stones on the board.

use std::collections::BTreeMap;

use gomoku::Color;
use serde_json::json;

use super::definition::Counts;
use super::{Context, Definition, ExperimentError, ResultTable, Results, paper_series};
use crate::game_record::SearchTotals;
use crate::plot::{Plot, Series};
use crate::store::StoreError;

pub(super) fn run(lab: &mut Context<'_>, counts: &Counts) -> Result<Results, ExperimentError> {
    let players = lab.definition.players()?;
    let pairings: Vec<(String, String)> = if counts.pairings.is_empty() {
        let selves = players.iter();
        selves
            .map(|one| (one.name.clone(), one.name.clone()))
            .collect()
    } else {
        counts.pairings.clone()
    };
    let bin = counts.bin.max(1);
    // By player, then by stones.
    let mut totals: Vec<BTreeMap<u64, SearchTotals>> = vec![BTreeMap::new(); players.len()];
    for (first, second) in &pairings {
        let mut two = vec![
            Definition::find(&players, first)?,
            Definition::find(&players, second)?,
        ];
        let indices = [first, second].map(|name| {
            let found = players.iter().position(|one| one.name == *name);
            found.expect("the players were found")
        });
        if first == second {
            two[1].name = format!("{second} (second)");
        }
        let config = lab.definition.match_config(lab.base, two, counts.games)?;
        lab.play(&config, &format!("{first} - {second}"))?;
        let id = lab.store.match_id(&config)?;
        lab.store.for_each_game(id, config.size, |game| {
            for (index, ply) in game.result.plies.iter().enumerate() {
                let stones = (game.opening_plies + index) as u64;
                let color = if stones.is_multiple_of(2) {
                    Color::Black
                } else {
                    Color::White
                };
                let player = indices[game.players[color]];
                let totals = totals[player].entry(stones / bin * bin).or_default();
                totals.add(SearchTotals {
                    moves: 1,
                    time: ply.time,
                    nodes: ply.result.nodes,
                });
            }
            Ok::<(), StoreError>(())
        })?;
    }
    let mut plot = Plot {
        name: "counts".into(),
        title: "Nodes a move over the stones on the board".into(),
        x_label: "stones on the board".into(),
        y_label: "nodes a move".into(),
        log_y: counts.log,
        ..Plot::default()
    };
    let mut table = ResultTable::new(
        "counts",
        "Nodes and time over whole games",
        &["player", "moves", "nodes a move", "most nodes", "ms a move"],
    );
    let mut data = Vec::new();
    for (color, (player, by_stones)) in players.iter().zip(&totals).enumerate() {
        let mut all = SearchTotals::default();
        for totals in by_stones.values() {
            all.add(*totals);
        }
        let points: Vec<(f64, f64)> = by_stones
            .iter()
            .map(|(&stones, totals)| (stones as f64, totals.nodes_per_move()))
            .collect();
        let most = points.iter().map(|point| point.1).fold(0.0, f64::max);
        table.rows.push(vec![
            player.name.clone(),
            all.moves.to_string(),
            format!("{:.1}", all.nodes_per_move()),
            format!("{most:.1}"),
            format!("{:.4}", all.milliseconds_per_move()),
        ]);
        data.push(json!({ "player": player.name, "points": points }));
        plot.series.push(Series {
            name: player.name.clone(),
            color,
            points,
            ..Series::default()
        });
        let paper = paper_series(&counts.paper, &player.name, color);
        plot.series.extend(paper);
    }
    Ok(Results {
        tables: vec![table],
        plots: vec![plot],
        data: json!({ "players": data }),
    })
}
