//! The registry: one table of every player.
//!
//! The command line, the page, the arena and the tuner list, describe and build players from it. A new player is one new
//! entry here and nothing elsewhere.

use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;

use engine::EngineParams;
use gomoku::params::{Param, ParamError, ParamKind, Params};
use nets::residual::Inference;
use papers::zhong_2021::zero::NetworkEvaluator;
use papers::{
    Adp, AdpHmctsParams, AdpParams, AdpUctParams, AlphaBeta, AlphaBetaParams, AndOrParams,
    AndOrPlayer, Genetic, GeneticParams, Greedy, GreedyParams, Hmcts, HmctsParams, MctsAdpParams,
    MctsHeuristic, MctsHeuristicParams, MctsParams, Minimax, MinimaxParams, NewHeuristic,
    NewHeuristicParams, Random, RandomParams, Tss, TssParams, UctAdpParams, UctAdpPbParams,
    UctDummyParams, UctParams, UctSimParams, VcxParams, VcxPlayer, WeightedSum, WeightedSumParams,
    Zero, ZeroParams,
};

use crate::access::Access;
use crate::engine_player;
use crate::evaluation_file::{self, EvaluationFile};
use crate::external::{Pbrain, PbrainParams};
use crate::model_file;
use crate::prepared::{MemoryNeed, ParamValues, Prepared};

/// The player used when none is named.
pub const DEFAULT_PLAYER: &str = "tengen";

/// The only player that runs in another process.
const PBRAIN: &str = "pbrain";

/// Every player has this parameter, so no player declares it.
pub const SEED: Param = Param {
    name: "seed",
    doc: "Seed of the random number generator.",
    kind: ParamKind::Int {
        default: 0,
        min: 0,
        max: i64::MAX,
        step: 1,
    },
};

/// An entry of the registry: describes a player and builds it.
#[derive(Clone, Copy, Debug)]
pub struct PlayerFactory {
    /// The name in a spec string.
    pub name: &'static str,
    /// What it is, in one sentence.
    pub summary: &'static str,
    /// The paper it comes from, or `tengen`.
    pub source: &'static str,
    /// Its own parameters; [`PlayerFactory::params`] adds the seed.
    own_params: &'static [Param],
    memory: MemoryNeed,
    prepare: fn(&ParamValues, &Access) -> Result<Prepared, ParamError>,
}

/// Every player.
pub static PLAYERS: &[PlayerFactory] = &[
    PlayerFactory {
        name: "tengen",
        summary: "The flagship engine: alpha-beta search with line patterns and a small network.",
        source: "tengen",
        own_params: EngineParams::TABLE,
        memory: MemoryNeed::table("hash", 6),
        prepare: engine_player::prepare,
    },
    PlayerFactory {
        name: "random",
        summary: "Plays random moves: the floor of every rating list.",
        source: "tengen",
        own_params: RandomParams::TABLE,
        memory: MemoryNeed::fixed(8),
        prepare: |values, _| values.prepare(Random::new),
    },
    PlayerFactory {
        name: "greedy",
        summary: "Plays the point with the best shapes of either side; one ply, no search.",
        source: "Liao 2019",
        own_params: GreedyParams::TABLE,
        memory: MemoryNeed::fixed(8),
        prepare: |values, _| values.prepare(Greedy::new),
    },
    PlayerFactory {
        name: "minimax",
        summary: "Full-width minimax to a fixed depth; optionally Liao's opponent of that name.",
        source: "Liao 2019",
        own_params: MinimaxParams::TABLE,
        memory: MemoryNeed::fixed(8),
        prepare: |values, _| values.prepare(Minimax::new),
    },
    PlayerFactory {
        name: "alphabeta",
        summary: "Minimax with alpha-beta pruning; with score tables, Chen and Zhang's agent.",
        source: "Liao 2019, Chen and Zhang",
        own_params: AlphaBetaParams::TABLE,
        memory: MemoryNeed::fixed(8),
        prepare: |values, _| values.prepare(|params: AlphaBetaParams, _| AlphaBeta::new(params)),
    },
    PlayerFactory {
        name: "new-heuristic",
        summary: "Alpha-beta over the most probable candidates to depth 8, with an opening book.",
        source: "Liao 2019",
        own_params: NewHeuristicParams::TABLE,
        memory: MemoryNeed::table("memory", 4),
        prepare: new_heuristic,
    },
    PlayerFactory {
        name: "vcx",
        summary: "Minimax over classified candidates, with VCF and VCT search.",
        source: "Zhang, Li and Huang",
        own_params: VcxParams::TABLE,
        memory: MemoryNeed::fixed(8),
        prepare: |values, _| values.prepare(|params: VcxParams, _| VcxPlayer::new(params)),
    },
    PlayerFactory {
        name: "tss",
        summary: "Threat-space search; without a win, four rules and the longest line.",
        source: "Zhang, Li and Huang; Allis 1994",
        own_params: TssParams::TABLE,
        memory: MemoryNeed::fixed(8),
        prepare: |values, _| values.prepare(Tss::new),
    },
    PlayerFactory {
        name: "andor",
        summary: "Best-first AND/OR search for an attack; without a win, greedy.",
        source: "Zhao Zhikun 2021",
        own_params: AndOrParams::TABLE,
        memory: MemoryNeed::table("memory", 8),
        prepare: |values, _| values.prepare(AndOrPlayer::new),
    },
    PlayerFactory {
        name: "genetic",
        summary: "Genetic algorithm over move sequences, with two fitness tables.",
        source: "Zhang, Li and Huang; Wang and Huang 2014",
        own_params: GeneticParams::TABLE,
        memory: MemoryNeed::fixed(40),
        prepare: |values, _| values.prepare(Genetic::new),
    },
    PlayerFactory {
        name: "mcts",
        summary: "MCTS with twenty random rollouts per new leaf.",
        source: "Chen and Zhang; Zhang, Li and Huang",
        own_params: MctsParams::TABLE,
        memory: MemoryNeed::table("memory", 8),
        prepare: |values, _| values.prepare(|params: MctsParams, seed| params.player(seed)),
    },
    PlayerFactory {
        name: "mcts-heuristic",
        summary: "Flat Monte Carlo guided by a point heuristic.",
        source: "Chen and Zhang",
        own_params: MctsHeuristicParams::TABLE,
        memory: MemoryNeed::fixed(8),
        prepare: |values, _| values.prepare(MctsHeuristic::new),
    },
    PlayerFactory {
        name: "hmcts",
        summary: "Flat Monte Carlo whose rollouts follow four forced-move rules.",
        source: "Tang, Zhao, Shao and Lv 2016",
        own_params: HmctsParams::TABLE,
        memory: MemoryNeed::fixed(8),
        prepare: |values, _| values.prepare(Hmcts::new),
    },
    PlayerFactory {
        name: "uct",
        summary: "UCT whose rollouts follow four forced-move rules.",
        source: "Tang, Zhao, Shao and Lv 2016",
        own_params: UctParams::TABLE,
        memory: MemoryNeed::table("memory", 8),
        prepare: |values, _| values.prepare(|params: UctParams, seed| params.player(seed)),
    },
    PlayerFactory {
        name: "uct-dummy",
        summary: "UCT that evaluates only finished games.",
        source: "Cao and Lin 2019",
        own_params: UctDummyParams::TABLE,
        memory: MemoryNeed::table("memory", 8),
        prepare: |values, _| values.prepare(|params: UctDummyParams, seed| params.player(seed)),
    },
    PlayerFactory {
        name: "uct-sim",
        summary: "UCT with one random rollout per new leaf.",
        source: "Cao and Lin 2019",
        own_params: UctSimParams::TABLE,
        memory: MemoryNeed::table("memory", 8),
        prepare: |values, _| values.prepare(|params: UctSimParams, seed| params.player(seed)),
    },
    PlayerFactory {
        name: "adp",
        summary: "A critic trained by self-play; plays its best-valued move without search.",
        source: "Zhao, Zhang and Dai 2012; Cao and Lin 2019; Chen and Zhang",
        own_params: AdpParams::TABLE,
        memory: MemoryNeed::fixed(8),
        prepare: |values, access| values.prepare_with_critic(access, Adp::new),
    },
    PlayerFactory {
        name: "uct-adp",
        summary: "UCT with a critic as leaf evaluation.",
        source: "Cao and Lin 2019",
        own_params: UctAdpParams::TABLE,
        memory: MemoryNeed::table("memory", 16),
        prepare: |values, access| {
            values.prepare_with_critic(access, |params: UctAdpParams, critic, seed| {
                params.player(critic, seed)
            })
        },
    },
    PlayerFactory {
        name: "uct-adp-pb",
        summary: "UCT-ADP with a progressive bias from an exponential heuristic.",
        source: "Cao and Lin 2019",
        own_params: UctAdpPbParams::TABLE,
        memory: MemoryNeed::table("memory", 16),
        prepare: |values, access| {
            values.prepare_with_critic(access, |params: UctAdpPbParams, critic, seed| {
                params.player(critic, seed)
            })
        },
    },
    PlayerFactory {
        name: "weighted-sum",
        summary: "Weighted sum of critic and random rollouts over the critic's five best moves.",
        source: "Cao and Lin 2019",
        own_params: WeightedSumParams::TABLE,
        memory: MemoryNeed::fixed(20),
        prepare: |values, access| {
            values.prepare_with_critic(access, |params: WeightedSumParams, critic, seed| {
                WeightedSum::baseline(&params, critic, seed)
            })
        },
    },
    PlayerFactory {
        name: "adp-hmcts",
        summary: "Weighted sum of critic and HMCTS over the critic's five best moves.",
        source: "Tang, Zhao, Shao and Lv 2016",
        own_params: AdpHmctsParams::TABLE,
        memory: MemoryNeed::fixed(20),
        prepare: |values, access| {
            values.prepare_with_critic(access, |params: AdpHmctsParams, critic, seed| {
                WeightedSum::hmcts(&params, critic, seed)
            })
        },
    },
    PlayerFactory {
        name: "adp-uct",
        summary: "Weighted sum of critic and UCT over the critic's five best moves.",
        source: "Tang, Zhao, Shao and Lv 2016",
        own_params: AdpUctParams::TABLE,
        memory: MemoryNeed::fixed(20),
        prepare: |values, access| {
            values.prepare_with_critic(access, |params: AdpUctParams, critic, seed| {
                WeightedSum::uct(&params, critic, seed)
            })
        },
    },
    PlayerFactory {
        name: "mcts-adp",
        summary: "Flat Monte Carlo guided by a point heuristic, with a critic for unfinished rollouts.",
        source: "Chen and Zhang",
        own_params: MctsAdpParams::TABLE,
        memory: MemoryNeed::fixed(8),
        prepare: |values, access| {
            values.prepare_with_critic(access, |params: MctsAdpParams, critic, seed| {
                params.player(critic, seed)
            })
        },
    },
    PlayerFactory {
        name: "zero",
        summary: "AlphaZero: MCTS guided by a residual network trained by self-play.",
        source: "Silver et al. 2018; Danihelka et al. 2022; Zhong 2021",
        own_params: ZeroParams::TABLE,
        memory: MemoryNeed::table("memory", 8),
        prepare: zero,
    },
    PlayerFactory {
        name: PBRAIN,
        summary: "An external program that speaks the Gomocup protocol.",
        source: "tengen",
        own_params: PbrainParams::TABLE,
        memory: MemoryNeed::fixed(0),
        prepare: |values, _| {
            values.read::<PbrainParams>()?.check()?;
            values.prepare(|params, _| Pbrain::new(params))
        },
    },
];

/// The player of this name, ignoring case.
pub fn find(name: &str) -> Option<&'static PlayerFactory> {
    PLAYERS
        .iter()
        .find(|factory| factory.name.eq_ignore_ascii_case(name))
}

impl PlayerFactory {
    /// Every parameter that a spec string may set, the seed last.
    pub fn params(&self) -> impl Iterator<Item = Param> + use<> {
        self.own_params.iter().copied().chain([SEED])
    }

    /// Does it start another program?
    pub fn is_program(&self) -> bool {
        self.name == PBRAIN
    }

    /// How much memory it takes.
    pub fn memory(&self) -> MemoryNeed {
        self.memory
    }

    /// Reads the parameters and the models they name.
    pub(crate) fn prepare(
        &self,
        values: &ParamValues,
        access: &Access,
    ) -> Result<Prepared, ParamError> {
        (self.prepare)(values, access)
    }

    /// Builds the player as an external program, if it is one.
    pub(crate) fn build_external(&self, values: &ParamValues) -> Option<Pbrain> {
        self.is_program()
            .then(|| values.read().ok().map(Pbrain::new))?
    }
}

/// New Heuristic, with the database that its parameter names.
fn new_heuristic(values: &ParamValues, access: &Access) -> Result<Prepared, ParamError> {
    let params: NewHeuristicParams = values.read()?;
    if params.database.is_empty() {
        return values.prepare(NewHeuristic::new);
    }
    let file = open_database(&params.database, access).map_err(|reason| ParamError::Value {
        name: "database",
        value: params.database,
        expected: format!("a file of evaluations: {reason}"),
    })?;
    let file = Arc::new(file);
    let make = move |params, seed| NewHeuristic::new(params, seed).with_store(file.clone());
    Ok(values.prepare(make)?.with_memory(evaluation_file::MEMORY))
}

/// Only the command line may name files to write.
fn open_database(name: &str, access: &Access) -> Result<EvaluationFile, String> {
    if !access.allows_files() {
        return Err("only the command line may name one".to_owned());
    }
    EvaluationFile::open(Path::new(name)).map_err(|error| match error.kind() {
        ErrorKind::InvalidData => "it holds something else".to_owned(),
        ErrorKind::InvalidInput => "not a file".to_owned(),
        kind => kind.to_string(),
    })
}

/// AlphaZero. Its network and the buffers of a batch take memory beside the tree.
fn zero(values: &ParamValues, access: &Access) -> Result<Prepared, ParamError> {
    let params: ZeroParams = values.read()?;
    let network = model_file::network(&params.net, access)?;
    let batch = params.batch as usize;
    let memory = Inference::memory(&network, batch);
    let prepared = values.prepare(move |params: ZeroParams, seed| {
        let evaluator = NetworkEvaluator::new(Arc::clone(&network), batch);
        Zero::new(params, evaluator, seed)
    })?;
    Ok(prepared.with_memory(memory))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_include_the_default() {
        for (index, factory) in PLAYERS.iter().enumerate() {
            assert!(!PLAYERS[..index].iter().any(|one| one.name == factory.name));
            assert!(factory.summary.ends_with('.'), "{}", factory.name);
            assert!(
                factory
                    .own_params
                    .iter()
                    .all(|param| param.name != SEED.name)
            );
        }
        assert!(find(DEFAULT_PLAYER).is_some());
    }
}
