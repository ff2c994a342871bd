//! A game with its variations, and the files it is read from and written to.
//!
//! A tree alternates colors and has setup stones at its root only. Records that hold more are converted where nothing is
//! lost (a side that moves twice gets a pass in between), and rejected otherwise.

use std::collections::HashMap;

use gomoku::notation::{self, RowOrigin};
use gomoku::{ByColor, Color, PointSet, Size};
use records::{FileFormat, NodeId, Play, Record, RecordResult, Setup};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::RequestError;
use crate::names::{RuleName, Side};
use crate::position::{read_rule, read_size};

/// Nodes of a tree that the page can show.
pub const MAX_TREE_NODES: usize = 50_000;

/// A game with its variations.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct GameTree {
    /// Points on a side.
    #[schema(minimum = 5, maximum = 22)]
    pub size: u8,
    /// The rule, where it is known.
    pub rule: Option<RuleName>,
    /// The name of black's player.
    #[serde(default)]
    pub black: String,
    /// The name of white's player.
    #[serde(default)]
    pub white: String,
    /// The event at which the game was played.
    #[serde(default)]
    pub event: String,
    /// Such as `black five` or `draw`; empty while the game is open.
    #[serde(default)]
    pub result: String,
    /// Stones on the board before the first move.
    #[serde(default)]
    pub setup: SetupStones,
    /// The nodes, parents before children. The first one is the root, which has no move.
    pub nodes: Vec<TreeNode>,
}

/// Stones on the board before the first move.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct SetupStones {
    /// Black stones, such as `h8i9`.
    pub black: String,
    /// White stones.
    pub white: String,
    /// The side to move.
    pub to_move: Side,
}

impl Default for SetupStones {
    fn default() -> SetupStones {
        SetupStones {
            black: String::new(),
            white: String::new(),
            to_move: Side::Black,
        }
    }
}

/// A node of a game tree.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct TreeNode {
    /// The index of the parent; -1 for the root.
    pub parent: i64,
    /// The color of the move.
    pub color: Side,
    /// The point; null for a pass and at the root.
    pub point: Option<String>,
    /// A comment.
    #[serde(default)]
    pub comment: String,
}

impl TryFrom<&Record> for GameTree {
    type Error = RequestError;

    fn try_from(record: &Record) -> Result<GameTree, RequestError> {
        let count = record.node_count();
        if count > MAX_TREE_NODES {
            return Err(RequestError(format!(
                "the tree has {count} nodes, more than the {MAX_TREE_NODES} that the page can show"
            )));
        }
        let setup = setup_stones(record);
        let mut tree = GameTree {
            size: record.size.get(),
            rule: record.rule.map(RuleName::from),
            black: record.names.black.clone(),
            white: record.names.white.clone(),
            event: record.event.clone(),
            result: record
                .result
                .as_ref()
                .map_or_else(String::new, write_result),
            nodes: vec![TreeNode {
                parent: -1,
                color: other(setup.to_move),
                point: None,
                comment: record.node(NodeId::ROOT).notes().comment.clone(),
            }],
            setup,
        };
        let mut indices = HashMap::new();
        for id in record.preorder() {
            let node = record.node(id);
            let parent = record.parent(id).map_or(0, |parent| indices[&parent]);
            if id != NodeId::ROOT && !node.notes().setup.is_empty() {
                let text =
                    "the file sets up stones in the middle of a game, which the page cannot show";
                return Err(RequestError(text.to_owned()));
            }
            let index = match node.play {
                Some(play) => tree.add(parent, play, record.size, &node.notes().comment),
                None => {
                    // A node without a move only adds a comment to its parent.
                    if id != NodeId::ROOT {
                        append_line(&mut tree.nodes[parent].comment, &node.notes().comment);
                    }
                    parent
                }
            };
            indices.insert(id, index);
        }
        Ok(tree)
    }
}

impl GameTree {
    /// Adds a move and returns its index. A pass keeps the colors alternating.
    fn add(&mut self, mut parent: usize, play: Play, size: Size, comment: &str) -> usize {
        let color = Side::from(play.color);
        if self.nodes[parent].color == color {
            self.nodes.push(TreeNode {
                parent: parent as i64,
                color: other(color),
                point: None,
                comment: String::new(),
            });
            parent = self.nodes.len() - 1;
        }
        self.nodes.push(TreeNode {
            parent: parent as i64,
            color,
            point: play.point.map(|point| point.name(size).to_string()),
            comment: comment.to_owned(),
        });
        self.nodes.len() - 1
    }
}

impl TryFrom<&GameTree> for Record {
    type Error = RequestError;

    fn try_from(tree: &GameTree) -> Result<Record, RequestError> {
        let size = read_size(Some(tree.size))?;
        if tree.nodes.len() > MAX_TREE_NODES {
            return Err(RequestError(format!("more than {MAX_TREE_NODES} nodes")));
        }
        let mut record = Record::new(size);
        record.rule = Some(read_rule(tree.rule));
        record.names.black.clone_from(&tree.black);
        record.names.white.clone_from(&tree.white);
        record.event.clone_from(&tree.event);
        record.result = read_result(&tree.result);
        set_up(&mut record, &tree.setup)?;
        let mut ids = Vec::with_capacity(tree.nodes.len());
        for (index, node) in tree.nodes.iter().enumerate() {
            let id = if index == 0 {
                NodeId::ROOT
            } else {
                let parent = usize::try_from(node.parent).ok();
                let parent = parent.and_then(|parent| ids.get(parent)).ok_or_else(|| {
                    RequestError(format!(
                        "node {index}: {} is not an earlier node",
                        node.parent
                    ))
                })?;
                record.add_play(*parent, read_play(node, size)?)
            };
            if !node.comment.is_empty() {
                let notes = record.node_mut(id).notes_mut();
                notes.comment.clone_from(&node.comment);
            }
            ids.push(id);
        }
        Ok(record)
    }
}

fn read_play(node: &TreeNode, size: Size) -> Result<Play, RequestError> {
    let point = node.point.as_deref().map(|text| {
        notation::parse_point(text, size, RowOrigin::Bottom).map_err(RequestError::new)
    });
    Ok(Play {
        color: node.color.into(),
        point: point.transpose()?,
    })
}

fn set_up(record: &mut Record, setup: &SetupStones) -> Result<(), RequestError> {
    for (color, text) in [(Color::Black, &setup.black), (Color::White, &setup.white)] {
        let points = notation::parse_moves(text, record.size, RowOrigin::Bottom);
        for point in points.map_err(RequestError::new)?.into_iter().flatten() {
            let notes = record.node_mut(NodeId::ROOT).notes_mut();
            notes.setup.push(Setup::point(Some(color), point));
            notes.to_move = Some(setup.to_move.into());
        }
    }
    Ok(())
}

fn setup_stones(record: &Record) -> SetupStones {
    let root = record.node(NodeId::ROOT);
    let notes = root.notes();
    // A later setup of the same point replaces the earlier one.
    let mut placed = ByColor::from_fn(|_| PointSet::EMPTY);
    for setup in &notes.setup {
        for point in setup.points().filter(|&point| record.size.contains(point)) {
            for color in Color::BOTH {
                if setup.content == Some(color) {
                    placed[color].insert(point);
                } else {
                    placed[color].remove(point);
                }
            }
        }
    }
    let stones = |color: Color| {
        let points = placed[color].iter().map(Some);
        notation::write_moves(points, record.size, RowOrigin::Bottom)
    };
    let first_move = record
        .children(NodeId::ROOT)
        .find_map(|id| record.node(id).play)
        .map(|play| play.color);
    let to_move = notes
        .to_move
        .or(root.play.map(|play| play.color))
        .or(first_move.filter(|_| !notes.setup.is_empty()))
        .unwrap_or(Color::Black);
    SetupStones {
        black: stones(Color::Black),
        white: stones(Color::White),
        to_move: to_move.into(),
    }
}

fn append_line(text: &mut String, line: &str) {
    if !text.is_empty() && !line.is_empty() {
        text.push('\n');
    }
    text.push_str(line);
}

fn other(side: Side) -> Side {
    match side {
        Side::Black => Side::White,
        Side::White => Side::Black,
    }
}

fn write_result(ending: &RecordResult) -> String {
    match ending.winner {
        Some(color) => format!("{color} {}", ending.reason),
        None => "draw".to_owned(),
    }
}

fn read_result(text: &str) -> Option<RecordResult> {
    let (winner, reason) = text.split_once(' ').unwrap_or((text, ""));
    let winner = match winner {
        "black" => Some(Color::Black),
        "white" => Some(Color::White),
        "draw" => None,
        _ => return None,
    };
    Some(RecordResult {
        winner,
        reason: reason.to_owned(),
    })
}

/// The name of an uploaded file.
#[derive(Clone, Debug, Default, Serialize, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct FileQuery {
    /// Its extension helps to detect the format.
    pub name: String,
}

/// The games of a file.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct RecordResponse {
    /// The detected format.
    pub format: String,
    /// Games in the file.
    pub count: usize,
    /// The games; at most the first 500.
    pub games: Vec<GameTree>,
}

/// Asks for a game as a file.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WriteRecordRequest {
    /// The game.
    pub tree: GameTree,
    /// The file format.
    pub format: RecordFormat,
}

/// A file format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RecordFormat {
    /// Smart Game Format, with variations.
    Sgf,
    /// Piskvork's text format.
    Psq,
    /// A RenLib library, with variations.
    Lib,
    /// One byte for each move.
    Pos,
    /// Moves as text.
    Txt,
}

impl From<RecordFormat> for FileFormat {
    fn from(format: RecordFormat) -> FileFormat {
        match format {
            RecordFormat::Sgf => FileFormat::Sgf,
            RecordFormat::Psq => FileFormat::Psq,
            RecordFormat::Lib => FileFormat::Renlib,
            RecordFormat::Pos => FileFormat::BinaryPos,
            RecordFormat::Txt => FileFormat::Moves,
        }
    }
}
