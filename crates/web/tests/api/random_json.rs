//! Random JSON that fits a schema, and mutations that do not.

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Map, Value, json};

/// Strings that parsers get wrong.
pub(crate) const ODD_TEXTS: [&str; 14] = [
    "",
    " ",
    "\u{0}",
    "\u{202e}h8",
    "e\u{301}",
    "\u{130}",
    "🂡",
    "ﷺ",
    "h8\u{200b}i9",
    "H8I9",
    "a0",
    "zz99",
    "../../etc/passwd",
    "-1",
];

/// Numbers at and beyond the limits of integer types.
fn odd_numbers() -> [Value; 10] {
    [
        json!(0),
        json!(-1),
        json!(255),
        json!(256),
        json!(u32::MAX),
        json!(u64::MAX),
        json!(i64::MIN),
        json!(1.5),
        json!(1e300),
        json!(-0.0),
    ]
}

/// A generator of documents for the schemas of one OpenAPI document.
pub(crate) struct RandomJson<'a> {
    document: &'a Value,
    random: Xoshiro256PlusPlus,
}

impl<'a> RandomJson<'a> {
    pub(crate) fn new(document: &'a Value, seed: u64) -> RandomJson<'a> {
        RandomJson {
            document,
            random: Xoshiro256PlusPlus::seed_from_u64(seed),
        }
    }

    pub(crate) fn chance(&mut self, probability: f64) -> bool {
        self.random.random_bool(probability)
    }

    pub(crate) fn below(&mut self, count: usize) -> usize {
        self.random.random_range(0..count)
    }

    pub(crate) fn choose<T: Clone>(&mut self, list: &[T]) -> T {
        list.choose(&mut self.random).unwrap().clone()
    }

    /// A value that fits the schema. `key` is the name of the property, which decides the vocabulary of strings.
    pub(crate) fn valid(&mut self, schema: &Value, key: &str) -> Value {
        if let Some(reference) = schema["$ref"].as_str() {
            let target = self.document.pointer(&reference[1..]).unwrap();
            return self.valid(target, key);
        }
        for combined in ["oneOf", "anyOf"] {
            if let Some(schemas) = schema[combined].as_array() {
                let schema = self.choose(schemas);
                return self.valid(&schema, key);
            }
        }
        if let Some(schemas) = schema["allOf"].as_array() {
            let mut all = Map::new();
            for schema in schemas {
                if let Value::Object(part) = self.valid(schema, key) {
                    all.extend(part);
                }
            }
            return Value::Object(all);
        }
        if let Some(values) = schema["enum"].as_array() {
            return self.choose(values);
        }
        let kind = match &schema["type"] {
            Value::Array(kinds) => self.choose(kinds),
            kind => kind.clone(),
        };
        match kind.as_str() {
            Some("object") => self.object(schema),
            Some("array") => {
                let count = self.below(6);
                let items = (0..count).map(|_| self.valid(&schema["items"], key));
                Value::Array(items.collect())
            }
            Some("string") => Value::String(self.text(key)),
            Some("integer") => self.integer(schema, key),
            Some("number") => json!(f64::from(self.random.random_range(-8..8)) / 2.0),
            Some("boolean") => json!(self.chance(0.5)),
            _ => Value::Null,
        }
    }

    fn object(&mut self, schema: &Value) -> Value {
        let required = schema["required"].as_array().cloned().unwrap_or_default();
        let mut object = Map::new();
        for (key, property) in schema["properties"].as_object().into_iter().flatten() {
            if required.contains(&json!(key)) || self.chance(0.5) {
                object.insert(key.clone(), self.valid(property, key));
            }
        }
        Value::Object(object)
    }

    fn integer(&mut self, schema: &Value, key: &str) -> Value {
        let min = schema["minimum"].as_i64().unwrap_or(-3);
        let max = schema["maximum"].as_i64().unwrap_or(min + 40);
        // Searches and games stay small.
        let max = match key {
            "games" => min + 2,
            "time_ms" | "time_left_ms" => min + 20,
            _ => max.min(min + 200),
        };
        json!(self.random.random_range(min..=max))
    }

    /// A text of the vocabulary that the property wants, sometimes another one.
    fn text(&mut self, key: &str) -> String {
        if self.chance(0.1) {
            return self.choose(&ODD_TEXTS).to_owned();
        }
        let words: &[&str] = match key {
            "moves" | "black" | "white" | "excluded" if self.chance(0.5) => return self.moves(),
            "point" => return self.point(),
            "player" | "black" | "white" => &[
                "greedy",
                "random",
                "greedy:radius=2",
                "uct:iterations=20",
                "alphabeta:depth=1",
                "nobody",
                "greedy:radius=99",
                "pbrain:cmd=true",
            ],
            "answers" if self.chance(0.6) => return self.point(),
            "answers" => &["black", "white", "place-two", "1", "5", "300"],
            "openings" => &["", "empty", "balanced", "random:2", "random:999", "h8i9\n"],
            "time" | "match_time" | "increment" => {
                &["1ms", "20ms", "0s", "5", "18446744073709551615s", "1e9h"]
            }
            "name" => &["a", "first one", "papers", "a.sgf", "a.psq", "a.lib", "x/y"],
            "file" => &["report.html", "summary.json", "games.csv", "score.svg"],
            "result" => &["", "black five", "white resignation", "draw", "?"],
            _ => &["", "text"],
        };
        self.choose(words).to_owned()
    }

    fn point(&mut self) -> String {
        let column = char::from(b'a' + u8::try_from(self.below(15)).unwrap());
        format!("{column}{}", 1 + self.below(15))
    }

    fn moves(&mut self) -> String {
        let count = self.below(12);
        (0..count).map(|_| self.point()).collect()
    }

    /// Changes one place of a value: another type, an odd text or number, a missing or an unknown key.
    pub(crate) fn mutate(&mut self, value: &mut Value) {
        let goes_deeper = self.chance(0.7);
        match value {
            Value::Object(object) if !object.is_empty() && goes_deeper => {
                let keys: Vec<String> = object.keys().cloned().collect();
                let key = self.choose(&keys);
                match self.below(8) {
                    0 => drop(object.remove(&key)),
                    1 => drop(object.insert("unknown".to_owned(), json!(1))),
                    _ => self.mutate(&mut object[&key]),
                }
            }
            Value::Array(items) if !items.is_empty() && goes_deeper => {
                let index = self.below(items.len());
                self.mutate(&mut items[index]);
            }
            value => *value = self.odd_value(),
        }
    }

    fn odd_value(&mut self) -> Value {
        match self.below(8) {
            0 => Value::Null,
            1 => json!(true),
            2 => json!([]),
            3 => json!({}),
            4 => json!([[[[[[["deep"]]]]]]]),
            5 | 6 => self.choose(&odd_numbers()),
            _ => json!(self.choose(&ODD_TEXTS)),
        }
    }

    /// Damages the text of a JSON document.
    pub(crate) fn damage(&mut self, bytes: &mut Vec<u8>) {
        let index = self.below(bytes.len().max(1)).min(bytes.len());
        match self.below(4) {
            0 => bytes.truncate(index),
            1 => bytes.insert(index, 0xff),
            2 => drop(bytes.splice(index..index, *br#""\ud800""#)),
            _ => drop(bytes.splice(index..index, [b'['; 500])),
        }
    }
}
