//! Every player of the registry stays within its memory limit, whatever its parameters ask for.
//!
//! The allocator of this program counts the bytes in use and their peak. There is only one test, because the count is that
//! of the whole process.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use gomoku::notation::{RowOrigin, parse_moves};
use gomoku::params::ParamKind;
use gomoku::{Board, Limits, Rule, SearchControl, Size};
use peak_alloc::PeakAlloc;
use players::{Access, PLAYERS, PlayerFactory, Spec, SpecError};

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

const MEGABYTE: u64 = 1 << 20;
const BUDGET: u64 = 64 * MEGABYTE;

/// A position with threats of both sides on a large board.
fn board(rule: Rule) -> Board {
    let moves = "j10k11k9l10m9j12l12i11h10j8i8h9l8k7m11";
    let moves = parse_moves(moves, Size::TWENTY, RowOrigin::Bottom).unwrap();
    let moves: Vec<_> = moves.into_iter().flatten().collect();
    Board::with_moves(Size::TWENTY, rule, &moves).unwrap()
}

/// Builds the player and lets it move twice. Returns the peak of memory in bytes, beyond what was in use before.
fn peak(spec: &Spec, limits: &Limits) -> u64 {
    let mut board = board(Rule::Freestyle);
    ALLOCATOR.reset_peak_usage();
    let before = ALLOCATOR.current_usage();
    let mut player = spec.build();
    for _ in 0..2 {
        let result = player.think(&board, limits, &SearchControl::detached());
        let result = result.unwrap();
        assert!(board.check(result.best_move).is_ok(), "{spec}");
        board.push(result.best_move);
        if board.any_winner().is_some() {
            break;
        }
    }
    ALLOCATOR.peak_usage().saturating_sub(before) as u64
}

/// The specs of a player with its defaults, and with each numeric parameter at its maximum in turn.
fn extreme_specs(factory: &PlayerFactory) -> Vec<String> {
    let mut specs = vec![factory.name.to_owned()];
    for param in factory.params() {
        let max = match param.kind {
            ParamKind::Int { max, .. } => max.to_string(),
            ParamKind::Real { max, .. } => max.to_string(),
            ParamKind::Flag { default } => (!default).to_string(),
            ParamKind::Choice { .. } | ParamKind::Text { .. } => continue,
        };
        specs.push(format!("{}:{}={max}", factory.name, param.name));
    }
    specs
}

#[test]
fn every_player_stays_within_its_memory() {
    // The tables of the rules are made by the first search of all.
    let access = Access::shipped();
    let warm = Limits {
        nodes: Some(2_000),
        iterations: Some(100),
        ..Limits::default()
    };
    for name in ["tengen", "greedy", "zero"] {
        peak(&Spec::read(name, &access).unwrap(), &warm);
    }
    every_parameter_at_its_maximum();
    full_trees();
    fixed_needs_are_stated();
}

/// Beyond the budget a spec is refused, or its player stays within it.
fn every_parameter_at_its_maximum() {
    let access = Access::shipped().with_memory(BUDGET);
    let limits = Limits {
        nodes: Some(20_000),
        iterations: Some(500),
        threads: 100_000,
        memory: Some(BUDGET),
        turn_time: Some(std::time::Duration::from_millis(500)),
        ..Limits::default()
    };
    for factory in PLAYERS.iter().filter(|factory| !factory.is_program()) {
        for text in extreme_specs(factory) {
            match Spec::read(&text, &access) {
                Ok(spec) => {
                    let peak = peak(&spec, &limits);
                    println!("{text}: {} KB", peak >> 10);
                    assert!(peak <= BUDGET, "{text}: {} MB", peak / MEGABYTE);
                }
                Err(SpecError::Memory {
                    needed, allowed, ..
                }) => {
                    println!("{text}: refused");
                    assert!(needed > allowed && allowed == BUDGET / MEGABYTE, "{text}");
                }
                Err(error) => panic!("{text}: {error}"),
            }
        }
    }
}

/// Trees and tables that fill up stop there.
fn full_trees() {
    for (text, megabytes) in [
        ("uct-dummy:memory=65536,reuse_tree=true", 8),
        ("uct-sim:memory=65536,rollout_plies=1", 8),
        ("uct-adp:memory=65536,vct_nodes=100000", 40),
        ("mcts:memory=65536,rollouts=1,rollout_plies=1", 8),
        ("zero:memory=65536,batch=16,vcf_nodes=0", 12),
        ("andor:memory=65536,solver_nodes=1000000000", 24),
        ("tss:solver_nodes=1000000000", 24),
        ("vcx:kill_nodes=1000000000", 12),
        ("new-heuristic:memory=4096,book=false", 6),
        ("genetic:population=100000,initial_population=100000", 32),
        ("tengen:hash=65536", 16),
    ] {
        let spec = Spec::read(text, &Access::shipped()).unwrap();
        let limits = Limits {
            nodes: Some(60_000),
            iterations: Some(60_000),
            memory: Some(megabytes * MEGABYTE),
            turn_time: Some(std::time::Duration::from_secs(20)),
            ..Limits::default()
        };
        let peak = peak(&spec, &limits);
        println!("{text}: {} KB of {megabytes} MB", peak >> 10);
        assert!(peak <= megabytes * MEGABYTE, "{text}: {} KB", peak >> 10);
    }
}

/// With the smallest table a player takes no more than the need that it states.
fn fixed_needs_are_stated() {
    for factory in PLAYERS.iter().filter(|factory| !factory.is_program()) {
        let need = factory.memory();
        let text = match need.param {
            Some(param) => format!("{}:{param}=1", factory.name),
            None => factory.name.to_owned(),
        };
        let spec = Spec::read(&text, &Access::shipped()).unwrap();
        let limits = Limits {
            nodes: Some(20_000),
            iterations: Some(500),
            memory: Some(need.fixed + MEGABYTE),
            ..Limits::default()
        };
        let peak = peak(&spec, &limits);
        println!("{text}: {} KB of {} MB", peak >> 10, need.fixed >> 20);
        assert!(
            peak <= need.fixed + MEGABYTE,
            "{text}: {} KB of {} MB",
            peak >> 10,
            need.fixed / MEGABYTE
        );
    }
}
