//! A win as a tree: the attacker's move against every answer.

use gomoku::Point;

/// An attack of a [`Proof`].
pub type AttackId = usize;

/// A move of the attacker, and what he plays next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attack {
    /// The move. With no further attack behind it, it makes five.
    pub point: Point,
    /// The answers that need a reply of their own.
    pub answers: Vec<(Point, AttackId)>,
    /// What follows any other answer.
    pub otherwise: Option<AttackId>,
}

/// A win: attacks that refer to each other, so that shared parts are kept once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proof {
    attacks: Vec<Attack>,
    root: AttackId,
}

impl Proof {
    /// An attack, and with it everything that follows.
    pub fn attack(&self, id: AttackId) -> &Attack {
        &self.attacks[id]
    }

    /// The first attack.
    pub fn root(&self) -> AttackId {
        self.root
    }

    /// Begins the win with this attack.
    pub fn set_root(&mut self, root: AttackId) {
        self.root = root;
    }

    /// How many attacks there are.
    pub fn len(&self) -> usize {
        self.attacks.len()
    }

    /// Is there no attack at all?
    pub fn is_empty(&self) -> bool {
        self.attacks.is_empty()
    }

    /// Adds an attack whose followers are there already.
    pub fn add(&mut self, attack: Attack) -> AttackId {
        self.attacks.push(attack);
        self.attacks.len() - 1
    }

    /// Adds the move that makes five.
    pub fn add_five(&mut self, point: Point) -> AttackId {
        self.add(Attack {
            point,
            answers: Vec::new(),
            otherwise: None,
        })
    }

    /// Forgets everything added since there were `len` attacks.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.attacks.truncate(len);
    }

    /// Copies an attack of another proof, with everything that follows.
    pub(crate) fn adopt(&mut self, other: &Proof, id: AttackId) -> AttackId {
        let attack = other.attack(id);
        let answers = attack
            .answers
            .iter()
            .map(|&(point, next)| (point, self.adopt(other, next)))
            .collect();
        let otherwise = attack.otherwise.map(|next| self.adopt(other, next));
        self.add(Attack {
            point: attack.point,
            answers,
            otherwise,
        })
    }

    /// Plies to five against the longest resistance among the listed answers.
    pub fn plies(&self) -> u32 {
        let mut plies = vec![1; self.attacks.len()];
        // Followers stand before the attacks that refer to them.
        for (id, attack) in self.attacks.iter().enumerate() {
            let next = attack
                .answers
                .iter()
                .map(|&(_, next)| next)
                .chain(attack.otherwise);
            plies[id] = 1 + next.map(|next| 1 + plies[next]).max().unwrap_or(0);
        }
        plies.get(self.root).copied().unwrap_or(0)
    }

    /// The main line: the longest resistance, the attacker's five included.
    pub fn line(&self) -> Vec<Point> {
        let mut depth = vec![1; self.attacks.len()];
        for (id, attack) in self.attacks.iter().enumerate() {
            let next = attack
                .answers
                .iter()
                .map(|&(_, next)| next)
                .chain(attack.otherwise);
            depth[id] = 1 + next.map(|next| depth[next]).max().unwrap_or(0);
        }
        let mut line = Vec::new();
        let mut at = (!self.is_empty()).then_some(self.root);
        while let Some(id) = at {
            let attack = self.attack(id);
            line.push(attack.point);
            at = match attack.answers.iter().max_by_key(|&&(_, next)| depth[next]) {
                Some(&(answer, next)) => {
                    line.push(answer);
                    Some(next)
                }
                // Whatever he plays: his move is left out and so is the rest.
                None => None,
            };
        }
        line
    }
}
