//! Nodes for each move against the stones on the board.

use std::collections::BTreeMap;

use gomoku::Color;
use serde_json::json;

use super::definition::Counts;
use super::{Definition, ExperimentError, Findings, Lab, Table, paper_series};
use crate::finished::Effort;
use crate::plot::{Plot, Series};
use crate::store::StoreError;

pub(super) fn run(lab: &mut Lab<'_>, counts: &Counts) -> Result<Findings, ExperimentError> {
    let contestants = lab.definition.contestants()?;
    let pairings: Vec<(String, String)> = if counts.pairings.is_empty() {
        let selves = contestants.iter();
        selves
            .map(|one| (one.name.clone(), one.name.clone()))
            .collect()
    } else {
        counts.pairings.clone()
    };
    let bin = counts.bin.max(1);
    // By player, then by stones.
    let mut efforts: Vec<BTreeMap<u64, Effort>> = vec![BTreeMap::new(); contestants.len()];
    for (first, second) in &pairings {
        let mut two = vec![
            Definition::find(&contestants, first)?,
            Definition::find(&contestants, second)?,
        ];
        let indices = [first, second].map(|name| {
            let found = contestants.iter().position(|one| one.name == *name);
            found.expect("the players were found")
        });
        if first == second {
            two[1].name = format!("{second} (second)");
        }
        let contest = lab.definition.contest(lab.base, two, counts.games)?;
        lab.play(&contest, &format!("{first} - {second}"))?;
        let id = lab.store.contest(&contest)?;
        lab.store.for_each_game(id, contest.size, |game| {
            for (index, ply) in game.played.plies.iter().enumerate() {
                let stones = (game.opening_plies + index) as u64;
                let color = if stones.is_multiple_of(2) {
                    Color::Black
                } else {
                    Color::White
                };
                let player = indices[game.players[color]];
                let effort = efforts[player].entry(stones / bin * bin).or_default();
                effort.add(Effort {
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
    let mut table = Table::new(
        "counts",
        "Nodes and time over whole games",
        &["player", "moves", "nodes a move", "most nodes", "ms a move"],
    );
    let mut data = Vec::new();
    for (color, (contestant, by_stones)) in contestants.iter().zip(&efforts).enumerate() {
        let mut all = Effort::default();
        for effort in by_stones.values() {
            all.add(*effort);
        }
        let points: Vec<(f64, f64)> = by_stones
            .iter()
            .map(|(&stones, effort)| (stones as f64, effort.nodes_per_move()))
            .collect();
        let most = points.iter().map(|point| point.1).fold(0.0, f64::max);
        table.rows.push(vec![
            contestant.name.clone(),
            all.moves.to_string(),
            format!("{:.1}", all.nodes_per_move()),
            format!("{most:.1}"),
            format!("{:.4}", all.milliseconds_per_move()),
        ]);
        data.push(json!({ "player": contestant.name, "points": points }));
        plot.series.push(Series {
            name: contestant.name.clone(),
            color,
            points,
            ..Series::default()
        });
        let paper = paper_series(&counts.paper, &contestant.name, color);
        plot.series.extend(paper);
    }
    Ok(Findings {
        tables: vec![table],
        plots: vec![plot],
        data: json!({ "players": data }),
    })
}
