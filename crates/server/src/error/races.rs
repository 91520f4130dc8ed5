//! Refusals in real time: races, runs and the lists of the best.

use axum::http::StatusCode;
use game::Words;

use super::{Refusal, refusal};

pub(crate) fn bad_run(words: Words) -> Refusal {
    Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-run", words)
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
