//! One file for each command.

pub(crate) mod bench;
pub(crate) mod convert;
pub(crate) mod forbidden;
pub(crate) mod pbrain;
pub(crate) mod players;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod think;
pub(crate) mod verify;
