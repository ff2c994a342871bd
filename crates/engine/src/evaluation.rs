//! What evaluates positions: the pattern network (`eval=classic`) or a line network (`eval=network`).

use std::sync::Arc;

use gomoku::Rule;
use nets::WeightsError;
use nets::line_net::{self, LineNet};
use nets::pattern_net::{self, Weights};

/// The weights of an evaluation, for one rule.
#[derive(Clone, Debug)]
pub enum Evaluation {
    /// The small network on pattern codes.
    Classic(Arc<Weights>),
    /// The network on whole lines.
    Network(Arc<LineNet>),
}

impl Evaluation {
    /// The shipped evaluation of a rule that is stronger at equal time.
    pub fn of(rule: Rule) -> Evaluation {
        match rule {
            Rule::Renju | Rule::Caro | Rule::CaroExact => Evaluation::network(rule),
            Rule::Freestyle | Rule::Standard => Evaluation::classic(rule),
        }
    }

    /// The line network of a rule; the classic evaluation where there is none.
    pub fn network(rule: Rule) -> Evaluation {
        LineNet::of(rule).map_or_else(|| Evaluation::classic(rule), Evaluation::Network)
    }

    /// The classic evaluation of a rule.
    pub fn classic(rule: Rule) -> Evaluation {
        Evaluation::Classic(Weights::of(rule))
    }

    /// Reads a weights file of either kind, with its rule.
    ///
    /// # Errors
    /// When it is neither, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<(Rule, Evaluation), WeightsError> {
        let mut error = None;
        for rule in Rule::ALL {
            let classic = pattern_net::from_bytes(rule, bytes)
                .map(|sides| Evaluation::from(Arc::new(Weights::new(&sides))));
            let network = line_net::from_bytes(rule, bytes)
                .map(|sides| Evaluation::from(Arc::new(LineNet::new(&sides))));
            for result in [classic, network] {
                match result {
                    Ok(evaluation) => return Ok((rule, evaluation)),
                    // Of files of another kind or rule, the first error is as good as any.
                    Err(title @ WeightsError::Title { .. }) => error = error.or(Some(title)),
                    Err(damaged) => return Err(damaged),
                }
            }
        }
        Err(error.expect("there are rules"))
    }

    /// Tells one set of weights from another.
    pub fn checksum(&self) -> u32 {
        match self {
            Evaluation::Classic(weights) => weights.checksum(),
            Evaluation::Network(net) => net.checksum(),
        }
    }
}

impl From<Arc<Weights>> for Evaluation {
    fn from(weights: Arc<Weights>) -> Evaluation {
        Evaluation::Classic(weights)
    }
}

impl From<Arc<LineNet>> for Evaluation {
    fn from(net: Arc<LineNet>) -> Evaluation {
        Evaluation::Network(net)
    }
}
