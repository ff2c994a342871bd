//! Parameters: one line each, owned by the player that has them.
//!
//! [`params!`](crate::params!) turns a table with one line per parameter (doc, name, kind, default, range, step) into a plain struct
//! with a [`Params`] implementation. The registry, the command line's help, the page's sliders and the tuner all read
//! that table, and two differently tuned players can meet in one process.
//!
//! ```
//! gomoku::params! {
//!     /// What the example player can be told.
//!     pub struct ExampleParams {
//!         /// Plies to look ahead.
//!         depth: int = 3, 1..=20, step 1;
//!         /// Size of the table in megabytes; `i32`, `u32`, `u64` and `usize` are whole numbers of that type.
//!         hash: u64 = 64, 1..=1024, step 16;
//!         /// How much exploration counts.
//!         exploration: real = 1.414, 0.0..=10.0, step 0.1;
//!         /// Sort the candidates first.
//!         sorted: flag = true;
//!         /// Whose table to use.
//!         table: choice = "zhang", ["zhang", "wang"];
//!         /// A file to read.
//!         file: text = "";
//!     }
//! }
//! use gomoku::params::Params;
//! let mut params = ExampleParams::default();
//! params.set("depth", "5").unwrap();
//! assert_eq!(params.depth, 5);
//! assert!(params.set("depth", "21").unwrap_err().to_string().contains("1 to 20"));
//! assert_eq!(ExampleParams::TABLE[4].name, "table");
//! ```

/// One parameter as it was declared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Param {
    /// The name, as written in a spec string.
    pub name: &'static str,
    /// One sentence.
    pub doc: &'static str,
    /// Type, default and range.
    pub kind: ParamKind,
}

/// Type, default and range of a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ParamKind {
    /// A whole number.
    Int {
        /// When nothing is said.
        default: i64,
        /// The least value allowed.
        min: i64,
        /// The greatest value allowed.
        max: i64,
        /// A sensible step for a slider or a tuner.
        step: i64,
    },
    /// A real number.
    Real {
        /// When nothing is said.
        default: f64,
        /// The least value allowed.
        min: f64,
        /// The greatest value allowed.
        max: f64,
        /// A sensible step for a slider or a tuner.
        step: f64,
    },
    /// Yes or no.
    Flag {
        /// When nothing is said.
        default: bool,
    },
    /// One of several words.
    Choice {
        /// When nothing is said.
        default: &'static str,
        /// The words.
        options: &'static [&'static str],
    },
    /// Any text.
    Text {
        /// When nothing is said.
        default: &'static str,
    },
}

/// A value does not fit its parameter, or there is no such parameter.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParamError {
    /// No parameter of that name.
    #[error("no parameter {0:?}")]
    Unknown(String),
    /// The value is of the wrong type or out of range.
    #[error("{name}={value:?} is not {expected}")]
    Value {
        /// The parameter.
        name: &'static str,
        /// What was given.
        value: String,
        /// What it takes.
        expected: String,
    },
}

/// A struct made by [`params!`](crate::params!).
pub trait Params: Default {
    /// Every parameter, in the order of declaration.
    const TABLE: &'static [Param];

    /// Sets a parameter from text.
    ///
    /// # Errors
    /// When there is no such parameter or the text does not fit it; nothing is changed then.
    fn set(&mut self, name: &str, value: &str) -> Result<(), ParamError>;

    /// The present value as text.
    fn get(&self, name: &str) -> Option<String>;
}

impl Param {
    fn refuse(&self, value: &str, expected: String) -> ParamError {
        ParamError::Value {
            name: self.name,
            value: value.to_owned(),
            expected,
        }
    }

    /// Reads a whole number within the range.
    ///
    /// # Errors
    /// When it is none.
    pub fn parse_int(&self, value: &str) -> Result<i64, ParamError> {
        let ParamKind::Int { min, max, .. } = self.kind else {
            return Err(self.refuse(value, "a whole number".into()));
        };
        value
            .parse()
            .ok()
            .filter(|number| (min..=max).contains(number))
            .ok_or_else(|| self.refuse(value, format!("a whole number from {min} to {max}")))
    }

    /// Reads a number within the range.
    ///
    /// # Errors
    /// When it is none.
    pub fn parse_real(&self, value: &str) -> Result<f64, ParamError> {
        let ParamKind::Real { min, max, .. } = self.kind else {
            return Err(self.refuse(value, "a number".into()));
        };
        value
            .parse()
            .ok()
            .filter(|number| (min..=max).contains(number))
            .ok_or_else(|| self.refuse(value, format!("a number from {min} to {max}")))
    }

    /// Reads yes or no.
    ///
    /// # Errors
    /// When it is neither.
    pub fn parse_flag(&self, value: &str) -> Result<bool, ParamError> {
        match value {
            "true" | "yes" | "on" | "1" => Ok(true),
            "false" | "no" | "off" | "0" => Ok(false),
            _ => Err(self.refuse(value, "true or false".into())),
        }
    }

    /// Reads one of the words.
    ///
    /// # Errors
    /// When it is none of them.
    pub fn parse_choice(&self, value: &str) -> Result<&'static str, ParamError> {
        let ParamKind::Choice { options, .. } = self.kind else {
            return Err(self.refuse(value, "a choice".into()));
        };
        options
            .iter()
            .find(|option| option.eq_ignore_ascii_case(value))
            .copied()
            .ok_or_else(|| self.refuse(value, format!("one of {}", options.join(", "))))
    }

    /// The default as text.
    pub fn default_text(&self) -> String {
        match self.kind {
            ParamKind::Int { default, .. } => default.to_string(),
            ParamKind::Real { default, .. } => default.to_string(),
            ParamKind::Flag { default } => default.to_string(),
            ParamKind::Choice { default, .. } | ParamKind::Text { default } => default.to_owned(),
        }
    }
}

/// Parameters of a player that has none.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoParams;

impl Params for NoParams {
    const TABLE: &'static [Param] = &[];

    fn set(&mut self, name: &str, _: &str) -> Result<(), ParamError> {
        Err(ParamError::Unknown(name.to_owned()))
    }

    fn get(&self, _: &str) -> Option<String> {
        None
    }
}

/// Declares a struct of parameters; see the [module](mod@crate::params).
#[macro_export]
macro_rules! params {
    ($(#[$meta:meta])* $visibility:vis struct $name:ident {
        $(#[doc = $doc:literal] $field:ident : $kind:ident = $default:expr $(, $min:literal ..= $max:literal, step $step:literal)? $(, [$($option:literal),*])?;)*
    }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        $visibility struct $name {
            $(#[doc = $doc] pub $field: $crate::params!(@type $kind),)*
        }

        impl Default for $name {
            fn default() -> Self {
                $name { $($field: $crate::params!(@value $kind $default),)* }
            }
        }

        impl $crate::params::Params for $name {
            const TABLE: &'static [$crate::params::Param] = &[$(
                $crate::params::Param {
                    name: stringify!($field),
                    doc: $doc.trim_ascii(),
                    kind: $crate::params!(@kind $kind $default $(, $min, $max, $step)? $(, [$($option),*])?),
                },
            )*];

            fn set(&mut self, name: &str, value: &str) -> Result<(), $crate::params::ParamError> {
                // A spec string may write `max-h` where Rust needs `max_h`.
                let name = name.replace('-', "_");
                let param = Self::TABLE
                    .iter()
                    .find(|param| param.name == name)
                    .ok_or_else(|| $crate::params::ParamError::Unknown(name.clone()))?;
                $(if param.name == stringify!($field) {
                    self.$field = $crate::params!(@parse $kind param value);
                })*
                Ok(())
            }

            fn get(&self, name: &str) -> Option<String> {
                let name = name.replace('-', "_");
                $(if name == stringify!($field) {
                    return Some(self.$field.to_string());
                })*
                None
            }
        }
    };
    (@type int) => { i64 };
    (@type i32) => { i32 };
    (@type u32) => { u32 };
    (@type u64) => { u64 };
    (@type usize) => { usize };
    (@type real) => { f64 };
    (@type flag) => { bool };
    (@type choice) => { &'static str };
    (@type text) => { String };
    (@value text $default:expr) => { String::from($default) };
    (@value $kind:ident $default:expr) => { $default };
    (@kind int $default:expr, $min:literal, $max:literal, $step:literal) => {
        $crate::params::ParamKind::Int { default: $default, min: $min, max: $max, step: $step }
    };
    (@kind real $default:expr, $min:literal, $max:literal, $step:literal) => {
        $crate::params::ParamKind::Real { default: $default, min: $min, max: $max, step: $step }
    };
    (@kind flag $default:expr) => { $crate::params::ParamKind::Flag { default: $default } };
    (@kind choice $default:expr, $options:tt) => {
        $crate::params::ParamKind::Choice { default: $default, options: &$options }
    };
    (@kind text $default:expr) => { $crate::params::ParamKind::Text { default: $default } };
    (@kind $integer:ident $default:expr, $min:literal, $max:literal, $step:literal) => {
        $crate::params!(@kind int $default, $min, $max, $step)
    };
    (@parse int $param:ident $value:ident) => { $param.parse_int($value)? };
    (@parse real $param:ident $value:ident) => { $param.parse_real($value)? };
    (@parse flag $param:ident $value:ident) => { $param.parse_flag($value)? };
    (@parse choice $param:ident $value:ident) => { $param.parse_choice($value)? };
    (@parse text $param:ident $value:ident) => { String::from($value) };
    (@parse $integer:ident $param:ident $value:ident) => {
        $integer::try_from($param.parse_int($value)?).expect("the range fits the type")
    };
}
