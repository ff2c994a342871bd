//! Players on the page: the engine's levels, parameters and lines, the ADP critic's circles; and the size of the board.

use serde_json::json;

use crate::Setup;

const GAME: &str = "h8i9g7i7i8g8h9h10j8g11f12k8g9f9j6k5";

/// Records the page's requests to players.
const LISTEN: &str = "window.asked = []; const before = window.fetch;
    window.fetch = (path, options) => { if (String(path).endsWith('/think')) asked.push(JSON.parse(options.body)); return before(path, options); }; 0";

#[test]
fn a_level_is_a_parameter_of_the_engine() {
    let Some(setup) = Setup::start() else { return };
    let page = setup.page();
    page.eval(LISTEN);
    assert_eq!(page.eval("tengen.seats.white.spec"), "tengen");
    for (level, point) in [(2, "h8"), (5, "h8"), (9, "h8")] {
        page.choose("#level", &level.to_string());
        page.click("#new-game");
        page.click(&format!("[data-pos={point}]"));
        page.wait("tengen.game.current.ply === 2 && tengen.game.positionInfo");
        let spec = page.eval("asked.at(-1).player");
        assert_eq!(spec, format!("tengen:level={level}"));
        assert_eq!(page.eval("tengen.game.names.white"), spec);
        // The search result stays visible.
        assert!(page.text(".thinking").contains("nodes"));
    }
    // A player without levels gets no such parameter.
    page.choose("#seat-white", "greedy");
    page.click("#new-game");
    page.click("[data-pos=h8]");
    page.wait("tengen.game.current.ply === 2");
    assert_eq!(page.eval("asked.at(-1).player"), "greedy");
    page.finish();
}

#[test]
fn most_of_many_parameters_are_folded() {
    let Some(setup) = Setup::start() else { return };
    let page = setup.page();
    page.click("#tab-analyse");
    let parts = "(() => { const form = document.querySelector('#panel-analyse .params'); const more = form.querySelector('details.more');
        return [form.querySelectorAll(':scope > .field').length, more?.open ?? null, more?.querySelectorAll('.field').length ?? 0]; })()";
    let shown = page.eval(parts);
    let all = page.eval("tengen.analysis.player.player.params.length");
    let all = all.as_u64().unwrap();
    assert!(all > 20, "{all}");
    assert_eq!(shown, json!([6, false, all - 6]));
    // Changed parameters are visible.
    page.eval("tengen.analysis.player.set('tengen:aspiration=40')");
    assert_eq!(
        page.eval("tengen.analysis.player.spec"),
        "tengen:aspiration=40"
    );
    assert_eq!(page.eval(parts)[1], true);
    page.eval("tengen.analysis.player.set('adp')");
    assert_eq!(page.eval(parts)[1], json!(null));
    // Every player shows its summary.
    let bare = page.eval(
        "(async () => { const bare = []; const summary = document.querySelector('#panel-analyse .picker .hint');
         for (const { name } of tengen.catalog.players) { tengen.analysis.player.set(name); await new Promise((done) => setTimeout(done));
           if (summary.textContent.length < 20) bare.push(name); }
         return bare; })()",
    );
    assert_eq!(bare, json!([]));
    for name in [
        "tengen",
        "adp",
        "uct-adp",
        "weighted-sum",
        "adp-uct",
        "tss",
        "andor",
    ] {
        page.choose(".picker select", name);
    }
    page.finish();
}

#[test]
fn the_best_line_has_the_largest_dot_and_lines_do_not_overflow() {
    let Some(setup) = Setup::start() else { return };
    let page = setup.chrome.page(&format!("{}#m={GAME}", setup.url));
    page.click("#tab-analyse");
    page.choose("#analyse-time", "1000");
    page.click("#analyse-toggle");
    page.wait("tengen.analysis.status.value.startsWith('Done')");
    assert_eq!(
        page.eval("document.querySelectorAll('#pv-list .pv').length"),
        5
    );
    let sizes = page.eval(
        "tengen.marks.value.map((mark) => [mark.point === tengen.analysis.result.value.move, mark.size])
         .sort((one, two) => two[1] - one[1])[0][0]",
    );
    assert_eq!(sizes, true);
    // Long lines do not widen the panel.
    let over = page.eval(
        "(() => { const side = document.querySelector('.side'); return side.scrollWidth - side.clientWidth; })()",
    );
    assert_eq!(over, 0);
    page.finish();
}

#[test]
fn an_analysis_without_a_time_limit_continues() {
    let Some(setup) = Setup::start() else { return };
    let page = setup
        .chrome
        .page(&format!("{}#m=h7i10e5h10e11e6", setup.url));
    page.click("#tab-analyse");
    page.click("#analyse-toggle");
    // The engine's default time per move is two seconds.
    page.wait("tengen.analysis.result.value?.time_ms > 2600");
    page.click("#analyse-toggle");
    // The result stays on the board after the stop and follows the settings.
    page.choose("#on-the-board", "heat");
    page.wait(
        "document.querySelectorAll('.heat rect').length === 5 && !document.querySelector('.dot')",
    );
    page.finish();
}

#[test]
fn the_critic_draws_circles_by_value() {
    let Some(setup) = Setup::start() else { return };
    let page = setup.chrome.page(&format!("{}#m=h8i9g7", setup.url));
    page.click("#tab-analyse");
    page.eval("tengen.analysis.player.set('adp')");
    page.click("#analyse-toggle");
    page.wait("tengen.analysis.status.value.startsWith('Done')");
    // White is to move: red as in the papers, sized by the critic's value, the best move in green.
    let dots = page.eval(
        "(() => { const { candidates, move } = tengen.analysis.result.value; const sizes = new Map(tengen.marks.value.map((mark) => [mark.point, mark]));
         const sorted = [...candidates].sort((one, two) => two.value - one.value);
         return [candidates.length > 20, document.querySelectorAll('.dot').length === candidates.length, sorted[0].move === move,
           sorted.every((one, index) => !index || sizes.get(one.move).size <= sizes.get(sorted[index - 1].move).size),
           sizes.get(move).color, sizes.get(sorted[1].move).color]; })()",
    );
    assert_eq!(dots, json!([true, true, true, true, "#1b8a5a", "#d1495b"]));
    page.finish();
}

#[test]
fn new_heuristic_shows_probabilities_with_and_without_a_search() {
    let Some(setup) = Setup::start() else { return };
    let page = setup.chrome.page(&format!("{}#m=h8a1i8a15j8o1", setup.url));
    page.click("#tab-analyse");
    page.eval("tengen.analysis.player.set('new-heuristic:depth=2,book=false')");
    // The evaluation range, before any search: fifteen candidates with their percentages.
    page.wait("document.querySelectorAll('.dot').length > 30");
    let labels = page.eval(
        "[...document.querySelectorAll('.dot-text')].map((label) => label.textContent).sort()",
    );
    let labels = labels.as_array().unwrap();
    assert_eq!(labels.len(), 15);
    assert_eq!(labels.iter().filter(|&label| label == "80").count(), 4);
    // After the search its candidates, by probability and not by score.
    page.click("#analyse-toggle");
    page.wait("tengen.analysis.status.value.startsWith('Done')");
    let sizes = page.eval(
        "(() => { const sizes = new Map(tengen.marks.value.map((mark) => [mark.point, mark.size]));
         const { candidates } = tengen.analysis.result.value;
         const most = Math.max(...candidates.map((one) => one.prior));
         return candidates.every((one) => (sizes.get(one.move) === 12) === (one.prior === most)); })()",
    );
    assert_eq!(sizes, true);
    // All twenty shapes and twelve rules are listed.
    let rows = page.eval(
        "['shapes', 'rules'].map((id) => document.querySelectorAll(`#${id} tbody tr`).length)",
    );
    assert_eq!(rows, json!([20, 13]));
    page.finish();
}

#[test]
fn the_size_of_the_board_survives_a_reload() {
    let Some(setup) = Setup::start() else { return };
    let page = setup.page();
    let width = || {
        page.eval("Math.round(document.querySelector('#board').clientWidth)")
            .as_f64()
            .unwrap()
    };
    let full = width();
    page.eval("document.querySelector('#grip').focus()");
    page.key("ArrowLeft");
    page.key("ArrowLeft");
    assert!((width() - 0.9 * full).abs() < 3.0, "{} of {full}", width());
    page.drag("#grip", -60.0, -10.0);
    let small = width();
    assert!((small - (0.9 * full - 120.0)).abs() < 10.0, "{small}");
    page.reload();
    assert!((width() - small).abs() < 2.0, "{} after {small}", width());
    // Clicks still hit the right points.
    page.click("#tab-analyse");
    page.click("[data-pos=c12]");
    page.wait("tengen.game.stones().has('c12')");
    page.finish();
}
