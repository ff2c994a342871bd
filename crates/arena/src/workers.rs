//! Plays the games of a match on several threads.
//!
//! A worker thread takes the next game number, plays the game and sends the record to the calling thread. Built-in
//! players are constructed for each game; external programs are kept running while the worker's next game needs them.
//! When the stop flag is raised, running games are abandoned and not counted.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use gomoku::{Board, ByColor, Color, Outcome, PlayerError, Procedure, StopFlag};

use crate::game::{self, GameResult};
use crate::game_record::GameRecord;
use crate::limits::PlayerLimits;
use crate::match_config::{MatchConfig, ScheduledGame};
use crate::match_player::MatchPlayer;
use crate::procedure::{self, OpeningOutcome};
use crate::runner::MatchError;

/// How often the stop flag is polled while no game ends.
const POLL_INTERVAL: Duration = Duration::from_millis(20);
/// How long the programs of an abandoned game may take to exit. Ctrl-C ends a match within a second.
const ABANDON_GRACE: Duration = Duration::from_millis(100);
/// Finished games that may wait for the caller before workers block.
const CHANNEL_CAPACITY: usize = 1024;

/// Receives every position that is reached, with the game's number. Worker threads call it, so it should be fast.
pub type OnPosition<'a> = &'a (dyn Fn(u64, &Board) + Sync);

/// Plays all games whose numbers are not in `done`, and passes each to `on_game` as it ends. Stops when `on_game`
/// breaks or the flag is raised.
///
/// # Errors
/// If the match cannot be played, or a program cannot be started.
pub fn play_games(
    config: &MatchConfig,
    done: &HashSet<u64>,
    concurrency: usize,
    stop: &StopFlag,
    on_position: Option<OnPosition<'_>>,
    mut on_game: impl FnMut(GameRecord) -> ControlFlow<()>,
) -> Result<(), MatchError> {
    config.check()?;
    let mut pending = config
        .game_numbers()
        .filter(|number| !done.contains(number))
        .peekable();
    // The result of a finished match can be shown without its programs.
    if pending.peek().is_some() {
        check_programs(config)?;
    }
    let pending = Mutex::new(pending);
    let next_number = || {
        let mut pending = pending.lock().unwrap_or_else(PoisonError::into_inner);
        pending.next()
    };
    let halt = StopFlag::new();
    thread::scope(|scope| {
        let (sender, games) = mpsc::sync_channel(CHANNEL_CAPACITY);
        for _ in 0..concurrency.max(1) {
            let sender = sender.clone();
            let mut worker = GameWorker::new(config, &halt, on_position);
            let next_number = &next_number;
            scope.spawn(move || {
                while !worker.halt.is_raised()
                    && let Some(number) = next_number()
                    && let Some(game) = worker.play(&config.scheduled_game(number))
                {
                    if sender.send(game).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        loop {
            match games.recv_timeout(POLL_INTERVAL) {
                Ok(game) => {
                    if on_game(game).is_break() {
                        break;
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if stop.is_raised() {
                break;
            }
        }
        halt.raise();
        // Games that have already ended count, unless the caller has broken off.
        if stop.is_raised() {
            for game in games.try_iter() {
                if on_game(game).is_break() {
                    break;
                }
            }
        }
    });
    Ok(())
}

/// Refuses a match that a missing program would lose.
fn check_programs(config: &MatchConfig) -> Result<(), MatchError> {
    for player in &config.players {
        if let Some(program) = player.spec.build_external() {
            program
                .check_program()
                .map_err(|reason| MatchError::Program {
                    player: player.name.clone(),
                    reason,
                })?;
        }
    }
    Ok(())
}

struct GameWorker<'a> {
    config: &'a MatchConfig,
    halt: StopFlag,
    on_position: Option<OnPosition<'a>>,
    /// External programs of the last game, with their player index.
    running: Vec<(usize, MatchPlayer)>,
}

impl<'a> GameWorker<'a> {
    fn new(
        config: &'a MatchConfig,
        halt: &StopFlag,
        on_position: Option<OnPosition<'a>>,
    ) -> GameWorker<'a> {
        GameWorker {
            config,
            halt: halt.clone(),
            on_position,
            running: Vec::new(),
        }
    }

    /// `None` if it was stopped.
    fn play(&mut self, game: &ScheduledGame) -> Option<GameRecord> {
        let started = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default()
            .as_secs();
        let start = Instant::now();
        let mut players = [self.player(game, 0), self.player(game, 1)];
        // Idle programs would take memory and time from those that play.
        self.running.clear();
        let Some(played) = self.play_with(game, &mut players) else {
            for player in &mut players {
                player.quit(ABANDON_GRACE);
            }
            return None;
        };
        for (player, index) in players.into_iter().zip(game.seats) {
            if player.is_external() {
                self.running.push((index, player));
            }
        }
        Some(GameRecord {
            number: game.number,
            pair: game.pair,
            opening: game.opening,
            opening_plies: played.opening_plies,
            players: ByColor {
                black: game.seats[played.black_seat],
                white: game.seats[1 - played.black_seat],
            },
            result: played.result,
            started,
            duration: start.elapsed(),
        })
    }

    /// The player of a seat: a running program, or a new instance.
    fn player(&mut self, game: &ScheduledGame, seat: usize) -> MatchPlayer {
        let index = game.seats[seat];
        let running = self.running.iter().position(|(other, _)| *other == index);
        if let Some(slot) = running {
            let (_, mut player) = self.running.swap_remove(slot);
            player.new_game();
            return player;
        }
        let seed = self.config.player_seed(game.number, seat, index);
        MatchPlayer::new(&self.config.players[index].spec, seed)
    }

    /// Plays the opening procedure and the game; `None` if it was stopped.
    fn play_with(
        &self,
        game: &ScheduledGame,
        [first, second]: &mut [MatchPlayer; 2],
    ) -> Option<PlayedGame> {
        let config = self.config;
        let mut limits = game.seats.map(|index| config.players[index].limits.clone());
        let (board, black_seat) = if config.procedure == Procedure::Free {
            let mut board = Board::new(config.size, config.rule);
            for &stone in &game.stones {
                board.push(stone);
            }
            (board, 0)
        } else {
            let opening = config.new_opening().expect("the config was checked");
            let players = [&mut *first, &mut *second];
            let adjudication = &config.adjudication;
            match procedure::play_opening(opening, players, &mut limits, adjudication, &self.halt) {
                OpeningOutcome::Ready { board, black_seat } => (board, black_seat),
                OpeningOutcome::Stopped => return None,
                OpeningOutcome::Forfeit { board, seat, error } => {
                    return Some(PlayedGame::forfeited_in_opening(&board, seat, error));
                }
            }
        };
        let opening_plies = board.ply();
        let [first_limits, second_limits]: &[PlayerLimits; 2] = &limits;
        let (players, limits) = (
            by_color(first, second, black_seat),
            by_color(first_limits, second_limits, black_seat),
        );
        let on_position = |board: &Board| {
            if let Some(on_position) = self.on_position {
                on_position(game.number, board);
            }
        };
        let (adjudication, halt) = (&config.adjudication, &self.halt);
        let result = game::play(board, players, limits, adjudication, halt, &on_position)?;
        Some(PlayedGame {
            black_seat,
            opening_plies,
            result,
        })
    }
}

fn by_color<T>(first: T, second: T, black_seat: usize) -> ByColor<T> {
    let (black, white) = if black_seat == 0 {
        (first, second)
    } else {
        (second, first)
    };
    ByColor { black, white }
}

struct PlayedGame {
    /// The seat, 0 or 1, that played black.
    black_seat: usize,
    /// Stones on the board when the game began.
    opening_plies: usize,
    result: GameResult,
}

impl PlayedGame {
    /// Colors are not assigned yet, so the first seat counts as black.
    fn forfeited_in_opening(board: &Board, seat: usize, error: PlayerError) -> PlayedGame {
        let winner = if seat == 0 {
            Color::White
        } else {
            Color::Black
        };
        PlayedGame {
            black_seat: 0,
            opening_plies: board.ply(),
            result: GameResult {
                moves: board.moves().collect(),
                plies: Vec::new(),
                detail: format!("in the opening: {error}"),
                outcome: Outcome {
                    winner: Some(winner),
                    reason: game::end_reason(error),
                },
            },
        }
    }
}
