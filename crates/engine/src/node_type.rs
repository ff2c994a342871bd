//! The three kinds of search node, as zero-size types: one node function serves them all without run-time flags.

/// A kind of node.
pub(crate) trait NodeType {
    /// Is it the root?
    const ROOT: bool;
    /// Is it searched with an open window? The root always is.
    const PV: bool;
    /// The kind of a child that is searched with the node's own window.
    type Child: NodeType;
}

/// The position that the engine was asked about.
pub(crate) struct Root;

/// A node of the principal variation: the window is open.
pub(crate) struct Pv;

/// A node that is only asked whether it exceeds alpha: a null window.
pub(crate) struct NonPv;

impl NodeType for Root {
    const ROOT: bool = true;
    const PV: bool = true;
    type Child = Pv;
}

impl NodeType for Pv {
    const ROOT: bool = false;
    const PV: bool = true;
    type Child = Pv;
}

impl NodeType for NonPv {
    const ROOT: bool = false;
    const PV: bool = false;
    type Child = NonPv;
}
