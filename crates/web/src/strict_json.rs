//! JSON without serde's leniency: a struct must be an object. Serde's derive also accepts an array of the fields in order,
//! which no schema describes.

use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{
    DeserializeOwned, Deserializer, Error as _, IntoDeserializer, Unexpected, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::{Error, Value};

/// Reads a document.
///
/// # Errors
/// When it is not JSON or does not fit the type.
pub(crate) fn from_slice<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Error> {
    // Two bytes of text can become a value of a hundred bytes.
    if count_values(bytes) > MAX_VALUES {
        return Err(Error::custom(format!("more than {MAX_VALUES} values")));
    }
    T::deserialize(Strict(serde_json::from_slice(bytes)?))
}

/// Values in one document: twelve for each node of the largest game tree.
const MAX_VALUES: usize = 12 * wire::MAX_TREE_NODES;

/// The number of keys and values, or a little more.
fn count_values(bytes: &[u8]) -> usize {
    let (mut count, mut is_text, mut is_escaped) = (0, false, false);
    for &byte in bytes {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if is_text => is_escaped = true,
            b'"' => is_text = !is_text,
            b',' | b':' | b'[' | b'{' if !is_text => count += 1,
            _ => {}
        }
    }
    count
}

struct Strict(Value);

impl<'de> IntoDeserializer<'de, Error> for Strict {
    type Deserializer = Strict;

    fn into_deserializer(self) -> Strict {
        self
    }
}

impl<'de> Deserializer<'de> for Strict {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Array(items) => {
                let mut items = SeqDeserializer::new(items.into_iter().map(Strict));
                let value = visitor.visit_seq(&mut items)?;
                items.end()?;
                Ok(value)
            }
            Value::Object(entries) => {
                let entries = entries.into_iter().map(|(key, value)| (key, Strict(value)));
                let mut entries = MapDeserializer::new(entries);
                let value = visitor.visit_map(&mut entries)?;
                entries.end()?;
                Ok(value)
            }
            value => value.deserialize_any(visitor),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self.0 {
            Value::Array(_) => Err(Error::invalid_type(Unexpected::Seq, &"an object")),
            value => Strict(value).deserialize_any(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Null => visitor.visit_none(),
            value => visitor.visit_some(Strict(value)),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.0.deserialize_enum(name, variants, visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct map identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_counted_and_capped() {
        let text = br#"{"a,[": [1, 2], "b\"{,": "x"}"#;
        assert_eq!(count_values(text), 6);
        let list = format!("[{}0]", "0,".repeat(MAX_VALUES));
        let error = from_slice::<Vec<u8>>(list.as_bytes()).unwrap_err();
        assert!(error.to_string().starts_with("more than"), "{error}");
    }

    #[test]
    fn nesting_is_bounded() {
        let nested = "[".repeat(100_000);
        let error = from_slice::<Value>(nested.as_bytes()).unwrap_err();
        assert!(error.to_string().contains("recursion"), "{error}");
    }
}
