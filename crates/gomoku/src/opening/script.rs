//! The procedures step by step.

use super::{Choice, Procedure};

/// One step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Somebody puts a stone of the color whose turn it is.
    Stone(Role, Region),
    /// Somebody decides.
    Choice(Role, &'static [Choice]),
    /// Black offers fifth moves and white takes one of them.
    FifthMoves,
}

/// Role acts: one of the two seats, or whoever has the color at that time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    First,
    Second,
    Black,
    White,
}

/// Where a stone may be put: by its distance from the center.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Region {
    Anywhere,
    Within(u8),
    Outside(u8),
}

use Region::{Anywhere, Outside, Within};
use Role::{Black, First, Second, White};
use Step::{Choice as Decide, FifthMoves, Stone};

const CENTER: Region = Within(0);
const COLORS: &[Choice] = &[Choice::Black, Choice::White];
const COLORS_OR_STONES: &[Choice] = &[Choice::Black, Choice::White, Choice::PlaceTwo];
const COLORS_OR_TEN: &[Choice] = &[Choice::Black, Choice::White, Choice::FifthMoves(10)];

const NUMBERS: [Choice; 12] = {
    let mut numbers = [Choice::FifthMoves(0); 12];
    let mut index = 0;
    while index < numbers.len() {
        numbers[index] = Choice::FifthMoves(index as u8 + 1);
        index += 1;
    }
    numbers
};
/// Soosõrv-8's bound.
const UP_TO_EIGHT: &[Choice] = NUMBERS.split_at(8).0;
/// Yamaguchi's rule has no bound; more than this has never been of use to anybody.
const UP_TO_TWELVE: &[Choice] = &NUMBERS;

const PRO: &[Step] = &[
    Stone(Black, CENTER),
    Stone(White, Anywhere),
    Stone(Black, Outside(2)),
];
const LONG_PRO: &[Step] = &[
    Stone(Black, CENTER),
    Stone(White, Anywhere),
    Stone(Black, Outside(3)),
];
const SWAP: &[Step] = &[
    Stone(First, Anywhere),
    Stone(First, Anywhere),
    Stone(First, Anywhere),
    Decide(Second, COLORS),
];
const SWAP2: &[Step] = &[
    Stone(First, Anywhere),
    Stone(First, Anywhere),
    Stone(First, Anywhere),
    Decide(Second, COLORS_OR_STONES),
];
/// How swap2 goes on where the second wants two more stones.
pub(super) const TWO_MORE: &[Step] = &[
    Stone(Second, Anywhere),
    Stone(Second, Anywhere),
    Decide(First, COLORS),
];
const RIF: &[Step] = &[
    Stone(First, CENTER),
    Stone(First, Within(1)),
    Stone(First, Within(2)),
    Decide(Second, COLORS),
    Stone(White, Anywhere),
    FifthMoves,
];
const YAMAGUCHI: &[Step] = &[
    Stone(First, CENTER),
    Stone(First, Within(1)),
    Stone(First, Within(2)),
    Decide(First, UP_TO_TWELVE),
    Decide(Second, COLORS),
    Stone(White, Anywhere),
    FifthMoves,
];
const SOOSORV_8: &[Step] = &[
    Stone(First, CENTER),
    Stone(First, Within(1)),
    Stone(First, Within(2)),
    Decide(Second, COLORS),
    Stone(White, Anywhere),
    Decide(White, UP_TO_EIGHT),
    Decide(Black, COLORS),
    FifthMoves,
];
const TARAGUCHI_10: &[Step] = &[
    Stone(Black, CENTER),
    Decide(White, COLORS),
    Stone(White, Within(1)),
    Decide(Black, COLORS),
    Stone(Black, Within(2)),
    Decide(White, COLORS),
    Stone(White, Within(3)),
    Decide(Black, COLORS_OR_TEN),
    Stone(Black, Within(4)),
    Decide(White, COLORS),
];
/// How Taraguchi-10 goes on where black wants to offer instead.
pub(super) const TEN: &[Step] = &[FifthMoves];

/// All steps from the beginning.
pub(super) fn steps(procedure: &Procedure) -> &'static [Step] {
    match procedure {
        Procedure::Free | Procedure::Balanced(_) => &[],
        Procedure::Pro => PRO,
        Procedure::LongPro => LONG_PRO,
        Procedure::Swap => SWAP,
        Procedure::Swap2 => SWAP2,
        Procedure::Rif => RIF,
        Procedure::Yamaguchi => YAMAGUCHI,
        Procedure::Soosorv8 => SOOSORV_8,
        Procedure::Taraguchi10 => TARAGUCHI_10,
    }
}

/// How many fifth moves there are when nobody says it.
pub(super) fn fifth_moves(procedure: &Procedure) -> u8 {
    if *procedure == Procedure::Rif { 2 } else { 1 }
}

/// The smallest board on which every step can be done. The renju procedures need the central 9 × 9; it has room for
/// twelve different fifth moves too.
pub(super) fn smallest_board(procedure: &Procedure) -> u8 {
    match procedure {
        Procedure::Free | Procedure::Balanced(_) | Procedure::Swap | Procedure::Swap2 => 0,
        Procedure::Pro => 6,
        Procedure::LongPro => 8,
        Procedure::Rif | Procedure::Yamaguchi | Procedure::Soosorv8 | Procedure::Taraguchi10 => 9,
    }
}
