//! Plays the games of a contest on several threads.
//!
//! Workers take the next number, play, and hand the finished game to the calling thread, which stores and counts it.
//! Algorithms of this process are built anew for each game; outside programs stay with their worker as long as the
//! next game needs them. When the flag is raised, running games are given up and not counted.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use gomoku::{Board, ByColor, Color, Opening, Outcome, Procedure, StopFlag};

use crate::contest::Contest;
use crate::finished::Finished;
use crate::game::{self, Played};
use crate::procedure::{self, Conducted};
use crate::schedule::Fixture;
use crate::seat::Seat;

/// How often the caller's flag is looked at while nothing else happens.
const GLANCE: Duration = Duration::from_millis(20);
/// Finished games that may wait for the caller.
const MOST_WAITING: usize = 1024;

/// Why a contest cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ContestError {
    /// Nobody to play with.
    #[error("a contest needs {wanted} players and has {found}")]
    TooFew {
        /// How many at least.
        wanted: usize,
        /// How many there are.
        found: usize,
    },
    /// The opening procedure does not fit the board.
    #[error("{procedure} on {size}x{size}: {error}")]
    Procedure {
        /// The procedure.
        procedure: String,
        /// The size of the board.
        size: gomoku::Size,
        /// Why not.
        error: gomoku::opening::OpeningError,
    },
}

impl Contest {
    /// Can it be played at all?
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self) -> Result<(), ContestError> {
        let wanted = match self.format {
            crate::contest::Format::Selves => 1,
            _ => 2,
        };
        let found = self.contestants.len();
        if found < wanted {
            return Err(ContestError::TooFew { wanted, found });
        }
        self.begin()
            .map(|_| ())
            .map_err(|error| ContestError::Procedure {
                procedure: self.procedure.to_string(),
                size: self.size,
                error,
            })
    }

    fn begin(&self) -> Result<Opening, gomoku::opening::OpeningError> {
        Opening::new(self.procedure.clone(), self.size, self.rule)
    }
}

/// Plays every game of the contest that is not in `done`, and hands each to `take` as it ends. Stops when `take` breaks
/// or the flag is raised.
///
/// # Errors
/// When the contest cannot be played.
pub fn run(
    contest: &Contest,
    done: &HashSet<u64>,
    concurrency: usize,
    stop: &StopFlag,
    take: impl FnMut(Finished) -> ControlFlow<()>,
) -> Result<(), ContestError> {
    run_shown(contest, done, concurrency, stop, &|_, _| {}, take)
}

/// Somebody who sees every position of every game as it is reached, with the game's number. He is asked by the threads
/// that play, so he must be quick.
pub type Spectator<'a> = &'a (dyn Fn(u64, &Board) + Sync);

/// [`run`] before a spectator.
///
/// # Errors
/// When the contest cannot be played.
pub fn run_shown(
    contest: &Contest,
    done: &HashSet<u64>,
    concurrency: usize,
    stop: &StopFlag,
    show: Spectator<'_>,
    mut take: impl FnMut(Finished) -> ControlFlow<()>,
) -> Result<(), ContestError> {
    contest.check()?;
    let pending = Mutex::new(contest.numbers().filter(|number| !done.contains(number)));
    let next = || {
        let mut pending = pending.lock().unwrap_or_else(PoisonError::into_inner);
        pending.next()
    };
    let halt = StopFlag::new();
    thread::scope(|scope| {
        let (sender, finished) = mpsc::sync_channel(MOST_WAITING);
        for _ in 0..concurrency.max(1) {
            let (sender, halt) = (sender.clone(), halt.clone());
            let next = &next;
            scope.spawn(move || {
                let mut worker = Worker {
                    contest,
                    halt,
                    show,
                    kept: Vec::new(),
                };
                while !worker.halt.is_raised()
                    && let Some(number) = next()
                    && let Some(game) = worker.play(&contest.fixture(number))
                {
                    if sender.send(game).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        loop {
            match finished.recv_timeout(GLANCE) {
                Ok(game) => {
                    if take(game).is_break() {
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
        // What has ended by now counts, unless the caller has broken off.
        if stop.is_raised() {
            for game in finished.try_iter() {
                if take(game).is_break() {
                    break;
                }
            }
        }
    });
    Ok(())
}

struct Worker<'a> {
    contest: &'a Contest,
    halt: StopFlag,
    show: Spectator<'a>,
    /// Outside programs of the last game, by contestant and seat.
    kept: Vec<(usize, Seat)>,
}

impl Worker<'_> {
    /// `None` when it was stopped.
    fn play(&mut self, fixture: &Fixture) -> Option<Finished> {
        let started = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default()
            .as_secs();
        let begin = Instant::now();
        let [first, second] = fixture.seats;
        let mut seats = [self.seat(fixture, 0, first), self.seat(fixture, 1, second)];
        // Programs that this game does not need would only take memory and time from those that play.
        self.kept.clear();
        let (black, opening_plies, played) = self.conduct(fixture, &mut seats)?;
        for (seat, contestant) in seats.into_iter().zip(fixture.seats) {
            if seat.is_outside() {
                self.kept.push((contestant, seat));
            }
        }
        Some(Finished {
            number: fixture.number,
            pair: fixture.pair,
            opening: fixture.opening,
            opening_plies,
            players: ByColor {
                black: fixture.seats[black],
                white: fixture.seats[1 - black],
            },
            played,
            started,
            took: begin.elapsed(),
        })
    }

    fn seat(&mut self, fixture: &Fixture, seat: usize, contestant: usize) -> Seat {
        let kept = self.kept.iter().position(|(one, _)| *one == contestant);
        if let Some(index) = kept {
            let (_, mut seat) = self.kept.swap_remove(index);
            seat.new_game();
            return seat;
        }
        let seed = self.contest.player_seed(fixture.number, seat, contestant);
        Seat::new(&self.contest.contestants[contestant].spec, seed)
    }

    /// The seat that plays black, the stones of the opening, and the game.
    fn conduct(
        &self,
        fixture: &Fixture,
        [first, second]: &mut [Seat; 2],
    ) -> Option<(usize, usize, Played)> {
        let contest = self.contest;
        let mut terms = fixture
            .seats
            .map(|seat| contest.contestants[seat].terms.clone());
        let (board, black) = if contest.procedure == Procedure::Free {
            let mut board = Board::new(contest.size, contest.rule);
            for &stone in &fixture.stones {
                board.push(stone);
            }
            (board, 0)
        } else {
            let opening = contest.begin().expect("the contest was checked");
            let seats = [&mut *first, &mut *second];
            let conducted =
                procedure::conduct(opening, seats, &mut terms, &contest.house, &self.halt);
            match conducted {
                Conducted::Ready { board, black } => (board, black),
                Conducted::Stopped => return None,
                Conducted::Forfeit { board, seat, fault } => {
                    // Nobody has a color yet; the one who began counts as black.
                    let winner = if seat == 0 {
                        Color::White
                    } else {
                        Color::Black
                    };
                    let played = Played {
                        moves: board.moves().collect(),
                        plies: Vec::new(),
                        detail: format!("in the opening: {fault}"),
                        outcome: Outcome {
                            winner: Some(winner),
                            reason: game::reason_of(fault),
                        },
                    };
                    return Some((0, board.ply(), played));
                }
            }
        };
        let plies = board.ply();
        let (seats, terms) = if black == 0 {
            (
                ByColor {
                    black: first,
                    white: second,
                },
                ByColor {
                    black: &terms[0],
                    white: &terms[1],
                },
            )
        } else {
            (
                ByColor {
                    black: second,
                    white: first,
                },
                ByColor {
                    black: &terms[1],
                    white: &terms[0],
                },
            )
        };
        let show = |board: &Board| (self.show)(fixture.number, board);
        let played = game::play(board, seats, terms, &contest.house, &self.halt, &show)?;
        Some((black, plies, played))
    }
}
