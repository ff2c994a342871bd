//! Accessibility, by axe-core, in every tab, light and dark. `scripts/test` fetches axe; `AXE` names its file.

use std::fs;

use serde_json::Value;

use crate::Stage;

#[test]
fn nobody_is_shut_out() {
    let Some(path) = std::env::var_os("AXE") else {
        println!("SKIPPED: AXE does not name the file axe.min.js");
        return;
    };
    let axe = fs::read_to_string(path).expect("AXE names a file");
    let Some(stage) = Stage::set() else { return };
    let page = stage
        .chrome
        .page(&format!("{}#m=h8i9g7g9h10&r=renju", stage.url));
    for is_dark in [false, true] {
        page.dark(is_dark);
        page.reload();
        page.eval(&axe);
        for tab in ["play", "analyse", "simulate", "library"] {
            page.click(&format!("#tab-{tab}"));
            page.eval(
                "document.querySelectorAll('details.tune').forEach((one) => { one.open = true; })",
            );
            let found = page.eval(
                "axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] }).then((result) => result.violations.map(
                 (one) => one.id + ': ' + one.help + ' ' + one.nodes.slice(0, 4).map((node) => node.target + ' ' + node.failureSummary).join(' | ')))",
            );
            let found: Vec<&str> = found
                .as_array()
                .unwrap()
                .iter()
                .filter_map(Value::as_str)
                .collect();
            assert!(found.is_empty(), "{tab}, dark {is_dark}: {found:#?}");
        }
    }
    page.finish();
}
