//! A player that is ready to be built: its parameters are valid and its models are in memory.
//!
//! Files are read once, when the spec string is. Building a player afterwards, in a match once for every game, cannot
//! fail, whatever happens to the files meanwhile.

use std::fmt;
use std::sync::Arc;

use gomoku::Player;
use gomoku::params::{ParamError, Params};
use nets::Critic;

use crate::access::Access;
use crate::model_file;

/// The parameter values of a spec string.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ParamValues {
    /// Names and values in the order given; a later value wins.
    pub(crate) pairs: Vec<(String, String)>,
    /// Kept apart, because it belongs to every player.
    pub(crate) seed: u64,
}

impl ParamValues {
    pub(crate) fn read<P: Params>(&self) -> Result<P, ParamError> {
        let mut params = P::default();
        for (name, value) in &self.pairs {
            params.set(name, value)?;
        }
        Ok(params)
    }

    /// The value of a parameter that the spec string sets to a whole number.
    pub(crate) fn number(&self, name: &str) -> Option<u64> {
        let given = self.pairs.iter().rev().find(|(key, _)| key == name);
        given.and_then(|(_, value)| value.parse().ok())
    }

    /// A player of nothing but parameters and a seed.
    pub(crate) fn prepare<P, T>(
        &self,
        make: impl Fn(P, u64) -> T + Send + Sync + 'static,
    ) -> Result<Prepared, ParamError>
    where
        P: Params + Clone + Send + Sync + 'static,
        T: Player + 'static,
    {
        let params: P = self.read()?;
        Ok(Prepared {
            make: Arc::new(move |seed| Box::new(make(params.clone(), seed))),
            memory: 0,
        })
    }

    /// A player with the critic that its parameter `net` names.
    pub(crate) fn prepare_with_critic<P, T>(
        &self,
        access: &Access,
        make: impl Fn(P, Arc<Critic>, u64) -> T + Send + Sync + 'static,
    ) -> Result<Prepared, ParamError>
    where
        P: Params + Clone + Send + Sync + 'static,
        T: Player + 'static,
    {
        let params: P = self.read()?;
        let critic = model_file::critic(&params.get("net").unwrap_or_default(), access)?;
        self.prepare(move |params, seed| make(params, Arc::clone(&critic), seed))
    }
}

/// See the [module](self).
#[derive(Clone)]
pub(crate) struct Prepared {
    make: Arc<dyn Fn(u64) -> Box<dyn Player> + Send + Sync>,
    /// Bytes beyond the [`MemoryNeed`] of all players of this kind.
    memory: u64,
}

impl Prepared {
    /// Builds the player with this seed.
    pub(crate) fn build(&self, seed: u64) -> Box<dyn Player> {
        (self.make)(seed)
    }

    /// The same player, which takes this many bytes more, for its network for instance.
    pub(crate) fn with_memory(mut self, bytes: u64) -> Prepared {
        self.memory = bytes;
        self
    }

    /// Bytes beyond the [`MemoryNeed`] of all players of this kind.
    pub(crate) fn memory(&self) -> u64 {
        self.memory
    }
}

impl fmt::Debug for Prepared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prepared")
            .field("memory", &self.memory)
            .finish_non_exhaustive()
    }
}

/// How much memory a player takes: a fixed part, and a table or tree whose size is a parameter.
///
/// The table shrinks to what [`Limits::memory`](gomoku::Limits::memory) leaves beside the fixed part, so the fixed part
/// is what the player cannot do without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryNeed {
    /// The fixed part in bytes.
    pub fixed: u64,
    /// The parameter that sets the size of the table or tree in megabytes.
    pub param: Option<&'static str>,
}

impl MemoryNeed {
    /// No table: this many megabytes.
    pub(crate) const fn fixed(megabytes: u64) -> MemoryNeed {
        MemoryNeed {
            fixed: megabytes << 20,
            param: None,
        }
    }

    /// A table of a size set by this parameter, and this many megabytes beside it.
    pub(crate) const fn table(param: &'static str, megabytes: u64) -> MemoryNeed {
        MemoryNeed {
            fixed: megabytes << 20,
            param: Some(param),
        }
    }
}
