//! The parameters that every UCT player has.

/// Declares a table of parameters: `first`, those of every UCT player with this one's defaults, then more of its own.
macro_rules! mcts_params {
    (
        $(#[$meta:meta])* $name:ident,
        first { $($first:tt)* },
        defaults { iterations: $iterations:literal, neighborhood: $neighborhood:literal, reuse_tree: $reuse_tree:literal },
        #[doc = $formula:literal] exploration: $exploration:expr;
        $($more:tt)*
    ) => {
        gomoku::params! {
            $(#[$meta])*
            pub struct $name {
                $($first)*
                /// Iterations per move; 0 for no limit.
                iterations: int = $iterations, 0..=1000000000, step 100;
                /// Seconds per move when nothing else ends the search.
                seconds: real = 5.0, 0.01..=3600.0, step 1.0;
                #[doc = $formula]
                exploration: real = $exploration, 0.0..=10.0, step 0.1;
                /// Candidate moves: within one step of a stone, two steps along a line, or two steps in any direction.
                neighborhood: choice = $neighborhood, ["square1", "star2", "square2"];
                /// Play the move with the highest mean value or with the most visits.
                final_move: choice = "value", ["value", "visits"];
                /// Reuse the tree for the next move.
                reuse_tree: flag = $reuse_tree;
                /// Megabytes for the tree.
                memory: int = 512, 1..=65536, step 64;
                $($more)*
            }
        }

        impl $name {
            fn neighborhood(&self) -> gomoku::Neighborhood {
                $crate::mcts::neighborhood_from_name(self.neighborhood)
            }

            /// Plain UCT with these parameters.
            fn uct_config<E>(&self, evaluator: E) -> $crate::mcts::MctsConfig<E> {
                $crate::mcts::MctsConfig {
                    final_move: $crate::mcts::FinalMove::from_name(self.final_move),
                    reuse_tree: self.reuse_tree,
                    memory: (self.memory as u64) << 20,
                    ..$crate::mcts::MctsConfig::uct(self.neighborhood(), self.exploration, evaluator)
                }
            }

            fn mcts_player<E: $crate::mcts::LeafEvaluator>(
                &self,
                config: $crate::mcts::MctsConfig<E>,
                seed: u64,
            ) -> $crate::mcts::MctsPlayer<E> {
                $crate::mcts::MctsPlayer::new(config, self.iterations, self.seconds, seed)
            }
        }
    };
}

pub(crate) use mcts_params;
