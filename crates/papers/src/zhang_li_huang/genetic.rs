//! Genetic algorithm (Zhang, Li and Huang, section II.C, after Wang and Huang 2014).
//!
//! ```text
//! individual  [A1, O1, A2, O2, ...]: moves of the agent and the opponent in turn
//! fitness     sum over genes of  +-(rating for the mover + rating for the other side)     + for the agent's moves
//! ```
//!
//! Ratings come from a table of crossing runs ([`rating_table`], summed by [`fitness`]). After a gene that makes a winning
//! four, every later gene is redundant and is assigned the maximum value, 200,000 (attack and defense both rated as a five),
//! or its negative if the opponent made the four. The report's first version did so after a five only
//! (`redundant_after=five`). An individual with a duplicate gene is assigned -1. Genes are empty points of the stones'
//! bounding box enlarged by one.
//!
//! Each generation keeps the best 10 % (`survival_rate`), refills the population by one-point crossover of random pairs,
//! and mutates one gene in up to 1 % of the individuals (`mutation_rate`). Its best move is the most frequent first gene of
//! the survivors. The search converges when the best move is the same for five generations. Otherwise it plays the most
//! frequent of the last five best moves, the latest of equals.
//!
//! The report gives the genome length, 4 (2 in an earlier version), and the five generations; it leaves the population sizes,
//! the rates and the rating table to its program. Different from the program: it also stops when all survivors agree, and
//! plays the least frequent of the last moves, where the report says "most common"; a five counts whatever its ends. With `duplicates=worst`, -1 does not outrank
//! individuals whose fitness is negative. With `fitness=wang`, a best line with negative fitness plays its second gene, as
//! Wang and Huang do.

pub mod fitness;
pub mod rating_table;

use std::cmp::Reverse;

use gomoku::params;
use gomoku::player::candidate_moves;
use gomoku::{
    Board, Budget, Candidate, Limits, Neighborhood, Player, PlayerError, Point, PointSet,
    SearchControl, SearchResult,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::game_tree::bounding_box::BoundingBox;
use crate::mcts::with_player_limits;
use fitness::Fitness;
use rating_table::{WANG, ZHANG};

params! {
    /// Parameters of the genetic algorithm.
    pub struct GeneticParams {
        /// The rating table of the fitness function: Zhang, Li and Huang's or Wang and Huang's.
        fitness: choice = "zhang", ["zhang", "wang"];
        /// Genes per individual.
        genome_length: int = 4, 1..=20, step 1;
        /// What makes the later genes redundant: a winning four, as refined in the report, or only a five, as at first.
        redundant_after: choice = "four", ["four", "five"];
        /// The fitness of an individual with a duplicate gene: -1, as printed, or the worst.
        duplicates: choice = "printed", ["printed", "worst"];
        /// Individuals in the first generation.
        initial_population: int = 2000, 10..=100000, step 100;
        /// Individuals in later generations.
        population: int = 3500, 10..=100000, step 100;
        /// The fraction of individuals that survive.
        survival_rate: real = 0.1, 0.01..=1.0, step 0.05;
        /// The largest fraction of individuals that mutate.
        mutation_rate: real = 0.01, 0.0..=1.0, step 0.01;
        /// Generations with the same best move until the search has converged.
        convergence_generations: int = 5, 1..=100, step 1;
        /// The largest number of generations.
        max_generations: int = 100, 1..=100000, step 10;
        /// Seconds per move when nothing else ends the search.
        seconds: real = 5.0, 0.01..=3600.0, step 1.0;
    }
}

impl GeneticParams {
    fn fitness_function(&self) -> Fitness {
        let mut fitness = Fitness::printed(match self.fitness {
            "wang" => WANG,
            _ => ZHANG,
        });
        if self.redundant_after == "five" {
            fitness.decisive = fitness.table.five;
        }
        if self.duplicates == "worst" {
            fitness.duplicate = i64::MIN;
        }
        fitness
    }
}

/// Evolves lines of play.
#[derive(Clone, Debug)]
pub struct Genetic {
    params: GeneticParams,
    rng: Xoshiro256PlusPlus,
}

/// A line of play with its fitness.
#[derive(Clone, Debug)]
struct Individual {
    genes: Vec<Point>,
    fitness: i64,
}

impl Genetic {
    /// Players with the same seed evolve the same populations.
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
        let limits = with_player_limits(limits, self.params.max_generations, self.params.seconds);
        let mut evolution = Evolution::new(board, &limits, &self.params, &mut self.rng);
        if evolution.first_genes.len() == 1 {
            return Ok(SearchResult::new(evolution.first_genes[0]));
        }
        // Iterations limit the generations; the budget counts individuals.
        let max_generations = limits.iterations.unwrap_or(u64::MAX);
        let mut budget = Budget::for_move(&limits, control);
        let mut generations = 0;
        let mut is_complete = evolution.first_generation(&mut budget).is_some();
        while is_complete {
            evolution.select();
            generations += 1;
            if control.has_listener() {
                control.report(&evolution.result(generations, &budget));
            }
            if evolution.has_converged() || generations >= max_generations {
                break;
            }
            is_complete = evolution.next_generation(&mut budget).is_some();
        }
        Ok(evolution.result(generations, &budget))
    }
}

struct Evolution<'a> {
    board: Board,
    params: &'a GeneticParams,
    fitness: Fitness,
    rng: &'a mut Xoshiro256PlusPlus,
    /// Points for the first gene and for the others.
    first_genes: Vec<Point>,
    later_genes: Vec<Point>,
    population: Vec<Individual>,
    /// The best move of each generation.
    best_moves: Vec<Point>,
}

impl<'a> Evolution<'a> {
    fn new(
        board: &Board,
        limits: &Limits,
        params: &'a GeneticParams,
        rng: &'a mut Xoshiro256PlusPlus,
    ) -> Evolution<'a> {
        let allowed = candidate_moves(board, limits, Neighborhood::Full);
        let nearby: PointSet = match BoundingBox::of_stones(board) {
            Some(bounding_box) => bounding_box.empty_points(board, 1).collect(),
            None => candidate_moves(board, limits, Neighborhood::Square1),
        };
        let first = if (nearby & allowed).is_empty() {
            allowed
        } else {
            nearby & allowed
        };
        Evolution {
            board: board.clone(),
            params,
            fitness: params.fitness_function(),
            rng,
            first_genes: first.iter().collect(),
            later_genes: (nearby | first).iter().collect(),
            population: Vec::new(),
            best_moves: Vec::new(),
        }
    }

    fn genome_length(&self) -> usize {
        (self.params.genome_length as usize).min(self.later_genes.len())
    }

    /// A random gene for this index.
    fn random_gene(&mut self, index: usize) -> Point {
        let points = if index == 0 {
            &self.first_genes
        } else {
            &self.later_genes
        };
        points[self.rng.random_range(0..points.len())]
    }

    /// Random individuals without duplicate genes. `None` when the budget is spent.
    fn first_generation(&mut self, budget: &mut Budget<'_>) -> Option<()> {
        for _ in 0..self.params.initial_population {
            let mut genes: Vec<Point> = Vec::with_capacity(self.genome_length());
            while genes.len() < self.genome_length() {
                let gene = self.random_gene(genes.len());
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
        let fitness = self.fitness.of(&mut self.board, &genes);
        self.population.push(Individual { genes, fitness });
        Some(())
    }

    /// Keeps the fittest and records the best move of the generation.
    fn select(&mut self) {
        self.population
            .sort_by_key(|individual| Reverse(individual.fitness));
        let survivors = self.params.population as f64 * self.params.survival_rate;
        self.population.truncate((survivors as usize).max(2));
        let firsts = self.population.iter().map(|individual| individual.genes[0]);
        let best = most_frequent(firsts).expect("at least two individuals survive");
        self.best_moves.push(best);
    }

    /// Is the best move the same in the latest generations?
    fn has_converged(&self) -> bool {
        let generations = self.params.convergence_generations as usize;
        let mut latest = self.best_moves.iter().rev().take(generations);
        self.best_moves.len() >= generations
            && latest.all(|point| Some(point) == self.best_moves.last())
    }

    fn next_generation(&mut self, budget: &mut Budget<'_>) -> Option<()> {
        let survivors = self.population.len();
        let population = self.params.population as usize;
        while self.population.len() < population {
            let mother = self.rng.random_range(0..survivors);
            let father = self.rng.random_range(0..survivors);
            let cut = self.rng.random_range(0..=self.genome_length());
            let mut genes = self.population[mother].genes[..cut].to_vec();
            genes.extend_from_slice(&self.population[father].genes[cut..]);
            self.add(genes, budget)?;
        }
        let max_mutations = (population as f64 * self.params.mutation_rate) as usize;
        for _ in 0..self.rng.random_range(0..=max_mutations) {
            let index = self.rng.random_range(0..self.population.len());
            let gene = self.rng.random_range(0..self.genome_length());
            let mut genes = self.population[index].genes.clone();
            genes[gene] = self.random_gene(gene);
            self.population[index].fitness = self.fitness.of(&mut self.board, &genes);
            self.population[index].genes = genes;
        }
        Some(())
    }

    /// The move to play after the generations so far.
    fn result(&self, generations: u64, budget: &Budget<'_>) -> SearchResult {
        let latest = self
            .best_moves
            .iter()
            .rev()
            .take(self.params.convergence_generations as usize);
        let chosen = most_frequent(latest.copied()).unwrap_or(self.first_genes[0]);
        let line = self
            .population
            .iter()
            .filter(|individual| individual.genes[0] == chosen)
            .max_by_key(|individual| individual.fitness);
        let mut best = chosen;
        if let Some(individual) = line
            && self.params.fitness == "wang"
            && individual.fitness < 0
            && let Some(&second) = individual.genes.get(1)
            && self.first_genes.contains(&second)
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
            depth: self.genome_length() as u32,
            selective_depth: self.genome_length() as u32,
            nodes: budget.nodes().max(generations),
            time: budget.elapsed(),
            candidates,
            ..SearchResult::new(best)
        }
    }
}

/// The most frequent point, the first of equals.
fn most_frequent(points: impl Iterator<Item = Point>) -> Option<Point> {
    let mut counts: Vec<(Point, usize)> = Vec::new();
    for point in points {
        match counts.iter_mut().find(|(counted, _)| *counted == point) {
            Some((_, count)) => *count += 1,
            None => counts.push((point, 1)),
        }
    }
    let max_count = counts.iter().map(|&(_, count)| count).max()?;
    counts
        .into_iter()
        .find_map(|(point, count)| (count == max_count).then_some(point))
}
