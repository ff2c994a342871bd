//! Proofs as game trees: one variation for each listed defense, and a pass for "any other move".

use std::collections::HashMap;

use gomoku::{Board, Color};
use threats::{Proof, ProofNode, ProofNodeId};

use crate::node::{NodeId, Play};
use crate::record::Record;

/// The name of the node after whose move a proof begins.
const PROOF_START: &str = "proof from here";

/// A game tree is not a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadProofError {
    /// No node marks where the proof begins.
    #[error("no node of the main line is named \"{PROOF_START}\"")]
    NoMark,
    /// The attacker has no move where one is due.
    #[error("a move of the attacker is missing")]
    NoAttack,
    /// The attacker has two moves where one is due.
    #[error("the attacker has two moves in one place")]
    TwoAttacks,
    /// The defender has no move where one is due.
    #[error("a move of the defender is missing")]
    NoDefense,
}

impl Record {
    /// The game that led to this board, continued by a proof for the side to move.
    pub fn from_proof(proof: &Proof, board: &Board) -> Record {
        let mut record = Record::from_board(board);
        record.result = None;
        let end = record.main_line().last().unwrap_or(NodeId::ROOT);
        record.node_mut(end).notes_mut().name = PROOF_START.to_owned();
        if proof.is_empty() {
            return record;
        }
        let attacker = board.side_to_move();
        let mut pending: Vec<(NodeId, ProofNodeId)> = vec![(end, proof.root())];
        while let Some((parent, id)) = pending.pop() {
            let proof_node = proof.node(id);
            let play = |color, point| Play { color, point };
            let node = record.add_play(parent, play(attacker, Some(proof_node.attack)));
            for &(defense, next) in &proof_node.defenses {
                let defense = record.add_play(node, play(!attacker, Some(defense)));
                pending.push((defense, next));
            }
            if let Some(next) = proof_node.otherwise {
                let pass = record.add_play(node, play(!attacker, None));
                record.node_mut(pass).notes_mut().comment = "any other move".to_owned();
                pending.push((pass, next));
            }
        }
        record
    }

    /// The proof that [`Record::from_proof`] wrote, and the node after whose move it begins.
    ///
    /// # Errors
    /// When the tree does not alternate between one attack and its defenses.
    pub fn to_proof(&self) -> Result<(Proof, NodeId), ReadProofError> {
        let start = self
            .main_line()
            .find(|&id| self.node(id).notes().name == PROOF_START)
            .ok_or(ReadProofError::NoMark)?;
        let first = self.only_attack(start)?;
        let attacker = self.node(first).play.ok_or(ReadProofError::NoAttack)?.color;
        let mut proof = Proof::default();
        let mut ids = HashMap::new();
        // A proof stores every attack after its continuations, so the last node in preorder comes first.
        for &(parent, node) in self.attacks_in_preorder(start)?.iter().rev() {
            let attack = self.read_attack(node, attacker, &ids)?;
            ids.insert(parent, proof.add(attack));
        }
        proof.set_root(ids[&start]);
        Ok((proof, start))
    }

    /// Every attack of the tree together with the node before it.
    fn attacks_in_preorder(&self, start: NodeId) -> Result<Vec<(NodeId, NodeId)>, ReadProofError> {
        let mut order = Vec::new();
        let mut pending = vec![start];
        while let Some(parent) = pending.pop() {
            let attack = self.only_attack(parent)?;
            order.push((parent, attack));
            pending.extend(self.children(attack));
        }
        Ok(order)
    }

    fn only_attack(&self, parent: NodeId) -> Result<NodeId, ReadProofError> {
        let mut children = self.children(parent);
        let attack = children.next().ok_or(ReadProofError::NoAttack)?;
        match children.next() {
            None => Ok(attack),
            Some(_) => Err(ReadProofError::TwoAttacks),
        }
    }

    fn read_attack(
        &self,
        node: NodeId,
        attacker: Color,
        ids: &HashMap<NodeId, ProofNodeId>,
    ) -> Result<ProofNode, ReadProofError> {
        let play = self.node(node).play.filter(|play| play.color == attacker);
        let attack = play
            .and_then(|play| play.point)
            .ok_or(ReadProofError::NoAttack)?;
        let (mut defenses, mut otherwise) = (Vec::new(), None);
        for defense in self.children(node) {
            let play = self.node(defense).play;
            let play = play.filter(|play| play.color != attacker);
            match play.ok_or(ReadProofError::NoDefense)?.point {
                Some(point) => defenses.push((point, ids[&defense])),
                None => otherwise = Some(ids[&defense]),
            }
        }
        Ok(ProofNode {
            attack,
            defenses,
            otherwise,
        })
    }
}
