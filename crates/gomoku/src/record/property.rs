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

/// A named list of values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Property {
    id: Box<str>,
    values: Box<[Box<str>]>,
}

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
    /// When the identifier is not made of capital letters and digits, or names a field of [`super::Notes`] or
    /// [`super::Node`].
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
        let mut values: Vec<Box<str>> = texts.into_iter().map(escape).collect();
        if values.is_empty() {
            values.push("".into());
        }
        Ok(Property::from_raw(id, values))
    }

    /// A property as it stands in a file: values have their escapes, and no bare bracket.
    pub(super) fn from_raw(id: &str, values: Vec<Box<str>>) -> Property {
        Property {
            id: id.into(),
            values: values.into_boxed_slice(),
        }
    }

    /// The identifier, such as `LB`.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The values as they are written, with escapes.
    pub fn values(&self) -> &[Box<str>] {
        &self.values
    }

    /// The values as they are meant.
    pub fn texts(&self) -> impl Iterator<Item = String> + '_ {
        self.values.iter().map(|value| unescape(value))
    }
}

/// May this byte be part of an identifier? Digits are not in the standard, but in use (`5A`).
pub(super) fn is_id_byte(byte: u8) -> bool {
    byte.is_ascii_uppercase() || byte.is_ascii_digit()
}

/// Puts a backslash before each character that would end a value or escape something.
pub(super) fn escape(text: &str) -> Box<str> {
    let mut value = String::with_capacity(text.len());
    for character in text.chars() {
        if matches!(character, ']' | '\\') {
            value.push('\\');
        }
        value.push(character);
    }
    value.into_boxed_str()
}

/// Resolves escapes: a backslash keeps the next character, and makes a line break vanish. Every kind of line break
/// becomes `\n`.
pub(super) fn unescape(value: &str) -> String {
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
        assert_eq!(&*escape(r"[x] \ y"), r"[x\] \\ y");
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
