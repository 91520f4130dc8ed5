//! Refusals: the answer to a request that is not granted.
//!
//! The policy:
//!
//! - Whatever a client can cause is a 4xx. It has a code for programs, which never changes its meaning,
//!   and a sentence for people in both languages, which says what would be right.
//! - 403 is for somebody who does not hold the seat, 404 for what is not there, 409 for what another
//!   state of the table would allow, 422 for what the rules or the setup do not allow, 429 for too much.
//! - A 5xx is our fault. Its cause goes to the log and never to the client.
//! - Nothing that a client sends makes the server panic.
//! - The reasons of games are passed on word for word.
//!
//! Each refusal is a function in here, so that a code is written once. docs/http-api.md lists them.

mod limits;
mod parsing;
mod races;
mod requests;
mod tables;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use game::Words;
use serde::Serialize;
use utoipa::ToSchema;

use crate::store::StoreError;
use crate::wire::WordsBody;

pub(crate) use limits::*;
pub(crate) use races::*;
pub(crate) use requests::*;
pub(crate) use tables::*;

/// The answer of every handler.
pub(crate) type Answer<T> = Result<T, Refusal>;

/// Why a request was refused.
#[derive(Debug)]
pub(crate) struct Refusal {
    status: StatusCode,
    code: &'static str,
    words: Words,
    at: Option<usize>,
    retry_after: Option<u64>,
}

/// The form of every refusal.
#[derive(Serialize, ToSchema)]
pub(crate) struct RefusalBody {
    /// For programs.
    code: &'static str,
    /// For people, in both languages.
    error: WordsBody,
    /// The index of the first move that was refused, where moves were sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<usize>,
}

impl Refusal {
    /// A refusal of its own kind.
    pub fn new(status: StatusCode, code: &'static str, words: impl Into<Words>) -> Self {
        Self { status, code, words: words.into(), at: None, retry_after: None }
    }

    /// Says which of several moves was refused.
    pub fn at(mut self, index: usize) -> Self {
        self.at = Some(index);
        self
    }
}

macro_rules! refusal {
    ($status:ident, $code:literal, $en:expr, $fr:expr) => {
        Refusal::new(StatusCode::$status, $code, Words::new($en, $fr))
    };
}
use refusal;

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Closed => unavailable(),
            StoreError::Unavailable(why) => {
                tracing::warn!(why, "storage");
                not_stored()
            }
            error => {
                tracing::error!(%error, "storage");
                internal()
            }
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let body = RefusalBody { code: self.code, error: self.words.into(), at: self.at };
        let mut response = (self.status, Json(body)).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
