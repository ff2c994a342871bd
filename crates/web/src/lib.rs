//! The page: an HTTP server, its JSON API, and the front end that it embeds.
//!
//! The server keeps no games: each request carries its position, so a reload, a second tab and a script are all the
//! same to it. What it keeps is bounded: searches ([`ServerLimits`]), idle players, jobs. A request that takes long is
//! answered as a stream, either server-sent events or lines of JSON; the search behind it stops when the client
//! disconnects.
//!
//! | file | what |
//! |---|---|
//! | `server.rs`, `app.rs` | options and limits; the shared state and the routes |
//! | `accept.rs`, `connections.rs`, `patient_stream.rs` | accepting connections, how many there may be, clients that stop reading |
//! | `client.rs`, `fair_queue.rs`, `shares.rs`, `lanes.rs` | who sends a request; fair shares of places and of memory; threads for work |
//! | `api/` | the handlers, one file for each topic; `api.rs` gathers the routes and the OpenAPI document |
//! | `guard.rs`, `token.rs`, `token_page.rs`, `addresses.rs`, `assets.rs` | Host, Origin and token; where the page is found; the embedded front end |
//! | `caller.rs`, `extract.rs`, `strict_json.rs`, `error.rs`, `stream.rs` | answers; request bodies; errors; streamed responses |
//! | `player_pool.rs` | players kept between two moves |
//! | `jobs.rs`, `live_boards.rs`, `simulation_report.rs` | simulations and experiments in the background |
//! | `library.rs`, `position_query.rs` | the stored games in memory, and the search for a position in them |
//!
//! The documents themselves are in the crate `wire`. Only this crate is asynchronous, and only at its surface: every
//! search has a thread of its own, and whatever else takes time runs in a lane.
#![forbid(unsafe_code)]

mod accept;
mod addresses;
mod api;
mod app;
mod assets;
mod caller;
mod client;
mod connections;
mod error;
mod extract;
mod fair_queue;
mod guard;
mod jobs;
mod lanes;
mod library;
mod live_boards;
mod paper_pages;
mod patient_stream;
mod player_pool;
mod position_query;
mod server;
mod shares;
mod simulation_report;
mod stream;
mod strict_json;
mod token;
mod token_page;

pub use addresses::PageAddresses;
pub use api::openapi_json;
pub use app::app;
pub use connections::ConnectionLimits;
pub use server::{Options, ServerLimits, serve, serve_within};
pub use token::{TokenError, check_token};
