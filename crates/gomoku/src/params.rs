//! Player parameters, declared once.
//!
//! [`params!`](crate::params!) turns a declaration with one line per parameter (doc, name, kind, default, range, step) into
//! a struct that implements [`Params`]. The registry, the command line help, the web page's sliders and the tuner all read
//! [`Params::TABLE`]. Each player owns its parameters, so differently tuned players can meet in one process.
//!
//! ```
//! gomoku::params! {
//!     /// Parameters of the example player.
//!     pub struct ExampleParams {
//!         /// Search depth in plies.
//!         depth: int = 3, 1..=20, step 1;
//!         /// Table size in megabytes. `i32`, `u32`, `u64` and `usize` are integers of that type.
//!         hash: u64 = 64, 1..=1024, step 16;
//!         /// Exploration constant.
//!         exploration: real = 1.414, 0.0..=10.0, step 0.1;
//!         /// Sort the candidates first.
//!         sorted: flag = true;
//!         /// The score table.
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

/// The declaration of a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Param {
    /// The name, as in a spec string.
    pub name: &'static str,
    /// The doc line.
    pub doc: &'static str,
    /// Type, default and range.
    pub kind: ParamKind,
}

/// Type, default and range of a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ParamKind {
    /// A whole number.
    Int {
        /// The default.
        default: i64,
        /// The minimum.
        min: i64,
        /// The maximum.
        max: i64,
        /// The step of a slider or a tuner.
        step: i64,
    },
    /// A real number.
    Real {
        /// The default.
        default: f64,
        /// The minimum.
        min: f64,
        /// The maximum.
        max: f64,
        /// The step of a slider or a tuner.
        step: f64,
    },
    /// A boolean.
    Flag {
        /// The default.
        default: bool,
    },
    /// One of several words.
    Choice {
        /// The default.
        default: &'static str,
        /// The options.
        options: &'static [&'static str],
    },
    /// Any text.
    Text {
        /// The default.
        default: &'static str,
    },
}

/// Errors of [`Params::set`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParamError {
    /// There is no parameter of that name.
    #[error("no parameter {0:?}")]
    Unknown(String),
    /// The value is of the wrong type or out of range.
    #[error("{name}={value:?} is not {expected}")]
    Value {
        /// The parameter.
        name: &'static str,
        /// The value.
        value: String,
        /// What the parameter accepts.
        expected: String,
    },
}

/// A struct declared by [`params!`](crate::params!).
pub trait Params: Default {
    /// All parameters in declaration order.
    const TABLE: &'static [Param];

    /// Sets a parameter from text.
    ///
    /// # Errors
    /// When there is no such parameter or it does not accept the value. Nothing changes then.
    fn set(&mut self, name: &str, value: &str) -> Result<(), ParamError>;

    /// The current value as text; `None` if there is no such parameter.
    fn get(&self, name: &str) -> Option<String>;
}

impl Param {
    fn error(&self, value: &str, expected: String) -> ParamError {
        ParamError::Value {
            name: self.name,
            value: value.to_owned(),
            expected,
        }
    }

    /// Parses an integer.
    ///
    /// # Errors
    /// When the value is not an integer in the range.
    pub fn parse_int(&self, value: &str) -> Result<i64, ParamError> {
        let ParamKind::Int { min, max, .. } = self.kind else {
            return Err(self.error(value, "a whole number".into()));
        };
        value
            .parse()
            .ok()
            .filter(|number| (min..=max).contains(number))
            .ok_or_else(|| self.error(value, format!("a whole number from {min} to {max}")))
    }

    /// Parses a real number.
    ///
    /// # Errors
    /// When the value is not a number in the range.
    pub fn parse_real(&self, value: &str) -> Result<f64, ParamError> {
        let ParamKind::Real { min, max, .. } = self.kind else {
            return Err(self.error(value, "a number".into()));
        };
        value
            .parse()
            .ok()
            .filter(|number| (min..=max).contains(number))
            .ok_or_else(|| self.error(value, format!("a number from {min} to {max}")))
    }

    /// Parses a boolean.
    ///
    /// # Errors
    /// When the value is not a boolean.
    pub fn parse_flag(&self, value: &str) -> Result<bool, ParamError> {
        match value {
            "true" | "yes" | "on" | "1" => Ok(true),
            "false" | "no" | "off" | "0" => Ok(false),
            _ => Err(self.error(value, "true or false".into())),
        }
    }

    /// Parses one of the options.
    ///
    /// # Errors
    /// When the value is not an option.
    pub fn parse_choice(&self, value: &str) -> Result<&'static str, ParamError> {
        let ParamKind::Choice { options, .. } = self.kind else {
            return Err(self.error(value, "a choice".into()));
        };
        options
            .iter()
            .find(|option| option.eq_ignore_ascii_case(value))
            .copied()
            .ok_or_else(|| self.error(value, format!("one of {}", options.join(", "))))
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

/// The parameters of a player without parameters.
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

/// Declares a struct of parameters. See the [module](mod@crate::params).
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
