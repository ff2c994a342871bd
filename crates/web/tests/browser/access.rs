//! Accessibility, checked by axe-core in every tab, dialog and menu, light and dark, and on a phone. `scripts/test`
//! installs axe-core; `AXE` names its file.

use std::fs;

use serde_json::Value;

use crate::Setup;
use crate::chrome::Page;

#[test]
fn axe_finds_no_violations() {
    let Some(path) = std::env::var_os("AXE") else {
        println!("SKIPPED: AXE does not name the file axe.min.js");
        return;
    };
    let axe = fs::read_to_string(path).expect("AXE names a file");
    let Some(setup) = Setup::start() else { return };
    let page = setup
        .chrome
        .page(&format!("{}#m=h8i9g7g9h10&r=renju", setup.url));
    for is_dark in [false, true] {
        page.dark(is_dark);
        page.reload();
        page.eval(&axe);
        for tab in ["play", "analyse", "simulate", "library"] {
            page.click(&format!("#tab-{tab}"));
            page.eval(
                "document.querySelectorAll('details.tune').forEach((one) => { one.open = true; })",
            );
            check(&page, &format!("{tab}, dark {is_dark}"));
        }
        page.eval(
            "document.querySelectorAll('details.tune').forEach((one) => { one.open = false; })",
        );
        // Dialogs, menus, questions, results.
        for opener in ["#settings", "#keys"] {
            page.click(opener);
            check(&page, &format!("{opener}, dark {is_dark}"));
            page.click("dialog[open] button.primary");
        }
        page.click("#save-menu summary");
        check(&page, &format!("the menu, dark {is_dark}"));
        page.click("#tab-analyse");
        page.choose("#on-the-board", "values");
        page.click("#threats");
        page.choose("#analyse-time", "1000");
        page.click("#analyse-toggle");
        page.wait("tengen.analysis.status.value.startsWith('Done')");
        page.eval("tengen.review.time.value = '100'");
        page.eval("tengen.review.run()");
        page.click("#solve");
        page.wait("document.querySelector('#solution').textContent.includes('nodes')");
        check(
            &page,
            &format!("an analysis with its review, dark {is_dark}"),
        );
        page.click("#setup");
        check(&page, &format!("free stones, dark {is_dark}"));
        page.click("#setup-done");
        page.click("#tab-play");
        page.choose("#seat-white", "human");
        page.choose("#procedure", "soosorv-8");
        page.click("#new-game");
        for point in ["h8", "h9", "h10"] {
            page.wait("tengen.opening.request.value");
            page.click(&format!("[data-pos={point}]"));
        }
        page.wait("document.querySelector('.question[open]')");
        check(&page, &format!("a question, dark {is_dark}"));
        page.eval("localStorage.clear()");
        page.open(&format!("{}#m=h8i9g7g9h10&r=renju", setup.url));
    }
    page.viewport(360, 740, true);
    page.reload();
    page.eval(&axe);
    for tab in ["play", "analyse", "simulate", "library"] {
        page.click(&format!("#tab-{tab}"));
        check(&page, &format!("{tab} on a phone"));
    }
    page.viewport(1360, 860, false);
    page.click("#tab-simulate");
    page.choose("#sim-games", "4");
    page.click("#sim-start");
    page.wait("document.querySelector('#sim-state')?.textContent === 'finished'");
    check(&page, "a finished simulation");
    page.finish();
}

/// Checks the page in its current state against WCAG 2.1, levels A and AA.
fn check(page: &Page, what: &str) {
    let found = page.eval(
        "axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] }).then((result) => result.violations.map(
         (one) => one.id + ': ' + one.help + ' ' + one.nodes.slice(0, 4).map((node) => node.target + ' ' + node.failureSummary).join(' | ')))",
    );
    let found = found.as_array().expect("axe returns a list");
    let found: Vec<&str> = found.iter().filter_map(Value::as_str).collect();
    assert!(found.is_empty(), "{what}: {found:#?}");
}
