//! The report of a simulation, like that of the papers' simulator: winner, moves, time and calculations of each game, the
//! totals, and the calculations against the number of stones. A self-contained HTML file, and the same data as CSV, SVG
//! and JSON.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use arena::game_record::{GameRecord, SearchTotals};
use arena::plot::{Plot, Series, escape};
use arena::store::StoreError;
use arena::summary::match_summary;
use arena::{MatchConfig, MatchReport, Store, atomic_file, format};
use gomoku::notation::{self, RowOrigin};
use gomoku::{ByColor, Color};
use wire::SimulationSummary;

const STYLE: &str = "
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
h1 { line-height: 1.2; } pre { overflow-x: auto; padding: .8rem 1rem; border-radius: 8px; background: #8881; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; padding: .3rem 0; }
th, td { padding: .3rem .7rem; text-align: right; border-bottom: 1px solid #8884; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
td.moves { text-align: left; max-width: 24rem; overflow: hidden; text-overflow: ellipsis; font-size: .85em; }
figure { margin: 1.5rem 0; } svg { width: 100%; height: auto; border-radius: 6px; background: #fff; }
";

/// Games that the HTML file lists; the CSV file has all of them.
const MAX_LISTED: usize = 500;

/// Why a report could not be written.
#[derive(Debug, thiserror::Error)]
pub(crate) enum WriteReportError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("the report: {0}")]
    Io(#[from] std::io::Error),
}

/// One game of the report.
struct Row {
    number: u64,
    players: ByColor<usize>,
    winner: Option<Color>,
    reason: &'static str,
    moves: String,
    stones: usize,
    totals: ByColor<SearchTotals>,
}

/// Calculations and moves, by player and number of stones.
type Counts = [BTreeMap<usize, (u64, u64)>; 2];

/// Writes the report of the stored games.
pub(crate) fn write(
    folder: &Path,
    title: &str,
    config: &MatchConfig,
    report: &MatchReport,
    store: &mut Store,
) -> Result<(), WriteReportError> {
    let id = store.match_id(config)?;
    let mut rows = Vec::new();
    let mut counts: Counts = Default::default();
    let stored_match = store.stored_match(id)?.ok_or(StoreError::NotAStore)?;
    store.for_each_game(&stored_match, |game| {
        // The text of the match names the rows that are left out.
        if let Ok(game) = game
            && config.is_scheduled(game.number)
        {
            count(&game, &mut counts);
            rows.push(row(&game, config));
        }
        Ok::<(), StoreError>(())
    })?;
    let plots = [
        score_plot(config, &rows),
        calculations_plot(config, &counts),
    ];
    for plot in &plots {
        atomic_file::write(&folder.join(format!("{}.svg", plot.name)), plot.to_svg())?;
        atomic_file::write(&folder.join(format!("{}.csv", plot.name)), plot.to_csv())?;
    }
    atomic_file::write(&folder.join("games.csv"), csv(config, &rows))?;
    let summary = SimulationSummary {
        version: 1,
        title: title.to_owned(),
        summary: match_summary(config, report),
        identity: serde_json::from_str(&config.identity()).unwrap_or_default(),
    };
    let summary = serde_json::to_string_pretty(&summary).unwrap_or_default() + "\n";
    atomic_file::write(&folder.join("summary.json"), summary)?;
    atomic_file::write(
        &folder.join("report.html"),
        html(title, config, report, &rows, &plots),
    )?;
    Ok(())
}

fn row(game: &GameRecord, config: &MatchConfig) -> Row {
    let summary = game.summary();
    let moves = game.result.moves.iter().map(|&point| Some(point));
    Row {
        number: game.number,
        players: game.players,
        winner: summary.winner,
        reason: summary.termination.name(),
        moves: notation::write_moves(moves, config.size, RowOrigin::Bottom),
        stones: summary.stones,
        totals: summary.totals,
    }
}

fn count(game: &GameRecord, counts: &mut Counts) {
    let before = game.opening_plies;
    for (index, ply) in game.result.plies.iter().enumerate() {
        let stones = before + index;
        let color = if stones.is_multiple_of(2) {
            Color::Black
        } else {
            Color::White
        };
        let slot = counts[game.players[color]].entry(stones).or_default();
        slot.0 += ply.result.nodes;
        slot.1 += 1;
    }
}

/// The score of each player after each game.
fn score_plot(config: &MatchConfig, rows: &[Row]) -> Plot {
    let series = config.players.iter().enumerate().map(|(index, one)| {
        let mut points = 0.0;
        let score = rows.iter().zip(1..).map(|(game, games)| {
            points += match game.winner {
                None => 0.5,
                Some(winner) if game.players[winner] == index => 1.0,
                Some(_) => 0.0,
            };
            (f64::from(games), 100.0 * points / f64::from(games))
        });
        Series {
            name: one.name.clone(),
            color: index,
            points: score.collect(),
            ..Series::default()
        }
    });
    Plot {
        name: "score".to_owned(),
        title: "Score as the games go on".to_owned(),
        x_label: "games".to_owned(),
        y_label: "score, %".to_owned(),
        series: series.collect(),
        ..Plot::default()
    }
}

fn calculations_plot(config: &MatchConfig, counts: &Counts) -> Plot {
    let series = counts.iter().zip(&config.players).enumerate();
    let series = series.map(|(color, (counts, player))| Series {
        name: player.name.clone(),
        color,
        points: counts
            .iter()
            .map(|(&stones, &(nodes, moves))| (stones as f64, nodes as f64 / moves as f64))
            .collect(),
        ..Series::default()
    });
    Plot {
        name: "calculations".to_owned(),
        title: "Calculations for a move".to_owned(),
        x_label: "stones on the board".to_owned(),
        y_label: "calculations".to_owned(),
        series: series.collect(),
        ..Plot::default()
    }
}

const COLUMNS: [&str; 10] = [
    "game",
    "black",
    "white",
    "winner",
    "reason",
    "stones",
    "black ms/move",
    "white ms/move",
    "black calculations",
    "white calculations",
];

fn cells(config: &MatchConfig, game: &Row) -> [String; 10] {
    let name = |color: Color| config.players[game.players[color]].name.clone();
    let ms = |color: Color| format!("{:.2}", game.totals[color].milliseconds_per_move());
    [
        (game.number + 1).to_string(),
        name(Color::Black),
        name(Color::White),
        game.winner
            .map_or("draw".to_owned(), |color| color.to_string()),
        game.reason.to_owned(),
        game.stones.to_string(),
        ms(Color::Black),
        ms(Color::White),
        game.totals.black.nodes.to_string(),
        game.totals.white.nodes.to_string(),
    ]
}

fn csv(config: &MatchConfig, rows: &[Row]) -> String {
    let mut text = COLUMNS.join(",") + ",moves\n";
    for game in rows {
        for cell in cells(config, game) {
            if cell.contains([',', '"']) {
                let _ = write!(text, "\"{}\",", cell.replace('"', "\"\""));
            } else {
                let _ = write!(text, "{cell},");
            }
        }
        text += &game.moves;
        text.push('\n');
    }
    text
}

fn html(
    title: &str,
    config: &MatchConfig,
    report: &MatchReport,
    rows: &[Row],
    plots: &[Plot],
) -> String {
    let title = escape(title);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n<h1>{title}</h1>\n<pre>{}</pre>\n",
        escape(&format::match_text(config, report))
    );
    page += &totals(config, rows);
    for plot in plots {
        let _ = writeln!(page, "<figure>{}</figure>", plot.to_svg());
    }
    let _ = write!(
        page,
        "<div class=\"scroll\"><table><caption>Games{}</caption>\n<tr>",
        if rows.len() > MAX_LISTED {
            format!(", the first {MAX_LISTED}; games.csv has all {}", rows.len())
        } else {
            String::new()
        }
    );
    for column in COLUMNS.iter().chain([&"moves"]) {
        let _ = write!(page, "<th>{column}</th>");
    }
    page += "</tr>\n";
    for game in rows.iter().take(MAX_LISTED) {
        page += "<tr>";
        for cell in cells(config, game) {
            let _ = write!(page, "<td>{}</td>", escape(&cell));
        }
        let _ = writeln!(page, "<td class=\"moves\">{}</td></tr>", game.moves);
    }
    let _ = write!(
        page,
        "</table></div>\n<h2>How it was made</h2>\n<p>tengen {}, {} on {} × {}, seed {}.</p>\n<ul>\n",
        env!("CARGO_PKG_VERSION"),
        config.rule,
        config.size,
        config.size,
        config.seed
    );
    for one in &config.players {
        let limits =
            serde_json::to_string(&wire::GameLimits::from(&one.limits)).unwrap_or_default();
        let _ = writeln!(
            page,
            "<li><code>{}</code>, limits <code>{}</code></li>",
            escape(&one.spec.to_string()),
            escape(&limits)
        );
    }
    page + "</ul>\n</html>\n"
}

/// The results of each player with each color.
fn totals(config: &MatchConfig, rows: &[Row]) -> String {
    let mut html = String::from(
        "<div class=\"scroll\"><table><caption>Totals</caption>\n<tr><th>player</th><th>color</th><th>games</th>\
         <th>wins</th><th>draws</th><th>losses</th><th>ms for a move</th><th>calculations for a move</th></tr>\n",
    );
    for (index, player) in config.players.iter().enumerate() {
        for color in Color::BOTH {
            let games = || rows.iter().filter(|game| game.players[color] == index);
            let mut totals = SearchTotals::default();
            for game in games() {
                totals.add(game.totals[color]);
            }
            let total = games().count();
            if total == 0 {
                continue;
            }
            let wins = games().filter(|game| game.winner == Some(color)).count();
            let draws = games().filter(|game| game.winner.is_none()).count();
            let _ = writeln!(
                html,
                "<tr><td>{}</td><td>{color}</td><td>{total}</td><td>{wins}</td><td>{draws}</td><td>{}</td>\
                 <td>{:.2}</td><td>{:.0}</td></tr>",
                escape(&player.name),
                total - wins - draws,
                totals.milliseconds_per_move(),
                totals.nodes_per_move()
            );
        }
    }
    html + "</table></div>\n"
}
