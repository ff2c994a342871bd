//! Opening procedures by clicks and dialogs, between people and against players.

use serde_json::json;

use crate::Stage;
use crate::chrome::Page;

fn put(page: &Page, points: &[&str]) {
    for point in points {
        page.wait("tengen.opening.request.value");
        page.click(&format!("[data-pos={point}]"));
    }
}

fn decide(page: &Page, choice: &str) {
    page.wait("document.querySelector('.question[open]')");
    page.click(&format!(".question button[value='{choice}']"));
    page.wait("!document.querySelector('.question[open]') || !tengen.opening.isOn.value || tengen.opening.request.value");
}

fn begin(page: &Page, black: &str, white: &str, procedure: &str) {
    page.choose("#seat-black", black);
    page.choose("#seat-white", white);
    page.choose("#rule", "renju");
    page.choose("#procedure", procedure);
    page.click("#new-game");
    page.wait("tengen.opening.request.value");
}

#[test]
fn two_people_go_through_soosorv() {
    let Some(stage) = Stage::set() else { return };
    let page = stage.page();
    begin(&page, "human", "human", "soosorv-8");
    put(&page, &["h8", "h9"]);
    page.wait("tengen.opening.request.value?.region?.length === 23");
    // Outside of the square nothing is put.
    page.click("[data-pos=a1]");
    page.wait("document.querySelector('.toast.bad')?.textContent.includes('elsewhere')");
    put(&page, &["h10"]);
    // A stone is taken back with the question that came of it, and put again.
    page.wait("document.querySelector('.question[open]')");
    page.key("u");
    page.wait("!document.querySelector('.question[open]') && tengen.game.current.ply === 2 && tengen.opening.request.value?.kind === 'place'");
    put(&page, &["h10"]);
    // The second player swaps: the first is white now, puts the fourth stone and says how many.
    decide(&page, "black");
    page.wait(
        "tengen.opening.request.value?.kind === 'place' && tengen.opening.request.value.seat === 'first'",
    );
    put(&page, &["h11"]);
    page.wait("document.querySelectorAll('.question button').length === 8");
    decide(&page, "2");
    page.wait("document.querySelector('.question[open]')?.textContent.startsWith('Second player')");
    decide(&page, "black");
    page.wait("tengen.opening.request.value?.kind === 'offer'");
    put(&page, &["i8"]);
    page.wait("tengen.opening.request.value?.offered?.length === 1");
    assert_eq!(page.eval("document.querySelectorAll('.ghost').length"), 1);
    page.click("[data-pos=g8]");
    page.wait("[...document.querySelectorAll('.toast.bad')].some((one) => one.textContent.includes('same'))");
    put(&page, &["i10"]);
    page.wait("tengen.opening.request.value?.kind === 'pick'");
    page.click("[data-pos=a1]");
    put(&page, &["i10"]);
    page.wait("!tengen.opening.isOn.value && tengen.game.current.ply === 5");
    assert_eq!(page.eval("tengen.game.position().moves"), "h8h9h10h11i10");
    // The game goes on by the rules alone.
    page.wait("tengen.game.positionInfo");
    page.click("[data-pos=a15]");
    page.wait("tengen.game.current.ply === 6");
    page.finish();
}

#[test]
fn a_player_puts_an_opening_and_offers() {
    let Some(stage) = Stage::set() else { return };
    let page = stage.page();
    begin(&page, "greedy", "human", "rif");
    page.wait("document.querySelector('.question[open]') && tengen.game.current.ply === 3");
    decide(&page, "white");
    page.wait("tengen.opening.request.value?.kind === 'place'");
    page.click("[data-pos=d4]");
    page.wait("tengen.opening.request.value?.kind === 'pick'");
    assert_eq!(page.eval("tengen.opening.request.value.offered.length"), 2);
    let first = page.eval("tengen.opening.request.value.offered[0]");
    page.click(&format!("[data-pos={}]", first.as_str().unwrap()));
    page.wait("!tengen.opening.isOn.value && tengen.game.current.ply === 5");
    assert_eq!(page.eval("tengen.seats.white.isHuman"), true);
    page.wait("tengen.game.positionInfo");
    page.click("[data-pos=l12]");
    // It is a game now, and the player answers.
    page.wait("tengen.game.current.ply === 7");
    page.finish();
}

#[test]
fn every_procedure_ends_in_a_game() {
    let Some(stage) = Stage::set() else { return };
    let page = stage.page();
    let procedures = page.eval("tengen.catalog.procedures.filter((name) => name !== 'free')");
    assert_eq!(procedures.as_array().map(Vec::len), Some(8));
    for procedure in procedures.as_array().unwrap() {
        for seats in [["human", "greedy"], ["greedy", "human"]] {
            begin(&page, seats[0], seats[1], procedure.as_str().unwrap());
            for _ in 0..40 {
                // Whatever is asked of the person is answered with the first that is possible.
                page.wait(
                    "!tengen.opening.isOn.value || document.querySelector('.question[open]')
                     || (tengen.opening.stoneColor.value && tengen.opening.request.value)",
                );
                if page.eval("tengen.opening.isOn.value") == false {
                    break;
                }
                if page.eval("Boolean(document.querySelector('.question[open]'))") == true {
                    page.eval("document.querySelector('.question button').click()");
                    continue;
                }
                page.eval(
                    "(() => { const request = tengen.opening.request.value; const stones = tengen.game.stones();
                     const free = [...document.querySelectorAll('[data-pos]')].map((cell) => cell.dataset.pos).filter((point) => !stones.has(point));
                     const point = (request.kind === 'pick' ? request.offered : request.region ?? free)[0]; tengen.choosePoint(point); })()",
                );
            }
            assert_eq!(page.eval("tengen.opening.isOn.value"), false, "{procedure}");
            let stones = page.eval("tengen.game.current.ply");
            assert!(stones.as_u64() >= Some(3), "{procedure}: {stones}");
            assert_eq!(page.eval("document.querySelectorAll('.ghost').length"), 0);
        }
    }
    // Names follow the colors that came out of it.
    let names = page.eval("[tengen.game.names.black === 'Human', tengen.seats.black.isHuman]");
    assert_eq!(names[0], names[1]);
    assert_ne!(names, json!([null, null]));
    page.finish();
}
