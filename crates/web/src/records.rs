//! Game files in and out, and the form in which a page keeps a game: a list of nodes, each with the number of its parent.
//!
//! A page's tree alternates colors and has free stones at its beginning only. Files that say more are brought to that
//! form where nothing is lost (a side that moves twice gets a pass in between), and refused with a reason otherwise.

use axum::extract::Query;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use gomoku::notation::{self, RowOrigin};
use gomoku::{Color, Rule, Size};
use records::{Assume, Ending, Format, NodeId, Outcome, Play, Record, Setup};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::error::ApiError;
use crate::given::{GivenFile, GivenRecord};
use crate::position::{read_rule, read_size};

/// Nodes that a page can show.
const MOST_NODES: usize = 50_000;
/// Games of one file that a page is given.
const MOST_GAMES: usize = 500;

/// A game as a page keeps it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Tree {
    size: u8,
    rule: Option<String>,
    #[serde(default)]
    black: String,
    #[serde(default)]
    white: String,
    #[serde(default)]
    event: String,
    /// Such as `black five`; empty when nobody has won.
    #[serde(default)]
    result: String,
    #[serde(default)]
    setup: FreeStones,
    nodes: Vec<TreeNode>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct FreeStones {
    black: String,
    white: String,
    to_move: String,
}

impl Default for FreeStones {
    fn default() -> FreeStones {
        FreeStones {
            black: String::new(),
            white: String::new(),
            to_move: "black".to_owned(),
        }
    }
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct TreeNode {
    /// Its number in the list; -1 for the root, which is the first.
    parent: i64,
    color: String,
    point: Option<String>,
    #[serde(default)]
    comment: String,
}

impl Tree {
    /// The tree of a record.
    pub(crate) fn of(record: &Record) -> Result<Tree, ApiError> {
        let size = record.size;
        if record.node_count() > MOST_NODES {
            let count = record.node_count();
            return Err(ApiError::Bad(format!(
                "a tree of {count} nodes is too large for the page, which takes {MOST_NODES}"
            )));
        }
        let root = record.node(NodeId::ROOT);
        let setup = free_stones(record)?;
        let mut tree = Tree {
            size: size.get(),
            rule: record.rule.map(|rule| rule.name().to_owned()),
            black: record.names.black.clone(),
            white: record.names.white.clone(),
            event: record.event.clone(),
            result: record.ending.as_ref().map_or_else(String::new, result),
            nodes: vec![TreeNode {
                parent: -1,
                color: other(&setup.to_move).to_owned(),
                point: None,
                comment: root.notes().comment.clone(),
            }],
            setup,
        };
        // Which node of the tree stands for a node of the record.
        let mut places = std::collections::HashMap::new();
        for id in record.preorder() {
            let node = record.node(id);
            let above = record.parent(id).map_or(0, |parent| places[&parent]);
            if id != NodeId::ROOT && !node.notes().setup.is_empty() {
                let refusal =
                    "the file sets up stones in the middle of a game, which the page cannot show";
                return Err(ApiError::Bad(refusal.to_owned()));
            }
            let place = match node.play {
                None => {
                    if id != NodeId::ROOT {
                        let remark: &mut TreeNode = &mut tree.nodes[above];
                        join(&mut remark.comment, &node.notes().comment);
                    }
                    above
                }
                Some(play) => tree.add(above, play, size, &node.notes().comment),
            };
            places.insert(id, place);
        }
        Ok(tree)
    }

    fn add(&mut self, parent: usize, play: Play, size: Size, comment: &str) -> usize {
        let mut parent = parent;
        let color = play.color.to_string();
        if self.nodes[parent].color == color {
            self.nodes.push(TreeNode {
                parent: parent as i64,
                color: other(&color).to_owned(),
                ..TreeNode::default()
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

    /// The record of a tree.
    pub(crate) fn to_record(&self) -> Result<Record, ApiError> {
        let size = read_size(Some(self.size))?;
        let mut record = Record::new(size);
        record.rule = Some(read_rule(self.rule.as_deref())?);
        record.names.black.clone_from(&self.black);
        record.names.white.clone_from(&self.white);
        record.event.clone_from(&self.event);
        record.ending = read_result(&self.result);
        if self.nodes.len() > MOST_NODES {
            return Err(ApiError::Bad(format!("more than {MOST_NODES} nodes")));
        }
        for (color, text) in [
            (Color::Black, &self.setup.black),
            (Color::White, &self.setup.white),
        ] {
            let points = notation::parse_moves(text, size, RowOrigin::Bottom);
            for point in points.map_err(ApiError::bad)?.into_iter().flatten() {
                let notes = record.node_mut(NodeId::ROOT).notes_mut();
                notes.setup.push(Setup::point(Some(color), point));
                notes.to_move = Some(read_color(&self.setup.to_move)?);
            }
        }
        let mut ids = Vec::with_capacity(self.nodes.len());
        for (index, node) in self.nodes.iter().enumerate() {
            let id = if index == 0 {
                NodeId::ROOT
            } else {
                let parent = usize::try_from(node.parent).ok();
                let parent = parent.and_then(|parent| ids.get(parent)).ok_or_else(|| {
                    ApiError::Bad(format!("node {index}: {} is no parent", node.parent))
                })?;
                let point = node.point.as_deref().map(|text| {
                    notation::parse_point(text, size, RowOrigin::Bottom).map_err(ApiError::bad)
                });
                let play = Play {
                    color: read_color(&node.color)?,
                    point: point.transpose()?,
                };
                record.add_play(*parent, play)
            };
            if !node.comment.is_empty() {
                record
                    .node_mut(id)
                    .notes_mut()
                    .comment
                    .clone_from(&node.comment);
            }
            ids.push(id);
        }
        Ok(record)
    }
}

fn free_stones(record: &Record) -> Result<FreeStones, ApiError> {
    let notes = record.node(NodeId::ROOT).notes();
    let mut cells = std::collections::BTreeMap::new();
    for setup in &notes.setup {
        for point in setup.points().filter(|&point| record.size.contains(point)) {
            cells.insert(point, setup.content);
        }
    }
    let of = |wanted: Color| {
        let points = cells
            .iter()
            .filter(|(_, content)| **content == Some(wanted));
        let points = points.map(|(&point, _)| Some(point));
        notation::write_moves(points, record.size, RowOrigin::Bottom)
    };
    let first = record
        .children(NodeId::ROOT)
        .find_map(|id| record.node(id).play)
        .map(|play| play.color);
    let to_move = notes
        .to_move
        .or(record.node(NodeId::ROOT).play.map(|play| play.color))
        .or(first.filter(|_| !cells.is_empty()))
        .unwrap_or(Color::Black);
    Ok(FreeStones {
        black: of(Color::Black),
        white: of(Color::White),
        to_move: to_move.to_string(),
    })
}

fn join(text: &mut String, more: &str) {
    if !text.is_empty() && !more.is_empty() {
        text.push('\n');
    }
    text.push_str(more);
}

fn other(color: &str) -> &'static str {
    if color == "black" { "white" } else { "black" }
}

fn read_color(text: &str) -> Result<Color, ApiError> {
    match text {
        "black" => Ok(Color::Black),
        "white" => Ok(Color::White),
        _ => Err(ApiError::Bad(format!("{text:?} is not black or white"))),
    }
}

fn result(ending: &Ending) -> String {
    match ending.outcome {
        Outcome::Win(color) => format!("{color} {}", ending.reason),
        Outcome::Draw => "draw".to_owned(),
    }
}

fn read_result(text: &str) -> Option<Ending> {
    let (who, reason) = text.split_once(' ').unwrap_or((text, ""));
    let outcome = match who {
        "black" => Outcome::Win(Color::Black),
        "white" => Outcome::Win(Color::White),
        "draw" => Outcome::Draw,
        _ => return None,
    };
    Some(Ending {
        outcome,
        reason: reason.to_owned(),
    })
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct FileName {
    #[serde(default)]
    name: String,
}

/// `POST /api/record/read?name=…`: every game of a file.
pub(crate) async fn read(
    Query(FileName { name }): Query<FileName>,
    GivenFile(bytes): GivenFile,
) -> Result<axum::Json<Value>, ApiError> {
    let extension = name.rsplit_once('.').map(|(_, extension)| extension);
    let format = Format::detect(extension, &bytes)
        .ok_or_else(|| ApiError::Bad(format!("{name:?} is in no format that we know")))?;
    let records =
        records::read(&bytes, format, Assume::default()).map_err(|error| ApiError::bad(&error))?;
    let games = records
        .iter()
        .take(MOST_GAMES)
        .map(Tree::of)
        .collect::<Result<Vec<_>, _>>()?;
    Ok(axum::Json(json!({
        "format": format.to_string(),
        "count": records.len(),
        "games": games,
    })))
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WriteGiven {
    tree: Tree,
    /// `sgf`, `psq`, `lib`, `pos` or `txt`.
    format: String,
}

/// `POST /api/record/write`: a game as a file.
pub(crate) async fn write(
    GivenRecord(given): GivenRecord<WriteGiven>,
) -> Result<Response, ApiError> {
    let format = match given.format.as_str() {
        "pos" => Some(Format::BinaryPos),
        other => Format::from_extension(other),
    };
    let format = format
        .ok_or_else(|| ApiError::Bad(format!("{:?} is in no format that we know", given.format)))?;
    let mut record = given.tree.to_record()?;
    if record.ending.is_none() {
        // A five on the board is the result, whether the page said it or not.
        record.ending = record
            .to_board(record.rule.unwrap_or(Rule::Freestyle))
            .ok()
            .and_then(|board| Record::from_board(&board).ending);
    }
    let bytes = records::write(&[record], format).map_err(ApiError::bad)?;
    let kind = match format {
        Format::Renlib | Format::BinaryPos => "application/octet-stream",
        _ => "text/plain; charset=utf-8",
    };
    Ok(([(header::CONTENT_TYPE, kind)], bytes).into_response())
}
