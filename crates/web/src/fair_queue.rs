//! A queue for a bounded number of places, fair to all clients.
//!
//! - A free place goes to the client that has the fewest, and among equals to the one served longest ago: first by address,
//!   then by session.
//! - While there is room, one client may fill the queue. When it is full, a client with fewer requests in it replaces
//!   the newest waiting one of the client with the most.
//! - A client that has no place waits for at most one `turn`: then the request that has run longest is told to stop, and
//!   answers with what it has.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use gomoku::StopFlag;
use tokio::sync::oneshot;

use crate::client::{Client, Network};
use crate::error::ApiError;

/// How often a waiting request looks for one whose turn is over.
const POLL_INTERVAL: Duration = Duration::from_millis(200);

/// Places, and the requests that have or want one.
#[derive(Debug)]
pub(crate) struct FairQueue {
    places: usize,
    waiting: usize,
    turn: Duration,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    next_id: u64,
    entries: Vec<Entry>,
    /// When each address and client got its latest place, counted in places.
    served: u64,
    served_networks: HashMap<Network, u64>,
    served_clients: HashMap<Client, u64>,
}

#[derive(Debug)]
struct Entry {
    id: u64,
    client: Client,
    stop: StopFlag,
    phase: Phase,
}

#[derive(Debug)]
enum Phase {
    Waiting(oneshot::Sender<()>),
    Running(Instant),
}

impl Entry {
    fn is_running(&self) -> bool {
        matches!(self.phase, Phase::Running(_))
    }
}

impl FairQueue {
    /// A queue of `places` for running requests and `waiting` for the others.
    pub(crate) fn new(places: usize, waiting: usize, turn: Duration) -> Arc<FairQueue> {
        Arc::new(FairQueue {
            places,
            waiting,
            turn,
            state: Mutex::default(),
        })
    }

    /// Requests that have a place.
    pub(crate) fn running(&self) -> usize {
        self.lock().running()
    }

    /// Enters the queue; the flag is raised when the request must make room.
    pub(crate) fn enter(
        self: &Arc<FairQueue>,
        client: Client,
        stop: StopFlag,
    ) -> Result<QueuedRequest, ApiError> {
        let mut state = self.lock();
        if state.entries.len() >= self.places + self.waiting {
            let loser = state.loser(client).ok_or_else(queue_is_full)?;
            // Its request sees the closed channel.
            state.entries.remove(loser);
        }
        state.next_id += 1;
        let id = state.next_id;
        let (grant, granted) = oneshot::channel();
        state.entries.push(Entry {
            id,
            client,
            stop,
            phase: Phase::Waiting(grant),
        });
        state.fill_places(self.places);
        drop(state);
        Ok(QueuedRequest {
            queue: self.clone(),
            id,
            granted,
        })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn queue_is_full() -> ApiError {
    ApiError::Busy("too many requests are waiting; try again in a moment".to_owned())
}

impl State {
    fn running(&self) -> usize {
        self.count(Entry::is_running)
    }

    fn count(&self, condition: impl Fn(&Entry) -> bool) -> usize {
        self.entries.iter().filter(|entry| condition(entry)).count()
    }

    /// How many requests the client's address and the client itself have.
    fn requests(&self, client: Client) -> (usize, usize) {
        (
            self.count(|entry| entry.client.network == client.network),
            self.count(|entry| entry.client == client),
        )
    }

    /// The waiting request that makes room for this client: the newest one of the client with the most requests, if that
    /// client still has at least as many afterwards.
    fn loser(&self, newcomer: Client) -> Option<usize> {
        let waiting = self.entries.iter().enumerate();
        let (index, entry) = waiting
            .filter(|(_, entry)| !entry.is_running())
            .max_by_key(|(_, entry)| (self.requests(entry.client), entry.id))?;
        let (network, own) = self.requests(entry.client);
        let (new_network, new_own) = self.requests(newcomer);
        let makes_room = if entry.client.network == newcomer.network {
            own > new_own + 1
        } else {
            network > new_network + 1
        };
        makes_room.then_some(index)
    }

    fn fill_places(&mut self, places: usize) {
        while self.running() < places {
            let waiting = self.entries.iter().enumerate();
            let next = waiting
                .filter(|(_, entry)| !entry.is_running())
                .min_by_key(|(_, entry)| self.turn_order(entry));
            let Some((index, _)) = next else { return };
            let running = Phase::Running(Instant::now());
            let entry = &mut self.entries[index];
            if let Phase::Waiting(grant) = std::mem::replace(&mut entry.phase, running) {
                // A request that was dropped meanwhile leaves the queue at once.
                let _ = grant.send(());
            }
            let client = entry.client;
            self.served += 1;
            self.served_networks.insert(client.network, self.served);
            self.served_clients.insert(client, self.served);
        }
    }

    /// The smallest is next.
    fn turn_order(&self, entry: &Entry) -> (usize, u64, usize, u64, u64) {
        let client = entry.client;
        let network = client.network;
        (
            self.count(|one| one.is_running() && one.client.network == network),
            self.served_networks.get(&network).copied().unwrap_or(0),
            self.count(|one| one.is_running() && one.client == client),
            self.served_clients.get(&client).copied().unwrap_or(0),
            entry.id,
        )
    }

    /// Stops the request that has run longest, of the client with the most places, if this client has none.
    fn end_turn(&self, waiting: u64, turn: Duration) {
        let Some(own) = self.entries.iter().find(|entry| entry.id == waiting) else {
            return;
        };
        let running = || self.entries.iter().filter(|entry| entry.is_running());
        let has_place = running().any(|entry| entry.client == own.client);
        // One at a time: a request that was told to stop needs a moment.
        if has_place || running().any(|entry| entry.stop.is_raised()) {
            return;
        }
        let over = running().filter_map(|entry| match entry.phase {
            Phase::Running(since) if since.elapsed() >= turn => Some((entry, since.elapsed())),
            _ => None,
        });
        let longest = over.max_by_key(|(entry, time)| {
            let network = entry.client.network;
            (
                running()
                    .filter(|one| one.client.network == network)
                    .count(),
                running().filter(|one| one.client == entry.client).count(),
                *time,
            )
        });
        if let Some((entry, _)) = longest {
            entry.stop.raise();
        }
    }

    fn forget_absent_clients(&mut self) {
        let State {
            entries,
            served_networks,
            served_clients,
            ..
        } = self;
        served_networks
            .retain(|network, _| entries.iter().any(|one| one.client.network == *network));
        served_clients.retain(|client, _| entries.iter().any(|one| one.client == *client));
    }
}

/// A request in the queue. Dropping it leaves the queue.
#[derive(Debug)]
pub(crate) struct QueuedRequest {
    queue: Arc<FairQueue>,
    id: u64,
    granted: oneshot::Receiver<()>,
}

impl QueuedRequest {
    /// Must this request wait for a place?
    pub(crate) fn is_waiting(&self) -> bool {
        let state = self.queue.lock();
        let own = state.entries.iter().find(|entry| entry.id == self.id);
        own.is_none_or(|entry| !entry.is_running())
    }

    /// Waits for a place.
    pub(crate) async fn wait(&mut self) -> Result<(), ApiError> {
        loop {
            tokio::select! {
                biased;
                granted = &mut self.granted => return granted.map_err(|_| queue_is_full()),
                () = tokio::time::sleep(POLL_INTERVAL) => {
                    self.queue.lock().end_turn(self.id, self.queue.turn);
                }
            }
        }
    }
}

impl Drop for QueuedRequest {
    fn drop(&mut self) {
        let mut state = self.queue.lock();
        state.entries.retain(|entry| entry.id != self.id);
        state.fill_places(self.queue.places);
        state.forget_absent_clients();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(3600);

    fn client(address: &str, session: u64) -> Client {
        Client {
            network: Network::new(address.parse().unwrap()),
            session,
        }
    }

    fn enter(queue: &Arc<FairQueue>, client: Client) -> Result<QueuedRequest, ApiError> {
        queue.enter(client, StopFlag::new())
    }

    #[tokio::test]
    async fn a_full_queue_makes_room_for_other_clients() {
        let queue = FairQueue::new(2, 64, LONG);
        let greedy = client("10.0.0.1", 0);
        let mut held: Vec<_> = (0..66).map(|_| enter(&queue, greedy).unwrap()).collect();
        assert_eq!(queue.running(), 2);
        assert!(enter(&queue, greedy).is_err());
        // Another session behind the same address and other addresses get in, until the shares are equal.
        let browser = enter(&queue, client("10.0.0.1", 7)).unwrap();
        let others: Vec<_> = (0..33)
            .map_while(|_| enter(&queue, client("10.0.0.2", 0)).ok())
            .collect();
        assert!(others.len() >= 32, "{}", others.len());
        let replaced = held.last_mut().unwrap().wait().await;
        assert!(matches!(replaced, Err(ApiError::Busy(_))));
        // The next two places go to those that have none.
        drop(held.remove(0));
        assert!(!others[0].is_waiting());
        drop(held.remove(0));
        assert!(!browser.is_waiting());
    }

    #[test]
    fn clients_take_turns_on_a_single_place() {
        let queue = FairQueue::new(1, 9, LONG);
        let [first, second] = [client("10.0.0.1", 0), client("10.0.0.2", 0)];
        let running = enter(&queue, first).unwrap();
        let many: Vec<_> = (0..5).map(|_| enter(&queue, first).unwrap()).collect();
        let late = enter(&queue, second).unwrap();
        drop(running);
        assert!(!late.is_waiting());
        assert!(many.iter().all(QueuedRequest::is_waiting));
        let later = enter(&queue, second).unwrap();
        drop(late);
        assert!(!many[0].is_waiting() && later.is_waiting());
    }

    #[tokio::test]
    async fn a_turn_ends_when_another_client_waits() {
        let queue = FairQueue::new(2, 9, Duration::ZERO);
        let endless = client("10.0.0.1", 0);
        let flags = [StopFlag::new(), StopFlag::new()];
        let mut held: Vec<_> = flags
            .iter()
            .map(|flag| queue.enter(endless, flag.clone()).unwrap())
            .collect();
        // More of the same client stop nobody.
        let mut own = enter(&queue, endless).unwrap();
        let waited = tokio::time::timeout(3 * POLL_INTERVAL, own.wait()).await;
        assert!(waited.is_err() && !flags.iter().any(StopFlag::is_raised));
        let mut other = enter(&queue, client("10.0.0.2", 0)).unwrap();
        let stopping = async {
            while !flags.iter().any(StopFlag::is_raised) {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            let stopped = flags.iter().position(StopFlag::is_raised).unwrap();
            drop(held.remove(stopped));
        };
        let (granted, ()) = tokio::join!(other.wait(), stopping);
        granted.unwrap();
        assert_eq!(flags.iter().filter(|flag| flag.is_raised()).count(), 1);
    }
}
