use super::*;
use gomoku::{Color, Rule, Size, TimeControl};
use players::{Access, Spec};

fn read_spec(text: &str) -> Spec {
    Spec::read(text, &Access::shipped()).unwrap()
}

#[test]
fn every_procedure_ends_with_a_board() {
    for procedure in Procedure::NAMED {
        let opening = Opening::new(procedure.clone(), Size::FIFTEEN, Rule::Standard).unwrap();
        let (mut first, mut second) = (
            MatchPlayer::new(&read_spec("greedy"), 1),
            MatchPlayer::new(&read_spec("random"), 2),
        );
        let outcome = play_opening(
            opening,
            [&mut first, &mut second],
            &mut [PlayerLimits::default(), PlayerLimits::default()],
            &Adjudication::default(),
            &StopFlag::new(),
        );
        let OpeningOutcome::Ready { board, black_seat } = outcome else {
            panic!("{procedure}: {outcome:?}");
        };
        match procedure {
            Procedure::Free => assert_eq!((board.ply(), black_seat), (0, 0)),
            Procedure::Pro | Procedure::LongPro => {
                assert_eq!((board.side_to_move(), black_seat), (Color::White, 0));
            }
            Procedure::Swap | Procedure::Swap2 => {
                assert!([3, 4].contains(&board.ply()), "{procedure}");
            }
            _ => assert_eq!(board.ply(), 5, "{procedure}"),
        }
    }
}

/// Plays swap2 between two greedy players with these game times. Returns the outcome and the time left.
fn play_swap2(game_time: [Duration; 2]) -> (OpeningOutcome, [Duration; 2]) {
    let spec = read_spec("greedy");
    let mut limits = game_time.map(|game_time| PlayerLimits {
        time: TimeControl {
            game_time: Some(game_time),
            ..TimeControl::default()
        },
        ..PlayerLimits::default()
    });
    let adjudication = Adjudication {
        margin: Duration::ZERO,
        ..Adjudication::default()
    };
    let outcome = play_opening(
        Opening::new(Procedure::Swap2, Size::FIFTEEN, Rule::Standard).unwrap(),
        [
            &mut MatchPlayer::new(&spec, 1),
            &mut MatchPlayer::new(&spec, 2),
        ],
        &mut limits,
        &adjudication,
        &StopFlag::new(),
    );
    (outcome, limits.map(|limits| limits.time.game_time.unwrap()))
}

#[test]
fn opening_answers_are_charged_to_the_clock() {
    let hour = Duration::from_secs(3600);
    let (outcome, left) = play_swap2([hour; 2]);
    assert!(
        matches!(outcome, OpeningOutcome::Ready { .. }),
        "{outcome:?}"
    );
    // One placed the stones, the other chose: both searched.
    assert!(left.iter().all(|&left| left < hour), "{left:?}");
}

#[test]
fn a_player_without_time_loses_in_the_opening() {
    let hour = Duration::from_secs(3600);
    for loser in [0, 1] {
        let mut game_time = [hour; 2];
        game_time[loser] = Duration::from_nanos(1);
        let (outcome, _) = play_swap2(game_time);
        let OpeningOutcome::Forfeit { seat, error, .. } = outcome else {
            panic!("{outcome:?}");
        };
        assert_eq!(seat, loser);
        assert!(matches!(error, PlayerError::Time(_)), "{error}");
    }
}

#[test]
fn every_answer_earns_the_increment() {
    let second = Duration::from_secs(1);
    let time_control = TimeControl {
        game_time: Some(second * 10),
        increment: second,
        ..TimeControl::default()
    };
    let mut limits = [time_control; 2].map(|time| PlayerLimits {
        time,
        ..PlayerLimits::default()
    });
    let spec = read_spec("greedy");
    let mut phase = OpeningPhase {
        players: [
            &mut MatchPlayer::new(&spec, 1),
            &mut MatchPlayer::new(&spec, 2),
        ],
        limits: &mut limits,
        adjudication: &Adjudication::default(),
        stop: &StopFlag::new(),
        queue: Vec::new(),
    };
    phase.charge(1, second * 4).unwrap();
    assert_eq!(phase.move_limits(1).time_left, Some(second * 7));
    assert_eq!(phase.move_limits(0).time_left, Some(second * 10));
    // Late by exactly the margin, then by more.
    phase
        .charge(1, second * 7 + Duration::from_millis(50))
        .unwrap();
    assert_eq!(phase.move_limits(1).time_left, Some(second));
    let error = phase.charge(1, second * 2).unwrap_err();
    assert!(error.to_string().contains("1000.0 ms left"), "{error}");
}
