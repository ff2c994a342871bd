//! The steps of each procedure.

use super::{Choice, Procedure};

/// A step of a procedure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Place a stone of the side to move.
    Stone(Role, Region),
    /// Make a choice.
    Choice(Role, &'static [Choice]),
    /// Black offers fifth moves and white picks one of them.
    FifthMoves,
}

/// Who acts: a seat, or the seat that has the color at that time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    First,
    Second,
    Black,
    White,
}

/// The region for a stone, by distance from the center.
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
/// The limit of Soosõrv-8.
const UP_TO_EIGHT: &[Choice] = NUMBERS.split_at(8).0;
/// Yamaguchi has no limit; twelve is more than is ever used.
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
/// The rest of swap2 after [`Choice::PlaceTwo`].
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
/// The rest of Taraguchi-10 after [`Choice::FifthMoves`].
pub(super) const TEN: &[Step] = &[FifthMoves];

/// All steps of a procedure.
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

/// The number of fifth moves where no seat declares it.
pub(super) fn fifth_moves(procedure: &Procedure) -> u8 {
    if *procedure == Procedure::Rif { 2 } else { 1 }
}

/// The smallest board for a procedure. The renju procedures need the central 9 × 9, which has room for twelve distinct
/// fifth moves.
pub(super) fn min_board_size(procedure: &Procedure) -> u8 {
    match procedure {
        Procedure::Free | Procedure::Balanced(_) | Procedure::Swap | Procedure::Swap2 => 0,
        Procedure::Pro => 6,
        Procedure::LongPro => 8,
        Procedure::Rif | Procedure::Yamaguchi | Procedure::Soosorv8 | Procedure::Taraguchi10 => 9,
    }
}
