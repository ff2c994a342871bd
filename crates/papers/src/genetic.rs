//! The genetic algorithm (Zhang, Li and Huang, section II.C, after Wang and Huang 2014).
//!
//! An individual is a line of play: `length` different empty points of the stones' bounding_box enlarged by one, alternately
//! ours and the enemy's. Its fitness adds up, with the sign of the mover, what each point is worth to both sides when it
//! is played ([`vertex`]); once a point wins for its mover, every later one adds or subtracts 200,000.
//!
//! A generation keeps the best tenth, fills up by one-point crossover of random pairs, and replaces one point in up to one
//! percent of the individuals. Its best move is the most frequent first point among the survivors. The algorithm stops
//! when that has been the same for five generations or when all survivors agree; when time runs out, it takes the most
//! frequent of the last five best moves, the latest among equals.
//!
//! Mended: an individual with the same point twice counts -1 in the authors' program and beats honest ones, here it is
//! worse than all; their program takes the least frequent move when time runs out; a five counts whatever its ends.
//! With `table=wang` a negative tendency of the best line plays its second point, as Wang and Huang do.

pub mod vertex;

use std::cmp::Reverse;

use gomoku::params;
use gomoku::player::candidate_moves;
use gomoku::{
    Board, Budget, Candidate, Color, Limits, Neighborhood, Player, PlayerError, Point, PointSet,
    SearchControl, SearchResult,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::bounding_box::BoundingBox;
use crate::mcts::with_player_limits;
use vertex::{VertexTable, WANG, ZHANG};

params! {
    /// What the genetic player can be told.
    pub struct GeneticParams {
        /// Whose fitness table: Zhang, Li and Huang's or Wang and Huang's.
        table: choice = "zhang", ["zhang", "wang"];
        /// Points of an individual.
        length: int = 4, 1..=20, step 1;
        /// Individuals of the first generation.
        start: int = 2000, 10..=100000, step 100;
        /// Individuals of a later generation.
        limit: int = 3500, 10..=100000, step 100;
        /// The share of individuals that survive.
        survivors: real = 0.1, 0.01..=1.0, step 0.05;
        /// The largest share of individuals that mutate.
        mutation: real = 0.01, 0.0..=1.0, step 0.01;
        /// Generations with the same best move after which it is played.
        stable: int = 5, 1..=100, step 1;
        /// Generations at most; our limit, so that it always ends.
        generations: int = 100, 1..=100000, step 10;
        /// Seconds per move when nothing else ends the search.
        seconds: real = 5.0, 0.01..=3600.0, step 1.0;
    }
}

/// Breeds lines of play.
#[derive(Clone, Debug)]
pub struct Genetic {
    params: GeneticParams,
    rng: Xoshiro256PlusPlus,
}

/// A line of play and what it is worth.
#[derive(Clone, Debug)]
struct Individual {
    genes: Vec<Point>,
    fitness: i64,
}

impl Genetic {
    /// Two players with the same seed breed the same lines.
    pub fn new(params: GeneticParams, seed: u64) -> Genetic {
        Genetic {
            params,
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
        }
    }
}

impl Player for Genetic {
    fn think(
        &mut self,
        board: &Board,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> Result<SearchResult, PlayerError> {
        let limits = with_player_limits(limits, self.params.generations, self.params.seconds);
        let mut breeding = Breeding::new(board, &limits, &self.params, &mut self.rng);
        if breeding.first.len() == 1 {
            return Ok(SearchResult::new(breeding.first[0]));
        }
        // Rounds are generations; the clock is looked at after each individual.
        let most_generations = limits.iterations.unwrap_or(u64::MAX);
        let mut budget = Budget::for_move(&limits, control);
        let mut generations = 0;
        let mut finished = breeding.begin(&mut budget).is_some();
        while finished {
            breeding.select();
            generations += 1;
            if control.has_listener() {
                control.report(&breeding.result(generations, &budget));
            }
            if breeding.is_settled() || generations >= most_generations {
                break;
            }
            finished = breeding.next_generation(&mut budget).is_some();
        }
        Ok(breeding.result(generations, &budget))
    }
}

struct Breeding<'a> {
    board: Board,
    us: Color,
    params: &'a GeneticParams,
    table: VertexTable,
    rng: &'a mut Xoshiro256PlusPlus,
    /// Points that may be played now, and points that may be played later.
    first: Vec<Point>,
    later: Vec<Point>,
    population: Vec<Individual>,
    /// The best move of each generation.
    best_moves: Vec<Point>,
}

impl<'a> Breeding<'a> {
    fn new(
        board: &Board,
        limits: &Limits,
        params: &'a GeneticParams,
        rng: &'a mut Xoshiro256PlusPlus,
    ) -> Breeding<'a> {
        let allowed = candidate_moves(board, limits, Neighborhood::Full);
        let near: PointSet = match BoundingBox::of_stones(board) {
            Some(bounding_box) => bounding_box.empty_points(board, 1).collect(),
            None => candidate_moves(board, limits, Neighborhood::Square1),
        };
        let first = if (near & allowed).is_empty() {
            allowed
        } else {
            near & allowed
        };
        Breeding {
            board: board.clone(),
            us: board.side_to_move(),
            params,
            table: match params.table {
                "wang" => WANG,
                _ => ZHANG,
            },
            rng,
            first: first.iter().collect(),
            later: (near | first).iter().collect(),
            population: Vec::new(),
            best_moves: Vec::new(),
        }
    }

    fn length(&self) -> usize {
        (self.params.length as usize).min(self.later.len())
    }

    /// A point for one place of an individual.
    fn gene(&mut self, place: usize) -> Point {
        let points = if place == 0 { &self.first } else { &self.later };
        points[self.rng.random_range(0..points.len())]
    }

    /// The first generation, without repetitions.
    fn begin(&mut self, budget: &mut Budget<'_>) -> Option<()> {
        for _ in 0..self.params.start {
            let mut genes: Vec<Point> = Vec::with_capacity(self.length());
            while genes.len() < self.length() {
                let gene = self.gene(genes.len());
                if !genes.contains(&gene) {
                    genes.push(gene);
                }
            }
            self.add(genes, budget)?;
        }
        Some(())
    }

    fn add(&mut self, genes: Vec<Point>, budget: &mut Budget<'_>) -> Option<()> {
        budget.try_node()?;
        let fitness = self.fitness(&genes);
        self.population.push(Individual { genes, fitness });
        Some(())
    }

    fn fitness(&mut self, genes: &[Point]) -> i64 {
        let played = self.board.ply();
        let mut sum = 0;
        let mut winner = None;
        for (place, &point) in genes.iter().enumerate() {
            if genes[..place].contains(&point) {
                sum = i64::MIN;
                break;
            }
            let mover = self.board.side_to_move();
            let sign = |color: Color| if color == self.us { 1 } else { -1 };
            if let Some(winner) = winner {
                sum += sign(winner) * 2 * self.table.five;
            }
            let attack = self.table.best_through(&self.board, mover, point);
            let defense = self.table.best_through(&self.board, !mover, point);
            sum += sign(mover) * (attack + defense);
            if winner.is_none() && attack >= self.table.sure {
                winner = Some(mover);
            }
            self.board.push(point);
        }
        while self.board.ply() > played {
            self.board.pop();
        }
        sum
    }

    /// Keeps the best and notes their favorite first move.
    fn select(&mut self) {
        self.population
            .sort_by_key(|individual| Reverse(individual.fitness));
        let share = self.params.limit as f64 * self.params.survivors;
        self.population.truncate((share as usize).max(2));
        let firsts = self.population.iter().map(|individual| individual.genes[0]);
        let best = most_frequent(firsts).expect("somebody survives");
        self.best_moves.push(best);
    }

    fn is_settled(&self) -> bool {
        let stable = self.params.stable as usize;
        let first = self.population[0].genes[0];
        let is_same = |moves: &[Point]| moves.iter().all(|&point| point == moves[0]);
        let all_agree = self
            .population
            .iter()
            .all(|individual| individual.genes[0] == first);
        all_agree
            || self.best_moves.len() >= stable
                && is_same(&self.best_moves[self.best_moves.len() - stable..])
    }

    fn next_generation(&mut self, budget: &mut Budget<'_>) -> Option<()> {
        let survivors = self.population.len();
        let limit = self.params.limit as usize;
        while self.population.len() < limit {
            let mother = self.rng.random_range(0..survivors);
            let father = self.rng.random_range(0..survivors);
            let cut = self.rng.random_range(0..=self.length());
            let mut genes = self.population[mother].genes[..cut].to_vec();
            genes.extend_from_slice(&self.population[father].genes[cut..]);
            self.add(genes, budget)?;
        }
        let most = (limit as f64 * self.params.mutation) as usize;
        for _ in 0..self.rng.random_range(0..=most) {
            let index = self.rng.random_range(0..self.population.len());
            let place = self.rng.random_range(0..self.length());
            let mut genes = self.population[index].genes.clone();
            genes[place] = self.gene(place);
            self.population[index].fitness = self.fitness(&genes);
            self.population[index].genes = genes;
        }
        Some(())
    }

    /// The move to play now.
    fn result(&self, generations: u64, budget: &Budget<'_>) -> SearchResult {
        let latest = self
            .best_moves
            .iter()
            .rev()
            .take(self.params.stable as usize);
        let chosen = most_frequent(latest.copied()).unwrap_or(self.first[0]);
        let line = self
            .population
            .iter()
            .filter(|individual| individual.genes[0] == chosen)
            .max_by_key(|individual| individual.fitness);
        let mut best = chosen;
        if let Some(individual) = line
            && self.params.table == "wang"
            && individual.fitness < 0
            && let Some(&second) = individual.genes.get(1)
            && self.first.contains(&second)
        {
            best = second;
        }
        let mut candidates: Vec<Candidate> = Vec::new();
        for individual in &self.population {
            let first = individual.genes[0];
            match candidates
                .iter_mut()
                .find(|candidate| candidate.point == first)
            {
                Some(candidate) => candidate.visits = candidate.visits.map(|visits| visits + 1),
                None => candidates.push(Candidate {
                    visits: Some(1),
                    score: Some(individual.fitness as f64),
                    ..Candidate::new(first)
                }),
            }
        }
        candidates.sort_by_key(|candidate| (candidate.point != best, Reverse(candidate.visits)));
        SearchResult {
            score: line.map(|individual| individual.fitness as f64),
            pv: match line {
                Some(individual) if best == chosen => individual.genes.clone(),
                _ => vec![best],
            },
            depth: self.length() as u32,
            selective_depth: self.length() as u32,
            nodes: budget.nodes().max(generations),
            time: budget.elapsed(),
            candidates,
            ..SearchResult::new(best)
        }
    }
}

/// The most frequent point, the one met first among equals.
fn most_frequent(points: impl Iterator<Item = Point>) -> Option<Point> {
    let mut counts: Vec<(Point, usize)> = Vec::new();
    for point in points {
        match counts.iter_mut().find(|(counted, _)| *counted == point) {
            Some((_, count)) => *count += 1,
            None => counts.push((point, 1)),
        }
    }
    let most = counts.iter().map(|&(_, count)| count).max()?;
    counts
        .into_iter()
        .find_map(|(point, count)| (count == most).then_some(point))
}
