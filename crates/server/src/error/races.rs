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

pub(crate) fn helped_run() -> Refusal {
    refusal!(
        UNPROCESSABLE_ENTITY,
        "helped-run",
        "this run was helped: the computer was asked about its positions while it was played",
        "cette partie a été aidée : on a interrogé l’ordinateur sur ses positions pendant qu’elle se jouait"
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

pub(crate) fn bad_ticket() -> Refusal {
    refusal!(
        FORBIDDEN,
        "bad-ticket",
        "a run is entered with the ticket that it was played on: its seed and its mode are the ticket’s",
        "une partie s’inscrit avec le billet sur lequel elle a été jouée : sa graine et son mode sont ceux du billet"
    )
}

pub(crate) fn ticket_expired() -> Refusal {
    refusal!(
        FORBIDDEN,
        "bad-ticket",
        "this ticket has expired: play another run",
        "ce billet a expiré : jouez une autre partie"
    )
}

pub(crate) fn other_run() -> Refusal {
    refusal!(
        CONFLICT,
        "ticket-used",
        "another run was played on this ticket",
        "une autre partie a été jouée sur ce billet"
    )
}

pub(crate) fn faster_than_time() -> Refusal {
    refusal!(
        UNPROCESSABLE_ENTITY,
        "bad-run",
        "this run has more ticks than the time that has passed since its ticket was issued",
        "cette partie compte plus de tics que le temps écoulé depuis son billet"
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
