//! Search depth in sixteenths of a ply: extensions and reductions are finer than plies.

/// A depth.
pub(crate) type Depth = i32;

/// One ply.
pub(crate) const ONE_PLY: Depth = 16;

/// The search stack ends this far from the root.
pub(crate) const MAX_PLY: usize = 200;
