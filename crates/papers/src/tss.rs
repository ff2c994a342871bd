//! Zhang, Li and Huang's threat-space player: what must be done is done, then threats are searched, then lines are built.
//!
//! 1. Complete an own four; 2. block the enemy's four; 3. turn an own three, broken or solid, into an open four; 4. block
//!    the enemy's three.
//! 5. Search the space of threats, and play a win that was found to its end.
//! 6. Play the point with most own stones in a line: each stone that touches counts 1, each one across a single gap 0.9.
//!
//! The first answer is directly above or below the enemy's stone. Of several points that one rule allows, one is drawn.
//!
//! The authors put a broken three before a solid one, which makes no difference to the own ones, as both win. Their search
//! goes three threats deep and gives the defender only the gap of a broken three, which is unsound; here Allis' own form
//! ([`threats::threat_space`]) is used, and a win is proven before it is believed. Their order has a flaw, too: with an
//! enemy three on the board they block it even where fours would win. `order=search` asks the search before rule 4.

use gomoku::params;
use gomoku::player::candidate_moves;
use gomoku::{
    Board, Candidate, Cell, Color, Direction, Limits, Neighborhood, Patterns, Player, PlayerError,
    Point, PointSet, SearchControl, SearchResult, Threat,
};
use rand::seq::{IndexedRandom, IteratorRandom};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use threats::Kind;

use crate::proven_attack::ProvenAttack;

params! {
    /// What the threat-space player can be told.
    pub struct TssParams {
        /// What comes first when the enemy has a three: blocking it, as in the authors' program, or the search.
        order: choice = "rules", ["rules", "search"];
        /// Positions that the search may visit for a move; our limit, so that it ends alike on every machine.
        attack_nodes: int = 20000, 100..=1000000000, step 10000;
        /// What a stone across a gap counts.
        gap: real = 0.9, 0.0..=1.0, step 0.1;
    }
}

/// Bytes for what the search remembers of a move.
const MEMORY: u64 = 128 << 20;

/// Plays by threats.
#[derive(Debug)]
pub struct Tss {
    params: TssParams,
    attack: ProvenAttack,
    rng: Xoshiro256PlusPlus,
}

impl Tss {
    /// The seed decides between moves that one rule allows.
    pub fn new(params: TssParams, seed: u64) -> Tss {
        Tss {
            attack: ProvenAttack::new(Kind::Tss, params.attack_nodes as u64, MEMORY),
            params,
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
        }
    }

    /// One of the points where a side would make this, by lot.
    fn one_of(
        &mut self,
        patterns: &Patterns,
        (color, threat): (Color, Threat),
        allowed: &PointSet,
    ) -> Option<SearchResult> {
        let points = *patterns.points(color, threat) & *allowed;
        points.iter().choose(&mut self.rng).map(SearchResult::new)
    }

    /// Rule 6.
    fn build(&mut self, board: &Board, allowed: &PointSet) -> SearchResult {
        let mut candidates: Vec<(Point, f64)> = allowed
            .iter()
            .map(|point| (point, longest_line(board, point, self.params.gap)))
            .collect();
        candidates.sort_by(|a, b| b.1.total_cmp(&a.1));
        let best = candidates[0].1;
        let equals = candidates.partition_point(|&(_, stones)| stones >= best);
        let chosen = self.rng.random_range(0..equals);
        candidates[..=chosen].rotate_right(1);
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
        if let Some(first) = beside_the_only_stone(board, &allowed, &mut self.rng) {
            return SearchResult::new(first);
        }
        let (side, patterns) = (board.side_to_move(), Patterns::new(board));
        let urgent = [
            (side, Threat::Five),
            (!side, Threat::Five),
            (side, Threat::OpenFour),
        ];
        for rule in urgent {
            if let Some(result) = self.one_of(&patterns, rule, &allowed) {
                return result;
            }
        }
        let block = (!side, Threat::OpenFour);
        if self.params.order == "rules"
            && let Some(result) = self.one_of(&patterns, block, &allowed)
        {
            return result;
        }
        let (won, spent) = self.attack.think(board, limits, &allowed, control);
        *nodes = spent;
        won.or_else(|| self.one_of(&patterns, block, &allowed))
            .unwrap_or_else(|| {
                self.build(
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

/// Above or below the enemy's stone, when it is the only one.
fn beside_the_only_stone(
    board: &Board,
    allowed: &PointSet,
    rng: &mut Xoshiro256PlusPlus,
) -> Option<Point> {
    let only = board.moves().next().filter(|_| board.stone_count() == 1)?;
    let beside: Vec<Point> = [-1, 1]
        .map(|steps| only.step(Direction::South, steps))
        .into_iter()
        .filter(|&point| allowed.contains(point))
        .collect();
    beside.choose(rng).copied()
}

/// The own stones on the best of the four lines through a point: those that touch it, and those behind one gap.
fn longest_line(board: &Board, point: Point, gap: f64) -> f64 {
    let own = Cell::Stone(board.side_to_move());
    let ray = |direction, step: i16| {
        let (mut at, mut worth, mut sum) = (point, 1.0, 0.0);
        let mut gaps = 0;
        loop {
            at = at.step(direction, step);
            match board.cell(at) {
                cell if cell == own => sum += worth,
                Cell::Empty if gaps == 0 => {
                    gaps = 1;
                    worth = gap;
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
