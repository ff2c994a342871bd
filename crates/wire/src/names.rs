//! Names of the game's terms. Each converts to and from its domain type.

use gomoku::{Color, Procedure, Rule, Seat};
use serde::{Deserialize, Serialize};
use threats::SolverKind;
use utoipa::ToSchema;

/// Declares an enum of names and its conversions.
macro_rules! names {
    ($(#[$doc:meta])* $name:ident for $domain:ident { $($(#[$variant_doc:meta])* $variant:ident),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
        #[serde(rename_all = "kebab-case")]
        pub enum $name { $($(#[$variant_doc])* $variant),+ }

        impl From<$name> for $domain {
            fn from(name: $name) -> $domain {
                match name { $($name::$variant => $domain::$variant),+ }
            }
        }
    };
}

names! {
    /// A color.
    Side for Color {
        /// The player who moves first.
        Black,
        /// The player who moves second.
        White,
    }
}

impl From<Color> for Side {
    fn from(color: Color) -> Side {
        match color {
            Color::Black => Side::Black,
            Color::White => Side::White,
        }
    }
}

names! {
    /// A rule of the game.
    RuleName for Rule {
        /// Five or more in a row win.
        Freestyle,
        /// Exactly five win.
        Standard,
        /// Black must not make an overline, a double four or a double three.
        Renju,
        /// Five win unless both ends are blocked; six or more always win.
        Caro,
        /// Exactly five win unless both ends are blocked.
        CaroExact,
    }
}

impl From<Rule> for RuleName {
    fn from(rule: Rule) -> RuleName {
        match rule {
            Rule::Freestyle => RuleName::Freestyle,
            Rule::Standard => RuleName::Standard,
            Rule::Renju => RuleName::Renju,
            Rule::Caro => RuleName::Caro,
            Rule::CaroExact => RuleName::CaroExact,
        }
    }
}

names! {
    /// An opening procedure.
    ProcedureName for Procedure {
        /// No procedure: black moves anywhere.
        Free,
        /// Black at the center; the third stone outside the central 5 × 5.
        Pro,
        /// Black at the center; the third stone outside the central 7 × 7.
        LongPro,
        /// Three stones, then a choice of color.
        Swap,
        /// Three stones, then a choice of color or two more stones.
        Swap2,
        /// The opening rule of the Renju International Federation before 2009.
        Rif,
        /// Yamaguchi's rule.
        Yamaguchi,
        /// Soosõrv's rule with up to eight fifth moves.
        #[serde(rename = "soosorv-8")]
        Soosorv8,
        /// Taraguchi's rule with ten fifth moves.
        #[serde(rename = "taraguchi-10")]
        Taraguchi10,
    }
}

impl ProcedureName {
    /// Every procedure that has a name.
    pub const ALL: [ProcedureName; 9] = [
        ProcedureName::Free,
        ProcedureName::Pro,
        ProcedureName::LongPro,
        ProcedureName::Swap,
        ProcedureName::Swap2,
        ProcedureName::Rif,
        ProcedureName::Yamaguchi,
        ProcedureName::Soosorv8,
        ProcedureName::Taraguchi10,
    ];
}

names! {
    /// A solver.
    SolverName for SolverKind {
        /// Victory by continuous fours.
        Vcf,
        /// Victory by continuous threats: fours and threes.
        Vct,
        /// And-or search over threats.
        #[serde(rename = "andor")]
        AndOr,
        /// Threat-space search.
        Tss,
        /// The combined search of Zhang, Li and Huang.
        Vcx,
    }
}

impl From<SolverKind> for SolverName {
    fn from(kind: SolverKind) -> SolverName {
        match kind {
            SolverKind::Vcf => SolverName::Vcf,
            SolverKind::Vct => SolverName::Vct,
            SolverKind::AndOr => SolverName::AndOr,
            SolverKind::Tss => SolverName::Tss,
            SolverKind::Vcx => SolverName::Vcx,
        }
    }
}

names! {
    /// A player in an opening procedure, in which the colors are not yet decided.
    SeatName for Seat {
        /// The player who begins.
        First,
        /// The other player.
        Second,
    }
}

impl From<Seat> for SeatName {
    fn from(seat: Seat) -> SeatName {
        match seat {
            Seat::First => SeatName::First,
            Seat::Second => SeatName::Second,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(name: impl Serialize) -> String {
        serde_json::to_string(&name).unwrap().replace('"', "")
    }

    #[test]
    fn names_are_those_of_the_domain_types() {
        for color in Color::BOTH {
            assert_eq!(text(Side::from(color)), color.to_string());
        }
        for rule in Rule::ALL {
            assert_eq!(text(RuleName::from(rule)), rule.name());
        }
        for kind in SolverKind::ALL {
            assert_eq!(text(SolverName::from(kind)), kind.name());
        }
        let procedures = ProcedureName::ALL.into_iter().zip(Procedure::NAMED);
        for (name, procedure) in procedures {
            assert_eq!(text(name), procedure.name());
            assert_eq!(Procedure::from(name), procedure);
        }
    }
}
