//! `GET /api/catalog`: everything a client can choose from. The page builds its forms from it, so a new player appears
//! there by being in the registry.

use axum::response::Response;
use gomoku::Rule;
use players::{DEFAULT_PLAYER, PLAYERS, PlayerFactory};
use threats::SolverKind;
use wire::{Catalog, PlayerInfo, ProcedureName, RuleName, SolverName};

use crate::app::AppState;
use crate::caller::Caller;
use crate::error::{ApiError, CommonErrors};

/// Players with their parameters, rules, opening procedures and solvers.
#[utoipa::path(get, path = "/api/catalog", responses(
    (status = 200, description = "The catalog.", body = Catalog),
    CommonErrors,
))]
pub(super) async fn catalog(caller: Caller) -> Result<Response, ApiError> {
    let catalog = |state: &AppState| Ok(read_catalog(state));
    caller.answer(|lanes| &lanes.documents, catalog).await
}

fn read_catalog(state: &AppState) -> Catalog {
    let players = PLAYERS
        .iter()
        .filter(|factory| state.access.allows_programs() || !factory.is_program());
    Catalog {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        default_player: DEFAULT_PLAYER.to_owned(),
        players: players.map(player).collect(),
        rules: Rule::ALL.map(RuleName::from).to_vec(),
        procedures: ProcedureName::ALL.to_vec(),
        solvers: SolverKind::ALL.map(SolverName::from).to_vec(),
        max_searches: state.limits.searches,
    }
}

fn player(factory: &PlayerFactory) -> PlayerInfo {
    PlayerInfo::new(
        factory.name,
        factory.summary,
        factory.source,
        factory.params(),
    )
}
