//! Invalid input: the session answers with one clear line and continues.

use std::time::Duration;

use crate::connection::Connection;

/// Asserts that the session still answers and printed nothing else before.
fn assert_alive(connection: &mut Connection) {
    connection.send("ABOUT");
    connection.expect("name=\"Test\"*");
}

fn started() -> Connection {
    let mut connection = Connection::to("random");
    connection.send("START 15");
    connection.expect("OK");
    connection
}

#[test]
fn each_bad_line_gives_one_error() {
    let mut connection = started();
    for (line, answer) in [
        ("FOO bar", "UNKNOWN FOO"),
        ("DONE", "UNKNOWN DONE"),
        ("TURN", "ERROR TURN *"),
        ("TURN 7", "ERROR TURN 7: expected two numbers"),
        ("TURN a,b", "ERROR TURN a,b: *"),
        ("TURN 1e9,3", "ERROR TURN 1e9,3: *"),
        ("TURN 15,3", "ERROR 15,3 is not on the board"),
        ("TURN -1,3", "ERROR -1,3 is not on the board"),
        (
            "TURN 99999999999999999999,0",
            "ERROR #,0 is not on the board",
        ),
        ("TAKEBACK 7,7", "ERROR 7,7: no stone there"),
        ("TAKEBACK 70,7", "ERROR *"),
        ("PLAY 15,15", "ERROR *"),
        ("START", "ERROR START *"),
        ("START 4", "ERROR unsupported size*20"),
        ("START 23", "ERROR unsupported size*20"),
        ("START -15", "ERROR unsupported size*20"),
        ("START 99999999999999999999", "ERROR unsupported size*20"),
        ("START 15 20", "ERROR the board must be square"),
        ("START 15.5", "ERROR START *"),
        ("RECTSTART 15", "ERROR RECTSTART *"),
        ("BOARD 7,7 DONE", "ERROR BOARD: bad token 7,7"),
        (
            "BOARD 7,7,1 x,y,z 8,8,2 DONE",
            "ERROR BOARD: bad token x,y,z",
        ),
        ("BOARD 7,7,1 7,7,2 DONE", "ERROR 7,7 is listed twice"),
        ("BOARD 7,7,4 DONE", "ERROR 7,7: unknown owner 4"),
        ("BOARD 7,77,1 DONE", "ERROR 7,77 is not on the board"),
        ("SWAP2BOARD 7,7 DONE", "ERROR *"),
        ("YXNBEST", "ERROR YXNBEST *"),
        ("YXBLOCK 77,7 DONE", "ERROR *"),
        ("YXBALANCEONE x", "ERROR *"),
    ] {
        connection.send(line);
        connection.expect(answer);
        assert_alive(&mut connection);
    }
    assert!(connection.finish().is_empty());
}

#[test]
fn every_command_is_refused_before_start() {
    let mut connection = Connection::to("random");
    for line in [
        "TURN 7,7",
        "BEGIN",
        "RESTART",
        "PLAY 7,7",
        "TAKEBACK 7,7",
        "BOARD 7,7,1 DONE",
        "YXBOARD 7,7,1 DONE",
        "SWAP2BOARD DONE",
        "YXNBEST 3",
        "YXSHOWFORBID",
        "YXSEARCHDEFEND",
        "YXBALANCEONE 0",
        "YXSWAP2STEP1",
        "YXSWAP2STEP2",
        "YXBLOCK 1,1 DONE",
    ] {
        connection.send(line);
        connection.expect("ERROR no game started");
    }
    for line in [
        "STOP",
        "YXSTOP",
        "YXBLOCKRESET",
        "INFO",
        "INFO rule",
        "INFO rule x",
    ] {
        connection.send(line);
    }
    assert_alive(&mut connection);
    assert!(connection.finish().is_empty());
}

#[test]
fn a_move_on_an_occupied_point_changes_nothing() {
    let mut connection = started();
    connection.send("YXBOARD 7,7,2 DONE");
    connection.send("TURN 7,7");
    connection.expect("ERROR 7,7: the point is occupied");
    connection.send("TAKEBACK 7,7");
    connection.expect("OK");
    connection.send("TAKEBACK 7,7");
    connection.expect("ERROR *");
}

#[test]
fn an_unsupported_size_keeps_the_current_game() {
    let mut connection = started();
    connection.send("YXBOARD 14,14,2 DONE");
    connection.send("START 100");
    connection.expect("ERROR *");
    connection.send("TAKEBACK 14,14");
    connection.expect("OK");
}

#[test]
fn info_is_never_answered_and_its_warnings_come_with_the_next_move() {
    let mut connection = started();
    for line in [
        "INFO nonsense 3",
        "INFO timeout_turn soon",
        "INFO rule 77",
        "INFO evaluate 3,3",
    ] {
        connection.send(line);
    }
    assert_alive(&mut connection);
    connection.send("BEGIN");
    connection.expect("DEBUG INFO nonsense*");
    connection.expect("DEBUG INFO timeout_turn*");
    connection.expect("DEBUG INFO rule*");
    connection.expect("#,#");
    assert!(connection.finish().is_empty());
}

#[test]
fn an_unfinished_body_does_not_block_the_session() {
    let mut connection = started();
    connection.send("BOARD");
    connection.send("7,7,1");
    connection.send("ABOUT");
    connection.expect("ERROR BOARD without DONE");
    connection.expect("name=*");
    connection.send("BOARD");
    connection.send("7,7,1");
    assert!(
        connection.finish().is_empty(),
        "an unfinished body is dropped at the end of the input"
    );

    let mut connection = started();
    connection.send("BOARD");
    connection.send("END");
    assert!(connection.wait().is_empty());
}

#[test]
fn unusual_bytes_and_line_terminators_are_accepted() {
    let mut connection = Connection::to("random");
    connection.send_bytes(b"\xef\xbb\xbfSTART\t15\r");
    connection.expect("OK");
    connection.send_bytes(b"\r\n\n  \r\n\0BEG\0IN\r\n");
    connection.expect("#,#");
    connection.send_bytes(b"\xff\xfe\xfd\n");
    connection.expect("UNKNOWN *");
    let mut huge = vec![b'x'; 1 << 20];
    huge.push(b'\n');
    connection.send_bytes(&huge);
    connection.expect("UNKNOWN XXX*");
    assert_alive(&mut connection);
    connection.send_bytes(b"ABOUT");
    assert_eq!(
        connection.finish().len(),
        1,
        "the last line needs no terminator"
    );
}

#[test]
fn no_time_left_still_gives_a_move() {
    let mut connection = started();
    for line in [
        "INFO timeout_turn 0",
        "INFO timeout_match 1000",
        "INFO time_left -50",
    ] {
        connection.send(line);
    }
    connection.send("BEGIN");
    connection.expect("#,#");
    connection.expect_silence(Duration::from_millis(20));
}
