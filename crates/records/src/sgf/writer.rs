//! Writing SGF: the recommended root, then one line of nodes after another, variations in parentheses.

use std::fmt::Write;

use gomoku::Color;

use super::value::{color_letter, write_point, write_seconds};
use crate::node::{NodeId, RecordNode};
use crate::property::escape;
use crate::record::{Record, RecordResult};

/// The writer breaks lines before the first node beyond this column.
const WIDTH: usize = 76;

/// A pending write; a stack of tasks replaces recursion.
enum Task {
    Node(NodeId),
    Open,
    Close,
}

/// Appends a game.
pub(super) fn write(record: &Record, text: &mut String) {
    let mut tasks = vec![Task::Close, Task::Node(NodeId::ROOT), Task::Open];
    let mut line_start = text.len();
    while let Some(task) = tasks.pop() {
        match task {
            Task::Open => {
                if text.len() > line_start {
                    line_start = break_line(text);
                }
                text.push('(');
            }
            Task::Close => text.push(')'),
            Task::Node(id) => {
                if text.len() - line_start > WIDTH {
                    line_start = break_line(text);
                }
                text.push(';');
                if id == NodeId::ROOT {
                    write_root(record, text);
                }
                write_node(record.node(id), text);
                push_children(record, id, &mut tasks);
            }
        }
    }
    text.push('\n');
}

fn break_line(text: &mut String) -> usize {
    text.push('\n');
    text.len()
}

/// A single child continues the line; several are variations, each in parentheses.
fn push_children(record: &Record, id: NodeId, tasks: &mut Vec<Task>) {
    let first = tasks.len();
    for child in record.children(id) {
        tasks.extend([Task::Open, Task::Node(child), Task::Close]);
    }
    // The stack runs the last task first.
    tasks[first..].reverse();
    if let [_, Task::Node(only), _] = tasks[first..] {
        tasks.truncate(first);
        tasks.push(Task::Node(only));
    }
}

fn write_root(record: &Record, text: &mut String) {
    text.push_str(concat!(
        "FF[4]GM[4]CA[UTF-8]AP[Tengen:",
        env!("CARGO_PKG_VERSION"),
        "]"
    ));
    let _ = write!(text, "SZ[{}]", record.size);
    if let Some(rule) = record.rule {
        let _ = write!(text, "RU[{rule}]");
    }
    write_text(text, "PB", &record.names.black);
    write_text(text, "PW", &record.names.white);
    write_text(text, "EV", &record.event);
    write_text(text, "DT", &record.date);
    if let Some(RecordResult { winner, reason }) = &record.result {
        let result = match winner {
            Some(color) => format!("{}+{reason}", color_letter(*color)),
            None => "Draw".to_owned(),
        };
        write_text(text, "RE", &result);
    }
}

fn write_node(node: &RecordNode, text: &mut String) {
    let notes = node.notes();
    for group in notes.setup.chunk_by(|a, b| a.content == b.content) {
        text.push_str(match group[0].content {
            Some(Color::Black) => "AB",
            Some(Color::White) => "AW",
            None => "AE",
        });
        for change in group {
            if change.from == change.to {
                let _ = write!(text, "[{}]", write_point(change.from));
            } else {
                let _ = write!(
                    text,
                    "[{}:{}]",
                    write_point(change.from),
                    write_point(change.to)
                );
            }
        }
    }
    if let Some(color) = notes.to_move {
        let _ = write!(text, "PL[{}]", color_letter(color));
    }
    if let Some(play) = node.play {
        let point = play.point.map(write_point).unwrap_or_default();
        let _ = write!(text, "{}[{point}]", color_letter(play.color));
    }
    if let Some(time) = node.time {
        let _ = write!(text, "ET[{}]", write_seconds(time));
    }
    write_text(text, "N", &notes.name);
    write_text(text, "C", &notes.comment);
    for property in &notes.properties {
        text.push_str(property.raw());
    }
}

fn write_text(text: &mut String, id: &str, value: &str) {
    if !value.is_empty() {
        let _ = write!(text, "{id}[{}]", escape(value));
    }
}
