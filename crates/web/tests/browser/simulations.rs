//! Simulations from the form to the report.

use crate::Setup;

#[test]
fn a_small_simulation_runs_to_its_report() {
    let Some(setup) = Setup::start() else { return };
    let page = setup.page();
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
    // Its games are in the library, and a click opens one.
    page.click("#tab-library");
    page.wait("document.querySelectorAll('#lib-games li').length === 6");
    page.wait("document.querySelectorAll('#explorer .explored').length > 0");
    page.click("#lib-games button");
    page.wait("tengen.settings.tab.value === 'analyse' && tengen.game.current.ply > 4");
    page.finish();
}

#[test]
fn a_simulation_is_stopped_and_resumed() {
    let Some(setup) = Setup::start() else { return };
    let page = setup.page();
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
