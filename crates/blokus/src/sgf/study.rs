//! A `.blksgf` file as a study, both ways: variations, comments, marks, names and set-up positions.

use std::fmt::Write as _;

use game::{BadRecord, Game, Mark, Record, Study, play_text};

use super::tree::{SgfNode, escaped, parse};
use super::{bad, colour_of, info, mode_named, move_property, name_of, name_property};
use crate::mode::{COLOURS, Mode, Options, Scoring};
use crate::moves::Move;
use crate::notation::read_placement;
use crate::rules::Blokus;

/// Reads a file. What it starts with may be a position; the official scoring counts unless it says otherwise.
pub fn read_study(text: &str) -> Result<Study, BadRecord> {
    let nodes = parse(text)?;
    let options = options_of(&nodes[0])?;
    let study = match read_nodes(&nodes, options, false) {
        Err(Unread::LostTurn) => read_nodes(&nodes, options, true),
        read => read,
    };
    study.map_err(|unread| match unread {
        Unread::Bad(error) => error,
        Unread::LostTurn => lost_turn(),
    })
}

/// Why a file is not read.
enum Unread {
    Bad(BadRecord),
    /// A colour loses a turn, which only a study with `skips` allows.
    LostTurn,
}

impl From<BadRecord> for Unread {
    fn from(error: BadRecord) -> Self {
        Self::Bad(error)
    }
}

/// Reads the nodes of a file, with turns that may be lost or without.
fn read_nodes(nodes: &[SgfNode], options: Options, skips: bool) -> Result<Study, Unread> {
    let mut beginning = Record::new::<Blokus>(&options, 0);
    let names =
        (0..options.mode.seats()).map(|seat| nodes[0].get(name_property(options.mode, seat)));
    let names: Vec<String> = names.map(|name| name.unwrap_or_default().to_owned()).collect();
    if names.iter().any(|name| !name.is_empty()) {
        beginning.seats = names;
    }
    let start = set_up(nodes, options, skips)?;
    let position = start.as_ref().map(Game::save);
    let mut study = Study::new(beginning, position);
    // Of every node of the file: that of the study which it belongs to, and the game there. The game is dropped with
    // the last node that follows.
    let mut left = vec![0_usize; nodes.len()];
    for node in nodes {
        node.parent.into_iter().for_each(|parent| left[parent] += 1);
    }
    let movers = movers_from(nodes, options.mode);
    // How many moves led to a node of the file: mistakes are told by that, whatever stands before it in variations.
    let mut played = vec![0; nodes.len()];
    let mut places: Vec<(usize, Option<Box<Blokus>>)> = Vec::with_capacity(nodes.len());
    let begin = start.unwrap_or_else(|| Blokus::start(options));
    for (index, node) in nodes.iter().enumerate() {
        let (mut at, mut game) = match node.parent {
            None => (0, Box::new(begin.clone())),
            Some(parent) => {
                left[parent] -= 1;
                played[index] = played[parent];
                let (at, place) = &mut places[parent];
                let game = if left[parent] == 0 { place.take() } else { place.clone() };
                (*at, game.unwrap_or_else(|| Box::new(begin.clone())))
            }
        };
        if node.parent.is_some() && node.properties.iter().any(|(name, _)| sets_up(name)) {
            let error = bad(
                "the file puts pieces down without playing them after its beginning, \
                 and that is read at its beginning only",
                "le fichier pose des pièces sans les jouer après son début, \
                 ce qui ne se lit qu’à son début",
            );
            return Err(error.into());
        }
        for (name, value) in &node.properties {
            for mv in play(&mut game, played[index] + 1, (name, value), movers[index])? {
                played[index] += 1;
                at = study.add(at, &mv.to_string())?;
            }
        }
        let mark = mark_of(node);
        let comment = match node.parent {
            None => info::read(node),
            Some(_) => node.get("C").unwrap_or_default().to_owned(),
        };
        let old = &study.nodes()[at];
        if mark.is_some() || !comment.is_empty() {
            let comment = [old.comment.as_str(), &comment].join("\n");
            let mark = mark.or(old.mark);
            study.annotate(at, mark, &comment)?;
        }
        places.push((at, (left[index] > 0).then_some(game)));
    }
    Ok(study)
}

/// Whether a property puts pieces down, or takes some away, without a move.
fn sets_up(name: &str) -> bool {
    let colour = name.strip_prefix('A').filter(|rest| rest.len() == 1);
    colour.is_some_and(|colour| colour == "E" || colour_of(colour).is_some())
}

/// The colour of a property's move, and what it does if it places no piece.
fn mover_of(mode: Mode, name: &str, value: &str) -> Option<(usize, Option<Move>)> {
    let other = match name {
        "XP" => Some(Move::Pass),
        "XK" => Some(Move::Skip),
        _ => None,
    };
    let colour = colour_of(if other.is_some() { value } else { name });
    colour.filter(|&colour| colour < mode.colours()).map(|colour| (colour, other))
}

/// Of every node: the colours that move there or later, a bit each.
fn movers_from(nodes: &[SgfNode], mode: Mode) -> Vec<u8> {
    let mut movers = vec![0; nodes.len()];
    for (index, node) in nodes.iter().enumerate().rev() {
        for (name, value) in &node.properties {
            if let Some((colour, _)) = mover_of(mode, name, value) {
                movers[index] |= 1 << colour;
            }
        }
        if let Some(parent) = node.parent {
            movers[parent] |= movers[index];
        }
    }
    movers
}

/// Plays the move of a property, if it is one. Pentobi lets colours be skipped, say because their time was up: one that
/// never moves again has given up, others lose a turn. `movers` are the colours that still move.
fn play(
    game: &mut Blokus,
    number: usize,
    (name, value): (&str, &str),
    movers: u8,
) -> Result<Vec<Move>, Unread> {
    let mut played = Vec::new();
    let Some((colour, other)) = mover_of(game.mode(), name, value) else { return Ok(played) };
    if game.is_out(colour) {
        return Err(out_of_turn(number, colour).into());
    }
    while let Some(skipped) = game.colour_to_move().filter(|&mover| mover != colour) {
        let again = movers >> skipped & 1 == 1;
        if again && !game.skips {
            return Err(Unread::LostTurn);
        }
        let mv = if again { Move::Skip } else { Move::Pass };
        game.play(mv);
        played.push(mv);
    }
    if other == Some(Move::Skip) && !game.skips {
        return Err(Unread::LostTurn);
    }
    let text = other.map_or_else(|| value.to_owned(), |mv| mv.to_string());
    let mv =
        play_text(game, &text).map_err(|refused| BadRecord::at_move(number, &text, &refused))?;
    played.push(mv);
    Ok(played)
}

fn lost_turn() -> BadRecord {
    bad(
        "a colour loses a turn, which nobody does here",
        "une couleur perd un tour, ce qui n’est pas permis ici",
    )
}

fn out_of_turn(number: usize, colour: usize) -> BadRecord {
    let name = COLOURS[colour];
    bad(
        format!("move {number}: {} cannot move any more", name.en),
        format!("coup {number} : le {} ne peut plus jouer", name.fr.to_lowercase()),
    )
}

fn options_of(root: &SgfNode) -> Result<Options, BadRecord> {
    let game = root.get("GM");
    let mode = game.and_then(mode_named).ok_or_else(|| {
        let name: String = game.unwrap_or("").chars().take(40).collect();
        bad(
            format!(
                "“{name}” is no game that is played here; there is Blokus, Blokus Two-Player, \
                 Blokus Three-Player, Blokus Duo and Blokus Junior"
            ),
            format!(
                "« {name} » ne se joue pas ici ; il y a Blokus, Blokus Two-Player, \
                 Blokus Three-Player, Blokus Duo et Blokus Junior"
            ),
        )
    })?;
    // A mode of ours must be one that the format calls by the same name.
    let own = |own: &Mode| name_of(*own) == name_of(mode) && root.get("XM") == Some(own.id());
    let mode = Mode::ALL.into_iter().find(own).unwrap_or(mode);
    let scoring = match root.get("XS") {
        Some("squares") => Scoring::Squares,
        _ => Scoring::Official,
    };
    Ok(Options { mode, scoring })
}

/// The position that a file begins with, if it is not the usual one: pieces that are set up, or another colour that
/// begins. Pieces may lie anywhere, as in Pentobi, which lets people put them where the rules would not.
fn set_up(nodes: &[SgfNode], options: Options, skips: bool) -> Result<Option<Blokus>, BadRecord> {
    let (root, mode) = (&nodes[0], options.mode);
    let odd = |piece: &str| {
        let piece: String = piece.chars().take(40).collect();
        bad(
            format!(
                "the file begins with a piece on {piece}, which is no piece that is left there"
            ),
            format!(
                "le fichier commence par une pièce en {piece}, qui n’est pas une pièce libre là"
            ),
        )
    };
    let mut game = Blokus::start(options);
    game.skips = skips;
    for (name, value) in &root.properties {
        let Some(colour) = name.strip_prefix('A').filter(|rest| rest.len() == 1) else { continue };
        if let Some(colour) = colour_of(colour).filter(|&colour| colour < mode.colours()) {
            let spot =
                read_placement(value, mode.side()).filter(|&spot| game.has_room(colour, spot));
            game.set_up(colour, spot.ok_or_else(|| odd(value))?);
        }
    }
    let bare = (0..mode.colours()).all(|colour| game.placed(colour).is_empty());
    let said = root.get("PL").and_then(colour_of).filter(|&colour| colour < mode.colours());
    let mut properties = nodes.iter().flat_map(|node| &node.properties);
    let first = properties.find_map(|(name, value)| mover_of(mode, name, value));
    let first = first.map(|(colour, _)| colour);
    // Pentobi minds what is said of the turn only where pieces are set up.
    let turn = if bare { first.or(said) } else { said.or(first) };
    let turn = turn.unwrap_or(0);
    if bare && turn == 0 && !skips {
        return Ok(None);
    }
    game.pass_on(turn);
    // As it is saved it can be read again.
    Blokus::load(&game.save()).map(Some).map_err(|error| BadRecord(error.0))
}

fn mark_of(node: &SgfNode) -> Option<Mark> {
    let strong = |name: &str| node.get(name).map(|value| value.trim() == "2");
    match (strong("TE"), strong("BM")) {
        (Some(true), _) => Some(Mark::Brilliant),
        (Some(false), _) => Some(Mark::Good),
        (_, Some(true)) => Some(Mark::Blunder),
        (_, Some(false)) => Some(Mark::Bad),
        _ if node.get("IT").is_some() => Some(Mark::Interesting),
        _ if node.get("DO").is_some() => Some(Mark::Doubtful),
        _ => None,
    }
}

/// What is still to be written.
enum Unwritten {
    After(usize, Box<Blokus>),
    Branch(usize, Box<Blokus>),
    Close,
}

/// Writes a study as a file.
pub fn write_study(study: &Study) -> Result<String, BadRecord> {
    let options = study.beginning().options::<Blokus>()?;
    let start = match &study.position {
        Some(saved) => Blokus::load(saved).map_err(|error| BadRecord(error.0))?,
        None => Blokus::start(options),
    };
    let options = start.options;
    let mut text = format!("(;GM[{}]CA[UTF-8]{}", name_of(options.mode), root(study, &start));
    write_remarks(&mut text, study, 0);
    let children = study.children();
    let mut tasks = vec![Unwritten::After(0, Box::new(start))];
    while let Some(task) = tasks.pop() {
        match task {
            Unwritten::Close => text.push_str("\n)"),
            Unwritten::Branch(node, mut game) => {
                text.push_str("\n(");
                write_move(&mut text, study, node, &mut game)?;
                tasks.extend([Unwritten::Close, Unwritten::After(node, game)]);
            }
            Unwritten::After(node, mut game) => match children[node][..] {
                [] => {}
                [next] => {
                    write_move(&mut text, study, next, &mut game)?;
                    tasks.push(Unwritten::After(next, game));
                }
                ref several => {
                    let branch = |&next: &usize| Unwritten::Branch(next, game.clone());
                    tasks.extend(several.iter().rev().map(branch));
                }
            },
        }
    }
    text.push_str("\n)\n");
    Ok(text)
}

/// What the first node says beside the game's name.
fn root(study: &Study, start: &Blokus) -> String {
    let (mode, mut text) = (start.mode(), String::new());
    for (seat, name) in study.beginning().seats.iter().take(mode.seats()).enumerate() {
        if !name.is_empty() {
            // Writing to a string cannot fail.
            let _ = write!(text, "{}[{}]", name_property(mode, seat), escaped(name));
        }
    }
    if mode == Mode::Teams {
        let _ = write!(text, "XM[{}]", mode.id());
    }
    if start.scoring() == Scoring::Squares {
        text.push_str("XS[squares]");
    }
    if study.position.is_some() {
        // One property with a value for each piece: of a name that comes twice, Pentobi keeps only the last.
        for colour in (0..mode.colours()).filter(|&colour| !start.placed(colour).is_empty()) {
            let _ = write!(text, "A{}", move_property(mode, colour));
            for &spot in start.placed(colour) {
                let _ = write!(text, "[{}]", Move::Place(spot));
            }
        }
        if let Some(colour) = start.colour_to_move() {
            let _ = write!(text, "PL[{}]", move_property(mode, colour));
        }
    }
    text
}

fn write_move(
    text: &mut String,
    study: &Study,
    node: usize,
    game: &mut Blokus,
) -> Result<(), BadRecord> {
    let written = &study.nodes()[node].text;
    let name = game.colour_to_move().map(|colour| move_property(game.mode(), colour));
    let mv =
        play_text(game, written).map_err(|refused| BadRecord::at_move(node, written, &refused))?;
    let name = name.unwrap_or_default();
    let _ = match mv {
        Move::Place(_) => write!(text, "\n;{name}[{mv}]"),
        // The format has no words for a colour that gives up or loses a turn; other programs skip ours.
        Move::Pass => write!(text, "\n;XP[{name}]"),
        Move::Skip => write!(text, "\n;XK[{name}]"),
    };
    write_remarks(text, study, node);
    Ok(())
}

fn write_remarks(text: &mut String, study: &Study, node: usize) {
    let is_root = node == 0;
    let node = &study.nodes()[node];
    let (occasion, comment) =
        if is_root { info::write(&node.comment) } else { (String::new(), &*node.comment) };
    text.push_str(&occasion);
    text.push_str(match node.mark {
        None => "",
        Some(Mark::Good) => "TE[1]",
        Some(Mark::Brilliant) => "TE[2]",
        Some(Mark::Bad) => "BM[1]",
        Some(Mark::Blunder) => "BM[2]",
        Some(Mark::Interesting) => "IT[]",
        Some(Mark::Doubtful) => "DO[]",
    });
    if !comment.is_empty() {
        let _ = write!(text, "C[{}]", escaped(comment));
    }
}
