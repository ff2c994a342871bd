//! Whole games, forbidden points, and swap2.

use gomoku::notation::{RowOrigin, parse_moves};
use gomoku::{Board, Limits, Rule, SearchControl, Size};
use players::{Access, Spec};
use serde_json::json;

use crate::Setup;
use crate::chrome::Page;

/// The position on the page.
fn board(page: &Page) -> Board {
    let moves = page.eval("tengen.game.position().moves");
    let moves = parse_moves(moves.as_str().unwrap(), Size::FIFTEEN, RowOrigin::Bottom).unwrap();
    let moves: Vec<_> = moves.into_iter().flatten().collect();
    Board::with_moves(Size::FIFTEEN, Rule::Freestyle, &moves).unwrap()
}

/// A reasonable move.
fn good_move(board: &Board) -> String {
    let mut player = Spec::read("greedy", &Access::shipped()).unwrap().build();
    let result = player
        .think(board, &Limits::default(), &SearchControl::detached())
        .unwrap();
    result.best_move.name(board.size()).to_string()
}

/// Plays black against white's player until the game is over.
fn play_to_the_end(page: &Page, place: impl Fn(&str)) {
    for _ in 0..60 {
        page.wait("tengen.game.positionInfo && !tengen.play.search.value && (tengen.game.isOver || tengen.game.toMove === 'black')");
        if page.eval("tengen.game.isOver") == true {
            return;
        }
        let point = good_move(&board(page));
        place(&point);
        page.wait(&format!("tengen.game.stones().has({point:?})"));
    }
    panic!("the game does not end");
}

#[test]
fn a_whole_game_by_clicks() {
    let Some(setup) = Setup::start() else { return };
    let page = setup.page();
    page.choose("#seat-white", "random");
    page.click("#new-game");
    play_to_the_end(&page, |point| page.click(&format!("[data-pos={point}]")));
    assert_eq!(page.text("#status-text"), "Black wins with five");
    assert_eq!(page.eval("document.querySelectorAll('.winning').length"), 1);
    // The library has the game with its result.
    page.wait("fetch('/api/games').then((answer) => answer.json()).then((found) => { window.found = found; }) && window.found?.total === 1");
    let kept = page.eval("[found.games[0].black, found.games[0].white, found.games[0].winner, found.games[0].reason, found.games[0].stones]");
    let stones = page.eval("tengen.game.current.ply");
    assert_eq!(kept, json!(["Human", "random", "black", "five", stones]));
    // No moves after the end; undo works.
    let stones = page.eval("tengen.game.stones().size").as_u64().unwrap();
    page.click("[data-pos=a1]");
    assert_eq!(page.eval("tengen.game.stones().size"), stones);
    page.click("#undo");
    page.wait("tengen.game.positionInfo && !tengen.game.isOver");
    assert_eq!(page.eval("tengen.game.stones().size"), stones - 1);
    // Redo ends the game again. Further undos take back two moves each: the person's and the answer.
    page.key("y");
    page.wait("tengen.game.positionInfo && tengen.game.isOver");
    assert_eq!(page.eval("tengen.game.stones().size"), stones);
    let before = page.eval("tengen.game.position().moves");
    for _ in 0..3 {
        page.click("#undo");
    }
    assert_eq!(page.eval("tengen.game.stones().size"), stones - 5);
    for _ in 0..3 {
        page.click("#redo");
    }
    assert_eq!(page.eval("tengen.game.position().moves"), before);
    page.wait("document.querySelector('#redo').disabled && tengen.game.positionInfo");
    assert_eq!(page.text("#status-text"), "Black wins with five");
    page.finish();
}

#[test]
fn a_whole_game_by_keyboard() {
    let Some(setup) = Setup::start() else { return };
    let page = setup.page();
    page.choose("#seat-white", "random");
    page.key("n");
    page.eval("document.querySelector('[data-pos=h8]').focus()");
    play_to_the_end(&page, |point| {
        // Walk from the focused point to the wanted one.
        for _ in 0..40 {
            let at = page.eval("document.activeElement.getAttribute('data-pos')");
            let at = at.as_str().expect("a point has the focus").to_owned();
            let parse = |name: &str| {
                (
                    i64::from(name.as_bytes()[0]),
                    name[1..].parse::<i64>().unwrap(),
                )
            };
            let ((column, row), (to_column, to_row)) = (parse(&at), parse(point));
            if column != to_column {
                page.key(if column < to_column {
                    "ArrowRight"
                } else {
                    "ArrowLeft"
                });
            } else if row != to_row {
                page.key(if row < to_row { "ArrowUp" } else { "ArrowDown" });
            } else {
                page.key("Enter");
                return;
            }
        }
        panic!("{point} is not reached");
    });
    assert_eq!(page.text("#status-text"), "Black wins with five");
    page.finish();
}

#[test]
fn forbidden_points_are_shown_and_refused() {
    let Some(setup) = Setup::start() else { return };
    let page = setup
        .chrome
        .page(&format!("{}#m=h10a1h9a2g8a3i8a4&r=renju", setup.url));
    page.wait("document.querySelectorAll('.forbidden').length === 1");
    let label = page.eval("document.querySelector('[data-pos=h8]').getAttribute('aria-label')");
    assert_eq!(
        label,
        "h8, forbidden: double three".replace(", f", ", empty, f")
    );
    page.click("[data-pos=h8]");
    page.wait("document.querySelector('.toast.bad')?.textContent.includes('double three')");
    assert_eq!(page.eval("tengen.game.current.ply"), 8);
    page.finish();
}

#[test]
fn swap2_asks_in_a_dialog() {
    let Some(setup) = Setup::start() else { return };
    let page = setup.page();
    page.choose("#seat-black", "greedy");
    page.choose("#seat-white", "human");
    page.choose("#procedure", "swap2");
    page.click("#new-game");
    page.wait("document.querySelector('dialog[open]')");
    assert_eq!(page.eval("tengen.game.current.ply"), 3);
    page.click("dialog button[value=black]");
    // The second seat has taken black: the seats are swapped, and white's player moves.
    page.wait("tengen.seats.black.isHuman && tengen.game.current.ply === 4");
    page.finish();
}
