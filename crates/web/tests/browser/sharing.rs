//! Reloads, links, several pages at once, phones, and the cost of a first visit.

use crate::Setup;

#[test]
fn a_reload_and_a_link_restore_the_position() {
    let Some(setup) = Setup::start() else { return };
    let page = setup.page();
    page.click("#tab-analyse");
    for point in ["h8", "i9", "g7"] {
        page.click(&format!("[data-pos={point}]"));
        page.wait(&format!(
            "tengen.game.stones().has({point:?}) && tengen.game.positionInfo"
        ));
    }
    // A variation, which is in this browser's storage only.
    page.key("ArrowLeft");
    page.click("[data-pos=j8]");
    page.wait("tengen.game.current.point === 'j8' && tengen.game.positionInfo");
    page.reload();
    assert_eq!(page.eval("tengen.game.position().moves"), "h8i9j8");
    assert_eq!(
        page.eval("document.querySelectorAll('.tree .ply').length"),
        5
    );
    let link = page.eval("location.href");
    let other = setup.chrome.page(link.as_str().unwrap());
    assert_eq!(other.eval("tengen.game.position().moves"), "h8i9j8");
    // An address without a valid position leaves the board empty.
    let wrong = setup
        .chrome
        .page(&format!("{}#m=%3Cscript%3E&s=99&r=chess", setup.url));
    assert_eq!(wrong.eval("tengen.game.stones().size"), 0);
    for page in [page, other, wrong] {
        page.finish();
    }
}

#[test]
fn rotating_and_mirroring_change_only_the_view() {
    let Some(setup) = Setup::start() else { return };
    let page = setup.page();
    page.click("#tab-analyse");
    page.click("[data-pos=c12]");
    page.wait("tengen.game.positionInfo?.stones === 1");
    let place = || page.eval("tengen.place('c12').map(Math.round)");
    let first = place();
    page.key("r");
    let turned = place();
    page.key("f");
    let mirrored = place();
    assert!(first != turned && turned != mirrored && first != mirrored);
    // A click places the stone on the clicked point in every orientation.
    page.click("[data-pos=d12]");
    page.wait("tengen.game.position().moves === 'c12d12'");
    for _ in 0..4 {
        page.key("r");
    }
    assert_eq!(place(), mirrored);
    page.key("f");
    for _ in 0..3 {
        page.key("r");
    }
    assert_eq!(place(), first);
    // The link does not contain the orientation.
    page.click("#share");
    page.wait("document.querySelector('.toast, dialog[open] input')");
    let link = page.eval("location.hash");
    assert_eq!(link, "#m=c12d12");
    page.finish();
}

#[test]
fn two_pages_play_at_once() {
    let Some(setup) = Setup::start() else { return };
    let pages = [setup.page(), setup.page()];
    for page in &pages {
        page.choose("#seat-white", "greedy");
        page.click("#new-game");
    }
    for round in 1..=3 {
        for (page, points) in pages
            .iter()
            .zip([["c3", "e3", "g3"], ["m12", "k12", "i12"]])
        {
            let point = points[round - 1];
            page.wait("tengen.game.toMove === 'black' && tengen.game.positionInfo && !tengen.play.search.value");
            if page.eval(&format!("tengen.game.stones().has({point:?})")) == false {
                page.click(&format!("[data-pos={point}]"));
            } else {
                page.click("[data-pos=a1]");
            }
        }
        for page in &pages {
            page.wait(&format!("tengen.game.current.ply === {}", 2 * round));
        }
    }
    assert_eq!(pages[0].eval("tengen.game.stones().has('c3')"), true);
    assert_eq!(pages[1].eval("tengen.game.stones().has('c3')"), false);
    for page in pages {
        page.finish();
    }
}

#[test]
fn a_phone_has_no_overflow_and_taps_need_confirmation() {
    let Some(setup) = Setup::start() else { return };
    let page = setup.page();
    page.viewport(360, 740, true);
    page.reload();
    for tab in ["play", "analyse", "simulate", "library"] {
        page.tap(&format!("#tab-{tab}"));
        page.wait(&format!("tengen.settings.tab.value === {tab:?}"));
        let wide = page.eval("document.documentElement.scrollWidth");
        assert!(wide.as_u64().unwrap() <= 360, "{tab} is {wide} wide");
    }
    page.tap("#tab-analyse");
    page.tap("[data-pos=h8]");
    page.wait("document.querySelector('.armed')");
    assert_eq!(page.eval("tengen.game.stones().size"), 0);
    page.tap("[data-pos=h8]");
    page.wait("tengen.game.stones().has('h8')");
    page.finish();
}

#[test]
fn the_first_visit_loads_less_than_300_kb() {
    let Some(setup) = Setup::start() else { return };
    let page = setup.page();
    let bytes = page.bytes_loaded();
    let ready = page.eval("performance.now()");
    println!("the first visit: {bytes} bytes, ready within {ready} ms");
    assert!(bytes < 300_000, "{bytes}");
    page.finish();
}

/// Prints the time from the last byte of a player's answer to its stone; it depends on the machine.
#[test]
fn delay_from_answer_to_stone() {
    let Some(setup) = Setup::start() else { return };
    let page = setup.page();
    page.choose("#seat-white", "greedy");
    page.eval(
        "window.frames_seen = []; window.stones_put = []; let seen = 0; new MutationObserver(() => {
           const stones = document.querySelectorAll('.stone.white').length;
           if (stones > seen) {
             stones_put.push(performance.now());
             requestAnimationFrame(() => frames_seen.push(performance.now()));
           }
           seen = stones;
         }).observe(document.querySelector('.board'), { childList: true, subtree: true }); 0",
    );
    page.click("#new-game");
    for (count, point) in ["h8", "c3", "m13", "c13"].iter().enumerate() {
        page.click(&format!("[data-pos={point}]"));
        page.wait(&format!("tengen.game.current.ply === {}", 2 * (count + 1)));
        page.wait("tengen.game.positionInfo");
    }
    let delays = page.eval(
        "performance.getEntriesByType('resource').filter((one) => one.name.endsWith('/think'))
         .map((one, index) => [stones_put[index], frames_seen[index]].map((time) => Math.round(time - one.responseEnd)))",
    );
    println!(
        "milliseconds from a player's answer to its stone in the page, and to the next frame: {delays}"
    );
    page.finish();
}
