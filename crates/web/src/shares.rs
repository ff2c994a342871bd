//! Shares: a bounded quantity, such as bytes in memory, that no client can use up. One address gets at most half of it and
//! one session at most a quarter.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::client::{Client, Network};

/// A bounded quantity.
#[derive(Debug)]
pub(crate) struct Shares {
    total: usize,
    used: Mutex<Used>,
}

#[derive(Debug, Default)]
struct Used {
    total: usize,
    networks: HashMap<Network, usize>,
    clients: HashMap<Client, usize>,
}

impl Shares {
    pub(crate) fn new(total: usize) -> Arc<Shares> {
        Arc::new(Shares {
            total,
            used: Mutex::default(),
        })
    }

    /// A reservation of nothing, which can grow.
    pub(crate) fn reserve(self: &Arc<Shares>, client: Client) -> Reservation {
        Reservation {
            shares: self.clone(),
            client,
            amount: 0,
        }
    }
}

/// A part of the quantity, until it is dropped.
#[derive(Debug)]
pub(crate) struct Reservation {
    shares: Arc<Shares>,
    client: Client,
    amount: usize,
}

impl Reservation {
    /// Reserves more. Returns whether the client's share allows it.
    #[must_use]
    pub(crate) fn grow(&mut self, amount: usize) -> bool {
        let total = self.shares.total;
        let mut used = self
            .shares
            .used
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let network = used.networks.get(&self.client.network).unwrap_or(&0);
        let own = used.clients.get(&self.client).unwrap_or(&0);
        let fits = |used: usize, max: usize| used.saturating_add(amount) <= max;
        if !fits(used.total, total) || !fits(*network, total / 2) || !fits(*own, total / 4) {
            return false;
        }
        used.total += amount;
        *used.networks.entry(self.client.network).or_default() += amount;
        *used.clients.entry(self.client).or_default() += amount;
        self.amount += amount;
        true
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        let mut used = self
            .shares
            .used
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        used.total -= self.amount;
        if let Some(network) = used.networks.get_mut(&self.client.network) {
            *network -= self.amount;
        }
        if let Some(own) = used.clients.get_mut(&self.client) {
            *own -= self.amount;
        }
        used.networks.retain(|_, amount| *amount > 0);
        used.clients.retain(|_, amount| *amount > 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(address: &str, session: u64) -> Client {
        Client {
            network: Network::new(address.parse().unwrap()),
            session,
        }
    }

    #[test]
    fn a_session_gets_a_quarter_and_an_address_half() {
        let shares = Shares::new(100);
        let mut held = Vec::new();
        let mut take = |address: &str, session: u64, amount: usize| {
            let mut reservation = shares.reserve(client(address, session));
            let fits = reservation.grow(amount);
            held.push(reservation);
            fits
        };
        assert!(take("10.0.0.1", 1, 25));
        assert!(!take("10.0.0.1", 1, 1));
        assert!(take("10.0.0.1", 2, 25));
        assert!(!take("10.0.0.1", 3, 1));
        assert!(take("10.0.0.2", 1, 25));
        assert!(!take("10.0.0.3", 1, usize::MAX));
        held.clear();
        assert!(shares.used.lock().unwrap().clients.is_empty());
        let mut again = shares.reserve(client("10.0.0.1", 1));
        assert!(again.grow(25) && !again.grow(1));
    }
}
