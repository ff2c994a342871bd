//! Hostile clients on real sockets: half-sent heads, stalled uploads, absurd lengths, readers that stop reading. The time
//! limits are minutes where the test must not reach them and milliseconds where it waits for them, so that no test depends
//! on how busy the machine is.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use web::{ConnectionLimits, Options, ServerLimits, serve_within};

use crate::{SMALL, options};

const NEVER: Duration = Duration::from_secs(3600);
const SOON: Duration = Duration::from_millis(200);
/// A test that waits longer than this has failed.
const PATIENCE: Duration = Duration::from_secs(120);

const PATIENT: ConnectionLimits = ConnectionLimits {
    head_time: NEVER,
    stall_time: NEVER,
    ..ConnectionLimits::DEFAULT
};

/// Starts a server that runs until the tests end, and returns its address.
fn serve(connections: ConnectionLimits) -> String {
    serve_with(connections, |options| options)
}

fn serve_with(connections: ConnectionLimits, change: impl FnOnce(Options) -> Options) -> String {
    let data = tempfile::tempdir().unwrap().keep();
    let options = change(Options {
        address: "127.0.0.1:0".parse().unwrap(),
        ..options(&data)
    });
    let limits = ServerLimits {
        connections,
        ..SMALL
    };
    let (ready, wait) = mpsc::channel();
    thread::spawn(move || {
        serve_within(limits, options, |addresses| {
            ready.send(addresses.local.clone()).unwrap()
        })
        .unwrap();
    });
    let url = wait.recv().unwrap();
    let host = url.trim_start_matches("http://");
    host.split('/').next().unwrap().to_owned()
}

fn connect(host: &str) -> TcpStream {
    let stream = TcpStream::connect(host).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream
}

/// Sends this text on a new connection.
fn send(host: &str, text: &str) -> TcpStream {
    let mut stream = connect(host);
    stream.write_all(text.as_bytes()).unwrap();
    stream
}

/// The status of the response; 0 when the server closed the connection instead.
fn status(stream: &mut TcpStream) -> u16 {
    let mut head = [0; 12];
    match stream.read_exact(&mut head) {
        Ok(()) => std::str::from_utf8(&head[9..]).unwrap().parse().unwrap(),
        Err(error) => {
            assert!(!is_timeout(&error), "no answer");
            0
        }
    }
}

fn is_timeout(error: &std::io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut)
}

fn health(host: &str) -> u16 {
    let request = format!("GET /api/health HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    status(&mut send(host, &request))
}

fn upload_head(host: &str, length: u64) -> String {
    format!(
        "POST /api/record/read?name=a.sgf HTTP/1.1\r\nHost: {host}\r\nContent-Length: {length}\r\n\r\n"
    )
}

#[test]
fn half_sent_heads_lock_nobody_out() {
    let host = serve(ConnectionLimits {
        total: 24,
        per_address: 16,
        ..PATIENT
    });
    let mut held: Vec<TcpStream> = (0..300)
        .map(|_| send(&host, "GET / HTTP/1.1\r\nHost: 127"))
        .collect();
    for _ in 0..20 {
        assert_eq!(health(&host), 200);
    }
    // The oldest made room.
    assert_eq!(status(&mut held[0]), 0);
}

#[test]
fn half_sent_and_idle_connections_are_closed_in_time() {
    let host = serve(ConnectionLimits {
        head_time: SOON,
        ..PATIENT
    });
    assert_eq!(status(&mut send(&host, "GET / HTTP/1.1\r\nHost: 127")), 0);
    assert_eq!(status(&mut connect(&host)), 0);
    let request = format!("GET /api/health HTTP/1.1\r\nHost: {host}\r\n\r\n");
    let mut idle = send(&host, &request);
    let mut answer = String::new();
    idle.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

#[test]
fn stalled_and_trickling_uploads_are_given_up() {
    let limits = ConnectionLimits {
        stall_time: SOON,
        ..PATIENT
    };
    let host = serve(limits);
    let head = upload_head(&host, 7 << 20);
    assert_eq!(status(&mut send(&host, &format!("{head}(;"))), 408);
    // A byte now and then is progress, but too little of it.
    let host = serve(ConnectionLimits {
        bytes_per_second: 1 << 20,
        ..limits
    });
    let mut trickle = send(&host, &upload_head(&host, 7 << 20));
    let mut reader = trickle.try_clone().unwrap();
    let writer = thread::spawn(move || {
        let end = Instant::now() + PATIENCE;
        while Instant::now() < end && trickle.write_all(b"(").is_ok() {
            thread::sleep(SOON / 10);
        }
    });
    let answer = status(&mut reader);
    assert!(matches!(answer, 408 | 0), "{answer}");
    drop(reader);
    writer.join().unwrap();
}

#[test]
fn sixty_stalled_uploads_hold_little_memory() {
    const UPLOAD: usize = 200 << 10;
    let host = serve(ConnectionLimits {
        bytes_in_flight: 4 << 20,
        ..PATIENT
    });
    let head = upload_head(&host, 7 << 20);
    let uploads: Vec<TcpStream> = (0..60)
        .map(|_| {
            let mut stream = send(&host, &head);
            // The server may refuse the upload before all of it is sent.
            let _ = stream.write_all(&vec![b'('; UPLOAD]);
            stream.set_nonblocking(true).unwrap();
            stream
        })
        .collect();
    // A quarter of the bytes is one client's share, so five of the uploads may go on.
    let end = Instant::now() + PATIENCE;
    let is_refused = |mut stream: &TcpStream| match stream.read(&mut [0; 12]) {
        Ok(_) => true,
        Err(error) => !is_timeout(&error),
    };
    let mut waiting: Vec<&TcpStream> = uploads.iter().collect();
    while waiting.len() > 5 {
        assert!(Instant::now() < end, "{} uploads are held", waiting.len());
        waiting.retain(|stream| !is_refused(stream));
        thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(health(&host), 200);
    let small = "(;GM[4];B[hh])";
    let request = upload_head(&host, small.len() as u64) + small;
    assert_eq!(status(&mut send(&host, &request)), 200);
}

#[test]
fn absurd_lengths_are_refused_at_once() {
    let host = serve(PATIENT);
    for length in [9 << 20, u64::MAX / 2] {
        let mut large = send(&host, &upload_head(&host, length));
        assert_eq!(status(&mut large), 413, "{length}");
    }
    let head = format!(
        "POST /api/position HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: 70000\r\n\r\n"
    );
    assert_eq!(status(&mut send(&host, &head)), 413);
    // Also without the token, and on paths that take no body.
    let host = serve_with(PATIENT, |options| Options {
        token: Some("a-token-of-this-test".to_owned()),
        ..options
    });
    for path in ["/api/record/read", "/", "/nowhere"] {
        let head =
            format!("POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Length: 999999999999\r\n\r\n");
        assert_eq!(status(&mut send(&host, &head)), 413, "{path}");
    }
    let large = format!(
        "GET / HTTP/1.1\r\nHost: {host}\r\nX: {}\r\n\r\n",
        "x".repeat(40_000)
    );
    assert_eq!(status(&mut send(&host, &large)), 431);
}

/// Requests for more than the buffers of the system hold, on a connection that nobody reads.
#[test]
fn readers_that_stop_reading_are_given_up() {
    let host = serve(ConnectionLimits {
        stall_time: SOON,
        ..PATIENT
    });
    let mut stream = connect(&host);
    stream.set_write_timeout(Some(SOON)).unwrap();
    let request = format!("GET /api/openapi.json HTTP/1.1\r\nHost: {host}\r\n\r\n");
    let end = Instant::now() + PATIENCE;
    loop {
        match stream.write(request.as_bytes()) {
            Ok(_) => {}
            Err(error) if is_timeout(&error) => {}
            Err(_) => break,
        }
        assert!(Instant::now() < end, "the server still waits");
    }
    assert_eq!(health(&host), 200);
}

/// The time limits are for clients: a search may take as long as it likes, and its stream stays open.
#[test]
fn a_stream_outlives_the_times_of_clients() {
    let host = serve(ConnectionLimits {
        head_time: SOON,
        stall_time: SOON,
        ..PATIENT
    });
    let question = r#"{"position":{"moves":"h8i9"},"player":"uct:iterations=100000000","limits":{"time_ms":3600000}}"#;
    let head = format!(
        "POST /api/think HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        question.len()
    );
    let mut stream = send(&host, &(head + question));
    let start = Instant::now();
    let mut received = 0;
    while received == 0 || start.elapsed() < 10 * SOON {
        let count = stream.read(&mut [0; 4096]).unwrap();
        assert!(count > 0, "closed after {:?}", start.elapsed());
        received += count;
    }
}
