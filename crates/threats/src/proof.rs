//! A win as a tree: the attacker's move against every answer.

use gomoku::record::{NodeId, Play, Record};
use gomoku::{Board, Point};

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

    /// The proof as a game tree: a variation for each answer, and a pass for "any other move".
    pub fn to_record(&self, board: &Board) -> Record {
        let mut record = Record::from_board(board);
        record.ending = None;
        let end = record.main_line().last().unwrap_or(NodeId::ROOT);
        record.node_mut(end).notes_mut().name = Proof::MARK.to_owned();
        if self.is_empty() {
            return record;
        }
        let attacker = board.side_to_move();
        let mut waiting: Vec<(NodeId, AttackId)> = vec![(end, self.root)];
        while let Some((parent, id)) = waiting.pop() {
            let attack = self.attack(id);
            let play = |color, point| Play { color, point };
            let node = record.add_play(parent, play(attacker, Some(attack.point)));
            for &(answer, next) in &attack.answers {
                let reply = record.add_play(node, play(!attacker, Some(answer)));
                waiting.push((reply, next));
            }
            if let Some(next) = attack.otherwise {
                let reply = record.add_play(node, play(!attacker, None));
                record.node_mut(reply).notes_mut().comment = "any other move".to_owned();
                waiting.push((reply, next));
            }
        }
        record
    }

    /// The name of the node from which a proof in a game tree goes on.
    const MARK: &str = "proof from here";

    /// Reads a proof from a game tree, as [`Proof::to_record`] writes it, and the node from which it goes on.
    ///
    /// # Errors
    /// When the tree is not one of attacks and answers.
    pub fn from_record(record: &Record) -> Result<(Proof, NodeId), ReadProofError> {
        let node = record
            .main_line()
            .find(|&id| record.node(id).notes().name == Proof::MARK)
            .ok_or(ReadProofError::NoMark)?;
        let first = record
            .children(node)
            .next()
            .ok_or(ReadProofError::NoAttack)?;
        let attacker = record
            .node(first)
            .play
            .ok_or(ReadProofError::NoAttack)?
            .color;
        // Pre-order on a stack, then the attacks are added from the last to the first: followers first.
        let mut order: Vec<(NodeId, NodeId)> = Vec::new();
        let mut waiting = vec![node];
        while let Some(parent) = waiting.pop() {
            let mut children = record.children(parent);
            let attack = children.next().ok_or(ReadProofError::NoAttack)?;
            if children.next().is_some() {
                return Err(ReadProofError::TwoAttacks);
            }
            order.push((parent, attack));
            waiting.extend(record.children(attack));
        }
        let mut proof = Proof::default();
        let mut ids = std::collections::HashMap::new();
        for &(parent, node) in order.iter().rev() {
            let play = record.node(node).play.filter(|play| play.color == attacker);
            let point = play
                .and_then(|play| play.point)
                .ok_or(ReadProofError::NoAttack)?;
            let (mut answers, mut otherwise) = (Vec::new(), None);
            for answer in record.children(node) {
                let play = record
                    .node(answer)
                    .play
                    .filter(|play| play.color != attacker);
                match play.ok_or(ReadProofError::NoAnswer)?.point {
                    Some(point) => answers.push((point, ids[&answer])),
                    None => otherwise = Some(ids[&answer]),
                }
            }
            let id = proof.add(Attack {
                point,
                answers,
                otherwise,
            });
            ids.insert(parent, id);
        }
        proof.root = ids[&node];
        Ok((proof, node))
    }
}

/// A game tree is not a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadProofError {
    /// Nothing says where the proof begins.
    #[error("no node of the main line is named \"{}\"", Proof::MARK)]
    NoMark,
    /// Where the attacker should move there is no move of his.
    #[error("a move of the attacker is missing")]
    NoAttack,
    /// The attacker has two moves where he needs one.
    #[error("the attacker has two moves in one place")]
    TwoAttacks,
    /// Where the defender should answer there is something else.
    #[error("an answer of the defender is missing")]
    NoAnswer,
}
