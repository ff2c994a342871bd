//! Properties that the model has no field for, kept as SGF writes them.
//!
//! ```text
//! property = identifier { "[" value "]" }
//! ```
//!
//! A value is kept raw, with its escapes: what `\:` means depends on the property, and a property that nobody here
//! understands must come out as it went in. Other formats' extra facts use the same shape, so that they survive in
//! an SGF file.

/// What the fields of a record or node hold already. A property of that name would say it twice.
const FIELDS: [&str; 7] = ["B", "W", "AB", "AW", "AE", "N", "C"];

/// A named list of values. It is kept as the text that SGF has for it, so that a file full of properties takes no more
/// room in memory than it must.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Property(Box<str>);

/// The text is not an identifier of a property.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PropertyIdError {
    /// It has other characters, or none.
    #[error("bad property identifier {0:?}: expected capital letters and digits")]
    Characters(String),
    /// It is the name of something that has its own field.
    #[error("the property {0:?} is a field of the node")]
    Field(String),
}

impl Property {
    /// A property with these texts as its values. Without any it gets an empty one, since a file needs a value.
    ///
    /// # Errors
    /// When the identifier is not made of capital letters and digits, or names a field of [`crate::Notes`] or
    /// [`crate::RecordNode`].
    pub fn new<'a>(
        id: &str,
        texts: impl IntoIterator<Item = &'a str>,
    ) -> Result<Property, PropertyIdError> {
        if id.is_empty() || !id.bytes().all(is_id_byte) {
            return Err(PropertyIdError::Characters(id.to_owned()));
        }
        if FIELDS.contains(&id) {
            return Err(PropertyIdError::Field(id.to_owned()));
        }
        let mut values: Vec<String> = texts.into_iter().map(escape).collect();
        if values.is_empty() {
            values.push(String::new());
        }
        Ok(Property::from_raw(id, values.iter().map(String::as_str)))
    }

    /// A property as it stands in a file: there is a value, and values have their escapes and no bare bracket.
    pub(crate) fn from_raw<'a>(id: &str, values: impl IntoIterator<Item = &'a str>) -> Property {
        let mut raw = id.to_owned();
        for value in values {
            raw.push('[');
            raw.push_str(value);
            raw.push(']');
        }
        Property(raw.into_boxed_str())
    }

    /// The whole property as SGF has it, such as `LB[hh:a][ii:b]`.
    pub fn raw(&self) -> &str {
        &self.0
    }

    /// The identifier, such as `LB`.
    pub fn id(&self) -> &str {
        self.0
            .split('[')
            .next()
            .expect("a split has at least one part")
    }

    /// The values as they are written, with escapes.
    pub fn values(&self) -> impl Iterator<Item = &str> {
        let mut rest = &self.0[self.id().len()..];
        std::iter::from_fn(move || {
            let value = rest.strip_prefix('[')?;
            let (value, after) = split_value(value)?;
            rest = after;
            Some(value)
        })
    }

    /// The values as they are meant.
    pub fn texts(&self) -> impl Iterator<Item = String> + '_ {
        self.values().map(unescape)
    }
}

/// Splits text that follows an opening bracket at the closing one, if there is one.
pub(crate) fn split_value(text: &str) -> Option<(&str, &str)> {
    let mut escaped = false;
    for (offset, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b']' => return Some((&text[..offset], &text[offset + 1..])),
            _ => {}
        }
    }
    None
}

/// May this byte be part of an identifier? Digits are not in the standard, but in use (`5A`).
pub(crate) fn is_id_byte(byte: u8) -> bool {
    byte.is_ascii_uppercase() || byte.is_ascii_digit()
}

/// Puts a backslash before each character that would end a value or escape something.
pub(crate) fn escape(text: &str) -> String {
    let mut value = String::with_capacity(text.len());
    for character in text.chars() {
        if matches!(character, ']' | '\\') {
            value.push('\\');
        }
        value.push(character);
    }
    value
}

/// Resolves escapes: a backslash keeps the next character, and makes a line break vanish. Every kind of line break
/// becomes `\n`.
pub(crate) fn unescape(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut characters = value.chars().peekable();
    let mut escaped = false;
    while let Some(character) = characters.next() {
        match character {
            '\\' if !escaped => {
                escaped = true;
                continue;
            }
            '\r' | '\n' => {
                let pair = if character == '\r' { '\n' } else { '\r' };
                characters.next_if_eq(&pair);
                if !escaped {
                    text.push('\n');
                }
            }
            _ => text.push(character),
        }
        escaped = false;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn escapes_follow_the_standard() {
        assert_eq!(unescape(r"a\]b\\c\:d\e"), r"a]b\c:de");
        assert_eq!(unescape("a\\\r\nb\r\nc\n\rd\re"), "ab\nc\nd\ne");
        assert_eq!(unescape("dangling\\"), "dangling");
        assert_eq!(escape(r"[x] \ y"), r"[x\] \\ y");
    }

    #[test]
    fn values_are_found_between_their_brackets() {
        let property = Property::new("LB", ["hh:a]", "", "[x\\"]).unwrap();
        assert_eq!(property.raw(), r"LB[hh:a\]][][[x\\]");
        assert_eq!(property.id(), "LB");
        let values: Vec<_> = property.values().collect();
        assert_eq!(values, [r"hh:a\]", "", r"[x\\"]);
        let texts: Vec<_> = property.texts().collect();
        assert_eq!(texts, ["hh:a]", "", "[x\\"]);
    }

    #[test]
    fn identifiers_are_checked() {
        assert!(Property::new("5A", ["hh"]).is_ok());
        for id in ["", "lb", "L B", "LB["] {
            assert_eq!(
                Property::new(id, []).unwrap_err(),
                PropertyIdError::Characters(id.to_owned())
            );
        }
        assert_eq!(
            Property::new("B", ["hh"]).unwrap_err(),
            PropertyIdError::Field("B".to_owned())
        );
    }

    proptest! {
        #[test]
        fn an_escaped_text_is_read_back(text in "[^\r]*") {
            prop_assert_eq!(unescape(&escape(&text)), text);
        }
    }
}
