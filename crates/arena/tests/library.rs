//! The experiments that come with the program are valid, and the papers' ones have their pages and results.
#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

use std::fs;
use std::path::{Path, PathBuf};

use arena::experiment::{Definition, LIBRARY};

/// Folders of results that no experiment wrote: two training runs, and the boards of `tengen picture`.
const OTHER_RESULTS: [&str; 3] = ["alphazero", "chen-zhang-convergence", "pictures"];

fn papers() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/papers")
}

#[test]
fn every_experiment_is_valid() {
    for (name, text) in LIBRARY {
        for is_quick in [false, true] {
            let definition = Definition::read(text, is_quick).expect(name);
            let is_described = definition.paper_page.is_none() || definition.duration.is_some();
            assert!(is_described, "{name} has no duration");
            for player in &definition.players {
                // Table II of Cao and Lin plays outside programs.
                let access = players::Access::shipped().with_programs(true);
                let spec = players::Spec::read(&player.spec, &access);
                assert!(spec.is_ok(), "{name}: {spec:?}");
            }
        }
    }
}

#[test]
fn every_paper_has_its_page() {
    for (name, text) in LIBRARY {
        if let Some(page) = Definition::read(text, false).unwrap().paper_page {
            let file = papers().join(format!("{page}.md"));
            assert!(file.exists(), "{name}: there is no {}", file.display());
        }
    }
}

#[test]
fn every_folder_of_results_belongs_to_an_experiment() {
    for folder in fs::read_dir(papers().join("results")).unwrap() {
        let name = folder.unwrap().file_name().into_string().unwrap();
        let is_known = LIBRARY.iter().any(|(known, _)| *known == name);
        assert!(
            is_known || OTHER_RESULTS.contains(&name.as_str()),
            "docs/papers/results/{name} belongs to no experiment"
        );
    }
}

#[test]
fn every_experiment_of_a_paper_has_results_or_says_why_not() {
    for (name, text) in LIBRARY {
        let definition = Definition::read(text, false).unwrap();
        let has_results = papers().join("results").join(name).exists();
        let reason = definition.unpublished;
        if definition.paper_page.is_some() {
            assert!(
                has_results || reason.is_some(),
                "{name}: neither docs/papers/results/{name} nor `unpublished` in its file"
            );
        }
    }
}

/// `paper =` has what a paper prints. Where it prints no number, `source` says what there is instead.
#[test]
fn every_experiment_of_a_paper_has_its_figures_or_says_why_not() {
    for (name, text) in LIBRARY {
        let definition = Definition::read(text, false).unwrap();
        let has_figures = text.lines().any(|line| line.starts_with("paper = ["));
        let source = definition.source.unwrap_or_default();
        let has_no_number = ["a picture", "in words", "our own"];
        if definition.paper_page.is_some() && !has_figures {
            assert!(
                has_no_number.iter().any(|words| source.contains(words)),
                "{name}: no `paper =`, and its source does not say why: {source}"
            );
        }
    }
}
