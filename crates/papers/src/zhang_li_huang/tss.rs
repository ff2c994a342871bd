//! Threat-space search player (Zhang, Li and Huang; their report names it in section I without details).
//!
//! The rules of the authors' program, in order:
//!
//! 1. complete our four;
//! 2. block the opponent's four;
//! 3. extend our three, broken or solid, to an open four;
//! 4. block the opponent's three;
//! 5. search the threat space; a win is played to its end;
//! 6. play the point with the most own stones on a line: 1 per connected stone, 0.9 per stone behind a single gap.
//!
//! The reply to the first stone is directly above or below it. Where a rule allows several points, one is random.
//!
//! Differences: the program searches three threats deep and lets the defender only fill the gap of a broken three, which is
//! unsound. Ours is Allis' form ([`threats::threat_space`]), and a win is verified before it is played. The program blocks a
//! three even where fours win; `order=search` moves rule 5 before rule 4.

use gomoku::params;
use gomoku::player::candidate_moves;
use gomoku::{
    Board, Candidate, Cell, Color, Direction, Limits, Neighborhood, Patterns, Player, PlayerError,
    Point, PointSet, SearchControl, SearchResult, Threat,
};
use rand::SeedableRng;
use rand::seq::{IndexedRandom, IteratorRandom};
use rand_xoshiro::Xoshiro256PlusPlus;
use threats::SolverKind;

use crate::game_tree::tie_break::random_best_first;
use crate::proven_attack::ProvenAttack;

params! {
    /// Parameters of the threat-space player.
    pub struct TssParams {
        /// What comes first when the opponent has a three: block it, as the authors' program does, or search for a win.
        order: choice = "rules", ["rules", "search"];
        /// Nodes of threat-space search per move.
        solver_nodes: int = 20000, 100..=1000000000, step 10000;
        /// The weight of a stone behind a gap in rule 6.
        gap_weight: real = 0.9, 0.0..=1.0, step 0.1;
    }
}

/// Bytes for the solver's table.
const MEMORY: u64 = 128 << 20;

/// Plays forced moves, then wins by threat-space search, then extends lines.
#[derive(Debug)]
pub struct Tss {
    params: TssParams,
    attack: ProvenAttack,
    rng: Xoshiro256PlusPlus,
}

impl Tss {
    /// The seed chooses among the points of a rule.
    pub fn new(params: TssParams, seed: u64) -> Tss {
        Tss {
            attack: ProvenAttack::new(SolverKind::Tss, params.solver_nodes as u64, MEMORY),
            params,
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
        }
    }

    /// A random point where a side would make this threat.
    fn random_point(
        &mut self,
        patterns: &Patterns,
        (color, threat): (Color, Threat),
        allowed: &PointSet,
    ) -> Option<SearchResult> {
        let points = *patterns.points(color, threat) & *allowed;
        points.iter().choose(&mut self.rng).map(SearchResult::new)
    }

    /// Rule 6.
    fn extend_line(&mut self, board: &Board, allowed: &PointSet) -> SearchResult {
        let mut candidates: Vec<(Point, f64)> = allowed
            .iter()
            .map(|point| (point, longest_line(board, point, self.params.gap_weight)))
            .collect();
        candidates.sort_by(|a, b| b.1.total_cmp(&a.1));
        let best = candidates[0].1;
        random_best_first(&mut candidates, |&(_, stones)| stones, &mut self.rng);
        SearchResult {
            score: Some(best),
            candidates: candidates
                .iter()
                .map(|&(point, stones)| Candidate {
                    score: Some(stones),
                    ..Candidate::new(point)
                })
                .collect(),
            ..SearchResult::new(candidates[0].0)
        }
    }

    fn choose(
        &mut self,
        board: &Board,
        limits: &Limits,
        control: &SearchControl<'_>,
        nodes: &mut u64,
    ) -> SearchResult {
        let allowed = candidate_moves(board, limits, Neighborhood::Full);
        if let Some(first) = reply_to_first_stone(board, &allowed, &mut self.rng) {
            return SearchResult::new(first);
        }
        let (side, patterns) = (board.side_to_move(), Patterns::new(board));
        let forced = [
            (side, Threat::Five),
            (!side, Threat::Five),
            (side, Threat::OpenFour),
        ];
        for rule in forced {
            if let Some(result) = self.random_point(&patterns, rule, &allowed) {
                return result;
            }
        }
        let block = (!side, Threat::OpenFour);
        if self.params.order == "rules"
            && let Some(result) = self.random_point(&patterns, block, &allowed)
        {
            return result;
        }
        let (win, solver_nodes) = self.attack.think(board, limits, &allowed, control);
        *nodes = solver_nodes;
        win.or_else(|| self.random_point(&patterns, block, &allowed))
            .unwrap_or_else(|| {
                self.extend_line(
                    board,
                    &candidate_moves(board, limits, Neighborhood::Square2),
                )
            })
    }
}

impl Player for Tss {
    fn think(
        &mut self,
        board: &Board,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> Result<SearchResult, PlayerError> {
        let mut nodes = 0;
        let mut result = self.choose(board, limits, control, &mut nodes);
        result.nodes += nodes;
        result.time = control.elapsed();
        Ok(result)
    }

    fn new_game(&mut self) {
        self.attack.new_game();
    }
}

/// The point above or below the opponent's only stone.
fn reply_to_first_stone(
    board: &Board,
    allowed: &PointSet,
    rng: &mut Xoshiro256PlusPlus,
) -> Option<Point> {
    let only = board.moves().next().filter(|_| board.stone_count() == 1)?;
    let points: Vec<Point> = [-1, 1]
        .map(|steps| only.step(Direction::South, steps))
        .into_iter()
        .filter(|&point| allowed.contains(point))
        .collect();
    points.choose(rng).copied()
}

/// The weighted own stones on the best of the four lines through a point: those connected to it, and those behind one gap.
fn longest_line(board: &Board, point: Point, gap_weight: f64) -> f64 {
    let own = Cell::Stone(board.side_to_move());
    let ray = |direction, step: i16| {
        let (mut at, mut weight, mut sum) = (point, 1.0, 0.0);
        let mut gaps = 0;
        loop {
            at = at.step(direction, step);
            match board.cell(at) {
                cell if cell == own => sum += weight,
                Cell::Empty if gaps == 0 => {
                    gaps = 1;
                    weight = gap_weight;
                }
                _ => return sum,
            }
        }
    };
    Direction::ALL
        .map(|direction| ray(direction, 1) + ray(direction, -1))
        .into_iter()
        .fold(0.0, f64::max)
}
