//! The results of matches and tournaments as text.

use std::fmt::Write as _;

use gomoku::Color;

use crate::match_config::MatchConfig;
use crate::runner::MatchReport;
use crate::scoreboard::PairingScore;
use crate::statistics::Hypothesis;

/// `+12.3 [-4.5, +30.1]`: Elo and its 95 % interval; infinite for a score of 1 or 0, `?` without games.
pub fn elo_text(score: &PairingScore) -> String {
    score
        .elo()
        .map_or_else(|| "?".to_owned(), |elo| elo.to_string())
}

/// Progress on one line.
pub fn progress_line(config: &MatchConfig, report: &MatchReport) -> String {
    let scoreboard = &report.scoreboard;
    let mut line = format!(
        "{}/{} games, {:.1}/s",
        scoreboard.games(),
        config.game_count(),
        report.games_per_second()
    );
    if scoreboard.pairings().len() == 1 {
        let score = scoreboard.first();
        let tally = score.tally;
        let _ = write!(
            line,
            ", +{} ={} -{}, Elo {}",
            tally.wins,
            tally.draws,
            tally.losses,
            elo_text(score)
        );
    }
    if let Some(sprt) = &report.sprt {
        let (lower, upper) = sprt.parameters().bounds();
        let _ = write!(line, ", LLR {:.2} ({lower:.2}, {upper:.2})", sprt.llr());
    }
    let forfeits: u64 = scoreboard.forfeits().iter().sum();
    if forfeits > 0 {
        let _ = write!(line, ", {forfeits} forfeits");
    }
    line
}

/// The result of a match between two players.
pub fn match_text(config: &MatchConfig, report: &MatchReport) -> String {
    let scoreboard = report.final_scoreboard();
    let score = scoreboard.first();
    let tally = score.tally;
    let mut text = format!(
        "{} - {}: {} wins, {} draws, {} losses in {} games ({})\n",
        config.players[score.first].name,
        config.players[score.second].name,
        tally.wins,
        tally.draws,
        tally.losses,
        tally.games(),
        percent(tally.score())
    );
    let _ = writeln!(text, "Elo {} (95 % interval)", elo_text(score));
    if let Some(normalized) = score.pentanomial.normalized_elo() {
        let _ = writeln!(text, "normalized Elo {normalized}");
    }
    if let Some(superiority) = score.likelihood_of_superiority() {
        let _ = writeln!(
            text,
            "likelihood of superiority {:.2} %",
            100.0 * superiority
        );
    }
    let _ = writeln!(
        text,
        "pairs with 0, ½, 1, 1½, 2 points: {:?}",
        score.pentanomial.0
    );
    let _ = writeln!(
        text,
        "black won {}, white won {}",
        score.by_black.wins, score.by_black.losses
    );
    if let Some(sprt) = &report.sprt {
        let (lower, upper) = sprt.parameters().bounds();
        let decision = match sprt.decision() {
            Some(Hypothesis::H1) => format!("H1 accepted, Elo {} or more", sprt.parameters().elo1),
            Some(Hypothesis::H0) => format!("H0 accepted, Elo {} or less", sprt.parameters().elo0),
            None => "undecided".to_owned(),
        };
        let _ = writeln!(
            text,
            "LLR {:.3} between {lower:.2} and {upper:.2}: {decision}",
            sprt.llr()
        );
        let surplus = report.games.len() as u64 - scoreboard.games();
        if sprt.decision().is_some() && surplus > 0 {
            let _ = writeln!(
                text,
                "{surplus} games ended after the decision and are not counted"
            );
        }
    }
    text + &game_notes(config, report)
}

/// Terminations, forfeits, repeated games, one-sided openings and speed.
fn game_notes(config: &MatchConfig, report: &MatchReport) -> String {
    let scoreboard = report.final_scoreboard();
    let mut text = String::new();
    let reasons: Vec<String> = scoreboard
        .terminations()
        .iter()
        .map(|(kind, count)| format!("{} {count}", kind.name()))
        .collect();
    let _ = writeln!(
        text,
        "endings: {}; {:.1} stones per game",
        reasons.join(", "),
        scoreboard.mean_stones()
    );
    for (index, &forfeits) in scoreboard.forfeits().iter().enumerate() {
        if forfeits > 0 {
            let name = &config.players[index].name;
            let _ = writeln!(text, "{name} forfeited {forfeits} games");
        }
    }
    if scoreboard.distinct_games() < scoreboard.games() {
        let _ = writeln!(
            text,
            "only {} of {} games are distinct; use --openings for more variety",
            scoreboard.distinct_games(),
            scoreboard.games()
        );
    }
    if let Some(first) = report.damaged.first() {
        let count = report.damaged.len();
        let _ = writeln!(
            text,
            "{count} bad rows of the store do not count, the first: {first}"
        );
    }
    let openings = scoreboard.openings();
    let one_sided: Vec<_> = openings
        .iter()
        .filter_map(|tally| Some((tally, tally.always_won_by()?)))
        .collect();
    if openings.len() > 1 && !one_sided.is_empty() {
        let black = one_sided.iter().filter(|(_, color)| *color == Color::Black);
        let _ = writeln!(
            text,
            "{} of {} openings were won by one color every time ({} by black): number {}",
            one_sided.len(),
            openings.len(),
            black.count(),
            short_list(one_sided.iter().map(|(tally, _)| tally.opening + 1))
        );
    }
    let _ = writeln!(
        text,
        "{:.1} s, {:.1} games/s, {} from the store",
        report.elapsed.as_secs_f64(),
        report.games_per_second(),
        report.restored
    );
    text
}

/// A share of the points; `–` without games.
fn percent(score: Option<f64>) -> String {
    score.map_or_else(|| "–".to_owned(), |score| format!("{:.1} %", 100.0 * score))
}

/// Comma-separated, shortened after ten numbers.
fn short_list(numbers: impl Iterator<Item = u64>) -> String {
    const MAX: usize = 10;
    let all: Vec<String> = numbers.map(|number| number.to_string()).collect();
    if all.len() > MAX {
        format!("{}, …", all[..MAX].join(", "))
    } else {
        all.join(", ")
    }
}

/// Ratings and cross table of a tournament.
pub fn tournament_text(config: &MatchConfig, report: &MatchReport) -> String {
    let scoreboard = report.final_scoreboard();
    let ratings = scoreboard.ratings(&report.games);
    let count = config.players.len();
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|&a, &b| {
        let elo = |index: usize| ratings.players[index].elo.value;
        elo(b).total_cmp(&elo(a))
    });
    let width = config
        .players
        .iter()
        .map(|one| one.name.chars().count())
        .max()
        .unwrap_or(0)
        .max(6);
    let mut text = format!(
        "  #  {:width$}     Elo      95 % interval   games    score",
        "player"
    );
    for rank in 1..=count {
        let _ = write!(text, " {rank:>9}");
    }
    text.push('\n');
    for (rank, &index) in order.iter().enumerate() {
        let total = scoreboard.total(index);
        let elo = ratings.players[index].elo;
        let _ = write!(
            text,
            "{:>3}  {:width$} {:>7.1} {:>18} {:>7} {:>8}",
            rank + 1,
            config.players[index].name,
            elo.value,
            format!("{:+.1} {:+.1}", elo.low, elo.high),
            total.games(),
            percent(total.score())
        );
        for &other in &order {
            let cell = scoreboard.pairings().iter().find_map(|score| {
                let tally = if (score.first, score.second) == (index, other) {
                    score.tally
                } else if (score.second, score.first) == (index, other) {
                    score.tally.reversed()
                } else {
                    return None;
                };
                Some(format!("{}:{}", tally.points(), tally.reversed().points()))
            });
            let _ = write!(text, " {:>9}", cell.unwrap_or_else(|| "·".to_owned()));
        }
        text.push('\n');
    }
    if let Some(advantage) = ratings.advantage {
        let _ = writeln!(
            text,
            "first-move advantage {advantage} Elo, draw Elo {:.1}",
            ratings.draw_elo
        );
    }
    text + &game_notes(config, report)
}
