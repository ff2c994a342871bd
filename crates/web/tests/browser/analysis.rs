//! Analysis, solvers, and the review of a game.

use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::Setup;
use crate::chrome::Page;

#[test]
fn an_analysis_is_started_watched_and_stopped() {
    let Some(setup) = Setup::start() else { return };
    let page = setup.chrome.page(&format!("{}#m=h8i9g7g9", setup.url));
    let searching = "fetch('/api/health').then((answer) => answer.json()).then((health) => health.active_searches)";
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
    // Pointing at a line previews it; a click adds it to the tree, and the analysis follows.
    page.hover("#pv-list .pv");
    page.wait("document.querySelectorAll('.ghost').length >= 1");
    page.eval("document.querySelector('#pv-list .pv').click()");
    page.wait("tengen.game.current.ply > 4 && tengen.analysis.result.value");
    page.click("#analyse-toggle");
    wait_until(&page, searching, 0);
    // Closing the page stops the search as well.
    page.click("#analyse-toggle");
    wait_until(&page, searching, 1);
    page.finish();
    let other = setup.page();
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
fn a_proof_is_added_to_the_tree() {
    let Some(setup) = Setup::start() else { return };
    let page = setup.chrome.page(&format!("{}#m=h8a1i8a2j8a15", setup.url));
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
fn a_position_is_set_up_and_a_game_reviewed() {
    let Some(setup) = Setup::start() else { return };
    let page = setup.page();
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
