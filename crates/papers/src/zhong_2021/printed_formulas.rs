//! What the slides print of Tang, Zhao, Shao and Lv 2016, with numbers worked by hand, and the constants that they name.
//! The weighted sum is tested in `weighted_sum.rs` by the paper's table V.

use gomoku::{Board, Limits, Player, Point, Rule, SearchControl, Size};

use crate::{AdpHmctsParams, AdpUctParams, AndOrParams, Hmcts, HmctsParams, UctParams, ZeroParams};

/// Black has four with one end closed, white to move has nothing: only the block does not lose.
fn open_end() -> Board {
    let moves = [(3, 7), (2, 7), (4, 7), (12, 2), (5, 7), (2, 12), (6, 7)];
    let moves = moves.map(|(column, row)| Point::new(column, row));
    Board::with_moves(Size::FIFTEEN, Rule::Freestyle, &moves).unwrap()
}

/// Algorithm 1: the move with the largest total reward, 1 for a win and 0 otherwise, after the assigned number of
/// simulations for each candidate. Rule 1 of the opponent ends every simulation after another move: reward 0.
#[test]
fn algorithm_1_counts_wins() {
    let mut player = Hmcts::new(
        HmctsParams {
            simulations: 3,
            ..HmctsParams::default()
        },
        1,
    );
    let control = SearchControl::detached();
    let result = player
        .think(&open_end(), &Limits::default(), &control)
        .unwrap();
    let block = Point::new(7, 7);
    assert_eq!(result.nodes, 3 * result.candidates.len() as u64);
    for candidate in &result.candidates {
        let total = candidate.score.unwrap();
        assert_eq!(candidate.visits, Some(3));
        assert!((candidate.value.unwrap() - total / 3.0).abs() < 1e-12);
        assert!(candidate.point == block || total == 0.0);
    }
}

/// Algorithm 2: Q/N + c sqrt(2 ln N / n) with c = 1 / sqrt 2, which is Q/N + sqrt(ln N / n). With Q/N = 0.6, N = 10 and
/// n = 4: 0.6 + sqrt(2.302585 / 4) = 1.358714.
#[test]
fn algorithm_2_selects_by_ucb() {
    let config = UctParams::default().config(crate::mcts::ConstantEvaluator(0.5));
    assert!((config.exploration - 1.0).abs() < 1e-12);
    let score = 0.6 + config.exploration * (10_f64.ln() / 4.0).sqrt();
    assert!((score - 1.358_714).abs() < 1e-6);
}

/// Algorithm 3: the five best moves of the critic; figure 4: lambda = 0.5.
#[test]
fn algorithm_3_has_five_candidates_and_lambda_one_half() {
    let (hmcts, uct) = (AdpHmctsParams::default(), AdpUctParams::default());
    assert_eq!((hmcts.width, uct.width), (5, 5));
    assert_eq!((hmcts.lambda, uct.lambda), (0.5, 0.5));
    assert_eq!(uct.exploration, std::f64::consts::FRAC_1_SQRT_2);
    assert!(!uct.rules_in_tree, "Algorithm 2 expands any untried move");
}

/// What the slides leave open. Tang's table II has 1 to 400 simulations; "near the ones occupied" (Zhao) is two steps.
#[test]
fn constants_that_are_ours() {
    let (hmcts, uct) = (HmctsParams::default(), UctParams::default());
    assert_eq!((hmcts.simulations, uct.iterations), (100, 1_000));
    assert_eq!(
        (hmcts.neighborhood, uct.neighborhood),
        ("square2", "square2")
    );
    assert_eq!(uct.final_move, "value", "Best Child with c = 0");
    assert!(!uct.reuse_tree, "Algorithm 2 creates a root");
    let (adp_hmcts, adp_uct) = (AdpHmctsParams::default(), AdpUctParams::default());
    assert_eq!((adp_hmcts.simulations, adp_uct.simulations), (100, 100));
    assert_eq!((adp_hmcts.net, adp_uct.net), ("zhao".into(), "zhao".into()));
    let and_or = AndOrParams::default();
    assert_eq!((and_or.solver_nodes, and_or.memory), (50_000, 128));
}

/// AlphaZero (Silver et al. 2018) and Gumbel AlphaZero (Danihelka et al. 2022: c_visit = 50,
/// c_scale = 1, sixteen considered moves). The slides print no number; the others are ours.
#[test]
fn constants_of_alphazero() {
    let zero = ZeroParams::default();
    assert_eq!((zero.considered_moves, zero.value_scale), (16, 1.0));
    assert_eq!(super::zero::MAXVISIT_INIT, 50.0);
    assert_eq!((zero.dirichlet_alpha, zero.temperature_plies), (0.03, 30));
    assert_eq!((zero.cpuct, zero.fpu), (1.5, "reduction"), "ours");
    assert_eq!((zero.iterations, zero.vcf_nodes), (400, 100), "ours");
    assert_eq!(
        (zero.noise, zero.temperature),
        (0.0, 0.0),
        "no noise in play"
    );
}
