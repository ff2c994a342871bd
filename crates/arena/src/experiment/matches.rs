//! Tables of matches, and players against themselves.

use gomoku::Color;
use serde_json::{Value, json};

use super::definition::{Matches, PaperMatch, SelfMatch};
use super::{Context, Definition, ExperimentError, ResultTable, Results};
use crate::format;
use crate::match_config::{Colors, PlayerConfig, TournamentFormat};
use crate::statistics::Tally;

pub(super) fn run(lab: &mut Context<'_>, matches: &Matches) -> Result<Results, ExperimentError> {
    let players = lab.definition.players()?;
    let pairings = if matches.pairings.is_empty() {
        everybody(&players)
    } else {
        matches.pairings.clone()
    };
    let title = if matches.fixed_colors {
        "Matches, the first player always black"
    } else {
        "Matches, each opening with both colors"
    };
    let mut table = ResultTable::new(
        "matches",
        title,
        &[
            "players",
            "games",
            "wins",
            "draws",
            "losses",
            "forfeits",
            "score",
            "Elo",
            "ms a move",
            "nodes a move",
            "paper: + = −",
            "paper: score",
        ],
    );
    let mut data = Vec::new();
    for (first, second) in &pairings {
        let two = vec![
            Definition::find(&players, first)?,
            Definition::find(&players, second)?,
        ];
        let mut config = lab.definition.match_config(lab.base, two, matches.games)?;
        if matches.fixed_colors {
            config.colors = Colors::Fixed;
        }
        let report = lab.play(&config, &format!("{first} - {second}"))?;
        let score = report.scoreboard.first();
        let tally = score.tally;
        let totals = [&score.first_totals, &score.second_totals].map(|by_color| {
            let mut all = by_color.black;
            all.add(by_color.white);
            all
        });
        let paper = matches
            .paper
            .iter()
            .find(|paper| (&paper.first, &paper.second) == (first, second))
            .map(paper_tally);
        let [one, other] = totals;
        table.rows.push(vec![
            format!("{first} – {second}"),
            tally.games().to_string(),
            tally.wins.to_string(),
            tally.draws.to_string(),
            tally.losses.to_string(),
            forfeits(report.scoreboard.forfeits()),
            percent(tally.score()),
            format::elo_text(score),
            format!(
                "{:.3} / {:.3}",
                one.milliseconds_per_move(),
                other.milliseconds_per_move()
            ),
            format!(
                "{:.0} / {:.0}",
                one.nodes_per_move(),
                other.nodes_per_move()
            ),
            paper.map_or_else(String::new, |paper| {
                format!("{} {} {}", paper.wins, paper.draws, paper.losses)
            }),
            paper.map_or_else(String::new, |paper| percent(paper.score())),
        ]);
        let mut result = format::match_json(&config, &report);
        // A report says what was found, not in how many sittings.
        if let Some(result) = result.as_object_mut() {
            result.remove("seconds");
            result.remove("restored");
        }
        data.push(json!({
            "result": result,
            "paper": paper.map(tally_json),
        }));
    }
    let only_papers = matches.paper.iter().filter(|paper| {
        let is_it =
            |(first, second): &(String, String)| (first, second) == (&paper.first, &paper.second);
        !pairings.iter().any(is_it)
    });
    table
        .rows
        .extend(only_papers.map(|paper| paper_row(paper, table.header.len())));
    Ok(Results {
        tables: vec![table],
        plots: Vec::new(),
        data: json!({ "matches": data }),
    })
}

pub(super) fn run_selves(
    lab: &mut Context<'_>,
    selves: &SelfMatch,
) -> Result<Results, ExperimentError> {
    let mut table = ResultTable::new(
        "self-match",
        "Each player against itself",
        &[
            "player",
            "games",
            "black",
            "white",
            "draws",
            "black's score",
            "first move in Elo",
            "different games",
            "stones",
            "ms a move, black / white",
            "paper: black white draws",
            "paper: black's score",
        ],
    );
    let mut data = Vec::new();
    for player in lab.definition.players()? {
        let name = player.name.clone();
        let mut config = lab
            .definition
            .match_config(lab.base, vec![player], selves.games)?;
        config.format = TournamentFormat::SelfPlay;
        config.colors = Colors::Fixed;
        let report = lab.play(&config, &name)?;
        let board = &report.scoreboard;
        let score = board.first();
        // Wins are black's here.
        let tally = score.by_black;
        let elo = tally.elo();
        let paper = selves
            .paper
            .iter()
            .find(|paper| paper.player == name)
            .map(|paper| Tally {
                wins: paper.black,
                draws: paper.draws,
                losses: paper.white,
            });
        table.rows.push(vec![
            name.clone(),
            tally.games().to_string(),
            tally.wins.to_string(),
            tally.losses.to_string(),
            tally.draws.to_string(),
            percent(tally.score()),
            elo.map_or("?".into(), |elo| {
                format!("{:+.1} ± {:.1}", elo.value, elo.error)
            }),
            board.distinct_games().to_string(),
            format!("{:.1}", board.mean_stones()),
            format!(
                "{:.3} / {:.3}",
                score.first_totals[Color::Black].milliseconds_per_move(),
                score.second_totals[Color::White].milliseconds_per_move()
            ),
            paper.map_or_else(String::new, |paper| {
                format!("{} {} {}", paper.wins, paper.losses, paper.draws)
            }),
            paper.map_or_else(String::new, |paper| percent(paper.score())),
        ]);
        data.push(json!({
            "player": name,
            "black": tally.wins,
            "white": tally.losses,
            "draws": tally.draws,
            "elo": elo.map(|elo| elo.value),
            "elo_error": elo.map(|elo| elo.error),
            "different_games": board.distinct_games(),
            "paper": paper.map(tally_json),
        }));
    }
    Ok(Results {
        tables: vec![table],
        plots: Vec::new(),
        data: json!({ "players": data }),
    })
}

/// Games that each side lost without being beaten: late, illegal, crashed. Such a win says nothing of strength.
fn forfeits(by_player: &[u64]) -> String {
    if by_player.iter().sum::<u64>() == 0 {
        return "0".to_owned();
    }
    let counts: Vec<String> = by_player.iter().map(u64::to_string).collect();
    counts.join(" / ")
}

fn paper_tally(paper: &PaperMatch) -> Tally {
    Tally {
        wins: paper.wins,
        draws: paper.draws,
        losses: paper.losses,
    }
}

/// The line of a match that the paper played and nobody can play again.
fn paper_row(paper: &PaperMatch, columns: usize) -> Vec<String> {
    let mut row = vec![String::new(); columns];
    row[0] = format!("{} – {}, paper", paper.first, paper.second);
    row[columns - 2] = format!("{} {} {}", paper.wins, paper.draws, paper.losses);
    row[columns - 1] = percent(paper_tally(paper).score());
    row
}

/// Everybody against everybody, by name.
fn everybody(players: &[PlayerConfig]) -> Vec<(String, String)> {
    let mut pairings = Vec::new();
    for (index, first) in players.iter().enumerate() {
        for second in &players[index + 1..] {
            pairings.push((first.name.clone(), second.name.clone()));
        }
    }
    pairings
}

fn tally_json(tally: Tally) -> Value {
    json!({ "wins": tally.wins, "draws": tally.draws, "losses": tally.losses })
}

pub(super) fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "?".to_owned(), |share| format!("{:.1} %", 100.0 * share))
}
