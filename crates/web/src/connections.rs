//! Open connections: how many there may be, and which one makes room for a new one.
//!
//! A connection that waits for its client, with a half-sent request or none, is worth nothing, so it never keeps anybody
//! out: when there are too many, the one that has waited longest is closed, of the address with the most. Only requests
//! at work keep their connection; their number is bounded elsewhere.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Notify;

use crate::client::Network;

/// Bounds on connections and on clients that stop sending or reading.
#[derive(Clone, Copy, Debug)]
pub struct ConnectionLimits {
    /// Connections at once.
    pub total: usize,
    /// Connections of one address.
    pub per_address: usize,
    /// Time for a client to send the head of a request, also for an idle connection.
    pub head_time: Duration,
    /// Time in which a client must send or read something.
    pub stall_time: Duration,
    /// After that time, the rate at which a client must send a body or read a response.
    pub bytes_per_second: u64,
    /// Bytes of large requests and responses in memory.
    pub bytes_in_flight: usize,
    /// Clients that follow a job.
    pub streams: usize,
}

impl ConnectionLimits {
    /// For a server in use. A process may open 1024 files on most systems.
    pub const DEFAULT: ConnectionLimits = ConnectionLimits {
        total: 640,
        per_address: 384,
        head_time: Duration::from_secs(20),
        stall_time: Duration::from_secs(20),
        bytes_per_second: 16 << 10,
        bytes_in_flight: 128 << 20,
        streams: 256,
    };

    /// How long a client may take for this many bytes.
    pub(crate) fn time_for(&self, bytes: usize) -> Duration {
        let rate = self.bytes_per_second.max(1);
        self.stall_time + Duration::from_millis((bytes as u64).saturating_mul(1000) / rate)
    }
}

/// All open connections.
#[derive(Debug)]
pub(crate) struct Connections {
    limits: ConnectionLimits,
    list: Mutex<Vec<Arc<Connection>>>,
}

/// An open connection.
#[derive(Debug)]
pub(crate) struct Connection {
    pub(crate) network: Network,
    phase: Mutex<(Phase, Instant)>,
    close: Notify,
}

/// What a connection waits for, in the order in which connections are closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Phase {
    /// The client: it must send a request or read the response.
    Idle,
    /// The client: it must send the body of a request.
    Body,
    /// The server.
    Busy,
}

impl Connection {
    pub(crate) fn enter(&self, phase: Phase) {
        *self.phase.lock().unwrap_or_else(PoisonError::into_inner) = (phase, Instant::now());
    }

    /// Ends when the connection must make room.
    pub(crate) async fn closed(&self) {
        self.close.notified().await;
    }

    fn phase(&self) -> (Phase, Instant) {
        *self.phase.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Connections {
    pub(crate) fn new(limits: ConnectionLimits) -> Arc<Connections> {
        Arc::new(Connections {
            limits,
            list: Mutex::default(),
        })
    }

    /// Admits a connection, or refuses it when no other one can be closed.
    pub(crate) fn admit(self: &Arc<Connections>, address: IpAddr) -> Option<Admission> {
        let network = Network::new(address);
        let mut list = self.lock();
        if count(&list, network) >= self.limits.per_address {
            close_one(&mut list, |one| one.network == network)?;
        } else if list.len() >= self.limits.total {
            close_one(&mut list, |_| true)?;
        }
        let connection = Arc::new(Connection {
            network,
            phase: Mutex::new((Phase::Idle, Instant::now())),
            close: Notify::new(),
        });
        list.push(connection.clone());
        Some(Admission {
            connection,
            connections: self.clone(),
        })
    }

    /// Closes a connection because the system has no room for more.
    pub(crate) fn make_room(&self) {
        let _ = close_one(&mut self.lock(), |_| true);
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Arc<Connection>>> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn count(list: &[Arc<Connection>], network: Network) -> usize {
    list.iter().filter(|one| one.network == network).count()
}

/// Closes the connection that has waited longest for its client, of the address with the most connections.
fn close_one(
    list: &mut Vec<Arc<Connection>>,
    may_close: impl Fn(&Connection) -> bool,
) -> Option<()> {
    let candidates = list.iter().enumerate().filter(|(_, one)| may_close(one));
    let waiting = candidates.filter(|(_, one)| one.phase().0 != Phase::Busy);
    let (index, _) = waiting.min_by_key(|(_, one)| {
        let connections = std::cmp::Reverse(count(list, one.network));
        (connections, one.phase())
    })?;
    // Its task drops the socket; it no longer counts from now on.
    list.swap_remove(index).close.notify_one();
    Some(())
}

/// A connection in the list, until it is dropped.
#[derive(Debug)]
pub(crate) struct Admission {
    pub(crate) connection: Arc<Connection>,
    connections: Arc<Connections>,
}

impl Drop for Admission {
    fn drop(&mut self) {
        let mut list = self.connections.lock();
        list.retain(|one| !Arc::ptr_eq(one, &self.connection));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn connections(total: usize, per_address: usize) -> Arc<Connections> {
        Connections::new(ConnectionLimits {
            total,
            per_address,
            ..ConnectionLimits::DEFAULT
        })
    }

    fn addresses(connections: &Connections) -> Vec<Network> {
        connections.lock().iter().map(|one| one.network).collect()
    }

    #[test]
    fn the_oldest_waiting_connection_of_the_busiest_address_makes_room() {
        let connections = connections(4, 3);
        let [first, second] = ["10.0.0.1", "10.0.0.2"].map(|text| text.parse().unwrap());
        let held: Vec<_> = (0..3).map(|_| connections.admit(first).unwrap()).collect();
        held[0].connection.enter(Phase::Busy);
        let quiet = connections.admit(second).unwrap();
        // The address is full, then the server: each time the oldest that waits goes, not the one at work.
        let next = connections.admit(first).unwrap();
        assert!(
            !connections
                .lock()
                .iter()
                .any(|one| Arc::ptr_eq(one, &held[1].connection))
        );
        let other = connections.admit(second).unwrap();
        let mut expected = [first, first, second, second].map(Network::new).to_vec();
        expected.sort_by_key(|network| format!("{network:?}"));
        let mut found = addresses(&connections);
        found.sort_by_key(|network| format!("{network:?}"));
        assert_eq!(found, expected);
        drop((held, quiet, next, other));
        assert!(addresses(&connections).is_empty());
    }

    #[test]
    fn connections_at_work_are_kept() {
        let connections = connections(2, 2);
        let address = "10.0.0.1".parse().unwrap();
        let held: Vec<_> = (0..2)
            .map(|_| connections.admit(address).unwrap())
            .collect();
        for one in &held {
            one.connection.enter(Phase::Busy);
        }
        assert!(connections.admit(address).is_none());
        held[0].connection.enter(Phase::Body);
        assert!(connections.admit(address).is_some());
    }
}
