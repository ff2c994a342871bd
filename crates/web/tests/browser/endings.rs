//! How games end: on time, by resignation, between players; and the replay of a game.

use serde_json::json;

use crate::Setup;
use crate::chrome::Page;

/// Waits until the library has `count` games; returns players, winner and reason of the newest.
fn newest_game(page: &Page, count: u64) -> serde_json::Value {
    page.wait(&format!(
        "fetch('/api/games').then((answer) => answer.json()).then((found) => {{ window.found = found; }}) && window.found?.total === {count}"
    ));
    page.eval("[found.games[0].black, found.games[0].white, found.games[0].winner, found.games[0].reason]")
}

#[test]
fn a_clock_runs_and_ends_a_game() {
    let Some(setup) = Setup::start() else { return };
    let page = setup.page();
    page.choose("#seat-white", "human");
    page.choose("#clock", "180+2");
    page.click("#new-game");
    page.click("[data-pos=h8]");
    page.wait("document.querySelector('#clock-white').classList.contains('running')");
    assert_eq!(
        page.eval("document.querySelector('#clock-black').hidden"),
        false
    );
    page.click("[data-pos=i9]");
    page.wait("document.querySelector('#clock-black').classList.contains('running')");
    // The side that has moved gains the increment.
    page.wait(
        "tengen.clock.clock.value.white > 180000 && tengen.clock.clock.value.white <= 182000",
    );
    page.eval("tengen.clock.clock.value = { ...tengen.clock.clock.value, black: 1 }");
    page.wait("document.querySelector('#status-text').textContent === 'White wins by time'");
    assert_eq!(
        newest_game(&page, 1),
        json!(["Human", "Human", "white", "time"])
    );
    // The next game has no clock.
    page.choose("#clock", "");
    page.click("#new-game");
    page.wait("document.querySelector('#clock-black').hidden && document.querySelector('#clock-white').hidden");
    page.finish();
}

#[test]
fn a_resigned_game_is_stored() {
    let Some(setup) = Setup::start() else { return };
    let page = setup.page();
    page.choose("#seat-white", "greedy");
    page.click("#new-game");
    page.click("[data-pos=h8]");
    page.wait("tengen.game.current.ply === 2 && tengen.game.positionInfo");
    page.click("#resign");
    assert_eq!(page.text("#status-text"), "White wins by resignation");
    assert_eq!(
        newest_game(&page, 1),
        json!(["Human", "greedy", "white", "resignation"])
    );
    // The library lists it and opens it with its ending.
    page.click("#tab-library");
    page.wait("document.querySelectorAll('#lib-games li').length === 1");
    page.click("#lib-games button");
    page.wait("tengen.settings.tab.value === 'analyse' && tengen.game.current.ply === 2");
    page.wait("document.querySelector('#status-text').textContent === 'White wins by resignation'");
    page.finish();
}

#[test]
fn players_play_each_other_and_the_game_is_replayed() {
    let Some(setup) = Setup::start() else { return };
    let page = setup.page();
    page.choose("#seat-black", "greedy");
    page.choose("#seat-white", "random");
    page.click("#new-game");
    page.wait("tengen.game.current.ply > 4");
    // A person takes a seat during the game and leaves it again.
    page.choose("#seat-white", "human");
    page.wait(
        "tengen.game.positionInfo && !tengen.play.search.value && tengen.game.toMove === 'white'",
    );
    page.choose("#seat-white", "random");
    page.wait("tengen.game.isOver");
    let length = page.eval("tengen.game.line().length").as_u64().unwrap();
    // Games without a person's move are not stored.
    assert_eq!(
        page.eval("fetch('/api/games').then((answer) => answer.json()).then((found) => found.library_size)"),
        0
    );
    page.eval("tengen.settings.replaySpeed.value = 10");
    page.click("#replay");
    page.wait("tengen.game.current.ply === 0");
    page.wait("tengen.game.current.ply === 3");
    page.wait(&format!(
        "tengen.game.current.ply === {length} && !tengen.isReplaying.value"
    ));
    page.finish();
}
