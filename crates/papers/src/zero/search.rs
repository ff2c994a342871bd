//! One search of AlphaZero, asked for leaves and told their values: the player drives one, self-play drives many at once.

use gomoku::{Board, Limits, Neighborhood, Point, SearchControl, SearchResult};
use nets::residual::Answer;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::gumbel::{Halving, Scale, improved};
use super::noise;
use crate::mcts::fours_leaf::FoursLeaf;
use crate::mcts::guided::{Gathered, RootMove};
use crate::mcts::{FinalChoice, Recipe, Selection, TreeSearch, Urgency};

/// How the root's visits are shared out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RootRule {
    /// By PUCT like everywhere, with `share` of the priors drawn from Dirichlet's distribution.
    Puct {
        /// The share of the noise, 0 for none; AlphaZero has 0.25.
        share: f64,
        /// The parameter of the distribution; AlphaZero has 0.03 for Go.
        alpha: f64,
    },
    /// By halving the number of moves.
    Gumbel {
        /// Moves that are considered at first.
        moves: usize,
        /// What a value counts beside a logit.
        scale: Scale,
        /// The factor of the Gumbel draws: 1 in self-play, 0 in play.
        noise: f64,
    },
}

/// What makes the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchRules {
    /// The root's rule.
    pub root: RootRule,
    /// c of PUCT.
    pub exploration: f64,
    /// The value of untried moves.
    pub urgency: Urgency,
    /// Positions that the solver of fours looks at for each leaf; 0 for no solver.
    pub solver: u64,
    /// Is the tree kept for the next move?
    pub reuse: bool,
    /// Bytes for the tree.
    pub memory: u64,
}

/// What a search has come to.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// The move.
    pub best: Point,
    /// What the policy should be here.
    pub policy: Vec<(Point, f64)>,
    /// What the position is worth to the side to move, from -1 to 1.
    pub value: f64,
    /// Is that certain?
    pub proven: bool,
}

/// A search that remembers its tree.
#[derive(Debug)]
pub struct ZeroSearch {
    rules: SearchRules,
    tree: TreeSearch<FoursLeaf>,
    rng: Xoshiro256PlusPlus,
    /// Visits of this search, and how many there may be.
    made: usize,
    budget: usize,
    /// The root's moves are known and its noise is drawn.
    ready: bool,
    halving: Option<Halving>,
}

impl ZeroSearch {
    /// A search with an empty tree.
    pub fn new(rules: SearchRules, seed: u64) -> ZeroSearch {
        let recipe = Recipe {
            near: Neighborhood::Square2,
            selection: Selection::Puct(rules.urgency),
            exploration: rules.exploration,
            leaf: FoursLeaf::new(rules.solver),
            simulations: 1,
            proves: true,
            final_choice: FinalChoice::Visits,
            reuse: rules.reuse,
            memory: rules.memory,
        };
        ZeroSearch {
            rules,
            tree: TreeSearch::new(recipe, seed),
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            made: 0,
            budget: 0,
            ready: false,
            halving: None,
        }
    }

    /// Forgets the tree, and begins the random numbers at this seed.
    pub fn new_game(&mut self, seed: u64) {
        self.tree.new_game();
        self.rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    }

    /// Forgets the tree.
    pub fn forget(&mut self) {
        self.tree.new_game();
    }

    /// Uses another rule at the root from the next search on.
    pub fn set_root_rule(&mut self, root: RootRule) {
        self.rules.root = root;
    }

    /// A new question: this many visits from this board.
    pub fn begin(&mut self, board: &Board, visits: usize, limits: &Limits) {
        self.tree.begin(board, limits);
        (self.made, self.budget) = (0, visits.max(1));
        self.ready = false;
        self.halving = None;
    }

    /// Visits so far.
    pub fn made(&self) -> usize {
        self.made
    }

    /// Is there nothing left to do?
    pub fn is_done(&self) -> bool {
        self.tree.waiting() == 0
            && (self.tree.proof().is_some() || (self.ready && self.made >= self.budget))
    }

    /// Gathers up to `most` leaves, whose boards [`ZeroSearch::questions`] gives. None are gathered when every visit ended
    /// at a known result.
    pub fn gather(&mut self, most: usize) {
        if !self.tree.is_rooted() {
            // The root comes alone: it is not a visit but what makes visits possible.
            self.tree.gather(None);
            return;
        }
        if !self.ready && self.tree.proof().is_none() {
            self.prepare();
        }
        while self.tree.waiting() < most
            && self.made + self.tree.waiting() < self.budget
            && self.tree.proof().is_none()
        {
            let first = match &self.halving {
                None => None,
                Some(halving) if halving.is_over() => None,
                Some(halving) => {
                    let under_way = self.tree.waiting() > 0;
                    match halving.next(&self.tree.root_moves(), under_way) {
                        None => break,
                        point => point,
                    }
                }
            };
            match self.tree.gather(first) {
                Gathered::Collided => break,
                Gathered::Settled => self.made += 1,
                Gathered::Waiting => {}
            }
            if let Some(halving) = &mut self.halving {
                halving.visited();
            }
        }
    }

    /// The boards of the gathered leaves.
    pub fn questions(&self) -> impl Iterator<Item = &Board> {
        self.tree.questions()
    }

    /// How many leaves have been gathered.
    pub fn waiting(&self) -> usize {
        self.tree.waiting()
    }

    /// The values of the gathered leaves.
    pub fn answer(&mut self, answers: &[Answer]) {
        if self.ready {
            self.made += answers.len();
        }
        self.tree.answer(answers);
    }

    /// Draws the root's noise.
    fn prepare(&mut self) {
        self.ready = true;
        match self.rules.root {
            RootRule::Puct { share, alpha } if share > 0.0 => {
                let moves = self.tree.root_moves();
                let shares = noise::dirichlet(moves.len(), alpha, &mut self.rng);
                let mut shares: Vec<_> = moves.iter().map(|one| one.point).zip(shares).collect();
                shares.sort_by_key(|one| one.0.index());
                self.tree.change_root_priors(|point, prior| {
                    let place = shares.binary_search_by_key(&point.index(), |one| one.0.index());
                    let drawn = place.map_or(0.0, |place| shares[place].1);
                    ((1.0 - share) * f64::from(prior) + share * drawn) as f32
                });
            }
            RootRule::Puct { .. } => {}
            RootRule::Gumbel {
                moves,
                scale,
                noise,
            } => {
                let all = self.tree.root_moves();
                let counts = (moves, self.budget);
                self.halving = Some(Halving::new(&all, counts, scale, noise, &mut self.rng));
            }
        }
    }

    /// Every move at the root.
    pub fn root_moves(&self) -> Vec<RootMove> {
        self.tree.root_moves()
    }

    /// What the visits so far say. `temperature` is for PUCT's choice among visits; 0 takes the most visited move.
    pub fn decide(&mut self, temperature: f64) -> Decision {
        let moves = self.tree.root_moves();
        let proof = self.tree.proof();
        let (policy, value) = match self.rules.root {
            RootRule::Gumbel { scale, .. } => improved(&moves, scale),
            RootRule::Puct { .. } => (shares_of_visits(&moves), self.tree.root_value()),
        };
        let chosen = match &self.halving {
            Some(halving) => halving.choice(&moves),
            None if temperature > 0.0 => Some(self.draw(&policy, temperature)),
            None => None,
        };
        let best = chosen.unwrap_or_else(|| most_visited(&moves));
        Decision {
            best,
            policy,
            value: 2.0 * proof.unwrap_or(value) - 1.0,
            proven: proof.is_some(),
        }
    }

    /// Draws a move from a policy sharpened by a temperature.
    pub fn draw(&mut self, policy: &[(Point, f64)], temperature: f64) -> Point {
        let most = policy.iter().map(|one| one.1).fold(0.0, f64::max);
        let weights: Vec<_> = policy
            .iter()
            .map(|one| (one.1 / most).powf(1.0 / temperature))
            .collect();
        let mut rest = self.rng.random::<f64>() * weights.iter().sum::<f64>();
        for (one, weight) in policy.iter().zip(&weights) {
            rest -= weight;
            if rest < 0.0 {
                return one.0;
            }
        }
        policy[policy.len() - 1].0
    }

    /// What the player shows.
    pub(super) fn result(&mut self, board: &Board, control: &SearchControl<'_>) -> SearchResult {
        let decision = self.decide(0.0);
        self.tree
            .thought_of(decision.best, board, self.made as u64, control)
    }
}

/// Visit counts as a policy: a certain win takes everything, a certain loss nothing while there is another move.
fn shares_of_visits(moves: &[RootMove]) -> Vec<(Point, f64)> {
    let wins = moves.iter().any(RootMove::wins);
    let hopeful = |one: &RootMove| !one.loses() && one.visits > 0;
    let any_hope = moves.iter().any(hopeful);
    let any_visit = moves.iter().any(|one| one.visits > 0);
    let weight = |one: &RootMove| match () {
        () if wins => f64::from(u8::from(one.wins())),
        () if any_hope => f64::from(u8::from(hopeful(one))) * f64::from(one.visits),
        () if any_visit => f64::from(one.visits),
        () => f64::from(one.prior),
    };
    let sum: f64 = moves.iter().map(weight).sum();
    moves
        .iter()
        .map(|one| (one.point, weight(one) / sum))
        .collect()
}

/// The move with the most visits, known results first, the higher value among equals.
fn most_visited(moves: &[RootMove]) -> Point {
    let rank = |one: &RootMove| match () {
        () if one.wins() => 2,
        () if one.loses() => 0,
        () => 1,
    };
    let better = |a: &&RootMove, b: &&RootMove| {
        rank(a)
            .cmp(&rank(b))
            .then(a.visits.cmp(&b.visits))
            .then(a.value.unwrap_or(0.0).total_cmp(&b.value.unwrap_or(0.0)))
            .then(a.prior.total_cmp(&b.prior))
            // The first among equals.
            .then(b.point.index().cmp(&a.point.index()))
    };
    moves.iter().max_by(better).expect("a root has moves").point
}
