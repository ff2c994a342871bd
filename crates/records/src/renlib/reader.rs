//! Reading a library: bytes to raw nodes, then texts in one charset for the whole file.

use encoding_rs::{Encoding, GBK, UTF_8};
use gomoku::{Color, Point, Size};

use super::{
    BARE_LABEL, BOARD_TEXT, CENTER, HEADER_LENGTH, LABEL, LINE_SEPARATOR, MAGIC, MARKED,
    RenlibError, START, VERSION, decode_position, info,
};
use crate::limits::{ReadBudget, ReadLimits, check_node};
use crate::node::{NodeId, Play};
use crate::property::Property;
use crate::record::Record;
use crate::sgf::value::write_point;

pub(super) fn read(bytes: &[u8], limits: ReadLimits) -> Result<Record, RenlibError> {
    let start = header(bytes)?;
    // The first pass reads the texts to choose one charset for the file. A short GBK text is often valid UTF-8 by chance;
    // all texts of a file hardly ever are.
    let mut charset = UTF_8;
    let mut cursor = Cursor {
        bytes,
        position: start,
    };
    while let Ok(Some(raw)) = cursor.node() {
        let is_utf8 = |text: &[u8]| std::str::from_utf8(text).is_ok();
        if !is_utf8(&raw.comment) || !is_utf8(&raw.board_text) {
            charset = GBK;
            break;
        }
    }
    cursor.position = start;
    tree(&mut cursor, charset, limits)
}

/// The offset of the first node.
fn header(bytes: &[u8]) -> Result<usize, RenlibError> {
    if bytes.first() == Some(&CENTER) {
        return Ok(0);
    }
    if !bytes.starts_with(MAGIC) {
        let start = &bytes[..bytes.len().min(MAGIC.len())];
        return Err(RenlibError::NotALibrary(start.escape_ascii().to_string()));
    }
    if bytes.len() < HEADER_LENGTH {
        return Err(RenlibError::Truncated(bytes.len()));
    }
    let version = (bytes[MAGIC.len()], bytes[MAGIC.len() + 1]);
    if version > VERSION {
        return Err(RenlibError::Version(version.0, version.1));
    }
    Ok(HEADER_LENGTH)
}

fn tree(
    cursor: &mut Cursor<'_>,
    charset: &'static Encoding,
    limits: ReadLimits,
) -> Result<Record, RenlibError> {
    let mut budget = ReadBudget::new(limits);
    let mut record = Record::new(Size::FIFTEEN);
    // The parent of the next node, the side to move there and its depth; then the same for every announced sibling.
    let mut next = Some((NodeId::ROOT, Color::Black, 1));
    let mut siblings = Vec::new();
    let mut first = true;
    while let Some(raw) = cursor.node()? {
        let Some((parent, color, depth)) = next else {
            return Err(RenlibError::Trailing(raw.offset));
        };
        budget
            .add_node(depth)
            .and_then(|()| check_node(0, raw.comment.len() + raw.board_text.len()))
            .map_err(|error| RenlibError::Limit {
                offset: raw.offset,
                error,
            })?;
        let is_root = first && raw.position == 0;
        first = false;
        let id = if is_root {
            NodeId::ROOT
        } else {
            record.add_node(parent)
        };
        let point = raw.point()?;
        let is_play = !is_root && raw.info & info::NO_MOVE == 0;
        if is_play {
            record.node_mut(id).play = Some(Play { color, point });
        }
        annotate(&mut record, id, &raw, charset);

        if raw.info & info::SIBLING != 0 {
            siblings.push((parent, color, depth));
        }
        next = if raw.info & info::LEAF != 0 {
            siblings.pop()
        } else {
            Some((id, if is_play { !color } else { color }, depth + 1))
        };
    }
    // An empty library has no node, or only a root, whose leaf bit may be missing.
    if record.node_count() > 1 && (next.is_some() || !siblings.is_empty()) {
        return Err(RenlibError::Truncated(cursor.bytes.len()));
    }
    Ok(record)
}

fn annotate(record: &mut Record, id: NodeId, raw: &Raw, charset: &'static Encoding) {
    let decode = |bytes: &[u8]| {
        let (text, _) = charset.decode_without_bom_handling(bytes);
        text.replace("\r\n", "\n").replace('\r', "\n")
    };
    let mut properties = Vec::new();
    let mut add = |name, text: &str| {
        properties.push(Property::new(name, [text]).expect("the names of this format are valid"));
    };
    if raw.info & info::MARK != 0 {
        add(MARKED, "1");
    }
    if raw.info & info::START != 0 {
        add(START, "1");
    }
    if let Some(point) = decode_position(raw.position) {
        let letters = write_point(point);
        let text = decode(&raw.board_text);
        if !text.is_empty() {
            add(LABEL, &format!("{letters}:{text}"));
        } else if record.node(id).play.is_none() {
            add(BARE_LABEL, &letters);
        }
    }
    let comment = decode(&raw.comment).replacen(LINE_SEPARATOR, "\n", 1);
    if !properties.is_empty() || !comment.is_empty() {
        let notes = record.node_mut(id).notes_mut();
        notes.comment = comment;
        properties.shrink_to_fit();
        notes.properties = properties;
    }
}

/// A raw node.
struct Raw {
    offset: usize,
    position: u8,
    info: u8,
    comment: Vec<u8>,
    board_text: Vec<u8>,
}

impl Raw {
    /// The point of the node, if it has one.
    fn point(&self) -> Result<Option<Point>, RenlibError> {
        match (self.position, decode_position(self.position)) {
            (0, _) => Ok(None),
            (_, Some(point)) => Ok(Some(point)),
            (position, None) => Err(RenlibError::Position {
                offset: self.offset,
                position,
            }),
        }
    }
}

struct Cursor<'a> {
    bytes: &'a [u8],
    position: usize,
}

impl Cursor<'_> {
    /// The next node; `None` at the end of the file.
    fn node(&mut self) -> Result<Option<Raw>, RenlibError> {
        let offset = self.position;
        if offset == self.bytes.len() {
            return Ok(None);
        }
        let [position, info] = self.pair()?;
        let extension = if info & info::EXTENSION != 0 {
            self.pair()?[1]
        } else {
            0
        };
        let comment = if info & info::OLD_COMMENT != 0 {
            self.old_text()?
        } else if info & info::COMMENT != 0 {
            self.text()?
        } else {
            Vec::new()
        };
        let board_text = if extension & BOARD_TEXT != 0 {
            self.text()?
        } else {
            Vec::new()
        };
        Ok(Some(Raw {
            offset,
            position,
            info,
            comment,
            board_text,
        }))
    }

    /// The format consists of pairs of bytes.
    fn pair(&mut self) -> Result<[u8; 2], RenlibError> {
        let pair = self.bytes[self.position..]
            .first_chunk()
            .ok_or(RenlibError::Truncated(self.bytes.len()))?;
        self.position += 2;
        Ok(*pair)
    }

    /// Text up to the first 00; consumes the whole pair.
    fn text(&mut self) -> Result<Vec<u8>, RenlibError> {
        let mut text = Vec::new();
        loop {
            for byte in self.pair()? {
                if byte == 0 {
                    return Ok(text);
                }
                text.push(byte);
            }
        }
    }

    /// Seven-bit text up to and including the first byte with its top bit set.
    fn old_text(&mut self) -> Result<Vec<u8>, RenlibError> {
        let mut text = Vec::new();
        loop {
            for byte in self.pair()? {
                // A zero pads the pair.
                if byte & 0x7f != 0 {
                    text.push(byte & 0x7f);
                }
                if byte & 0x80 != 0 {
                    return Ok(text);
                }
            }
        }
    }
}
