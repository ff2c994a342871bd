//! Game records under random input: trees come back as they went out, and no bytes make a reader panic.
#![allow(clippy::unwrap_used, reason = "a test fails where it stands")]

use std::time::Duration;

use gomoku::{Color, Point, Rule, Size};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use records::{
    FileFormat, NodeId, Play, Property, ReadDefaults, Record, RecordResult, Setup, read, read_psq,
    read_renlib, read_sgf, write, write_psq, write_renlib, write_sgf,
};

/// A color or nothing, and two corners of a rectangle.
type Change = (Option<bool>, (u8, u8), (u8, u8));

/// What a random node is made of; `parent` picks one of the nodes before it.
#[derive(Clone, Debug)]
struct Sketch {
    parent: prop::sample::Index,
    play: Option<(bool, Option<(u8, u8)>)>,
    time: Option<u64>,
    setup: Vec<Change>,
    name: String,
    comment: String,
    label: Option<String>,
}

/// Text with everything that has a meaning in some format, as the model keeps it: without carriage returns.
fn text() -> impl Strategy<Value = String> {
    "([a-z ]|[\\[\\]\\\\:;()+,]|\n|[\u{8}\u{e9}\u{4e94}\u{1f600}]){0,12}"
}

fn one_line() -> impl Strategy<Value = String> {
    "([a-z]|[\\[\\]\\\\:;()+,]|[\u{e9}\u{4e94}]){0,12}"
}

prop_compose! {
    fn sketch()(
        parent in any::<prop::sample::Index>(),
        play in option::weighted(0.9, any::<(bool, Option<(u8, u8)>)>()),
        time in option::of(0..10_000_000u64),
        setup in prop_oneof![3 => Just(Vec::new()), 1 => vec(any::<Change>(), 0..4)],
        name in one_line(),
        comment in text(),
        label in option::weighted(0.2, text()),
    ) -> Sketch {
        Sketch { parent, play, time, setup, name, comment, label }
    }
}

fn color(black: bool) -> Color {
    if black { Color::Black } else { Color::White }
}

fn point(size: Size, (column, row): (u8, u8)) -> Point {
    Point::new(column % size.get(), row % size.get())
}

/// A tree with everything that SGF can hold.
fn sgf_record() -> impl Strategy<Value = Record> {
    let facts = (
        5..=22u8,
        option::of(0..Rule::ALL.len()),
        [one_line(), one_line(), one_line(), one_line()],
        option::of((option::of(any::<bool>()), "[a-c]{0,3}")),
    );
    (facts, vec(sketch(), 0..30)).prop_map(|((size, rule, texts, ending), sketches)| {
        let size = Size::new(size).unwrap();
        let mut record = Record::new(size);
        record.rule = rule.map(|rule| Rule::ALL[rule]);
        let [black, white, event, date] = texts;
        record.names.black = black;
        record.names.white = white;
        record.event = event;
        record.date = date;
        record.result = ending.map(|(winner, reason)| match winner {
            Some(black) => RecordResult {
                winner: Some(color(black)),
                reason,
            },
            None => RecordResult {
                winner: None,
                reason: String::new(),
            },
        });
        let mut ids = vec![NodeId::ROOT];
        for sketch in sketches {
            let id = record.add_node(ids[sketch.parent.index(ids.len())]);
            ids.push(id);
            fill(&mut record, id, &sketch);
        }
        record
    })
}

fn fill(record: &mut Record, id: NodeId, sketch: &Sketch) {
    let size = record.size;
    let node = record.node_mut(id);
    node.play = sketch.play.map(|(black, place)| Play {
        color: color(black),
        point: place.map(|place| point(size, place)),
    });
    node.time = sketch.time.map(Duration::from_micros);
    let notes = node.notes_mut();
    notes.name.clone_from(&sketch.name);
    notes.comment.clone_from(&sketch.comment);
    for &(content, one, other) in &sketch.setup {
        let (one, other) = (point(size, one), point(size, other));
        notes.setup.push(Setup {
            content: content.map(color),
            from: Point::new(one.column().min(other.column()), one.row().min(other.row())),
            to: Point::new(one.column().max(other.column()), one.row().max(other.row())),
        });
        notes.to_move = Some(color(content.is_some()));
    }
    if let Some(text) = &sketch.label {
        notes
            .properties
            .push(Property::new("LB", [text.as_str(), "x"]).unwrap());
    }
}

/// A tree with everything that a library can hold: moves in turn, comments, marks and labels.
fn library() -> impl Strategy<Value = Record> {
    vec(sketch(), 0..30).prop_map(|sketches| {
        let mut record = Record::new(Size::FIFTEEN);
        let mut nodes = vec![(NodeId::ROOT, Color::Black)];
        for sketch in sketches {
            let (parent, turn) = nodes[sketch.parent.index(nodes.len())];
            let id = record.add_node(parent);
            let node = record.node_mut(id);
            let place = sketch.play.and_then(|(_, place)| place);
            let place = place.map(|place| point(Size::FIFTEEN, place));
            if sketch.play.is_some() {
                let color = turn;
                node.play = Some(Play {
                    color,
                    point: place,
                });
            }
            nodes.push((id, if sketch.play.is_some() { !turn } else { turn }));
            let notes = node.notes_mut();
            notes.comment = sketch.comment.replace('\u{8}', "");
            if sketch.time.is_some() {
                notes.properties.push(Property::new("HO", ["1"]).unwrap());
            }
            let label = sketch.label.filter(|label| !label.is_empty());
            let (Some(place), Some(label)) = (place, label) else {
                continue;
            };
            let letters: String = [place.column(), place.row()]
                .map(|coordinate| (b'a' + coordinate) as char)
                .iter()
                .collect();
            let label = Property::new("LB", [format!("{letters}:{label}").as_str()]);
            notes.properties.push(label.unwrap());
        }
        record
    })
}

proptest! {
    #[test]
    fn trees_survive_sgf(records in vec(sgf_record(), 1..4)) {
        let text = write_sgf(&records);
        prop_assert_eq!(read_sgf(text.as_bytes()).unwrap(), records);
    }

    #[test]
    fn trees_survive_renlib(record in library()) {
        let bytes = write_renlib(&record).unwrap();
        prop_assert_eq!(read_renlib(&bytes).unwrap(), record);
    }

    #[test]
    fn main_lines_survive_the_simple_formats(
        size in 5..=22u8,
        places in vec(any::<(u8, u8)>(), 1..60),
        times in vec(option::of(0..10_000_000u64), 60),
        ending in option::of(option::of(any::<bool>())),
        white in one_line(),
        black in "[b-z][a-z.]{0,8}",
    ) {
        let size = Size::new(size).unwrap();
        let mut record = Record::new(size);
        let plays = places.iter().zip(Color::BOTH.into_iter().cycle());
        record.add_line(NodeId::ROOT, plays.map(|(&place, color)| Play {
            color,
            point: Some(point(size, place)),
        }));
        let defaults = ReadDefaults { size, ..ReadDefaults::default() };
        let mut formats = vec![FileFormat::Moves, FileFormat::Openings];
        if size == Size::FIFTEEN {
            formats.push(FileFormat::BinaryPos);
        }
        for format in formats {
            let bytes = write(std::slice::from_ref(&record), format).unwrap();
            prop_assert_eq!(&read(&bytes, format, defaults).unwrap()[..], std::slice::from_ref(&record));
        }

        // PSQ adds names, times and the result.
        let line: Vec<NodeId> = record.main_line().skip(1).collect();
        for (id, time) in line.into_iter().zip(times) {
            record.node_mut(id).time = time.map(Duration::from_millis);
        }
        record.names.white = white;
        record.names.black = black;
        record.result = ending.map(|winner| RecordResult {
            winner: winner.map(color),
            reason: String::new(),
        });
        let text = write_psq(&record).unwrap();
        let again = read_psq(text.as_bytes()).unwrap();
        prop_assert_eq!(write_psq(&again).unwrap(), text);
        prop_assert!(again.plays().eq(record.plays()));
        prop_assert_eq!(&again.names, &record.names);
        prop_assert_eq!(&again.result, &record.result);
        let times = |record: &Record| -> Vec<_> {
            record.main_line().map(|id| record.node(id).time).collect()
        };
        prop_assert_eq!(times(&again), times(&record));
    }

    #[test]
    fn random_bytes_are_read_or_refused(bytes in vec(any::<u8>(), 0..400)) {
        let _ = FileFormat::sniff(&bytes);
        for format in FileFormat::ALL {
            let _ = read(&bytes, format, ReadDefaults::default());
        }
        // Behind a valid beginning, more of each reader is reached.
        for (format, start) in [
            (FileFormat::Psq, &b"Piskvorky 15x15, 0:0, 0\n"[..]),
            (FileFormat::Sgf, &b"(;GM[4]"[..]),
            (FileFormat::Renlib, &b"\x78"[..]),
            (FileFormat::Renlib, &b"\xffRenLib\xff\x03\x00\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"[..]),
        ] {
            let _ = read(&[start, &bytes].concat(), format, ReadDefaults::default());
        }
    }

    #[test]
    fn random_sgf_is_stable_once_read(
        body in "(;|\\(|\\)|B\\[hh\\]|W\\[h8\\]|AB\\[|\\]|C\\[a|PB\\[|RE\\[B\\+|RU\\[1|ET\\[1.|[a-z0:\\\\\n\r]){0,40}",
    ) {
        if let Ok(records) = read_sgf(format!("(;{body})").as_bytes()) {
            for record in &records {
                let _ = record.to_board(Rule::Freestyle);
            }
            prop_assert_eq!(read_sgf(write_sgf(&records).as_bytes()).unwrap(), records);
        }
    }
}
