//! The shipped residual networks.

use std::sync::{Arc, LazyLock};

use super::Residual;

/// Names of the shipped networks.
pub const NAMES: [&str; 1] = ["zero-9"];

/// The shipped network of this name, parsed once.
pub fn shipped(name: &str) -> Option<Arc<Residual>> {
    static NINE: LazyLock<Option<Arc<Residual>>> =
        LazyLock::new(|| read(include_bytes!("../../../../weights/zero-9.net")));
    match name {
        "zero-9" => NINE.clone(),
        _ => None,
    }
}

fn read(bytes: &[u8]) -> Option<Arc<Residual>> {
    Residual::from_bytes(bytes).ok().map(Arc::new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shipped_network_can_be_read() {
        for name in NAMES {
            assert!(shipped(name).is_some(), "{name}");
        }
        assert!(shipped("zero-8").is_none());
    }
}
