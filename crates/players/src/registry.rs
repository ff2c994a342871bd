//! The one table of every player.
//!
//! Whoever lists, describes or builds players reads it: the command line, the page, the arena and the tuner. A new
//! player is a new line here and nothing elsewhere.

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
    UctDummyParams, UctParams, UctSimParams, Vcx, VcxParams, WeightedSum, WeightedSumParams, Zero,
    ZeroParams,
};

use crate::engine_player;
use crate::external::{Pbrain, PbrainParams};
use crate::model_file;

/// The player that is meant when none is named.
pub const DEFAULT_PLAYER: &str = "tengen";

/// The one player that runs outside this process.
const PBRAIN: &str = "pbrain";

/// Every player takes a seed, so it stands in no player's own table.
pub const SEED: Param = Param {
    name: "seed",
    doc: "Where the player's random numbers begin.",
    kind: ParamKind::Int {
        default: 0,
        min: 0,
        max: i64::MAX,
        step: 1,
    },
};

/// A player as the table knows it.
#[derive(Clone, Copy, Debug)]
pub struct PlayerEntry {
    /// The name in a spec string.
    pub name: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// The paper it comes from, or `tengen`.
    pub source: &'static str,
    /// Its own parameters; [`PlayerEntry::params`] adds the seed.
    own_params: &'static [Param],
    check: fn(&Settings) -> Result<(), ParamError>,
    build: fn(&Settings) -> Result<Box<dyn Player>, ParamError>,
}

/// Every player.
pub static PLAYERS: &[PlayerEntry] = &[
    PlayerEntry {
        name: "tengen",
        summary: "The flagship engine: alpha-beta on line patterns.",
        source: "tengen",
        own_params: EngineParams::TABLE,
        check: |settings| engine_player::check(&settings.read()?),
        build: |settings| engine_player::build(settings.read()?, settings.seed),
    },
    PlayerEntry {
        name: "random",
        summary: "Draws its moves by lot: the floor of every rating list.",
        source: "tengen",
        own_params: RandomParams::TABLE,
        check: check::<RandomParams>,
        build: |settings| Ok(Box::new(Random::new(settings.read()?, settings.seed))),
    },
    PlayerEntry {
        name: "greedy",
        summary: "Plays the point with the best stone shapes, its own or the enemy's; looks no move ahead.",
        source: "Liao 2019",
        own_params: GreedyParams::TABLE,
        check: check::<GreedyParams>,
        build: |settings| Ok(Box::new(Greedy::new(settings.read()?, settings.seed))),
    },
    PlayerEntry {
        name: "minimax",
        summary: "Looks at every line of play to a fixed depth; or Liao's opponent of that name.",
        source: "Liao 2019",
        own_params: MinimaxParams::TABLE,
        check: check::<MinimaxParams>,
        build: |settings| Ok(Box::new(Minimax::new(settings.read()?, settings.seed))),
    },
    PlayerEntry {
        name: "alphabeta",
        summary: "Minimax's answer with pruning; with scores, Chen and Zhang's agent.",
        source: "Liao 2019, Chen and Zhang",
        own_params: AlphaBetaParams::TABLE,
        check: check::<AlphaBetaParams>,
        build: |settings| Ok(Box::new(AlphaBeta::new(settings.read()?))),
    },
    PlayerEntry {
        name: "new-heuristic",
        summary: "Alpha-beta over the most probable moves to depth 8, with an opening book.",
        source: "Liao 2019",
        own_params: NewHeuristicParams::TABLE,
        check: check::<NewHeuristicParams>,
        build: |settings| Ok(Box::new(NewHeuristic::new(settings.read()?, settings.seed))),
    },
    PlayerEntry {
        name: "vcx",
        summary: "Minimax over classed candidates, with a search for kills by fours and threes.",
        source: "Zhang, Li and Huang",
        own_params: VcxParams::TABLE,
        check: check::<VcxParams>,
        build: |settings| Ok(Box::new(Vcx::new(settings.read()?))),
    },
    PlayerEntry {
        name: "tss",
        summary: "Threat-space search; otherwise four rules and the longest line.",
        source: "Zhang, Li and Huang; Allis 1994",
        own_params: TssParams::TABLE,
        check: check::<TssParams>,
        build: |settings| Ok(Box::new(Tss::new(settings.read()?, settings.seed))),
    },
    PlayerEntry {
        name: "andor",
        summary: "Attacks by a best-first AND/OR tree, greedy otherwise.",
        source: "Zhao Zhikun 2021",
        own_params: AndOrParams::TABLE,
        check: check::<AndOrParams>,
        build: |settings| Ok(Box::new(AndOrPlayer::new(settings.read()?, settings.seed))),
    },
    PlayerEntry {
        name: "genetic",
        summary: "Breeds lines of play; two fitness tables.",
        source: "Zhang, Li and Huang; Wang and Huang 2014",
        own_params: GeneticParams::TABLE,
        check: check::<GeneticParams>,
        build: |settings| Ok(Box::new(Genetic::new(settings.read()?, settings.seed))),
    },
    PlayerEntry {
        name: "mcts",
        summary: "A tree with twenty random games at each new leaf.",
        source: "Chen and Zhang; Zhang, Li and Huang",
        own_params: MctsParams::TABLE,
        check: check::<MctsParams>,
        build: |settings| {
            Ok(Box::new(
                settings.read::<MctsParams>()?.player(settings.seed),
            ))
        },
    },
    PlayerEntry {
        name: "mcts-heuristic",
        summary: "Monte Carlo led by a heuristic of the point.",
        source: "Chen and Zhang",
        own_params: MctsHeuristicParams::TABLE,
        check: check::<MctsHeuristicParams>,
        build: |settings| {
            Ok(Box::new(MctsHeuristic::new(
                settings.read()?,
                settings.seed,
            )))
        },
    },
    PlayerEntry {
        name: "hmcts",
        summary: "Flat Monte Carlo whose games follow four forced rules.",
        source: "Tang, Zhao, Shao and Lv 2016",
        own_params: HmctsParams::TABLE,
        check: check::<HmctsParams>,
        build: |settings| Ok(Box::new(Hmcts::new(settings.read()?, settings.seed))),
    },
    PlayerEntry {
        name: "uct",
        summary: "A tree whose simulations follow four forced rules.",
        source: "Tang, Zhao, Shao and Lv 2016",
        own_params: UctParams::TABLE,
        check: check::<UctParams>,
        build: |settings| {
            Ok(Box::new(
                settings.read::<UctParams>()?.player(settings.seed),
            ))
        },
    },
    PlayerEntry {
        name: "uct-dummy",
        summary: "A tree that knows nothing but finished games.",
        source: "Cao and Lin 2019",
        own_params: UctDummyParams::TABLE,
        check: check::<UctDummyParams>,
        build: |settings| {
            Ok(Box::new(
                settings.read::<UctDummyParams>()?.player(settings.seed),
            ))
        },
    },
    PlayerEntry {
        name: "uct-sim",
        summary: "A tree with one random game at each new leaf.",
        source: "Cao and Lin 2019",
        own_params: UctSimParams::TABLE,
        check: check::<UctSimParams>,
        build: |settings| {
            Ok(Box::new(
                settings.read::<UctSimParams>()?.player(settings.seed),
            ))
        },
    },
    PlayerEntry {
        name: "adp",
        summary: "A critic that taught itself; plays the move that it values most, without search.",
        source: "Zhao, Zhang and Dai 2012; Cao and Lin 2019; Chen and Zhang",
        own_params: AdpParams::TABLE,
        check: |settings| settings.check_critic::<AdpParams>(),
        build: |settings| {
            let (params, critic) = settings.with_critic::<AdpParams>()?;
            Ok(Box::new(Adp::new(params, critic, settings.seed)))
        },
    },
    PlayerEntry {
        name: "uct-adp",
        summary: "A tree whose leaves are valued by a critic.",
        source: "Cao and Lin 2019",
        own_params: UctAdpParams::TABLE,
        check: |settings| settings.check_critic::<UctAdpParams>(),
        build: |settings| {
            let (params, critic) = settings.with_critic::<UctAdpParams>()?;
            Ok(Box::new(params.player(critic, settings.seed)))
        },
    },
    PlayerEntry {
        name: "uct-adp-pb",
        summary: "UCT-ADP whose choice is biased by an exponential heuristic.",
        source: "Cao and Lin 2019",
        own_params: UctAdpPbParams::TABLE,
        check: |settings| settings.check_critic::<UctAdpPbParams>(),
        build: |settings| {
            let (params, critic) = settings.with_critic::<UctAdpPbParams>()?;
            Ok(Box::new(params.player(critic, settings.seed)))
        },
    },
    PlayerEntry {
        name: "weighted-sum",
        summary: "The critic's five best moves, judged by critic and random games together.",
        source: "Cao and Lin 2019",
        own_params: WeightedSumParams::TABLE,
        check: |settings| settings.check_critic::<WeightedSumParams>(),
        build: |settings| {
            let (params, critic) = settings.with_critic::<WeightedSumParams>()?;
            Ok(Box::new(WeightedSum::baseline(
                &params,
                critic,
                settings.seed,
            )))
        },
    },
    PlayerEntry {
        name: "adp-hmcts",
        summary: "The critic's five best moves, judged by critic and HMCTS together.",
        source: "Tang, Zhao, Shao and Lv 2016",
        own_params: AdpHmctsParams::TABLE,
        check: |settings| settings.check_critic::<AdpHmctsParams>(),
        build: |settings| {
            let (params, critic) = settings.with_critic::<AdpHmctsParams>()?;
            Ok(Box::new(WeightedSum::hmcts(&params, critic, settings.seed)))
        },
    },
    PlayerEntry {
        name: "adp-uct",
        summary: "The critic's five best moves, judged by critic and UCT together.",
        source: "Tang, Zhao, Shao and Lv 2016",
        own_params: AdpUctParams::TABLE,
        check: |settings| settings.check_critic::<AdpUctParams>(),
        build: |settings| {
            let (params, critic) = settings.with_critic::<AdpUctParams>()?;
            Ok(Box::new(WeightedSum::uct(&params, critic, settings.seed)))
        },
    },
    PlayerEntry {
        name: "mcts-adp",
        summary: "Monte Carlo led by a heuristic of the point, with a critic for games that stay open.",
        source: "Chen and Zhang",
        own_params: MctsAdpParams::TABLE,
        check: |settings| settings.check_critic::<MctsAdpParams>(),
        build: |settings| {
            let (params, critic) = settings.with_critic::<MctsAdpParams>()?;
            Ok(Box::new(params.player(critic, settings.seed)))
        },
    },
    PlayerEntry {
        name: "zero",
        summary: "AlphaZero: a tree led by a network that learned the game from nothing.",
        source: "Silver et al. 2018; Danihelka et al. 2022; Zhong 2021",
        own_params: ZeroParams::TABLE,
        check: |settings| network(&settings.read::<ZeroParams>()?.net).map(|_| ()),
        build: |settings| {
            let params: ZeroParams = settings.read()?;
            let evaluator = NetworkEvaluator::new(network(&params.net)?, params.batch as usize);
            Ok(Box::new(Zero::new(params, evaluator, settings.seed)))
        },
    },
    PlayerEntry {
        name: PBRAIN,
        summary: "Any outside program that speaks the Gomocup protocol.",
        source: "tengen",
        own_params: PbrainParams::TABLE,
        check: |settings| settings.read::<PbrainParams>()?.check(),
        build: |settings| Ok(Box::new(Pbrain::new(settings.read()?))),
    },
];

/// The entry of this name, in any case.
pub fn find(name: &str) -> Option<&'static PlayerEntry> {
    PLAYERS
        .iter()
        .find(|entry| entry.name.eq_ignore_ascii_case(name))
}

impl PlayerEntry {
    /// Every parameter that a spec string may set, the seed last.
    pub fn params(&self) -> impl Iterator<Item = Param> + use<> {
        self.own_params.iter().copied().chain([SEED])
    }

    /// Do these values fit the parameters?
    pub(crate) fn check(&self, settings: &Settings) -> Result<(), ParamError> {
        (self.check)(settings)
    }

    /// Makes the player as an outside program, when it is one.
    pub(crate) fn build_program(&self, settings: &Settings) -> Option<Pbrain> {
        (self.name == PBRAIN).then(|| settings.read().ok().map(Pbrain::new))?
    }

    /// Makes the player.
    pub(crate) fn build(&self, settings: &Settings) -> Result<Box<dyn Player>, ParamError> {
        (self.build)(settings)
    }
}

/// What a spec string says of a player, apart from its name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Settings {
    /// Names and values in the order they were given; a later value wins.
    pub(crate) values: Vec<(String, String)>,
    /// Taken out of the values, because every player has one.
    pub(crate) seed: u64,
}

impl Settings {
    fn read<P: Params>(&self) -> Result<P, ParamError> {
        let mut params = P::default();
        for (name, value) in &self.values {
            params.set(name, value)?;
        }
        Ok(params)
    }
}

impl Settings {
    /// The parameters of a player with a critic, and the critic that its `net` names.
    fn with_critic<P: Params>(&self) -> Result<(P, Arc<Critic>), ParamError> {
        let params: P = self.read()?;
        let critic = critic(&params.get("net").unwrap_or_default())?;
        Ok((params, critic))
    }

    fn check_critic<P: Params>(&self) -> Result<(), ParamError> {
        self.with_critic::<P>().map(|_| ())
    }
}

fn check<P: Params>(settings: &Settings) -> Result<(), ParamError> {
    settings.read::<P>().map(|_| ())
}

/// The critic of this name, or of this file.
fn critic(net: &str) -> Result<Arc<Critic>, ParamError> {
    let names = &nets::critic::SHIPPED;
    let shipped = nets::critic::shipped(net);
    named_or_read(net, (shipped, names), "adp", |bytes| {
        Critic::from_bytes(bytes).map_err(|error| error.to_string())
    })
}

/// The residual network of this name, or of this file.
fn network(net: &str) -> Result<Arc<Residual>, ParamError> {
    named_or_read(
        net,
        (shipped::shipped(net), &shipped::NAMES),
        "zero",
        |bytes| Residual::from_bytes(bytes).map_err(|error| error.to_string()),
    )
}

/// What comes with the program under this name, or what a file holds.
fn named_or_read<N>(
    net: &str,
    (shipped, names): (Option<Arc<N>>, &[&str]),
    training: &str,
    read: impl Fn(&[u8]) -> Result<N, String>,
) -> Result<Arc<N>, ParamError> {
    if let Some(network) = shipped {
        return Ok(network);
    }
    let refuse = |why: String| ParamError::Value {
        name: "net",
        value: net.to_owned(),
        expected: format!(
            "one of {}, or a file of `tengen train {training}`: {why}",
            names.join(", ")
        ),
    };
    let bytes = model_file::read(Path::new(net)).map_err(refuse)?;
    read(&bytes).map(Arc::new).map_err(refuse)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_the_default_is_one_of_them() {
        for (index, entry) in PLAYERS.iter().enumerate() {
            assert!(!PLAYERS[..index].iter().any(|one| one.name == entry.name));
            assert!(entry.summary.ends_with('.'), "{}", entry.name);
            assert!(entry.own_params.iter().all(|param| param.name != SEED.name));
        }
        assert!(find(DEFAULT_PLAYER).is_some());
    }
}
