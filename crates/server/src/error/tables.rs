//! Refusals at a table: who may do what, when, and what the rules allow.

use axum::http::StatusCode;
use game::Words;

use super::{Refusal, refusal};
use crate::work::BadMove;

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

pub(crate) fn no_threat() -> Refusal {
    refusal!(
        UNPROCESSABLE_ENTITY,
        "no-threat",
        "here nobody else could move in between",
        "ici, personne d’autre ne pourrait jouer entre-temps"
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

pub(crate) fn no_machine_there() -> Refusal {
    refusal!(
        UNPROCESSABLE_ENTITY,
        "no-machine-there",
        "no computer plays in that seat",
        "aucun ordinateur ne joue à cette place"
    )
}

pub(crate) fn no_rematch_offered() -> Refusal {
    refusal!(
        CONFLICT,
        "nobody-asked",
        "nobody has offered you a rematch",
        "personne ne vous a proposé de revanche"
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
        "ce coup ne peut pas être annulé : il a montré ce que le hasard cachait"
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

pub(crate) fn bad_position(words: Words) -> Refusal {
    Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-position", words)
}
