//! The routes, and the OpenAPI document generated from them.

mod catalog;
mod experiments;
mod game_file;
mod games;
mod jobs;
mod opening;
mod position;
mod reports;
mod save_game;
mod simulation;
mod solve;
mod think;

use std::sync::{Arc, LazyLock};

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use utoipa::OpenApi;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use wire::Health;

use crate::app::AppState;
use crate::caller::Caller;
use crate::error::{ApiError, CommonErrors};

/// The parts of the document that no route describes.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Tengen",
        description = "Play, analyze and simulate five in a row. On a loopback address no token is needed; elsewhere \
                       send it as a bearer token."
    ),
    security((), ("token" = [])),
    modifiers(&TokenScheme),
)]
struct Document;

struct TokenScheme;

impl utoipa::Modify for TokenScheme {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let scheme = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build();
        document
            .components
            .get_or_insert_default()
            .add_security_scheme("token", SecurityScheme::Http(scheme));
    }
}

/// Every route with its description.
pub(crate) fn routes() -> OpenApiRouter<Arc<AppState>> {
    OpenApiRouter::with_openapi(Document::openapi())
        .routes(routes!(catalog::catalog))
        .routes(routes!(health))
        .routes(routes!(openapi))
        .routes(routes!(position::position))
        .routes(routes!(think::think))
        .routes(routes!(solve::solve))
        .routes(routes!(opening::opening))
        .routes(routes!(opening::answer))
        .routes(routes!(game_file::read))
        .routes(routes!(game_file::write))
        .routes(routes!(simulation::start))
        .routes(routes!(experiments::list, experiments::start))
        .routes(routes!(experiments::results))
        .routes(routes!(jobs::list))
        .routes(routes!(jobs::events))
        .routes(routes!(jobs::stop))
        .routes(routes!(reports::list))
        .routes(routes!(reports::file))
        .routes(routes!(games::search, save_game::save))
        .routes(routes!(games::game))
        .routes(routes!(games::explore))
}

/// The OpenAPI document of the server as JSON.
pub fn openapi_json() -> &'static str {
    static DOCUMENT: LazyLock<String> = LazyLock::new(|| {
        let (_, document) = routes().split_for_parts();
        document.to_pretty_json().unwrap_or_default() + "\n"
    });
    &DOCUMENT
}

/// The version of the server, and how many searches it runs.
#[utoipa::path(get, path = "/api/health", responses(
    (status = 200, description = "The state.", body = Health),
    CommonErrors,
))]
async fn health(State(state): State<Arc<AppState>>) -> axum::Json<Health> {
    axum::Json(Health {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        active_searches: state.searches.running(),
        max_searches: state.limits.searches,
    })
}

/// This document.
#[utoipa::path(get, path = "/api/openapi.json", responses(
    (status = 200, description = "An OpenAPI document.", body = serde_json::Value, content_type = "application/json"),
    CommonErrors,
))]
async fn openapi(caller: Caller) -> Result<Response, ApiError> {
    // The first request makes the document.
    let document = |_: &_| Ok(openapi_json());
    let document = caller.run(|lanes| &lanes.documents, document).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], document).into_response())
}
