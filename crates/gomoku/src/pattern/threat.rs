//! Threats: what a stone makes in all four directions together.

use crate::pattern::line_class::LineClass;

/// What a stone on a point makes, in ascending order of urgency.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Threat {
    /// None of the others.
    #[default]
    None,
    /// An open two (L).
    Two,
    /// A blocked three (K).
    BlockedThree,
    /// Two open twos (J).
    DoubleTwo,
    /// A blocked three with an open two, or two blocked threes (I).
    BlockedThreePlus,
    /// An open three (H).
    Three,
    /// An open three with a blocked three or an open two (G).
    ThreePlus,
    /// Two open threes (F).
    DoubleThree,
    /// A four (E).
    Four,
    /// A four with a blocked three or an open two (D).
    FourPlus,
    /// A four with an open three (C).
    FourThree,
    /// An open four or two fours (B).
    OpenFour,
    /// Possibly forbidden to black in renju, judged by the line classes alone.
    /// [`Position::forbidden_reason`](crate::Position::forbidden_reason) is exact.
    Forbidden,
    /// A win (A).
    Five,
}

impl Threat {
    /// The number of threats.
    pub const COUNT: usize = 14;

    /// Every threat, by index.
    pub const ALL: [Threat; Threat::COUNT] = [
        Threat::None,
        Threat::Two,
        Threat::BlockedThree,
        Threat::DoubleTwo,
        Threat::BlockedThreePlus,
        Threat::Three,
        Threat::ThreePlus,
        Threat::DoubleThree,
        Threat::Four,
        Threat::FourPlus,
        Threat::FourThree,
        Threat::OpenFour,
        Threat::Forbidden,
        Threat::Five,
    ];

    /// The index of the lowest threat whose points are stored in sets: from here on the opponent must respond.
    pub(crate) const FIRST_LISTED: usize = Threat::Three as usize;

    /// The index in the low four bits and the index of its point set in the high four: 0 for all threats below
    /// [`Threat::FIRST_LISTED`], then one set each.
    pub(crate) const fn byte(self) -> u8 {
        let index = self as u8;
        index | (index + 1).saturating_sub(Threat::FIRST_LISTED as u8) << 4
    }

    /// The threat of four line classes; `forbids` says that the side has forbidden points. The first match wins.
    pub fn from_lines(lines: [LineClass; 4], forbids: bool) -> Threat {
        let count =
            |is: fn(LineClass) -> bool| lines.into_iter().filter(|&class| is(class)).count();
        let five = count(|class| class == LineClass::Five);
        let overline = count(|class| class == LineClass::Overline);
        let open_four = count(|class| class == LineClass::OpenFour);
        let four = count(|class| class == LineClass::Four);
        let three = count(LineClass::is_three);
        let blocked_three = count(|class| class == LineClass::BlockedThree);
        let two = count(LineClass::is_two);
        let plus = blocked_three + two >= 1;
        if five >= 1 {
            Threat::Five
        } else if forbids && (overline >= 1 || open_four + four >= 2 || three >= 2) {
            Threat::Forbidden
        } else if open_four >= 1 || four >= 2 {
            Threat::OpenFour
        } else if four == 1 && three >= 1 {
            Threat::FourThree
        } else if four == 1 && plus {
            Threat::FourPlus
        } else if four == 1 {
            Threat::Four
        } else if three >= 2 {
            Threat::DoubleThree
        } else if three == 1 && plus {
            Threat::ThreePlus
        } else if three == 1 {
            Threat::Three
        } else if blocked_three >= 2 || (blocked_three == 1 && two >= 1) {
            Threat::BlockedThreePlus
        } else if two >= 2 {
            Threat::DoubleTwo
        } else if blocked_three == 1 {
            Threat::BlockedThree
        } else if two == 1 {
            Threat::Two
        } else {
            Threat::None
        }
    }
}
