//! Experiments: grouped by paper, from the button to the table.

use crate::Setup;

#[test]
fn an_experiment_shows_its_table_beside_the_papers() {
    let Some(setup) = Setup::start() else { return };
    let page = setup.page();
    page.click("#tab-simulate");
    page.wait("document.querySelectorAll('#experiments .paper').length > 4");
    // Papers first, what has no paper last.
    let last =
        page.eval("[...document.querySelectorAll('#experiments .paper')].at(-1).dataset.paper");
    assert_eq!(last, "");
    let link = "document.querySelector('[data-paper=\"liao-2019\"] a').href";
    let paper = page.eval(&format!("fetch({link}).then((answer) => answer.text())"));
    assert!(paper.as_str().unwrap().contains("<h1>Liao 2019"));
    assert!(
        page.text("[data-experiment='liao-2019-table-4-3']")
            .contains("about")
    );
    let line = "[data-experiment='self-match-greedy']";
    page.click(&format!("{line} [title='Quick run of self-match-greedy']"));
    page.wait("document.querySelector('#sim-state')?.textContent === 'finished'");
    page.wait(&format!(
        "document.querySelector(\"{line} [title^='Show the results']\") !== null"
    ));
    page.click(&format!("{line} [title^='Show the results']"));
    page.wait(&format!(
        "document.querySelector(\"{line} .result-table .published\") !== null"
    ));
    let shown = page.text(&format!("{line} .results"));
    assert!(
        shown.contains("482 406 112") && shown.contains("40 games"),
        "{shown}"
    );
    page.click(&format!("{line} [title^='Hide the results']"));
    page.wait(&format!(
        "document.querySelector(\"{line} .results\") === null"
    ));
    page.finish();
}
