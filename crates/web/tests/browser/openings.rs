//! Opening procedures with clicks and dialogs, between people and against players.

use serde_json::json;

use crate::Setup;
use crate::chrome::Page;

fn place(page: &Page, points: &[&str]) {
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
fn two_people_play_soosorv() {
    let Some(setup) = Setup::start() else { return };
    let page = setup.page();
    begin(&page, "human", "human", "soosorv-8");
    place(&page, &["h8", "h9"]);
    page.wait("tengen.opening.request.value?.region?.length === 23");
    // No stones outside the square.
    page.click("[data-pos=a1]");
    page.wait("document.querySelector('.toast.bad')?.textContent.includes('elsewhere')");
    place(&page, &["h10"]);
    // Undo takes back the stone and the question that followed.
    page.wait("document.querySelector('.question[open]')");
    page.key("u");
    page.wait("!document.querySelector('.question[open]') && tengen.game.current.ply === 2 && tengen.opening.request.value?.kind === 'place'");
    place(&page, &["h10"]);
    // The second player swaps: the first is now white, places the fourth stone and announces the number.
    decide(&page, "black");
    page.wait(
        "tengen.opening.request.value?.kind === 'place' && tengen.opening.request.value.seat === 'first'",
    );
    place(&page, &["h11"]);
    page.wait("document.querySelectorAll('.question button').length === 8");
    decide(&page, "2");
    page.wait("document.querySelector('.question[open]')?.textContent.startsWith('Second player')");
    decide(&page, "black");
    page.wait("tengen.opening.request.value?.kind === 'offer'");
    place(&page, &["i8"]);
    page.wait("tengen.opening.request.value?.offered?.length === 1");
    assert_eq!(page.eval("document.querySelectorAll('.ghost').length"), 1);
    page.click("[data-pos=g8]");
    page.wait("[...document.querySelectorAll('.toast.bad')].some((one) => one.textContent.includes('same'))");
    place(&page, &["i10"]);
    page.wait("tengen.opening.request.value?.kind === 'pick'");
    page.click("[data-pos=a1]");
    place(&page, &["i10"]);
    page.wait("!tengen.opening.isOn.value && tengen.game.current.ply === 5");
    assert_eq!(page.eval("tengen.game.position().moves"), "h8h9h10h11i10");
    // The game continues without the procedure.
    page.wait("tengen.game.positionInfo");
    page.click("[data-pos=a15]");
    page.wait("tengen.game.current.ply === 6");
    page.finish();
}

#[test]
fn a_player_places_the_opening_and_offers_fifth_moves() {
    let Some(setup) = Setup::start() else { return };
    let page = setup.page();
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
    // The procedure is over, and the player answers.
    page.wait("tengen.game.current.ply === 7");
    page.finish();
}

#[test]
fn every_procedure_ends_in_a_game() {
    let Some(setup) = Setup::start() else { return };
    let page = setup.page();
    let procedures = page.eval("tengen.catalog.procedures.filter((name) => name !== 'free')");
    assert_eq!(procedures.as_array().map(Vec::len), Some(8));
    for procedure in procedures.as_array().unwrap() {
        for seats in [["human", "greedy"], ["greedy", "human"]] {
            begin(&page, seats[0], seats[1], procedure.as_str().unwrap());
            for _ in 0..40 {
                // Answer every question with the first possible choice.
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
    // Names follow the colors.
    let names = page.eval("[tengen.game.names.black === 'Human', tengen.seats.black.isHuman]");
    assert_eq!(names[0], names[1]);
    assert_ne!(names, json!([null, null]));
    page.finish();
}
