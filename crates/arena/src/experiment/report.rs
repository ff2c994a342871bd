//! The report of an experiment: a self-contained HTML file, and the same data as CSV, SVG and JSON.

use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::Value;
use wire::{ExperimentSummary, ExperimentTable, GameLimits};

use super::{Definition, Results};
use crate::atomic_file;
use crate::export::quoted;
use crate::plot::escape;

const STYLE: &str = "
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 75rem; margin: 2rem auto; padding: 0 1rem; }
h1 { line-height: 1.2; } p, dl { max-width: 60rem; } .question { font-size: 1.15rem; } .note { color: GrayText; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; margin: 1rem 0; font-size: .9rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; padding: .3rem 0; }
th, td { padding: .3rem .5rem; text-align: right; border-bottom: 1px solid #8884; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; padding-left: 0; }
.paper { background: #e69f0022; }
figure { margin: 1.5rem 0; max-width: 60rem; } svg { width: 100%; height: auto; border-radius: 6px; }
dt { font-weight: 600; } dd { margin: 0 0 .4rem 1.5rem; } code { overflow-wrap: anywhere; }
";

/// Writes all files. Returns the path of the HTML report.
pub(super) fn write(
    folder: &Path,
    definition: &Definition,
    results: &Results,
    summary: &ExperimentSummary,
) -> io::Result<PathBuf> {
    for table in &results.tables {
        atomic_file::write(&folder.join(format!("{}.csv", table.name)), csv(table))?;
    }
    for plot in &results.plots {
        atomic_file::write(&folder.join(format!("{}.svg", plot.name)), plot.to_svg())?;
        let points = folder.join(format!("{}-points.csv", plot.name));
        atomic_file::write(&points, plot.to_csv())?;
    }
    let text = serde_json::to_string_pretty(summary)? + "\n";
    atomic_file::write(&folder.join("summary.json"), text)?;
    let path = folder.join("report.html");
    atomic_file::write(&path, html(definition, results, summary))?;
    Ok(path)
}

fn csv(table: &ExperimentTable) -> String {
    let line = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| quoted(cell)).collect();
        cells.join(",") + "\n"
    };
    line(&table.header) + &table.rows.iter().map(|row| line(row)).collect::<String>()
}

fn html(definition: &Definition, results: &Results, summary: &ExperimentSummary) -> String {
    let title = escape(&definition.title);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n<h1>{title}</h1>\n\
         <p class=\"question\">{}</p>\n",
        escape(&definition.question)
    );
    if let Some(source) = &definition.source {
        let _ = writeln!(page, "<p>Source: {}</p>", escape(source));
    }
    if summary.quick {
        page +=
            "<p class=\"note\">Quick run: a smoke test with too few games for conclusions.</p>\n";
    }
    if let Some(remarks) = &definition.remarks {
        let _ = writeln!(page, "<p>{}</p>", escape(remarks));
    }
    for plot in &results.plots {
        let _ = writeln!(page, "<figure>{}</figure>", plot.to_svg());
    }
    for table in &results.tables {
        page += &html_table(table);
    }
    page + &reproduction(definition, summary) + "</html>\n"
}

/// Everything that is needed to repeat the run.
fn reproduction(definition: &Definition, summary: &ExperimentSummary) -> String {
    let commit = summary.program.commit.as_ref();
    let commit = commit.map_or_else(String::new, |commit| format!(", commit {commit}"));
    let mut list = format!(
        "<h2>Reproduction</h2>\n<dl>\n<dt>Command</dt><dd><code>{}</code></dd>\n\
         <dt>Program</dt><dd>tengen {}{}</dd>\n<dt>Begun on</dt><dd>{}</dd>\n\
         <dt>Games and searches</dt><dd>{} games, {} searches outside of games</dd>\n\
         <dt>Rule and board</dt><dd>{}, size {}</dd>\n\
         <dt>Openings</dt><dd>{}</dd>\n<dt>Seed</dt><dd>{}</dd>\n",
        escape(&summary.command),
        summary.program.version,
        escape(&commit),
        summary.date,
        summary.games,
        summary.searches,
        escape(definition.rule.as_deref().unwrap_or("freestyle")),
        definition.size.unwrap_or(15),
        escape(definition.openings.as_deref().unwrap_or("empty")),
        definition.seed
    );
    for player in &summary.players {
        let _ = writeln!(
            list,
            "<dt>{}</dt><dd><code>{}</code>, {}</dd>",
            escape(&player.name),
            escape(&player.spec),
            escape(&limits_text(&player.limits))
        );
    }
    list + "</dl>\n"
}

/// Limits as text: `nodes 10000, threads 1`.
fn limits_text(limits: &GameLimits) -> String {
    let Ok(Value::Object(limits)) = serde_json::to_value(limits) else {
        return String::new();
    };
    let limits: Vec<String> = limits
        .iter()
        .map(|(name, value)| match value {
            Value::String(text) => format!("{name} {text}"),
            other => format!("{name} {other}"),
        })
        .collect();
    if limits.is_empty() {
        "no limits".to_owned()
    } else {
        limits.join(", ")
    }
}

/// Published numbers are shaded.
fn html_table(table: &ExperimentTable) -> String {
    let is_paper: Vec<bool> = table
        .header
        .iter()
        .map(|title| title.starts_with("paper"))
        .collect();
    let class = |index: usize, row: &[String]| {
        let of_row = row.first().is_some_and(|first| first.ends_with(", paper"));
        if is_paper.get(index) == Some(&true) || of_row {
            " class=\"paper\""
        } else {
            ""
        }
    };
    let mut html = format!(
        "<div class=\"scroll\"><table><caption>{}</caption>\n<tr>",
        escape(&table.title)
    );
    for (index, title) in table.header.iter().enumerate() {
        let _ = write!(html, "<th{}>{}</th>", class(index, &[]), escape(title));
    }
    html += "</tr>\n";
    for row in &table.rows {
        html += "<tr>";
        for (index, cell) in row.iter().enumerate() {
            let _ = write!(html, "<td{}>{}</td>", class(index, row), escape(cell));
        }
        html += "</tr>\n";
    }
    html += "</table></div>\n";
    for note in &table.notes {
        let _ = writeln!(html, "<p class=\"note\">{}</p>", escape(note));
    }
    html
}
