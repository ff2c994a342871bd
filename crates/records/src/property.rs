//! Properties without a field of their own, stored as in SGF.
//!
//! ```text
//! property = identifier { "[" value "]" }
//! ```
//!
//! Values are stored raw, with their escapes: the meaning of `\:` depends on the property, and unknown properties must be
//! written as they were read. Extra data of other formats uses properties too, so that it survives in SGF.

/// Properties that have a field in the record or node.
const FIELDS: [&str; 7] = ["B", "W", "AB", "AW", "AE", "N", "C"];

/// A named list of values, stored as SGF text to save memory.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Property(Box<str>);

/// The text is not a valid property identifier.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PropertyIdError {
    /// It is empty or has characters other than capital letters and digits.
    #[error("bad property identifier {0:?}: expected capital letters and digits")]
    Characters(String),
    /// The property has a field of its own.
    #[error("the property {0:?} is a field of the node")]
    Field(String),
}

impl Property {
    /// A property with these texts as values. Without texts it gets one empty value, which SGF requires.
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

    /// A property from a file: at least one value, all of them escaped.
    pub(crate) fn from_raw<'a>(id: &str, values: impl IntoIterator<Item = &'a str>) -> Property {
        let mut raw = id.to_owned();
        for value in values {
            raw.push('[');
            raw.push_str(value);
            raw.push(']');
        }
        Property(raw.into_boxed_str())
    }

    /// The property as SGF text, such as `LB[hh:a][ii:b]`.
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

    /// The raw values, with escapes.
    pub fn values(&self) -> impl Iterator<Item = &str> {
        let mut rest = &self.0[self.id().len()..];
        std::iter::from_fn(move || {
            let value = rest.strip_prefix('[')?;
            let (value, after) = split_value(value)?;
            rest = after;
            Some(value)
        })
    }

    /// The unescaped values.
    pub fn texts(&self) -> impl Iterator<Item = String> + '_ {
        self.values().map(unescape)
    }
}

/// Splits text after an opening bracket at the closing bracket, if there is one.
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

/// Is the byte valid in an identifier? Digits are not standard, but in use (`5A`).
pub(crate) fn is_id_byte(byte: u8) -> bool {
    byte.is_ascii_uppercase() || byte.is_ascii_digit()
}

/// Escapes brackets and backslashes.
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

/// Resolves escapes: a backslash protects the next character and removes a line break. All line breaks become `\n`.
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
    fn values_are_split_at_their_brackets() {
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
        fn unescaping_inverts_escaping(text in "[^\r]*") {
            prop_assert_eq!(unescape(&escape(&text)), text);
        }
    }
}
