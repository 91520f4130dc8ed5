//! What a viewer may see, as JSON. The page draws the board from this alone and knows no rules.
//!
//! Squares are names such as `d5` (column `a`–`p`, row `1`–`11` from the top), colours `black red blue
//! green` (lists of four numbers are in this order), seats numbers from 0. `{en, fr}` are sentences.
//!
//! | field | what it is |
//! |---|---|
//! | `board` | `standard` or `advanced`; `map`: 11 rows of 16, `~` river, `.` land; `special`: spaces whose treasure goes first |
//! | `tiles` | face-up tiles: `{at, colour}`; `buried`: face-down tiles under monuments |
//! | `treasures`, `catastrophes` | squares |
//! | `leaders` | `{seat, colour, at, strength, temples, kingdom, collects, income, threats}`: `strength` is what it has in a war now (tiles of its colour in its kingdom), `temples` what it has in a revolt, `kingdom` an index into `kingdoms`, `collects` the colours of tiles that bring its owner a point, `income` what monuments pay it, `threats` the attacks that others could begin, see [`ThreatView`] |
//! | `monuments` | `{name, colours, at, squares, base, pays}`, `at` is the top left square, `pays` the leaders `{seat, colour}` that it pays at the end of their turns; `unbuilt`: names still to be built |
//! | `kingdoms` | `{squares, treasures}`: connected squares with a leader |
//! | `players` | `{seat, name, hand, catastrophes, points, treasures, income}`: `hand` is a number of tiles; `points` and `treasures` are null where totals are hidden; `income` what monuments give at the end of each own turn |
//! | `hand` | the viewer's own tiles by colour; null for a spectator |
//! | `bag`, `unseen` | tiles in the bag; tiles of each colour that this viewer has not seen (bag, other hands, secret discards) |
//! | `active`, `action`, `actions` | whose turn it is, which of its actions this is (from 1), how many there are |
//! | `turn` | the number of the turn, from 1 |
//! | `phase`, `decides` | `action revolt war warchoice monument treasure over`; the seat that decides |
//! | `pending` | the facts of the decision, see [`Pending`]; null in `action` and `over` |
//! | `placements` | for the seat that chooses an action: `{says, template, brings, moves}`, what moves would do, grouped by the sentence; `brings` is `nothing theirs mine split revolt war`. A tile that is not listed stands alone, a leader that is not listed begins a kingdom of its own |
//! | `last` | the square that was last acted on |
//! | `log` | the latest events: `{number, seat, at, says, template, conflict}`, numbered from the beginning of the game; `template` is the sentence with slots such as `{0}` and `{de 0}` for the names of seats; `conflict` is `begins support won lost` for the parts of one |
//! | `count` | when it is over: each seat's `{points, treasures, ranked, place, tally}`, `treasures` being how many count for each colour, `ranked` the totals from the lowest, and `tally` where points came from, wars and revolts won and lost |

use game::{Game, Phrase, Seat, Words};
use serde::Serialize;

use crate::about::Totals;
use crate::bits::{Bits, COLUMNS, NOWHERE, ROWS, block};
use crate::map::BoardSide;
use crate::notation::{monument_id, square_name};
use crate::outlook::{ChoiceView, ThreatView};
use crate::pieces::{Colour, DYNASTIES, MONUMENTS, named, slot};
use crate::preview::Preview;
use crate::rules::{ACTIONS, Conflict, Count, Phase, Tally, Tigris};

/// The game as one viewer sees it.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)] // the table above says what each is
pub struct View {
    pub board: BoardSide,
    pub map: Vec<String>,
    pub special: Vec<String>,
    pub tiles: Vec<TileView>,
    pub buried: Vec<String>,
    pub treasures: Vec<String>,
    pub catastrophes: Vec<String>,
    pub leaders: Vec<LeaderView>,
    pub monuments: Vec<MonumentView>,
    pub unbuilt: Vec<String>,
    pub kingdoms: Vec<KingdomView>,
    pub players: Vec<PlayerView>,
    pub hand: Option<[u8; 4]>,
    pub bag: u8,
    pub unseen: [u8; 4],
    pub active: Seat,
    pub action: u8,
    pub actions: u8,
    pub turn: u16,
    pub english: bool,
    pub totals: Totals,
    pub phase: &'static str,
    pub decides: Option<Seat>,
    pub pending: Option<Pending>,
    pub placements: Vec<Preview>,
    pub last: Option<String>,
    pub log: Vec<EventView>,
    pub count: Option<Vec<CountView>>,
}

/// A face-up tile.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)]
pub struct TileView {
    pub at: String,
    pub colour: Colour,
}

/// A leader on the board.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)]
pub struct LeaderView {
    pub seat: Seat,
    pub colour: Colour,
    pub at: String,
    pub strength: u8,
    pub temples: u8,
    pub kingdom: usize,
    pub collects: Vec<Colour>,
    pub income: u8,
    pub threats: Vec<ThreatView>,
}

/// A monument on the board.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)]
pub struct MonumentView {
    pub name: String,
    pub colours: [Colour; 2],
    pub at: String,
    pub squares: Vec<String>,
    pub base: Colour,
    pub pays: Vec<PaidView>,
}

/// A leader that a monument pays.
#[derive(Clone, Copy, Debug, Serialize)]
#[allow(missing_docs)]
pub struct PaidView {
    pub seat: Seat,
    pub colour: Colour,
}

/// A kingdom.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)]
pub struct KingdomView {
    pub squares: Vec<String>,
    pub treasures: u32,
}

/// What the viewer knows about a seat.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)]
pub struct PlayerView {
    pub seat: Seat,
    pub name: Phrase,
    pub hand: u8,
    pub catastrophes: u8,
    pub points: Option<[u16; 4]>,
    pub treasures: Option<u8>,
    pub income: [u8; 4],
}

/// A decision other than the choice of an action, with what it depends on.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Pending {
    /// How many tiles to add to a revolt. Ties go to the defender.
    Revolt(ConflictView),
    /// How many tiles to add to a war. Ties go to the defender.
    War(ConflictView),
    /// Which war comes next.
    WarChoice { wars: Vec<ConflictView>, tile: String },
    /// Which monument to build, and on which squares (by their top left), if any.
    Monument { colour: Colour, sites: Vec<String>, monuments: Vec<String> },
    /// Which treasure to take.
    Treasure { squares: Vec<String> },
}

/// A conflict between two leaders.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)]
pub struct ConflictView {
    /// The colour of the leaders.
    pub colour: Colour,
    /// The colour of the tiles that support them: red in a revolt.
    pub support: Colour,
    pub attacker: ConflictSideView,
    pub defender: ConflictSideView,
    /// The least and the most tiles that the deciding seat may add if it adds any; only that seat sees it.
    pub range: Option<(u8, u8)>,
    /// What each choice would mean for the deciding seat; only that seat sees it.
    pub choices: Vec<ChoiceView>,
}

/// One side of a conflict.
#[derive(Clone, Debug, Serialize)]
pub struct ConflictSideView {
    /// Whose leader.
    pub seat: Seat,
    /// Where it stands.
    pub at: String,
    /// How many tiles support it on the board.
    pub board: u8,
    /// How many tiles were added from the hand; null before that.
    pub committed: Option<u8>,
    /// The squares of its supporters on the board.
    pub supporters: Vec<String>,
}

/// One event of the log.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)]
pub struct EventView {
    pub number: u32,
    pub seat: Seat,
    pub at: Option<String>,
    pub says: Words,
    pub template: Words,
    pub conflict: Option<&'static str>,
}

/// A seat's final count.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)]
pub struct CountView {
    #[serde(flatten)]
    pub count: Count,
    pub place: u8,
    pub tally: Tally,
}

fn names(squares: Bits) -> Vec<String> {
    squares.iter().map(square_name).collect()
}

impl View {
    pub(crate) fn of(game: &Tigris, viewer: Option<Seat>) -> Self {
        let viewer = viewer.filter(|seat| seat.index() < game.seats());
        let kingdoms: Vec<Bits> = game.kingdoms().collect();
        let over = game.turn().outcome();
        let row = |row: u8| {
            let river = |column| game.map.river.has(row * COLUMNS + column);
            (0..COLUMNS).map(|column| if river(column) { '~' } else { '.' }).collect()
        };
        let tiles = Colour::ALL.into_iter().flat_map(|colour| {
            let at = move |square| TileView { at: square_name(square), colour };
            game.tiles[colour.index()].iter().map(at)
        });
        let (first, events) = game.log.latest();
        let events = (first..).zip(events).map(|(number, event)| EventView {
            number,
            seat: Seat(event.seat % DYNASTIES.len() as u8),
            at: event.place().map(square_name),
            says: event.words(named),
            template: event.words(slot),
            conflict: event.conflict_part(),
        });
        let decides = game.turn().seat();
        let seats = 0..game.seats() as u8;
        Self {
            board: game.options.board,
            map: (0..ROWS).map(row).collect(),
            special: names(game.map.special),
            tiles: tiles.collect(),
            buried: names(game.buried),
            treasures: names(game.treasures),
            catastrophes: names(game.ruins),
            leaders: leaders(game, &kingdoms, viewer),
            monuments: (0..6).filter_map(|monument| built(game, monument)).collect(),
            unbuilt: (0..6)
                .filter(|&m| game.monuments[usize::from(m)] == NOWHERE)
                .map(monument_id)
                .collect(),
            kingdoms: kingdoms
                .iter()
                .map(|&kingdom| KingdomView {
                    squares: names(kingdom),
                    treasures: (kingdom & game.treasures).count(),
                })
                .collect(),
            players: seats.clone().map(|seat| player(game, Seat(seat), viewer)).collect(),
            hand: viewer.map(|seat| game.hand(seat)),
            bag: game.bag_len,
            unseen: game.unseen(viewer),
            active: game.active(),
            action: (game.action + 1).min(ACTIONS),
            actions: ACTIONS,
            turn: game.turns.saturating_add(1),
            english: game.options.english,
            totals: game.options.totals,
            phase: phase_id(game.phase),
            decides,
            pending: pending(game, viewer),
            placements: match viewer {
                Some(_) if viewer == decides && game.phase == Phase::Action => game.placements(),
                _ => Vec::new(),
            },
            last: Some(game.placed).filter(|&square| square != NOWHERE).map(square_name),
            log: events.collect(),
            count: over.map(|outcome| {
                let counted = |seat| CountView {
                    count: game.count(seat),
                    place: outcome.place(seat),
                    tally: game.tally[seat.index()],
                };
                seats.map(Seat).map(counted).collect()
            }),
        }
    }
}

pub(crate) fn phase_id(phase: Phase) -> &'static str {
    match phase {
        Phase::Action => "action",
        Phase::Revolt(_) => "revolt",
        Phase::WarChoice => "warchoice",
        Phase::War(_) => "war",
        Phase::Monument => "monument",
        Phase::Treasure(_) => "treasure",
        Phase::Over(_) => "over",
    }
}

impl Tigris {
    /// The tiles of each colour that a viewer has not seen.
    pub fn unseen(&self, viewer: Option<Seat>) -> [u8; 4] {
        let mut unseen = [0; 4];
        self.bag[..self.bag()].iter().for_each(|&tile| unseen[usize::from(tile)] += 1);
        for seat in (0..self.seats()).filter(|&seat| viewer != Some(Seat(seat as u8))) {
            let secret = self.hands[seat].iter().zip(&self.discards[seat]);
            unseen.iter_mut().zip(secret).for_each(|(count, (a, b))| *count += a + b);
        }
        unseen
    }

    /// The colours of tiles whose points a leader on a square collects: its own, and for a king those that have no
    /// leader in the kingdom.
    fn collects(&self, at: u8, colour: Colour) -> Vec<Colour> {
        let kingdom = self.region(at);
        let own = |each: &Colour| {
            *each == colour || (colour == Colour::Black && self.leader_in(kingdom, *each).is_none())
        };
        Colour::ALL.into_iter().filter(own).collect()
    }

    /// Whether a viewer sees the totals of a seat.
    pub(crate) fn shows_points(&self, of: Seat, viewer: Option<Seat>) -> bool {
        self.options.totals == Totals::Open
            || viewer == Some(of)
            || matches!(self.phase, Phase::Over(_))
    }
}

fn player(game: &Tigris, seat: Seat, viewer: Option<Seat>) -> PlayerView {
    let shown = game.shows_points(seat, viewer);
    PlayerView {
        seat,
        name: DYNASTIES[seat.index()],
        hand: game.hand(seat).iter().sum(),
        catastrophes: game.catastrophes[seat.index()],
        points: shown.then(|| game.points(seat)),
        treasures: shown.then(|| game.treasures_of(seat)),
        income: Colour::ALL.map(|colour| game.income_of(seat.0, colour)),
    }
}

fn leaders(game: &Tigris, kingdoms: &[Bits], viewer: Option<Seat>) -> Vec<LeaderView> {
    let mut leaders = Vec::new();
    for seat in (0..game.seats() as u8).map(Seat) {
        for colour in Colour::ALL {
            let Some(at) = game.leader(seat, colour) else { continue };
            let kingdom = kingdoms.iter().position(|kingdom| kingdom.has(at)).unwrap_or(0);
            let fighting = matches!(game.phase, Phase::War(_) | Phase::WarChoice);
            let strength = if fighting {
                game.strength(seat, colour)
            } else {
                (game.region(at) & game.tiles[colour.index()]).count() as u8
            };
            leaders.push(LeaderView {
                seat,
                colour,
                at: square_name(at),
                strength,
                temples: game.temples_beside(at),
                kingdom,
                collects: game.collects(at, colour),
                income: game.income_of(seat.0, colour),
                threats: match game.phase {
                    Phase::Action => game.threats(seat, colour, viewer, square_name),
                    _ => Vec::new(),
                },
            });
        }
    }
    leaders
}

fn built(game: &Tigris, monument: u8) -> Option<MonumentView> {
    let index = usize::from(monument);
    let at = game.monuments[index];
    let squares = block(at).filter(|_| at != NOWHERE)?;
    Some(MonumentView {
        name: monument_id(monument),
        colours: MONUMENTS[index],
        at: square_name(at),
        squares: names(squares),
        base: game.bases[index],
        pays: paid_by(game, monument),
    })
}

/// The leaders in a monument's kingdom that have one of its colours.
fn paid_by(game: &Tigris, monument: u8) -> Vec<PaidView> {
    let index = usize::from(monument);
    let kingdom = game.region(game.monuments[index]);
    MONUMENTS[index]
        .into_iter()
        .filter_map(|colour| {
            let seat = Seat(game.leader_in(kingdom, colour)?);
            Some(PaidView { seat, colour })
        })
        .collect()
}

fn conflict_view(game: &Tigris, conflict: Conflict, viewer: Option<Seat>) -> ConflictView {
    let [attacker, defender] = [(conflict.attacker, conflict.committed), (conflict.defender, None)]
        .map(|(seat, committed)| {
            let supporters = game.supporters(seat, conflict.colour);
            ConflictSideView {
                seat,
                at: game.leader(seat, conflict.colour).map(square_name).unwrap_or_default(),
                board: supporters.count() as u8,
                committed,
                supporters: names(supporters),
            }
        });
    let decides = game.phase != Phase::WarChoice && viewer == Some(conflict.decides());
    let choices = if decides { game.conflict_choices(conflict) } else { Vec::new() };
    ConflictView {
        colour: conflict.colour,
        support: game.support_colour(conflict),
        attacker,
        defender,
        range: decides.then(|| game.support_range(conflict)),
        choices,
    }
}

fn pending(game: &Tigris, viewer: Option<Seat>) -> Option<Pending> {
    match game.phase {
        Phase::Action | Phase::Over(_) => None,
        Phase::Revolt(conflict) => Some(Pending::Revolt(conflict_view(game, conflict, viewer))),
        Phase::War(conflict) => Some(Pending::War(conflict_view(game, conflict, viewer))),
        Phase::WarChoice => {
            let wars = game.wars();
            let fought = Colour::ALL.into_iter().filter(|colour| wars[colour.index()]);
            let wars = fought.filter_map(|colour| game.war_of(colour));
            Some(Pending::WarChoice {
                wars: wars.map(|conflict| conflict_view(game, conflict, viewer)).collect(),
                tile: square_name(game.placed),
            })
        }
        Phase::Monument => {
            let colour = game.tile_at(game.placed)?;
            let (sites, count) = game.sites();
            let free = (0..6).filter(|&monument| game.is_free_monument(monument, colour));
            Some(Pending::Monument {
                colour,
                sites: sites[..count].iter().map(|&square| square_name(square)).collect(),
                monuments: free.map(monument_id).collect(),
            })
        }
        Phase::Treasure(_) => {
            let (_, squares, _) = game.treasure_due()?;
            Some(Pending::Treasure { squares: names(squares) })
        }
    }
}
