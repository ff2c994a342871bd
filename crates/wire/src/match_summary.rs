//! The results of matches and tournaments.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::names::Side;

/// The result of a match. `wins`, `losses`, `draws` and all Elo numbers are those of the first player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct MatchSummary {
    /// The version of this document.
    pub version: u32,
    /// The name of the first player.
    pub first: String,
    /// The name of the second player.
    pub second: String,
    /// Games that count.
    pub games: u64,
    /// Games won by the first player.
    pub wins: u64,
    /// Games lost by the first player.
    pub losses: u64,
    /// Drawn games.
    pub draws: u64,
    /// Points per game, 0 to 1.
    #[schema(required = true)]
    pub score: Option<f64>,
    /// Elo difference; null when one player won every game.
    #[schema(required = true)]
    pub elo: Option<f64>,
    /// Half the width of its 95 % confidence interval; null if an end is open.
    #[schema(required = true)]
    pub elo_error: Option<f64>,
    /// The lower end of that interval; null if the results set none.
    #[schema(required = true)]
    pub elo_low: Option<f64>,
    /// The upper end of that interval; null if the results set none.
    #[schema(required = true)]
    pub elo_high: Option<f64>,
    /// Normalized Elo; null when every pair was won or every pair lost.
    #[schema(required = true)]
    pub normalized_elo: Option<f64>,
    /// Half the width of its 95 % confidence interval; null if an end is open.
    #[schema(required = true)]
    pub normalized_elo_error: Option<f64>,
    /// The lower end of that interval; null if the results set none.
    #[schema(required = true)]
    pub normalized_elo_low: Option<f64>,
    /// The upper end of that interval; null if the results set none.
    #[schema(required = true)]
    pub normalized_elo_high: Option<f64>,
    /// Likelihood of superiority.
    #[schema(required = true)]
    pub superiority: Option<f64>,
    /// Pairs of games in which the first player scored 0, ½, 1, 1½ and 2 points.
    pub pairs: [u64; 5],
    /// Log-likelihood ratio of the SPRT, if there is one.
    #[schema(required = true)]
    pub llr: Option<f64>,
    /// The hypothesis that the SPRT accepted: `H0` or `H1`.
    #[schema(required = true)]
    pub decision: Option<String>,
    /// Games lost by crashes, illegal moves or time, by either player.
    pub forfeits: u64,
    /// The same for each player.
    pub forfeits_of: Forfeits,
    /// How often games ended for each reason.
    pub reasons: BTreeMap<String, u64>,
    /// Games won by black.
    pub black_wins: u64,
    /// Games won by white.
    pub white_wins: u64,
    /// Distinct games; repeated games carry no information.
    pub different_games: u64,
    /// Mean number of stones at the end.
    pub mean_stones: f64,
    /// Games that were read from the store instead of played.
    pub restored: u64,
    /// Duration of this run.
    pub seconds: f64,
    /// Random seed.
    pub seed: u64,
    /// Openings that one color always won.
    pub one_sided_openings: Vec<OneSidedOpening>,
}

/// Forfeits of each player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Forfeits {
    /// The first player's.
    pub first: u64,
    /// The second player's.
    pub second: u64,
}

/// An opening that one color always won.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct OneSidedOpening {
    /// Its number, counted from 1.
    pub opening: u64,
    /// The color that won.
    pub winner: Side,
    /// Games played from it.
    pub games: u64,
}

/// The result of a tournament: ratings and all pairings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TournamentSummary {
    /// The version of this document.
    pub version: u32,
    /// Games that count.
    pub games: u64,
    /// The players with their ratings.
    pub players: Vec<RatedPlayer>,
    /// The results of each pair of players.
    pub pairings: Vec<PairingSummary>,
    /// What the first move is worth.
    pub first_move_elo: Option<f64>,
    /// Half the width of its 95 % confidence interval.
    pub first_move_elo_error: Option<f64>,
    /// The lower end of that interval.
    pub first_move_elo_low: Option<f64>,
    /// The upper end of that interval.
    pub first_move_elo_high: Option<f64>,
    /// The draw parameter of the rating model.
    pub draw_elo: f64,
    /// How often games ended for each reason.
    pub reasons: BTreeMap<String, u64>,
    /// Distinct games; repeated games carry no information.
    pub different_games: u64,
    /// Games that were read from the store instead of played.
    pub restored: u64,
    /// Openings that one color always won.
    pub one_sided_openings: Vec<OneSidedOpening>,
}

/// A player of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RatedPlayer {
    /// The name.
    pub name: String,
    /// The spec string.
    pub spec: String,
    /// The rating; the mean of all players is 0.
    pub elo: f64,
    /// Half the width of its 95 % confidence interval; null for a player that won or lost every game.
    pub elo_error: Option<f64>,
    /// The lower end of that interval; null for a player that lost every game.
    pub elo_low: Option<f64>,
    /// The upper end of that interval; null for a player that won every game.
    pub elo_high: Option<f64>,
    /// Games.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Games lost by crashes, illegal moves or time.
    pub forfeits: u64,
}

/// The result of two players of a tournament against each other, seen from the first one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairingSummary {
    /// The name of the first player.
    pub first: String,
    /// The name of the second player.
    pub second: String,
    /// Games won by the first player.
    pub wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games lost by the first player.
    pub losses: u64,
    /// Pairs of games in which the first player scored 0, ½, 1, 1½ and 2 points.
    pub pairs: [u64; 5],
}
