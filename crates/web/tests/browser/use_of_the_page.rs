//! Playing, analyzing, opening and saving, simulating.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use gomoku::notation::{RowOrigin, parse_moves};
use gomoku::{Board, Limits, Rule, SearchControl, Size};
use players::Spec;
use records::{FileFormat, ReadDefaults, read};
use serde_json::json;

use crate::Stage;
use crate::chrome::Page;

/// The position of the page, as its address has it.
fn board(page: &Page) -> Board {
    let moves = page.eval("tengen.game.position().moves");
    let moves = parse_moves(moves.as_str().unwrap(), Size::FIFTEEN, RowOrigin::Bottom).unwrap();
    let moves: Vec<_> = moves.into_iter().flatten().collect();
    Board::with_moves(Size::FIFTEEN, Rule::Freestyle, &moves).unwrap()
}

/// What a sensible person would play.
fn good_move(board: &Board) -> String {
    let mut player = "greedy".parse::<Spec>().unwrap().build();
    let result = player
        .think(board, &Limits::default(), &SearchControl::detached())
        .unwrap();
    result.best_move.name(board.size()).to_string()
}

/// Plays black against white's player until somebody has won.
fn play_to_the_end(page: &Page, put: impl Fn(&str)) {
    for _ in 0..60 {
        page.wait("tengen.game.positionInfo && !tengen.play.search.value && (tengen.game.isOver || tengen.game.toMove === 'black')");
        if page.eval("tengen.game.isOver") == true {
            return;
        }
        let point = good_move(&board(page));
        put(&point);
        page.wait(&format!("tengen.game.stones().has({point:?})"));
    }
    panic!("the game does not end");
}

#[test]
fn a_whole_game_by_clicks() {
    let Some(stage) = Stage::set() else { return };
    let page = stage.page();
    page.choose("#seat-white", "random");
    page.click("#new-game");
    play_to_the_end(&page, |point| page.click(&format!("[data-pos={point}]")));
    assert_eq!(page.text("#status-text"), "Black wins with five");
    assert_eq!(page.eval("document.querySelectorAll('.winning').length"), 1);
    // It is in the library now, with its moves and its result.
    page.wait("fetch('/api/games').then((answer) => answer.json()).then((found) => { window.found = found; }) && window.found?.total === 1");
    let kept = page.eval("[found.games[0].black, found.games[0].white, found.games[0].winner, found.games[0].reason, found.games[0].stones]");
    let stones = page.eval("tengen.game.current.ply");
    assert_eq!(kept, json!(["Human", "random", "black", "five", stones]));
    // Nothing can be played after the end, and a move can be taken back.
    let stones = page.eval("tengen.game.stones().size").as_u64().unwrap();
    page.click("[data-pos=a1]");
    assert_eq!(page.eval("tengen.game.stones().size"), stones);
    page.click("#undo");
    page.wait("tengen.game.positionInfo && !tengen.game.isOver");
    assert_eq!(page.eval("tengen.game.stones().size"), stones - 1);
    // And put back, which ends the game again; further back it is two at a time, one's own move and the answer.
    page.key("y");
    page.wait("tengen.game.positionInfo && tengen.game.isOver");
    assert_eq!(page.eval("tengen.game.stones().size"), stones);
    let before = page.eval("tengen.game.position().moves");
    for _ in 0..3 {
        page.click("#undo");
    }
    assert_eq!(page.eval("tengen.game.stones().size"), stones - 5);
    for _ in 0..3 {
        page.click("#redo");
    }
    assert_eq!(page.eval("tengen.game.position().moves"), before);
    page.wait("document.querySelector('#redo').disabled && tengen.game.positionInfo");
    assert_eq!(page.text("#status-text"), "Black wins with five");
    page.finish();
}

#[test]
fn a_whole_game_by_keyboard() {
    let Some(stage) = Stage::set() else { return };
    let page = stage.page();
    page.choose("#seat-white", "random");
    page.key("n");
    page.eval("document.querySelector('[data-pos=h8]').focus()");
    play_to_the_end(&page, |point| {
        // From wherever the focus is to the wanted point, step by step.
        for _ in 0..40 {
            let at = page.eval("document.activeElement.getAttribute('data-pos')");
            let at = at.as_str().expect("a point has the focus").to_owned();
            let place = |name: &str| {
                (
                    i64::from(name.as_bytes()[0]),
                    name[1..].parse::<i64>().unwrap(),
                )
            };
            let ((column, row), (to_column, to_row)) = (place(&at), place(point));
            if column != to_column {
                page.key(if column < to_column {
                    "ArrowRight"
                } else {
                    "ArrowLeft"
                });
            } else if row != to_row {
                page.key(if row < to_row { "ArrowUp" } else { "ArrowDown" });
            } else {
                page.key("Enter");
                return;
            }
        }
        panic!("{point} is not reached");
    });
    assert_eq!(page.text("#status-text"), "Black wins with five");
    page.finish();
}

#[test]
fn files_are_opened_and_saved() {
    let Some(stage) = Stage::set() else { return };
    let page = stage.page();
    let file = stage.chrome.downloads.join("given.sgf");
    let sgf = "(;FF[4]GM[4]SZ[15];B[hh]C[the center](;W[ii];B[gg])(;W[jj]C[far away]))";
    fs::write(&file, sgf).unwrap();
    page.give_file("#file-input", &file);
    page.wait("document.querySelectorAll('.tree .ply').length === 5");
    assert_eq!(page.text(".variation .remark"), "far away");
    page.eval("tengen.game.goto(tengen.game.root)");
    page.click(".tree .ply[data-ply='1']");
    assert_eq!(
        page.eval("document.querySelector('#comment').value"),
        "the center"
    );
    for (format, nodes) in [("sgf", 5), ("psq", 4), ("txt", 4), ("lib", 5)] {
        page.click("#save-menu summary");
        page.click(&format!("#save-{format}"));
        let saved = stage.chrome.downloads.join(format!("game.{format}"));
        let bytes = wait_for_file(&saved);
        let format = FileFormat::from_extension(format).unwrap();
        let records = read(&bytes, format, ReadDefaults::default()).unwrap();
        assert_eq!(records[0].node_count(), nodes, "{format}");
    }
    // What was saved can be opened again: the library with its variations, the others with their line.
    for (format, plies) in [("psq", 4), ("txt", 4), ("lib", 5), ("sgf", 5)] {
        page.eval("tengen.game.reset({})");
        page.give_file(
            "#file-input",
            &stage.chrome.downloads.join(format!("game.{format}")),
        );
        page.wait(&format!(
            "document.querySelectorAll('.tree .ply').length === {plies} && tengen.game.positionInfo"
        ));
    }
    for (kind, begin) in [("svg", "<svg"), ("png", "\u{FFFD}PNG"), ("gif", "GIF89a")] {
        page.click("#picture-menu summary");
        page.click(&format!("#picture-{kind}"));
        let name = if kind == "gif" {
            "game.gif".to_owned()
        } else {
            format!("board.{kind}")
        };
        let bytes = wait_for_file(&stage.chrome.downloads.join(name));
        assert!(String::from_utf8_lossy(&bytes).starts_with(begin), "{kind}");
    }
    // The browser itself must be able to read the GIF that we wrote.
    let size = page.eval(
        "(async () => { const { toGif } = await import('/export/gif-of-game.js'); const blob = await toGif(2);
         const image = new Image(); image.src = URL.createObjectURL(blob); await image.decode(); return image.naturalWidth; })()",
    );
    assert!(size.as_u64().unwrap() > 300, "{size}");
    // A damaged file is refused with its reason, and nothing changes.
    let damaged = stage.chrome.downloads.join("damaged.sgf");
    fs::write(&damaged, "(;SZ[15];B[zz").unwrap();
    page.give_file("#file-input", &damaged);
    page.wait("document.querySelector('.toast.bad')?.textContent.startsWith('SGF')");
    assert_eq!(
        page.eval("document.querySelectorAll('.tree .ply').length"),
        5
    );
    // The browser itself logs that the server said no, so this page is not asked for complaints.
    page.close();
}

fn wait_for_file(path: &Path) -> Vec<u8> {
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_secs(30) {
        match fs::read(path) {
            Ok(bytes) if !bytes.is_empty() => return bytes,
            _ => thread::sleep(Duration::from_millis(50)),
        }
    }
    panic!("{} is never saved", path.display());
}

#[test]
fn an_analysis_is_started_watched_and_stopped() {
    let Some(stage) = Stage::set() else { return };
    let page = stage.chrome.page(&format!("{}#m=h8i9g7g9", stage.url));
    let searching =
        "fetch('/api/health').then((answer) => answer.json()).then((health) => health.active_searches)";
    page.click("#tab-analyse");
    page.eval("tengen.analysis.player.set('uct:iterations=100000000')");
    page.click("#analyse-toggle");
    page.wait("document.querySelectorAll('#pv-list .pv').length > 1");
    page.wait("document.querySelectorAll('.dot').length > 1");
    let nodes = page
        .eval("tengen.analysis.result.value.nodes")
        .as_f64()
        .unwrap();
    page.wait(&format!("tengen.analysis.result.value.nodes > {nodes}"));
    assert_eq!(page.eval(searching), 1);
    // A line shows itself when pointed at, and goes into the tree when clicked; the analysis follows.
    page.hover("#pv-list .pv");
    page.wait("document.querySelectorAll('.ghost').length >= 1");
    page.eval("document.querySelector('#pv-list .pv').click()");
    page.wait("tengen.game.current.ply > 4 && tengen.analysis.result.value");
    page.click("#analyse-toggle");
    wait_until(&page, searching, 0);
    // Whoever just goes away stops it as well.
    page.click("#analyse-toggle");
    wait_until(&page, searching, 1);
    page.finish();
    let other = stage.page();
    wait_until(&other, searching, 0);
    other.finish();
}

fn wait_until(page: &Page, script: &str, wanted: u64) {
    let begin = Instant::now();
    while page.eval(script) != wanted {
        assert!(
            begin.elapsed() < Duration::from_secs(30),
            "never {wanted}: {script}"
        );
        thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_small_simulation_runs_to_its_report() {
    let Some(stage) = Stage::set() else { return };
    let page = stage.page();
    page.click("#tab-simulate");
    page.choose("#sim-games", "6");
    page.choose("#sim-name", "Browser test");
    page.click("#sim-start");
    page.wait("document.querySelector('#sim-state')?.textContent === 'finished'");
    assert!(page.text("#sim-progress").contains("6 of 6 games"));
    let link = page.eval("document.querySelector('#sim-report').href");
    let report = page.eval(&format!("fetch({link}).then((answer) => answer.text())"));
    let report = report.as_str().unwrap();
    assert!(report.contains("Totals") && report.contains("greedy"));
    page.wait("document.querySelectorAll('#reports li a').length === 1");
    // Its games are in the library, and one click shows one.
    page.click("#tab-library");
    page.wait("document.querySelectorAll('#lib-games li').length === 6");
    page.wait("document.querySelectorAll('#explorer .explored').length > 0");
    page.click("#lib-games button");
    page.wait("tengen.settings.tab.value === 'analyse' && tengen.game.current.ply > 4");
    page.finish();
}

#[test]
fn a_simulation_is_stopped_and_goes_on() {
    let Some(stage) = Stage::set() else { return };
    let page = stage.page();
    page.click("#tab-simulate");
    page.choose("#sim-games", "20000");
    page.choose("#sim-white", "greedy");
    page.click("#sim-start");
    page.wait("document.querySelectorAll('.boards figure').length > 0");
    page.wait("document.querySelector('#sim-progress progress')?.value > 3");
    page.click("#sim-stop");
    page.wait("document.querySelector('#sim-state')?.textContent === 'stopped'");
    let done = page
        .eval("document.querySelector('#sim-progress progress').value")
        .as_u64()
        .unwrap();
    page.click("#sim-resume");
    page.wait(&format!(
        "document.querySelector('#sim-state')?.textContent === 'running' && document.querySelector('#sim-progress progress')?.value > {done}"
    ));
    page.click("#sim-stop");
    page.wait("document.querySelector('#sim-state')?.textContent === 'stopped'");
    page.finish();
}

#[test]
fn forbidden_points_are_shown_and_refused() {
    let Some(stage) = Stage::set() else { return };
    let page = stage
        .chrome
        .page(&format!("{}#m=h10a1h9a2g8a3i8a4&r=renju", stage.url));
    page.wait("document.querySelectorAll('.forbidden').length === 1");
    let label = page.eval("document.querySelector('[data-pos=h8]').getAttribute('aria-label')");
    assert_eq!(
        label,
        "h8, forbidden: double three".replace(", f", ", empty, f")
    );
    page.click("[data-pos=h8]");
    page.wait("document.querySelector('.toast.bad')?.textContent.includes('double three')");
    assert_eq!(page.eval("tengen.game.current.ply"), 8);
    page.finish();
}

#[test]
fn swap2_asks_with_a_dialog() {
    let Some(stage) = Stage::set() else { return };
    let page = stage.page();
    page.choose("#seat-black", "greedy");
    page.choose("#seat-white", "human");
    page.choose("#procedure", "swap2");
    page.click("#new-game");
    page.wait("document.querySelector('dialog[open]')");
    assert_eq!(page.eval("tengen.game.current.ply"), 3);
    page.click("dialog button[value=black]");
    // The second seat has taken black: the seats are exchanged, and white's player moves.
    page.wait("tengen.seats.black.isHuman && tengen.game.current.ply === 4");
    page.finish();
}

#[test]
fn a_proof_goes_into_the_tree() {
    let Some(stage) = Stage::set() else { return };
    let page = stage.chrome.page(&format!("{}#m=h8a1i8a2j8a15", stage.url));
    page.click("#tab-analyse");
    page.choose("#solver-kind", "vcf");
    page.click("#solve");
    page.wait("document.querySelector('#solution .won')");
    page.click("#add-proof");
    page.wait("document.querySelectorAll('.tree .ply').length > 8");
    assert_eq!(page.eval("tengen.game.current.ply"), 6);
    page.finish();
}

#[test]
fn stones_are_put_freely_and_a_game_is_reviewed() {
    let Some(stage) = Stage::set() else { return };
    let page = stage.page();
    page.click("#setup");
    page.click("[data-pos=h8]");
    page.click("[data-pos=h9]");
    page.choose(".setup-bar select", "white");
    page.click("[data-pos=j10]");
    page.click("#setup-done");
    page.wait("tengen.game.positionInfo?.stones === 3");
    let setup = page.eval("[tengen.game.setup.black, tengen.game.setup.white]");
    assert_eq!(setup, json!([["h8", "h9"], ["j10"]]));
    page.click("#tab-analyse");
    for point in ["h10", "j11", "h11", "a1", "h12"] {
        page.click(&format!("[data-pos={point}]"));
        page.wait(&format!(
            "tengen.game.stones().has({point:?}) && tengen.game.positionInfo"
        ));
    }
    assert_eq!(page.text("#status-text"), "Black wins with five");
    page.eval("tengen.review.time.value = '100'");
    page.eval("tengen.review.run()");
    assert!(page.text("#review-status").contains("Accuracy"));
    let value = page.eval("tengen.game.current.value");
    assert_eq!(value, 1);
    page.finish();
}
