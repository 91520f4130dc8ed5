//! How an address of the page describes itself to those who get it in a message: Open Graph tags, with who invites to
//! what, and the game's picture.

use std::sync::Arc;

use axum::http::{HeaderMap, header};
use game::Words;

use crate::room::Room;
use crate::store::{SeatKind, Status};

/// Width and height of the pictures in `web/share`, which `tests/share-pictures.mjs` draws.
const PICTURE_SIZE: (u32, u32) = (600, 315);

/// What is said about an address.
struct Card {
    title: Words,
    text: Words,
    /// What the picture shows.
    alt: Words,
    /// The file of its picture.
    picture: String,
}

/// The tags for the document at an address.
pub(crate) async fn head(room: &Arc<Room>, path: &str, asked: &HeaderMap) -> String {
    // Files have no use for them.
    if path.contains('.') {
        return String::new();
    }
    let value = |name| asked.get(name).and_then(|value| value.to_str().ok());
    let french = value(header::ACCEPT_LANGUAGE).is_some_and(|langs| langs.starts_with("fr"));
    let said = |words: &Words| if french { words.fr.to_string() } else { words.en.to_string() };
    let card = card(room, path).await;
    let behind_proxy = !room.config.limits.proxies.is_empty();
    let scheme = asked.get("x-forwarded-proto").and_then(|value| value.to_str().ok());
    let scheme = scheme.filter(|_| behind_proxy).unwrap_or("http");
    let host = value(header::HOST).unwrap_or_default();
    let tag = |name: &str, content: &str| {
        format!("  <meta property=\"og:{name}\" content=\"{}\">\n", escaped(content))
    };
    let mut tags = tag("site_name", "Plateau") + &tag("type", "website");
    tags += &tag("title", &said(&card.title));
    tags += &tag("description", &said(&card.text));
    // Messengers want whole addresses.
    if !host.is_empty() {
        tags += &tag("url", &format!("{scheme}://{host}{path}"));
        if room.page.has(&card.picture) {
            tags += &tag("image", &format!("{scheme}://{host}/{}", card.picture));
            tags += &tag("image:type", "image/png");
            tags += &tag("image:width", &PICTURE_SIZE.0.to_string());
            tags += &tag("image:height", &PICTURE_SIZE.1.to_string());
            tags += &tag("image:alt", &said(&card.alt));
            // Some show a picture in full only if they are asked to.
            tags += "  <meta name=\"twitter:card\" content=\"summary_large_image\">\n";
        }
    }
    tags
}

async fn card(room: &Arc<Room>, path: &str) -> Card {
    let mut segments = path.trim_matches('/').split('/');
    let known = match (segments.next(), segments.next()) {
        (Some("table" | "analysis"), Some(id)) => table_card(room, id).await,
        (Some("race"), Some(id)) => race_card(room, id),
        (Some("new" | "learn" | "arcade"), Some(game)) => game_card(game),
        _ => None,
    };
    known.unwrap_or_else(|| Card {
        title: Words::new("Plateau", "Plateau"),
        text: Words::new(
            "Board games to play, learn and study.",
            "Des jeux de plateau à jouer, à apprendre et à étudier.",
        ),
        alt: Words::new("The games of Plateau", "Les jeux de Plateau"),
        picture: "share/plateau.png".to_owned(),
    })
}

fn game_card(id: &str) -> Option<Card> {
    let about = catalog::find(id).ok()?.about();
    Some(Card {
        title: Words::new(about.name.en, about.name.fr),
        text: Words::new(about.tagline.en, about.tagline.fr),
        alt: Words::new(
            format!("A game of {}", about.name.en),
            format!("Une partie de {}", about.name.fr),
        ),
        picture: format!("share/{}.png", about.id),
    })
}

/// The game's card with another title.
fn titled(game: &str, title: impl FnOnce(&Words) -> Words) -> Option<Card> {
    let card = game_card(game)?;
    Some(Card { title: title(&card.title), ..card })
}

/// The names under which the page seats people who gave none.
const NAMELESS: [&str; 2] = ["Guest", "Invité"];

/// Somebody's invitation to a game.
fn invitation(host: &str, game: &Words) -> Words {
    if NAMELESS.contains(&host) {
        return Words::new(
            format!("You are invited to {}", game.en),
            format!("On vous invite à jouer à {}", game.fr),
        );
    }
    Words::new(
        format!("{host} invites you to {}", game.en),
        format!("{host} vous invite à jouer à {}", game.fr),
    )
}

async fn table_card(room: &Arc<Room>, id: &str) -> Option<Card> {
    let live = room.table(id).await.ok()?;
    let state = live.read();
    let people: Vec<String> = state
        .row
        .seats
        .iter()
        .filter(|seat| seat.kind == SeatKind::Person)
        .filter_map(|seat| seat.name.clone())
        .collect();
    let free = state.row.progress.status == Status::Waiting;
    titled(&state.row.game, |game| match &people[..] {
        [host, ..] if free => invitation(host, game),
        [] => game.clone(),
        _ => {
            let names = people.join(", ");
            Words::new(format!("{}: {names}", game.en), format!("{}\u{a0}: {names}", game.fr))
        }
    })
}

fn race_card(room: &Room, id: &str) -> Option<Card> {
    let race = room.races.get(id).ok()?;
    let body = race.body(&race.lock());
    let host = body.seats.iter().find(|seat| seat.kind == SeatKind::Person)?.name.clone()?;
    titled(&body.game, |game| invitation(&host, game))
}

/// Safe inside an attribute.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
