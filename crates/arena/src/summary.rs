//! The results of matches and tournaments as JSON documents.

use std::collections::BTreeMap;

use wire::{
    Forfeits, MatchSummary, OneSidedOpening, PairingSummary, RatedPlayer, TournamentSummary,
};

use crate::match_config::MatchConfig;
use crate::runner::MatchReport;
use crate::scoreboard::{Scoreboard, SprtState};
use crate::statistics::Hypothesis;

/// The version of the documents.
const VERSION: u32 = 1;

/// The result of a match between two players.
pub fn match_summary(config: &MatchConfig, report: &MatchReport) -> MatchSummary {
    let scoreboard = report.final_scoreboard();
    let score = scoreboard.first();
    let elo = score.elo();
    let normalized = score.pentanomial.normalized_elo();
    let decision = report.sprt.as_ref().and_then(SprtState::decision);
    MatchSummary {
        version: VERSION,
        first: config.players[score.first].name.clone(),
        second: config.players[score.second].name.clone(),
        games: scoreboard.games(),
        wins: score.tally.wins,
        losses: score.tally.losses,
        draws: score.tally.draws,
        score: score.tally.score(),
        elo: elo.and_then(|elo| finite(elo.value)),
        elo_error: elo.and_then(|elo| finite(elo.error())),
        elo_low: elo.and_then(|elo| finite(elo.low)),
        elo_high: elo.and_then(|elo| finite(elo.high)),
        normalized_elo: normalized.and_then(|elo| finite(elo.value)),
        normalized_elo_error: normalized.and_then(|elo| finite(elo.error())),
        normalized_elo_low: normalized.and_then(|elo| finite(elo.low)),
        normalized_elo_high: normalized.and_then(|elo| finite(elo.high)),
        superiority: score.likelihood_of_superiority(),
        pairs: score.pentanomial.0,
        llr: report.sprt.as_ref().map(SprtState::llr),
        decision: decision.map(|decision| match decision {
            Hypothesis::H0 => "H0".to_owned(),
            Hypothesis::H1 => "H1".to_owned(),
        }),
        forfeits: scoreboard.forfeits().iter().sum(),
        forfeits_of: Forfeits {
            first: scoreboard.forfeits()[score.first],
            second: scoreboard.forfeits()[score.second],
        },
        reasons: reasons(scoreboard),
        black_wins: score.by_black.wins,
        white_wins: score.by_black.losses,
        different_games: scoreboard.distinct_games(),
        mean_stones: scoreboard.mean_stones(),
        restored: report.restored,
        seconds: report.elapsed.as_secs_f64(),
        seed: config.seed,
        one_sided_openings: one_sided_openings(scoreboard),
    }
}

/// The result of a tournament: ratings and all pairings.
pub fn tournament_summary(config: &MatchConfig, report: &MatchReport) -> TournamentSummary {
    let scoreboard = report.final_scoreboard();
    let ratings = scoreboard.ratings(&report.games);
    let name = |index: usize| config.players[index].name.clone();
    let players = ratings.players.iter().enumerate().map(|(index, rating)| {
        let total = scoreboard.total(index);
        RatedPlayer {
            name: name(index),
            spec: config.players[index].spec.to_string(),
            elo: rating.elo.value,
            elo_error: finite(rating.elo.error()),
            elo_low: finite(rating.elo.low),
            elo_high: finite(rating.elo.high),
            games: total.games(),
            wins: total.wins,
            draws: total.draws,
            losses: total.losses,
            forfeits: scoreboard.forfeits()[index],
        }
    });
    let pairings = scoreboard.pairings().iter().map(|score| PairingSummary {
        first: name(score.first),
        second: name(score.second),
        wins: score.tally.wins,
        draws: score.tally.draws,
        losses: score.tally.losses,
        pairs: score.pentanomial.0,
    });
    TournamentSummary {
        version: VERSION,
        games: scoreboard.games(),
        players: players.collect(),
        pairings: pairings.collect(),
        first_move_elo: ratings.advantage.map(|elo| elo.value),
        first_move_elo_error: ratings.advantage.and_then(|elo| finite(elo.error())),
        first_move_elo_low: ratings.advantage.and_then(|elo| finite(elo.low)),
        first_move_elo_high: ratings.advantage.and_then(|elo| finite(elo.high)),
        draw_elo: ratings.draw_elo,
        reasons: reasons(scoreboard),
        different_games: scoreboard.distinct_games(),
        restored: report.restored,
        one_sided_openings: one_sided_openings(scoreboard),
    }
}

/// JSON has no infinity: null stands for it.
pub(crate) fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

fn reasons(scoreboard: &Scoreboard) -> BTreeMap<String, u64> {
    let terminations = scoreboard.terminations().iter();
    terminations
        .map(|(termination, &count)| (termination.name().to_owned(), count))
        .collect()
}

fn one_sided_openings(scoreboard: &Scoreboard) -> Vec<OneSidedOpening> {
    let openings = scoreboard.openings();
    let one_sided = openings.iter().filter_map(|tally| {
        Some(OneSidedOpening {
            opening: tally.opening + 1,
            winner: tally.always_won_by()?.into(),
            games: tally.games(),
        })
    });
    one_sided.collect()
}
