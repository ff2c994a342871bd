//! The screenshots of the documentation. Take them again with
//! `TENGEN_PICTURES=docs/images cargo test -p web --test browser pictures`.

use std::fs;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use crate::Setup;

/// A game of the engine against itself from a balanced opening.
const GAME: &str = "h7i10e5h10e11e6g10g9f8j9h11i9h9j8g11f11i12f9j7i7i8k6h8k9h6h5j13k14k10l6k7l9m9l10m11l7l8m6k8j6e9i6";

/// The first moves of the game.
fn first_moves(moves: usize) -> String {
    let starts = GAME.match_indices(|letter: char| letter.is_ascii_lowercase());
    let end = starts.map(|(index, _)| index).nth(moves);
    GAME[..end.unwrap_or(GAME.len())].to_owned()
}

#[test]
fn pictures_of_each_view() {
    let Some(folder) = std::env::var_os("TENGEN_PICTURES") else {
        println!("SKIPPED: TENGEN_PICTURES does not name a folder");
        return;
    };
    // Tests run in the folder of their crate, not of the workspace.
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(folder);
    fs::create_dir_all(&folder).unwrap();
    let Some(setup) = Setup::start() else { return };
    let page = setup
        .chrome
        .page(&format!("{}#m={}", setup.url, first_moves(12)));
    page.viewport(1360, 880, false);
    page.eval("tengen.settings.numbers.value = 'all'");
    // A move of the engine, so that the panel shows a search result.
    page.choose("#level", "10");
    page.choose("#move-time", "1000");
    page.click("[data-pos=h9]");
    page.wait("tengen.game.current.ply === 14 && tengen.game.positionInfo");
    page.eval("document.querySelector('.board').dispatchEvent(new Event('pointerleave'))");
    thread::sleep(Duration::from_millis(300));
    page.screenshot(&folder.join("play.png"));
    page.eval("tengen.settings.numbers.value = 'last'");
    page.open(&format!("{}#m={}", setup.url, first_moves(6)));
    page.reload();
    page.click("#tab-analyse");
    page.choose("#analyse-lines", "8");
    page.choose("#on-the-board", "values");
    page.click("#analyse-toggle");
    page.wait("tengen.analysis.result.value?.time_ms > 4000");
    page.screenshot(&folder.join("analyse.png"));
    page.click("#analyse-toggle");
    page.open(&format!("{}#m={GAME}", setup.url));
    page.reload();
    page.eval("tengen.review.time.value = '500'");
    page.eval("tengen.review.run()");
    page.eval("tengen.game.goto(tengen.game.line()[12])");
    page.wait("tengen.game.positionInfo");
    page.eval("tengen.settings.theme.value = 'dark'");
    page.click("#threats");
    page.eval("document.querySelector('#review-card').scrollIntoView({ block: 'end' })");
    thread::sleep(Duration::from_millis(300));
    page.screenshot(&folder.join("review-dark.png"));
    page.eval("tengen.settings.threats.value = false; tengen.settings.theme.value = 'light'; tengen.settings.dots.value = 'dots'");
    page.click("#tab-simulate");
    page.choose("#sim-black", "tengen");
    page.eval("import('/views/simulate/simulation-form.js').then(({ players }) => players.black.set('tengen:level=2'))");
    page.choose("#sim-white", "greedy");
    page.choose("#sim-games", "400");
    page.choose("#sim-name", "Level 2 and greedy");
    page.click("#sim-start");
    page.wait("document.querySelector('#sim-progress progress')?.value > 30");
    page.eval("document.querySelector('#sim-progress').scrollIntoView({ block: 'center' })");
    thread::sleep(Duration::from_millis(600));
    page.screenshot(&folder.join("simulate.png"));
    page.click("#sim-stop");
    page.wait("document.querySelector('#sim-state')?.textContent === 'stopped'");
    page.eval("tengen.game.reset({})");
    page.click("#tab-library");
    page.wait("document.querySelectorAll('#explorer .explored').length > 0");
    page.screenshot(&folder.join("library.png"));
    page.viewport(390, 844, true);
    page.eval(&format!(
        "tengen.game.reset({{ moves: {:?}.match(/[a-o]\\d+/g) }})",
        first_moves(20)
    ));
    page.click("#tab-play");
    page.eval("scrollTo(0, 0)");
    thread::sleep(Duration::from_millis(300));
    page.screenshot(&folder.join("phone.png"));
    page.finish();
}
