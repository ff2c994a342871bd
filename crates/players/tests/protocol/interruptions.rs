//! Slow, hanging and failing players, and managers that interrupt them.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use gomoku::{Board, Limits, Player, PlayerError, Point, SearchControl, SearchResult};

use crate::connection::{Connection, TIMEOUT};

/// What a test player does in a search.
type Behavior = fn(&Board, &Limits, &SearchControl<'_>) -> Result<SearchResult, PlayerError>;

struct TestPlayer(Behavior);

impl Player for TestPlayer {
    fn think(
        &mut self,
        board: &Board,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> Result<SearchResult, PlayerError> {
        (self.0)(board, limits, control)
    }
}

fn started(behavior: Behavior) -> Connection {
    let mut connection = Connection::with(move || Box::new(TestPlayer(behavior)));
    connection.send("START 15");
    connection.expect("OK");
    connection
}

/// Reports 3,4 at once, and plays the center when it is stopped.
fn patient(
    board: &Board,
    _: &Limits,
    control: &SearchControl<'_>,
) -> Result<SearchResult, PlayerError> {
    control.report(&SearchResult::new(Point::new(3, 4)));
    while !control.is_stopped() {
        thread::sleep(Duration::from_millis(1));
    }
    let best = board.size().center();
    let free = if board.is_empty(best) {
        best
    } else {
        board.empty().first().unwrap()
    };
    Ok(SearchResult::new(free))
}

/// Reports 3,4 and never returns.
fn hanging(
    _: &Board,
    _: &Limits,
    control: &SearchControl<'_>,
) -> Result<SearchResult, PlayerError> {
    control.report(&SearchResult::new(Point::new(3, 4)));
    loop {
        thread::sleep(Duration::from_secs(1));
    }
}

#[test]
fn end_during_a_search_is_immediate_and_silent() {
    for behavior in [patient as Behavior, hanging] {
        let mut connection = started(behavior);
        // Longer than `wait` waits.
        connection.send("INFO timeout_turn 600000");
        connection.send("BEGIN");
        connection.expect_silence(Duration::from_millis(50));
        connection.send("TURN 0,0");
        connection.send("END");
        assert!(connection.wait().is_empty());
    }
}

#[test]
fn a_script_that_sends_everything_at_once_gets_all_answers() {
    let mut connection = Connection::with(|| Box::new(TestPlayer(patient)));
    connection
        .send_bytes(b"START 15\nINFO timeout_turn 600000\nBEGIN\nTURN 0,0\nABOUT\nEND\nABOUT\n");
    connection.expect("OK");
    connection.expect_move();
    connection.expect("1,0");
    connection.expect("name=*");
    assert!(connection.wait().is_empty());
}

#[test]
fn a_stop_yields_exactly_one_answer() {
    for word in ["YXSTOP", "stop"] {
        let mut connection = started(patient);
        connection.send("INFO timeout_turn -1");
        connection.send("BEGIN");
        connection.expect_silence(Duration::from_millis(50));
        connection.send(word);
        connection.send(word);
        connection.expect_move();
        connection.send(word);
        connection.send("ABOUT");
        connection.expect("name=*");
    }
}

#[test]
fn a_stop_right_behind_the_request_is_not_lost() {
    let mut connection = started(patient);
    connection.send_bytes(b"INFO timeout_turn -1\nBEGIN\nYXSTOP\nABOUT\n");
    connection.expect_move();
    connection.expect("name=*");
}

#[test]
fn settings_are_stored_and_other_commands_wait_during_a_search() {
    let mut connection = started(patient);
    connection.send("INFO timeout_turn 300");
    let begin = Instant::now();
    connection.send("BEGIN");
    // If the running search took this time, its answer would come after `expect` has given up.
    connection.send("INFO timeout_turn 600000");
    connection.send("ABOUT");
    connection.send("INFO timeout_turn 100");
    connection.expect_move();
    assert!(begin.elapsed() > Duration::from_millis(200));
    connection.expect("name=*");
    connection.send("TURN 0,0");
    connection.expect_move();
}

#[test]
fn a_hanging_player_does_not_delay_the_answer() {
    let mut connection = started(hanging);
    // Long enough for the player's report to arrive on a busy machine.
    connection.send("INFO timeout_turn 1000");
    for (question, answer) in [("BEGIN", "3,4"), ("TURN 3,5", "#,#"), ("TURN 14,14", "#,#")] {
        connection.send(question);
        connection.expect("MESSAGE the player did not answer in time");
        connection.expect(answer);
    }
    assert!(connection.finish().is_empty());
}

#[test]
fn endless_reports_neither_delay_the_answer_nor_block_commands() {
    let chatty: Behavior = |_, _, control| {
        // Longer than the session waits; finite, because other tests need the processor.
        while control.elapsed() < Duration::from_secs(4) {
            control.report(&SearchResult::new(Point::new(3, 4)));
        }
        Err(PlayerError::Crash("too many reports".into()))
    };
    let mut connection = started(chatty);
    connection.send("INFO timeout_turn 1000");
    connection.send("BEGIN");
    connection.expect("MESSAGE the player did not answer in time");
    connection.expect("3,4");
    connection.send("INFO timeout_turn -1");
    connection.send("TURN 0,0");
    connection.send("YXSTOP");
    connection.expect("MESSAGE the player did not answer in time");
    connection.expect("#,#");
    connection.send("TURN 9,9");
    thread::sleep(Duration::from_millis(100));
    connection.send("END");
    assert!(connection.wait().is_empty());
}

#[test]
fn a_hanging_player_without_a_clock_can_be_stopped() {
    let mut connection = started(hanging);
    connection.send("INFO timeout_turn -1");
    connection.send("BEGIN");
    connection.expect_silence(Duration::from_millis(100));
    connection.send("YXSTOP");
    connection.expect("MESSAGE *");
    connection.expect("3,4");
}

#[test]
fn a_panic_an_error_and_an_illegal_move_still_give_a_move() {
    let panicking: Behavior = |_, _, control| {
        control.report(&SearchResult::new(Point::new(2, 2)));
        panic!("out of ideas");
    };
    let mut connection = started(panicking);
    connection.send("BEGIN");
    connection.expect("MESSAGE the player panicked: out of ideas");
    connection.expect("2,2");
    connection.send("TURN 3,3");
    connection.expect("MESSAGE the player panicked: out of ideas");
    connection.expect("#,#");

    let mut connection = started(|_, _, _| Err(PlayerError::Crash("gone".into())));
    connection.send("BOARD 4,4,1 5,4,1 6,4,1 7,4,1 4,9,2 5,9,2 6,9,2 7,9,2 DONE");
    connection.expect("MESSAGE crashed: gone");
    connection.expect("3,4");

    let mut connection = started(|_, _, _| Ok(SearchResult::new(Point::new(7, 7))));
    connection.send("TURN 7,7");
    connection.expect("MESSAGE the player's move (7,7) is illegal");
    connection.expect("#,#");
}

#[test]
fn a_player_is_rebuilt_only_after_a_panic() {
    static BUILT: AtomicUsize = AtomicUsize::new(0);
    let behavior: Behavior = |board, _, _| match board.stone_count() {
        0 => panic!("once"),
        _ => Ok(SearchResult::new(board.legal_moves().first().unwrap())),
    };
    let mut connection = Connection::with(move || {
        BUILT.fetch_add(1, Ordering::SeqCst);
        Box::new(TestPlayer(behavior))
    });
    connection.send("START 15");
    connection.expect("OK");
    connection.send("BEGIN");
    connection.expect("MESSAGE *");
    connection.expect("#,#");
    for row in 10..14 {
        connection.send(&format!("TURN 14,{row}"));
        connection.expect("#,#");
    }
    assert_eq!(BUILT.load(Ordering::SeqCst), 2);
}

#[test]
fn live_reports_are_printed_with_show_detail() {
    let mut connection = started(patient);
    connection.send("INFO show_detail 3");
    connection.send("INFO timeout_turn -1");
    connection.send("BEGIN");
    connection.expect("MESSAGE REALTIME REFRESH");
    connection.expect("MESSAGE REALTIME BEST 3,4");
    connection.expect("MESSAGE REALTIME VAL 0");
    connection.expect("MESSAGE REALTIME PV D11");
    connection.expect("INFO PV 0");
    while connection.line() != "INFO PV DONE" {}
    connection.send("YXSTOP");
    while connection.line() != "INFO PV DONE" {}
    connection.expect_move();
}

#[test]
fn new_game_is_called_only_for_new_games() {
    struct Counting(Arc<AtomicUsize>);
    impl Player for Counting {
        fn think(
            &mut self,
            board: &Board,
            _: &Limits,
            _: &SearchControl<'_>,
        ) -> Result<SearchResult, PlayerError> {
            Ok(SearchResult::new(board.legal_moves().first().unwrap()))
        }
        fn new_game(&mut self) {
            self.0.fetch_add(1, Ordering::SeqCst);
        }
    }
    let games = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&games);
    let mut connection = Connection::with(move || Box::new(Counting(Arc::clone(&counter))));
    let mut expected = 0;
    for (line, is_new) in [
        ("START 15", true),
        ("START 15", false),
        ("START 20", true),
        ("RESTART", true),
    ] {
        connection.send(line);
        connection.expect("OK");
        connection.send("BEGIN");
        connection.expect("#,#");
        expected += usize::from(is_new);
        assert_eq!(games.load(Ordering::SeqCst), expected, "{line}");
    }
    connection.send("INFO rule 1");
    connection.send("TURN 9,9");
    connection.expect("#,#");
    assert_eq!(games.load(Ordering::SeqCst), expected + 1);
}

#[test]
fn a_closed_output_ends_the_session_silently() {
    struct Closed;
    impl std::io::Write for Closed {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let input = std::io::Cursor::new(b"START 15\nBEGIN\nABOUT\n".to_vec());
    players::gomocup::serve(
        &players::Spec::read("random", &players::Access::shipped()).unwrap(),
        input,
        Closed,
    );
}

/// Sum of the stones on all pondered boards.
static PONDERED: AtomicUsize = AtomicUsize::new(0);

/// Plays the first empty point and predicts the next one. Recognizes pondering by its long time and waits for the stop.
fn pondering(
    board: &Board,
    limits: &Limits,
    control: &SearchControl<'_>,
) -> Result<SearchResult, PlayerError> {
    if limits.turn_time > Some(Duration::from_secs(60)) {
        PONDERED.fetch_add(board.stone_count(), Ordering::SeqCst);
        while !control.is_stopped() {
            thread::sleep(Duration::from_millis(1));
        }
    }
    let line: Vec<Point> = board.empty().iter().take(2).collect();
    Ok(SearchResult {
        pv: line.clone(),
        ..SearchResult::new(line[0])
    })
}

#[test]
fn pondering_happens_only_if_allowed() {
    let mut connection = started(pondering);
    connection.send("INFO timeout_turn 30000");
    connection.send("BEGIN");
    connection.expect("0,0");
    connection.expect_silence(Duration::from_millis(50));
    assert_eq!(PONDERED.load(Ordering::SeqCst), 0);
    connection.send("INFO pondering 1");
    connection.send("TURN 5,5");
    connection.expect("1,0");
    let begin = Instant::now();
    while PONDERED.load(Ordering::SeqCst) == 0 && begin.elapsed() < TIMEOUT {
        thread::sleep(Duration::from_millis(1));
    }
    // Three stones and the predicted reply.
    assert_eq!(PONDERED.load(Ordering::SeqCst), 4);
    connection.send("TURN 6,6");
    connection.expect("2,0");
    connection.send("END");
    assert!(connection.wait().is_empty());
}
