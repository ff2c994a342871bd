//! The registry: one table of every player.
//!
//! The command line, the page, the arena and the tuner list, describe and build players from it. A new player is one new
//! entry here and nothing elsewhere.

use std::path::Path;
use std::sync::Arc;

use engine::EngineParams;
use gomoku::Player;
use gomoku::params::{Param, ParamError, ParamKind, Params};
use nets::Critic;
use nets::residual::{Residual, shipped};
use papers::zero::NetworkEvaluator;
use papers::{
    Adp, AdpHmctsParams, AdpParams, AdpUctParams, AlphaBeta, AlphaBetaParams, AndOrParams,
    AndOrPlayer, Genetic, GeneticParams, Greedy, GreedyParams, Hmcts, HmctsParams, MctsAdpParams,
    MctsHeuristic, MctsHeuristicParams, MctsParams, Minimax, MinimaxParams, NewHeuristic,
    NewHeuristicParams, Random, RandomParams, Tss, TssParams, UctAdpParams, UctAdpPbParams,
    UctDummyParams, UctParams, UctSimParams, VcxParams, VcxPlayer, WeightedSum, WeightedSumParams,
    Zero, ZeroParams,
};

use crate::engine_player;
use crate::external::{Pbrain, PbrainParams};
use crate::model_file;

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
    check: fn(&ParamValues) -> Result<(), ParamError>,
    build: fn(&ParamValues) -> Result<Box<dyn Player>, ParamError>,
}

/// Every player.
pub static PLAYERS: &[PlayerFactory] = &[
    PlayerFactory {
        name: "tengen",
        summary: "The flagship engine: alpha-beta search with line patterns and a small network.",
        source: "tengen",
        own_params: EngineParams::TABLE,
        check: |values| engine_player::check(&values.read()?),
        build: |values| engine_player::build(values.read()?, values.seed),
    },
    PlayerFactory {
        name: "random",
        summary: "Plays random moves: the floor of every rating list.",
        source: "tengen",
        own_params: RandomParams::TABLE,
        check: check::<RandomParams>,
        build: |values| Ok(Box::new(Random::new(values.read()?, values.seed))),
    },
    PlayerFactory {
        name: "greedy",
        summary: "Plays the point with the best shapes of either side; one ply, no search.",
        source: "Liao 2019",
        own_params: GreedyParams::TABLE,
        check: check::<GreedyParams>,
        build: |values| Ok(Box::new(Greedy::new(values.read()?, values.seed))),
    },
    PlayerFactory {
        name: "minimax",
        summary: "Full-width minimax to a fixed depth; optionally Liao's opponent of that name.",
        source: "Liao 2019",
        own_params: MinimaxParams::TABLE,
        check: check::<MinimaxParams>,
        build: |values| Ok(Box::new(Minimax::new(values.read()?, values.seed))),
    },
    PlayerFactory {
        name: "alphabeta",
        summary: "Minimax with alpha-beta pruning; with score tables, Chen and Zhang's agent.",
        source: "Liao 2019, Chen and Zhang",
        own_params: AlphaBetaParams::TABLE,
        check: check::<AlphaBetaParams>,
        build: |values| Ok(Box::new(AlphaBeta::new(values.read()?))),
    },
    PlayerFactory {
        name: "new-heuristic",
        summary: "Alpha-beta over the most probable candidates to depth 8, with an opening book.",
        source: "Liao 2019",
        own_params: NewHeuristicParams::TABLE,
        check: check::<NewHeuristicParams>,
        build: |values| Ok(Box::new(NewHeuristic::new(values.read()?, values.seed))),
    },
    PlayerFactory {
        name: "vcx",
        summary: "Minimax over classified candidates, with VCF and VCT search.",
        source: "Zhang, Li and Huang",
        own_params: VcxParams::TABLE,
        check: check::<VcxParams>,
        build: |values| Ok(Box::new(VcxPlayer::new(values.read()?))),
    },
    PlayerFactory {
        name: "tss",
        summary: "Threat-space search; without a win, four rules and the longest line.",
        source: "Zhang, Li and Huang; Allis 1994",
        own_params: TssParams::TABLE,
        check: check::<TssParams>,
        build: |values| Ok(Box::new(Tss::new(values.read()?, values.seed))),
    },
    PlayerFactory {
        name: "andor",
        summary: "Best-first AND/OR search for an attack; without a win, greedy.",
        source: "Zhao Zhikun 2021",
        own_params: AndOrParams::TABLE,
        check: check::<AndOrParams>,
        build: |values| Ok(Box::new(AndOrPlayer::new(values.read()?, values.seed))),
    },
    PlayerFactory {
        name: "genetic",
        summary: "Genetic algorithm over move sequences, with two fitness tables.",
        source: "Zhang, Li and Huang; Wang and Huang 2014",
        own_params: GeneticParams::TABLE,
        check: check::<GeneticParams>,
        build: |values| Ok(Box::new(Genetic::new(values.read()?, values.seed))),
    },
    PlayerFactory {
        name: "mcts",
        summary: "MCTS with twenty random rollouts per new leaf.",
        source: "Chen and Zhang; Zhang, Li and Huang",
        own_params: MctsParams::TABLE,
        check: check::<MctsParams>,
        build: |values| Ok(Box::new(values.read::<MctsParams>()?.player(values.seed))),
    },
    PlayerFactory {
        name: "mcts-heuristic",
        summary: "Flat Monte Carlo guided by a point heuristic.",
        source: "Chen and Zhang",
        own_params: MctsHeuristicParams::TABLE,
        check: check::<MctsHeuristicParams>,
        build: |values| Ok(Box::new(MctsHeuristic::new(values.read()?, values.seed))),
    },
    PlayerFactory {
        name: "hmcts",
        summary: "Flat Monte Carlo whose rollouts follow four forced-move rules.",
        source: "Tang, Zhao, Shao and Lv 2016",
        own_params: HmctsParams::TABLE,
        check: check::<HmctsParams>,
        build: |values| Ok(Box::new(Hmcts::new(values.read()?, values.seed))),
    },
    PlayerFactory {
        name: "uct",
        summary: "UCT whose rollouts follow four forced-move rules.",
        source: "Tang, Zhao, Shao and Lv 2016",
        own_params: UctParams::TABLE,
        check: check::<UctParams>,
        build: |values| Ok(Box::new(values.read::<UctParams>()?.player(values.seed))),
    },
    PlayerFactory {
        name: "uct-dummy",
        summary: "UCT that evaluates only finished games.",
        source: "Cao and Lin 2019",
        own_params: UctDummyParams::TABLE,
        check: check::<UctDummyParams>,
        build: |values| {
            Ok(Box::new(
                values.read::<UctDummyParams>()?.player(values.seed),
            ))
        },
    },
    PlayerFactory {
        name: "uct-sim",
        summary: "UCT with one random rollout per new leaf.",
        source: "Cao and Lin 2019",
        own_params: UctSimParams::TABLE,
        check: check::<UctSimParams>,
        build: |values| Ok(Box::new(values.read::<UctSimParams>()?.player(values.seed))),
    },
    PlayerFactory {
        name: "adp",
        summary: "A critic trained by self-play; plays its best-valued move without search.",
        source: "Zhao, Zhang and Dai 2012; Cao and Lin 2019; Chen and Zhang",
        own_params: AdpParams::TABLE,
        check: |values| values.check_critic::<AdpParams>(),
        build: |values| {
            let (params, critic) = values.with_critic::<AdpParams>()?;
            Ok(Box::new(Adp::new(params, critic, values.seed)))
        },
    },
    PlayerFactory {
        name: "uct-adp",
        summary: "UCT with a critic as leaf evaluation.",
        source: "Cao and Lin 2019",
        own_params: UctAdpParams::TABLE,
        check: |values| values.check_critic::<UctAdpParams>(),
        build: |values| {
            let (params, critic) = values.with_critic::<UctAdpParams>()?;
            Ok(Box::new(params.player(critic, values.seed)))
        },
    },
    PlayerFactory {
        name: "uct-adp-pb",
        summary: "UCT-ADP with a progressive bias from an exponential heuristic.",
        source: "Cao and Lin 2019",
        own_params: UctAdpPbParams::TABLE,
        check: |values| values.check_critic::<UctAdpPbParams>(),
        build: |values| {
            let (params, critic) = values.with_critic::<UctAdpPbParams>()?;
            Ok(Box::new(params.player(critic, values.seed)))
        },
    },
    PlayerFactory {
        name: "weighted-sum",
        summary: "Weighted sum of critic and random rollouts over the critic's five best moves.",
        source: "Cao and Lin 2019",
        own_params: WeightedSumParams::TABLE,
        check: |values| values.check_critic::<WeightedSumParams>(),
        build: |values| {
            let (params, critic) = values.with_critic::<WeightedSumParams>()?;
            Ok(Box::new(WeightedSum::baseline(
                &params,
                critic,
                values.seed,
            )))
        },
    },
    PlayerFactory {
        name: "adp-hmcts",
        summary: "Weighted sum of critic and HMCTS over the critic's five best moves.",
        source: "Tang, Zhao, Shao and Lv 2016",
        own_params: AdpHmctsParams::TABLE,
        check: |values| values.check_critic::<AdpHmctsParams>(),
        build: |values| {
            let (params, critic) = values.with_critic::<AdpHmctsParams>()?;
            Ok(Box::new(WeightedSum::hmcts(&params, critic, values.seed)))
        },
    },
    PlayerFactory {
        name: "adp-uct",
        summary: "Weighted sum of critic and UCT over the critic's five best moves.",
        source: "Tang, Zhao, Shao and Lv 2016",
        own_params: AdpUctParams::TABLE,
        check: |values| values.check_critic::<AdpUctParams>(),
        build: |values| {
            let (params, critic) = values.with_critic::<AdpUctParams>()?;
            Ok(Box::new(WeightedSum::uct(&params, critic, values.seed)))
        },
    },
    PlayerFactory {
        name: "mcts-adp",
        summary: "Flat Monte Carlo guided by a point heuristic, with a critic for unfinished rollouts.",
        source: "Chen and Zhang",
        own_params: MctsAdpParams::TABLE,
        check: |values| values.check_critic::<MctsAdpParams>(),
        build: |values| {
            let (params, critic) = values.with_critic::<MctsAdpParams>()?;
            Ok(Box::new(params.player(critic, values.seed)))
        },
    },
    PlayerFactory {
        name: "zero",
        summary: "AlphaZero: MCTS guided by a residual network trained by self-play.",
        source: "Silver et al. 2018; Danihelka et al. 2022; Zhong 2021",
        own_params: ZeroParams::TABLE,
        check: |values| network(&values.read::<ZeroParams>()?.net).map(|_| ()),
        build: |values| {
            let params: ZeroParams = values.read()?;
            let evaluator = NetworkEvaluator::new(network(&params.net)?, params.batch as usize);
            Ok(Box::new(Zero::new(params, evaluator, values.seed)))
        },
    },
    PlayerFactory {
        name: PBRAIN,
        summary: "An external program that speaks the Gomocup protocol.",
        source: "tengen",
        own_params: PbrainParams::TABLE,
        check: |values| values.read::<PbrainParams>()?.check(),
        build: |values| Ok(Box::new(Pbrain::new(values.read()?))),
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

    /// Checks that the values fit the parameters.
    pub(crate) fn check(&self, values: &ParamValues) -> Result<(), ParamError> {
        (self.check)(values)
    }

    /// Builds the player as an external program, if it is one.
    pub(crate) fn build_external(&self, values: &ParamValues) -> Option<Pbrain> {
        (self.name == PBRAIN).then(|| values.read().ok().map(Pbrain::new))?
    }

    /// Builds the player.
    pub(crate) fn build(&self, values: &ParamValues) -> Result<Box<dyn Player>, ParamError> {
        (self.build)(values)
    }
}

/// The parameter values of a spec string.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ParamValues {
    /// Names and values in the order given; a later value wins.
    pub(crate) pairs: Vec<(String, String)>,
    /// Kept apart, because it belongs to every player.
    pub(crate) seed: u64,
}

impl ParamValues {
    fn read<P: Params>(&self) -> Result<P, ParamError> {
        let mut params = P::default();
        for (name, value) in &self.pairs {
            params.set(name, value)?;
        }
        Ok(params)
    }

    /// The parameters of a player with a critic, and the critic that `net` names.
    fn with_critic<P: Params>(&self) -> Result<(P, Arc<Critic>), ParamError> {
        let params: P = self.read()?;
        let critic = critic(&params.get("net").unwrap_or_default())?;
        Ok((params, critic))
    }

    fn check_critic<P: Params>(&self) -> Result<(), ParamError> {
        self.with_critic::<P>().map(|_| ())
    }
}

fn check<P: Params>(values: &ParamValues) -> Result<(), ParamError> {
    values.read::<P>().map(|_| ())
}

/// The shipped critic of this name, or the critic in this file.
fn critic(net: &str) -> Result<Arc<Critic>, ParamError> {
    let names = &nets::critic::SHIPPED;
    let shipped = nets::critic::shipped(net);
    shipped_or_read(net, (shipped, names), "adp", |bytes| {
        Critic::from_bytes(bytes).map_err(|error| error.to_string())
    })
}

/// The shipped residual network of this name, or the network in this file.
fn network(net: &str) -> Result<Arc<Residual>, ParamError> {
    shipped_or_read(
        net,
        (shipped::shipped(net), &shipped::NAMES),
        "zero",
        |bytes| Residual::from_bytes(bytes).map_err(|error| error.to_string()),
    )
}

/// The shipped model if there is one of this name, else the model in the file `net`.
fn shipped_or_read<N>(
    net: &str,
    (shipped, names): (Option<Arc<N>>, &[&str]),
    training: &str,
    read: impl Fn(&[u8]) -> Result<N, String>,
) -> Result<Arc<N>, ParamError> {
    if let Some(network) = shipped {
        return Ok(network);
    }
    let error = |reason: String| ParamError::Value {
        name: "net",
        value: net.to_owned(),
        expected: format!(
            "one of {}, or a file of `tengen train {training}`: {reason}",
            names.join(", ")
        ),
    };
    let bytes = model_file::read(Path::new(net)).map_err(error)?;
    read(&bytes).map(Arc::new).map_err(error)
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
