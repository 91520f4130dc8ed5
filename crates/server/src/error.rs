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
//! Each refusal is a function here, so that a code is written once. docs/http-api.md lists them.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use game::Words;
use serde::Serialize;
use utoipa::ToSchema;

use crate::store::StoreError;
use crate::wire::WordsBody;
use crate::work::BadMove;

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

pub(crate) fn no_such_route() -> Refusal {
    refusal!(NOT_FOUND, "not-found", "there is nothing here", "il n’y a rien ici")
}

pub(crate) fn no_such_method() -> Refusal {
    refusal!(
        METHOD_NOT_ALLOWED,
        "method-not-allowed",
        "this address does not take that method",
        "cette adresse n’accepte pas cette méthode"
    )
}

pub(crate) fn no_such_table() -> Refusal {
    refusal!(NOT_FOUND, "no-such-table", "there is no such table", "cette table n’existe pas")
}

pub(crate) fn no_such_game(words: Words) -> Refusal {
    Refusal::new(StatusCode::NOT_FOUND, "no-such-game", words)
}

pub(crate) fn no_such_puzzle() -> Refusal {
    refusal!(NOT_FOUND, "no-such-puzzle", "there is no such puzzle", "ce problème n’existe pas")
}

pub(crate) fn no_such_player() -> Refusal {
    refusal!(NOT_FOUND, "no-such-player", "nobody sits there", "personne n’est assis à cette place")
}

pub(crate) fn not_played_yet() -> Refusal {
    refusal!(
        NOT_FOUND,
        "not-played-yet",
        "this move has not been played yet",
        "ce coup n’a pas encore été joué"
    )
}

pub(crate) fn not_your_seat() -> Refusal {
    refusal!(
        FORBIDDEN,
        "not-your-seat",
        "you hold no seat here: the token is missing or not of this table",
        "vous n’avez pas de place ici : le jeton manque ou n’est pas de cette table"
    )
}

pub(crate) fn not_your_turn() -> Refusal {
    refusal!(FORBIDDEN, "not-your-turn", "it is not your turn", "ce n’est pas votre tour")
}

pub(crate) fn still_hidden() -> Refusal {
    refusal!(
        FORBIDDEN,
        "still-hidden",
        "this would tell what is hidden until the game is over",
        "cela dirait ce qui reste caché jusqu’à la fin de la partie"
    )
}

pub(crate) fn stale_epoch(epoch: u32) -> Refusal {
    refusal!(
        CONFLICT,
        "stale-epoch",
        format!("the table has moved on: it is at epoch {epoch}"),
        format!("la table a avancé : elle en est à l’époque {epoch}")
    )
}

pub(crate) fn no_place_free() -> Refusal {
    refusal!(CONFLICT, "no-place-free", "no place is free", "il n’y a plus de place libre")
}

pub(crate) fn not_started() -> Refusal {
    refusal!(
        CONFLICT,
        "not-started",
        "the game has not begun: somebody is still missing",
        "la partie n’a pas commencé : il manque encore quelqu’un"
    )
}

pub(crate) fn game_over() -> Refusal {
    refusal!(CONFLICT, "game-over", "the game is over", "la partie est finie")
}

pub(crate) fn not_over_yet() -> Refusal {
    refusal!(
        CONFLICT,
        "not-over-yet",
        "the game is not over yet",
        "la partie n’est pas encore finie"
    )
}

pub(crate) fn out_of_time() -> Refusal {
    refusal!(
        CONFLICT,
        "out-of-time",
        "the time for this move is over",
        "le temps pour ce coup est écoulé"
    )
}

pub(crate) fn not_out_of_time() -> Refusal {
    refusal!(CONFLICT, "not-out-of-time", "there is time left", "il reste du temps")
}

pub(crate) fn no_help() -> Refusal {
    refusal!(
        FORBIDDEN,
        "no-help",
        "people play each other here: the engine helps nobody until the game is over",
        "ici des joueurs s’affrontent : le moteur n’aide personne avant la fin de la partie"
    )
}

pub(crate) fn not_away() -> Refusal {
    refusal!(
        CONFLICT,
        "not-away",
        "nobody whom you wait for has been away long enough",
        "personne que vous attendez n’est absent depuis assez longtemps"
    )
}

pub(crate) fn ask_first() -> Refusal {
    refusal!(
        CONFLICT,
        "ask-first",
        "somebody plays against you: resign, or ask whether a machine may take your seat",
        "quelqu’un joue contre vous : abandonnez, ou demandez si une machine peut prendre votre place"
    )
}

pub(crate) fn nobody_leaves() -> Refusal {
    refusal!(
        CONFLICT,
        "nobody-asked",
        "nobody has asked to leave their seat to a machine",
        "personne n’a demandé à laisser sa place à une machine"
    )
}

pub(crate) fn bad_pass() -> Refusal {
    refusal!(
        FORBIDDEN,
        "bad-pass",
        "this code was used already, is too old, or belongs to another table",
        "ce code a déjà servi, est trop ancien ou vaut pour une autre table"
    )
}

pub(crate) fn no_such_phrase() -> Refusal {
    refusal!(NOT_FOUND, "no-such-phrase", "there is no such phrase", "cette phrase n’existe pas")
}

pub(crate) fn too_many_phrases() -> Refusal {
    Refusal {
        retry_after: Some(3),
        ..refusal!(
            TOO_MANY_REQUESTS,
            "too-many-phrases",
            "you have just said something: wait a moment",
            "vous venez de parler : attendez un instant"
        )
    }
}

pub(crate) fn nothing_to_undo() -> Refusal {
    refusal!(
        CONFLICT,
        "nothing-to-undo",
        "there is no move of yours to take back",
        "vous n’avez aucun coup à annuler"
    )
}

pub(crate) fn nobody_asked() -> Refusal {
    refusal!(
        CONFLICT,
        "nobody-asked",
        "nobody has asked to take a move back",
        "personne n’a demandé à annuler un coup"
    )
}

pub(crate) fn cannot_undo_chance() -> Refusal {
    refusal!(
        CONFLICT,
        "chance-was-seen",
        "this move cannot be taken back: it showed what chance had hidden",
        "ce coup ne se reprend pas : il a montré ce que le hasard cachait"
    )
}

pub(crate) fn illegal_move(words: Words) -> Refusal {
    Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, "illegal-move", words)
}

/// One of several moves that a client sent.
pub(crate) fn illegal_at((index, _, refused): BadMove) -> Refusal {
    illegal_move(refused.words().clone()).at(index)
}

pub(crate) fn bad_setup(words: Words) -> Refusal {
    Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-setup", words)
}

pub(crate) fn bad_record(words: Words) -> Refusal {
    Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-record", words)
}

pub(crate) fn bad_name(most: usize) -> Refusal {
    refusal!(
        UNPROCESSABLE_ENTITY,
        "bad-name",
        format!("a name has 1 to {most} characters, all of which can be seen"),
        format!("un nom a de 1 à {most} caractères, tous visibles")
    )
}

pub(crate) fn bad_run(words: Words) -> Refusal {
    Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-run", words)
}

pub(crate) fn bad_position(words: Words) -> Refusal {
    Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-position", words)
}

pub(crate) fn unfinished_run() -> Refusal {
    refusal!(
        UNPROCESSABLE_ENTITY,
        "bad-run",
        "this run was given up: only those that reach their end are compared by time",
        "cette partie a été abandonnée : seules celles qui vont au bout se comparent au temps"
    )
}

pub(crate) fn known_run() -> Refusal {
    refusal!(
        CONFLICT,
        "known-run",
        "this run stands in the list already",
        "cette partie est déjà dans la liste"
    )
}

pub(crate) fn no_such_run() -> Refusal {
    refusal!(NOT_FOUND, "no-such-run", "there is no such run", "cette partie n’existe pas")
}

pub(crate) fn no_such_mode() -> Refusal {
    refusal!(
        NOT_FOUND,
        "no-such-mode",
        "no list of the best is kept there",
        "on ne tient pas de classement ici"
    )
}

pub(crate) fn no_such_race() -> Refusal {
    refusal!(NOT_FOUND, "no-such-race", "there is no such race", "cette course n’existe pas")
}

pub(crate) fn race_lost() -> Refusal {
    refusal!(
        GONE,
        "race-lost",
        "the server that ran this race has stopped, and the race with it: start another",
        "le serveur de cette course s’est arrêté, et la course avec lui : lancez-en une autre"
    )
}

pub(crate) fn no_race() -> Refusal {
    refusal!(
        NOT_FOUND,
        "no-such-mode",
        "this game is not raced: make a table",
        "ce jeu ne se court pas : ouvrir une table"
    )
}

pub(crate) fn wrong_seats(most: usize) -> Refusal {
    refusal!(
        UNPROCESSABLE_ENTITY,
        "bad-setup",
        format!("a race has 2 to {most} seats"),
        format!("une course a de 2 à {most} places")
    )
}

pub(crate) fn bad_bundle(clock: u64) -> Refusal {
    refusal!(
        UNPROCESSABLE_ENTITY,
        "bad-bundle",
        format!("a bundle ends with the tick up to which it goes, not past the present: {clock}"),
        format!("un paquet finit par le tic jusqu’où il va, sans dépasser le présent : {clock}")
    )
}

pub(crate) fn too_many_races() -> Refusal {
    Refusal {
        retry_after: Some(60),
        ..refusal!(
            TOO_MANY_REQUESTS,
            "too-many-races",
            "too many races are being run here: try again in a while",
            "trop de courses ont lieu ici : réessayez dans un moment"
        )
    }
}

pub(crate) fn bad_request(reason: &str) -> Refusal {
    refusal!(
        BAD_REQUEST,
        "bad-request",
        format!("this request cannot be read: {reason}"),
        format!("cette requête est illisible : {reason}")
    )
}

pub(crate) fn not_json() -> Refusal {
    refusal!(
        UNSUPPORTED_MEDIA_TYPE,
        "not-json",
        "a body here is JSON and says so: Content-Type: application/json",
        "ici le corps est en JSON et le dit : Content-Type: application/json"
    )
}

pub(crate) fn unknown_host(host: &str) -> Refusal {
    // Whatever was sent comes back as text in JSON; a long one would not help anybody.
    let host: String = host.chars().take(64).collect();
    refusal!(
        MISDIRECTED_REQUEST,
        "unknown-host",
        format!(
            "this server is not called “{host}”; whoever runs it can allow that name with PLATEAU_HOSTS"
        ),
        format!(
            "ce serveur ne s’appelle pas « {host} » ; qui l’héberge peut permettre ce nom par PLATEAU_HOSTS"
        )
    )
}

pub(crate) fn foreign_origin() -> Refusal {
    refusal!(
        FORBIDDEN,
        "foreign-origin",
        "this request comes from the page of another site",
        "cette requête vient de la page d’un autre site"
    )
}

pub(crate) fn too_large(most: usize) -> Refusal {
    refusal!(
        PAYLOAD_TOO_LARGE,
        "too-large",
        format!("a request here has at most {most} bytes"),
        format!("une requête ici a au plus {most} octets")
    )
}

pub(crate) fn too_slow() -> Refusal {
    refusal!(
        REQUEST_TIMEOUT,
        "too-slow",
        "the request came too slowly",
        "la requête est arrivée trop lentement"
    )
}

pub(crate) fn too_many_requests() -> Refusal {
    Refusal {
        retry_after: Some(1),
        ..refusal!(
            TOO_MANY_REQUESTS,
            "too-many-requests",
            "too many requests from your address: wait a moment",
            "trop de requêtes depuis votre adresse : attendez un instant"
        )
    }
}

pub(crate) fn too_much_work() -> Refusal {
    Refusal {
        retry_after: Some(10),
        ..refusal!(
            TOO_MANY_REQUESTS,
            "too-much-work",
            "what your address has asked for takes long already: wait until some of it is done",
            "ce que votre adresse a demandé prend déjà du temps : attendez qu’une partie soit faite"
        )
    }
}

pub(crate) fn too_many_tables(most: u32) -> Refusal {
    Refusal {
        retry_after: Some(600),
        ..refusal!(
            TOO_MANY_REQUESTS,
            "too-many-tables",
            format!("at most {most} new tables an hour from one address"),
            format!("au plus {most} nouvelles tables par heure depuis une adresse")
        )
    }
}

pub(crate) fn too_many_streams(most: u32) -> Refusal {
    Refusal {
        retry_after: Some(10),
        ..refusal!(
            TOO_MANY_REQUESTS,
            "too-many-streams",
            format!("at most {most} streams of events at once from one address"),
            format!("au plus {most} flux d’évènements à la fois depuis une adresse")
        )
    }
}

fn internal() -> Refusal {
    refusal!(
        INTERNAL_SERVER_ERROR,
        "internal",
        "something went wrong here; it is in the log",
        "quelque chose s’est mal passé ici ; c’est dans le journal"
    )
}

pub(crate) fn unavailable() -> Refusal {
    Refusal {
        retry_after: Some(1),
        ..refusal!(
            SERVICE_UNAVAILABLE,
            "unavailable",
            "the server is shutting down or busy: try again",
            "le serveur s’arrête ou est occupé : réessayez"
        )
    }
}

pub(crate) fn not_stored() -> Refusal {
    Refusal {
        retry_after: Some(1),
        ..refusal!(
            SERVICE_UNAVAILABLE,
            "unavailable",
            "the database does not work just now: try again in a moment",
            "la base de données ne marche pas en ce moment : réessayez dans un instant"
        )
    }
}

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
