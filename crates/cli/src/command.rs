//! The commands, one file each.

pub(crate) mod bench;
pub(crate) mod convert;
pub(crate) mod data;
pub(crate) mod elo;
pub(crate) mod experiment;
pub(crate) mod forbidden;
pub(crate) mod games;
pub(crate) mod r#match;
pub(crate) mod openings;
pub(crate) mod pbrain;
pub(crate) mod picture;
pub(crate) mod players;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod think;
pub(crate) mod tournament;
pub(crate) mod train;
pub(crate) mod tune;
pub(crate) mod verify;
