//! Reading SGF: text to raw nodes, raw nodes to a record.
//!
//! Open variations are on an explicit stack, so that deeply nested files cannot overflow the call stack.

use gomoku::notation::excerpt;
use gomoku::{Color, Point, Size};

use super::SgfError;
use super::value::{
    is_pass, parse_any_point, parse_color, parse_result, parse_rule, parse_seconds, simple_text,
};
use crate::limits::{LimitError, ReadBudget, ReadLimits, check_node};
use crate::node::{NodeId, Play, Setup};
use crate::property::{Property, is_id_byte, split_value, unescape};
use crate::record::Record;

/// Reads all games of a collection. Text around the games is skipped.
pub(super) fn read(text: &str, limits: ReadLimits) -> Result<Vec<Record>, SgfError> {
    let mut reader = Reader {
        text,
        position: 0,
        budget: ReadBudget::new(limits),
    };
    let mut records = Vec::new();
    while reader.find_game() {
        records.push(reader.game()?);
    }
    if records.is_empty() {
        return Err(SgfError::NoGame);
    }
    Ok(records)
}

/// A property with its position in the text.
struct Raw<'a> {
    position: usize,
    id: String,
    values: Vec<&'a str>,
}

struct Reader<'a> {
    text: &'a str,
    position: usize,
    budget: ReadBudget,
}

impl<'a> Reader<'a> {
    /// Advances to the next `(;`.
    fn find_game(&mut self) -> bool {
        while let Some(offset) = self.text[self.position..].find('(') {
            self.position += offset + 1;
            self.skip_blanks();
            if self.peek() == Some(b';') {
                return true;
            }
        }
        false
    }

    /// Reads a game whose opening parenthesis has been read.
    fn game(&mut self) -> Result<Record, SgfError> {
        self.position += 1;
        self.add_node(1)?;
        let root = self.properties()?;
        let mut record = Record::new(self.size(&root)?);
        for raw in root {
            self.apply_to_root(&mut record, raw)?;
        }
        record.node_mut(NodeId::ROOT).shrink();

        // A node and the length of the line up to it.
        let mut current = (NodeId::ROOT, 1);
        let mut branches = Vec::new();
        loop {
            self.skip_blanks();
            match self.peek() {
                Some(b';') => {
                    self.position += 1;
                    let (parent, depth) = current;
                    self.add_node(depth + 1)?;
                    let properties = self.properties()?;
                    let id = record.add_node(parent);
                    for raw in properties {
                        self.apply(&mut record, id, raw)?;
                    }
                    record.node_mut(id).shrink();
                    current = (id, depth + 1);
                }
                Some(b'(') => {
                    self.position += 1;
                    branches.push(current);
                }
                Some(b')') => {
                    self.position += 1;
                    match branches.pop() {
                        Some(branch) => current = branch,
                        None => return Ok(record),
                    }
                }
                _ => return Err(self.syntax("a property, \";\", \"(\" or \")\"")),
            }
        }
    }

    /// Reads the properties of a node.
    fn properties(&mut self) -> Result<Vec<Raw<'a>>, SgfError> {
        let mut properties = Vec::new();
        let (mut count, mut length) = (0, 0);
        loop {
            self.skip_blanks();
            let position = self.position;
            let written = self.take_while(|byte| byte.is_ascii_alphanumeric());
            if written.is_empty() {
                return Ok(properties);
            }
            // Before FF[4], identifiers could contain lower-case letters: "Black" is "B".
            let id: String = written.chars().filter(|&c| is_id_byte(c as u8)).collect();
            let mut values = Vec::new();
            self.skip_blanks();
            while self.peek() == Some(b'[') {
                let value = self.value()?;
                count += 1;
                length += value.len();
                check_node(count, length).map_err(|error| self.limit(position, error))?;
                values.push(value);
                self.skip_blanks();
            }
            if id.is_empty() || values.is_empty() {
                self.position = position;
                return Err(self.syntax("a property such as B[hh]"));
            }
            properties.push(Raw {
                position,
                id,
                values,
            });
        }
    }

    /// Reads a bracketed value, without its brackets and with its escapes.
    fn value(&mut self) -> Result<&'a str, SgfError> {
        let (value, after) = split_value(&self.text[self.position + 1..])
            .ok_or_else(|| self.syntax("a value that ends with \"]\""))?;
        self.position = self.text.len() - after.len();
        Ok(value)
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.position).copied()
    }

    fn take_while(&mut self, accept: impl Fn(u8) -> bool) -> &'a str {
        let rest = &self.text[self.position..];
        let end = rest
            .bytes()
            .position(|byte| !accept(byte))
            .unwrap_or(rest.len());
        self.position += end;
        &rest[..end]
    }

    fn skip_blanks(&mut self) {
        self.take_while(|byte| byte.is_ascii_whitespace());
    }

    fn add_node(&mut self, depth: usize) -> Result<(), SgfError> {
        let added = self.budget.add_node(depth);
        added.map_err(|error| self.limit(self.position, error))
    }

    fn limit(&self, position: usize, error: LimitError) -> SgfError {
        SgfError::Limit {
            line: self.line(position),
            error,
        }
    }

    fn line(&self, position: usize) -> usize {
        1 + self.text[..position].matches('\n').count()
    }

    fn syntax(&self, expected: &'static str) -> SgfError {
        SgfError::Syntax {
            line: self.line(self.position),
            expected,
            text: excerpt(self.text[self.position..].lines().next().unwrap_or("")),
        }
    }

    /// Reads the board size and checks the game first, because points depend on them.
    fn size(&self, root: &[Raw<'_>]) -> Result<Size, SgfError> {
        let find = |id| root.iter().find(|raw| raw.id == id);
        if let Some(raw) = find("GM")
            && raw.values[0].trim() != "4"
        {
            return Err(SgfError::Game {
                line: self.line(raw.position),
                text: excerpt(raw.values[0]),
            });
        }
        let Some(raw) = find("SZ") else {
            return Ok(Size::FIFTEEN);
        };
        let value = raw.values[0];
        let (columns, rows) = value.split_once(':').unwrap_or((value, value));
        match (columns.parse::<Size>(), rows.parse::<Size>()) {
            (Ok(columns), Ok(rows)) if columns == rows => Ok(columns),
            _ => Err(SgfError::Size {
                line: self.line(raw.position),
                text: excerpt(value),
            }),
        }
    }

    fn apply_to_root(&mut self, record: &mut Record, raw: Raw<'_>) -> Result<(), SgfError> {
        let text = simple_text(raw.values[0]);
        let field = match raw.id.as_str() {
            "FF" | "GM" | "CA" | "AP" | "SZ" => return Ok(()),
            "PB" => &mut record.names.black,
            "PW" => &mut record.names.white,
            "EV" => &mut record.event,
            "DT" => &mut record.date,
            "RU" if let Some(rule) = parse_rule(&text) => {
                record.rule.get_or_insert(rule);
                return Ok(());
            }
            "RE" if let Some(ending) = parse_result(&text) => {
                record.result.get_or_insert(ending);
                return Ok(());
            }
            _ => return self.apply(record, NodeId::ROOT, raw),
        };
        if field.is_empty() {
            *field = text;
        }
        Ok(())
    }

    fn apply(&mut self, record: &mut Record, id: NodeId, raw: Raw<'_>) -> Result<(), SgfError> {
        let size = record.size;
        let node = record.node_mut(id);
        match raw.id.as_str() {
            "B" | "W" => {
                if node.play.is_some() || raw.values.len() > 1 {
                    return Err(SgfError::SecondMove {
                        line: self.line(raw.position),
                        text: excerpt(raw.values[raw.values.len() - 1]),
                        id: raw.id,
                    });
                }
                let color = if raw.id == "B" {
                    Color::Black
                } else {
                    Color::White
                };
                let value = raw.values[0].trim();
                let point = if is_pass(value, size) {
                    None
                } else {
                    Some(self.point(&raw, value, size)?)
                };
                node.play = Some(Play { color, point });
            }
            "AB" | "AW" | "AE" => {
                let content = match raw.id.as_str() {
                    "AB" => Some(Color::Black),
                    "AW" => Some(Color::White),
                    _ => None,
                };
                let setup = &mut node.notes_mut().setup;
                // Replaying a set-up begins with a new board.
                let mut points = size.area();
                for value in &raw.values {
                    let change = self.rectangle(&raw, value, size, content)?;
                    points += change.area();
                    setup.push(change);
                }
                let added = self.budget.add_setup(points);
                added.map_err(|error| self.limit(raw.position, error))?;
            }
            "PL" if let Some(color) = parse_color(raw.values[0]) => {
                node.notes_mut().to_move.get_or_insert(color);
            }
            "ET" if let Some(time) = parse_seconds(raw.values[0]) => {
                node.time.get_or_insert(time);
            }
            "N" => {
                let name = &mut node.notes_mut().name;
                if name.is_empty() {
                    *name = simple_text(raw.values[0]);
                }
            }
            "C" => {
                let comment = &mut node.notes_mut().comment;
                for value in raw.values {
                    if !comment.is_empty() {
                        comment.push('\n');
                    }
                    comment.push_str(&unescape(value));
                }
            }
            _ => {
                let property = Property::from_raw(&raw.id, raw.values);
                node.notes_mut().properties.push(property);
            }
        }
        Ok(())
    }

    fn rectangle(
        &self,
        raw: &Raw<'_>,
        value: &str,
        size: Size,
        content: Option<Color>,
    ) -> Result<Setup, SgfError> {
        let (one, other) = value.split_once(':').unwrap_or((value, value));
        let one = self.point(raw, one.trim(), size)?;
        let other = self.point(raw, other.trim(), size)?;
        Ok(Setup {
            content,
            from: Point::new(one.column().min(other.column()), one.row().min(other.row())),
            to: Point::new(one.column().max(other.column()), one.row().max(other.row())),
        })
    }

    fn point(&self, raw: &Raw<'_>, value: &str, size: Size) -> Result<Point, SgfError> {
        parse_any_point(value, size).ok_or_else(|| SgfError::Point {
            line: self.line(raw.position),
            id: raw.id.clone(),
            text: excerpt(value),
            size,
        })
    }
}
