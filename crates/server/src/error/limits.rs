//! Refusals of too much.

use axum::http::StatusCode;
use game::Words;

use super::{Refusal, refusal};

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
