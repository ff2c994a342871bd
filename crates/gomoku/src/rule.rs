//! The rules: which rows win, and which side has forbidden points.

use std::fmt;
use std::str::FromStr;

use crate::color::Color;

/// The rule of a game. A run-time value that selects tables, never a type parameter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rule {
    /// Five or more in a row win.
    #[default]
    Freestyle,
    /// Exactly five win; overlines do not.
    Standard,
    /// Black wins with exactly five and may not make an overline, a double four or a double three;
    /// white wins with five or more.
    Renju,
    /// Five win unless opposing stones block both ends; six or more always win. Gomocup code 8.
    Caro,
    /// Exactly five win unless opposing stones block both ends. Gomocup code 9.
    CaroExact,
}

impl Rule {
    /// Every rule, ordered by Gomocup code.
    pub const ALL: [Rule; 5] = [
        Rule::Freestyle,
        Rule::Standard,
        Rule::Renju,
        Rule::Caro,
        Rule::CaroExact,
    ];

    /// Does a row of `length` stones of `color` win? `enclosed` means that opposing stones, not edges, block both ends.
    #[inline]
    pub const fn wins(self, color: Color, length: u32, enclosed: bool) -> bool {
        match self {
            Rule::Freestyle => length >= 5,
            Rule::Standard => length == 5,
            Rule::Renju => match color {
                Color::Black => length == 5,
                Color::White => length >= 5,
            },
            Rule::Caro => length > 5 || (length == 5 && !enclosed),
            Rule::CaroExact => length == 5 && !enclosed,
        }
    }

    /// Does this side have forbidden points?
    #[inline]
    pub const fn forbids(self, color: Color) -> bool {
        matches!((self, color), (Rule::Renju, Color::Black))
    }

    /// Is this a caro rule, under which a five can be blocked at its ends?
    #[inline]
    pub const fn is_caro(self) -> bool {
        matches!(self, Rule::Caro | Rule::CaroExact)
    }

    /// The code in `INFO rule` of the Gomocup protocol.
    pub const fn gomocup_code(self) -> u32 {
        match self {
            Rule::Freestyle => 0,
            Rule::Standard => 1,
            Rule::Renju => 4,
            Rule::Caro => 8,
            Rule::CaroExact => 9,
        }
    }

    /// The rule of a code in `INFO rule`. Code 2 is "continuous game" in Gomocup's specification and renju in Yixin's; all
    /// current managers mean renju. Codes 5 and 6 are freestyle with a swap opening run by the manager.
    pub const fn from_gomocup_code(code: i64) -> Option<Rule> {
        match code {
            0 | 5 | 6 => Some(Rule::Freestyle),
            1 => Some(Rule::Standard),
            2 | 4 => Some(Rule::Renju),
            8 => Some(Rule::Caro),
            9 => Some(Rule::CaroExact),
            _ => None,
        }
    }

    /// The name used on the command line and in files.
    pub const fn name(self) -> &'static str {
        match self {
            Rule::Freestyle => "freestyle",
            Rule::Standard => "standard",
            Rule::Renju => "renju",
            Rule::Caro => "caro",
            Rule::CaroExact => "caro-exact",
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text does not name a rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown rule {0:?}: expected freestyle, standard, renju, caro or caro-exact")]
pub struct ParseRuleError(pub String);

impl FromStr for Rule {
    type Err = ParseRuleError;

    fn from_str(text: &str) -> Result<Rule, ParseRuleError> {
        Rule::ALL
            .into_iter()
            .find(|rule| rule.name().eq_ignore_ascii_case(text))
            .ok_or_else(|| ParseRuleError(text.to_owned()))
    }
}
