//! Writing a library: every node of the tree in preorder.

use gomoku::{Color, Point, Size};

use super::{
    BARE_LABEL, BOARD_TEXT, HEADER_LENGTH, LABEL, LINE_SEPARATOR, MAGIC, MARKED, START, VERSION,
    encode_position, info,
};
use crate::alternating::WriteError;
use crate::format::FileFormat;
use crate::node::{NodeId, Play, RecordNode};
use crate::record::Record;
use crate::sgf::value::parse_letters;

pub(super) fn write(record: &Record) -> Result<Vec<u8>, WriteError> {
    let size = record.size;
    if size != Size::FIFTEEN {
        return Err(WriteError::Size {
            format: FileFormat::Renlib,
            size,
        });
    }
    let mut bytes = MAGIC.to_vec();
    bytes.extend([VERSION.0, VERSION.1]);
    bytes.resize(HEADER_LENGTH, 0xff);

    if record.node(NodeId::ROOT).play.is_some() {
        // The root of a library has no move: write a root with a move as the child of an empty root.
        bytes.extend([0, 0]);
    }
    // The ply of each node, to check that the sides alternate.
    let mut before = vec![0_usize; record.node_count()];
    for id in record.preorder() {
        let node = record.node(id);
        let ply = before[id.index()];
        check(node, ply)?;
        let after = ply + usize::from(node.play.is_some());
        for child in record.children(id) {
            before[child.index()] = after;
        }
        write_node(node, id == NodeId::ROOT, &mut bytes);
    }
    Ok(bytes)
}

/// Checks that the node can be represented: alternating moves and no set-up stones.
fn check(node: &RecordNode, ply: usize) -> Result<(), WriteError> {
    let format = FileFormat::Renlib;
    if !node.notes().setup.is_empty() {
        return Err(WriteError::Setup { format });
    }
    match node.play {
        Some(Play { color, .. }) if color != Color::BOTH[ply % 2] => Err(WriteError::Turn {
            format,
            number: ply + 1,
            color,
        }),
        _ => Ok(()),
    }
}

fn write_node(node: &RecordNode, is_root: bool, bytes: &mut Vec<u8>) {
    let notes = node.notes();
    let (point, board_text) = match node.play {
        Some(play) => (
            play.point,
            play.point.and_then(|point| label_on(node, point)),
        ),
        None if is_root => (None, None),
        None => label(node),
    };
    let board_text = board_text.unwrap_or_default();
    let mut flags = 0;
    let mut set = |bit, condition| {
        if condition {
            flags |= bit;
        }
    };
    set(info::SIBLING, node.links.next_sibling.is_some());
    set(info::LEAF, node.links.first_child.is_none());
    set(info::MARK, notes.property(MARKED).is_some());
    set(info::START, notes.property(START).is_some());
    set(info::COMMENT, !notes.comment.is_empty());
    set(info::NO_MOVE, node.play.is_none() && !is_root);
    set(info::EXTENSION, !board_text.is_empty());

    bytes.extend([point.map_or(0, encode_position), flags]);
    if !board_text.is_empty() {
        bytes.extend([0, BOARD_TEXT]);
    }
    if !notes.comment.is_empty() {
        let separator = LINE_SEPARATOR.to_string();
        let comment = notes.comment.replacen('\n', &separator, 1);
        write_text(&comment.replace('\n', "\r\n"), bytes);
    }
    if !board_text.is_empty() {
        write_text(&board_text, bytes);
    }
}

/// The point and text of a label node, which has no move.
fn label(node: &RecordNode) -> (Option<Point>, Option<String>) {
    let notes = node.notes();
    if let Some(property) = notes.property(LABEL)
        && let Some(text) = property.texts().next()
        && let Some((point, text)) = text.split_once(':')
        && let Some(point) = parse_letters(point, Size::FIFTEEN)
    {
        return (Some(point), Some(text.to_owned()));
    }
    let bare = notes
        .property(BARE_LABEL)
        .and_then(|property| property.texts().next());
    (
        bare.and_then(|point| parse_letters(&point, Size::FIFTEEN)),
        None,
    )
}

/// The label of the node on this point.
fn label_on(node: &RecordNode, point: Point) -> Option<String> {
    let property = node.notes().property(LABEL)?;
    property.texts().find_map(|text| {
        let (place, label) = text.split_once(':')?;
        (parse_letters(place, Size::FIFTEEN) == Some(point)).then(|| label.to_owned())
    })
}

/// Appends a text, ended and padded to a pair with one or two 00. Drops 00 within the text.
fn write_text(text: &str, bytes: &mut Vec<u8>) {
    let start = bytes.len();
    bytes.extend(text.bytes().filter(|&byte| byte != 0));
    bytes.push(0);
    if (bytes.len() - start) % 2 == 1 {
        bytes.push(0);
    }
}
