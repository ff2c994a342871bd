//! Notices players that fail again and again. Their games say nothing about strength, so the match ends.

use gomoku::Color;

use crate::game_record::GameRecord;
use crate::match_config::MatchConfig;
use crate::runner::MatchError;

/// Games in a row that a player may lose before its first move, because its program crashes at the start for instance.
const MAX_FAILED_STARTS: u32 = 3;
/// Games in a row that a player may forfeit by a crash, an illegal answer, or too much time or memory.
const MAX_FAULTS: u32 = 10;

/// Counts the faults in a row of each player.
#[derive(Debug)]
pub(crate) struct FaultCounter {
    players: Vec<Faults>,
}

#[derive(Clone, Debug, Default)]
struct Faults {
    name: String,
    /// Games lost before the first move.
    starts: u32,
    games: u32,
}

impl FaultCounter {
    pub(crate) fn new(config: &MatchConfig) -> FaultCounter {
        let players = config.names().into_iter().map(|name| Faults {
            name,
            ..Faults::default()
        });
        FaultCounter {
            players: players.collect(),
        }
    }

    /// Counts a game.
    ///
    /// # Errors
    /// If a player has failed too often.
    pub(crate) fn add(&mut self, game: &GameRecord) -> Result<(), MatchError> {
        let forfeiter = game.summary().forfeiter();
        let (black, white) = (game.players.black, game.players.white);
        let both = [Some(black), Some(white).filter(|_| white != black)];
        for player in both.into_iter().flatten() {
            let faults = &mut self.players[player];
            if forfeiter == Some(player) {
                faults.games += 1;
                faults.starts = if moves_of_loser(game) == 0 {
                    faults.starts + 1
                } else {
                    0
                };
            } else {
                (faults.games, faults.starts) = (0, 0);
            }
            if faults.starts >= MAX_FAILED_STARTS || faults.games >= MAX_FAULTS {
                return Err(MatchError::Faults {
                    player: faults.name.clone(),
                    games: faults.games,
                    detail: game.result.detail.clone(),
                });
            }
        }
        Ok(())
    }
}

/// Moves that the loser made, late and illegal ones included.
fn moves_of_loser(game: &GameRecord) -> usize {
    let is_black = game.result.outcome.winner == Some(Color::White);
    let plies = game.result.plies.len();
    // Black makes the first move after an even number of stones.
    if is_black == game.opening_plies.is_multiple_of(2) {
        plies.div_ceil(2)
    } else {
        plies / 2
    }
}
