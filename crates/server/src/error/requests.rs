//! Refusals of requests that cannot be read, and of those that the server cannot answer.

use axum::http::StatusCode;
use game::Words;

use super::{Refusal, parsing, refusal};

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

pub(crate) fn bad_request(reason: &Words) -> Refusal {
    refusal!(
        BAD_REQUEST,
        "bad-request",
        format!("this request cannot be read: {}", reason.en),
        format!("cette requête est illisible : {}", reason.fr)
    )
}

/// A parser refused the body or the query, and says why in English.
pub(crate) fn not_parsed(said: &str) -> Refusal {
    bad_request(&parsing::explain(said))
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
        format!("this is too long: at most {} kB can be sent here", most / 1024),
        format!("c’est trop long : on envoie ici {} Ko au plus", most / 1024)
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

pub(super) fn internal() -> Refusal {
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
