//! Learns the expert's value: plays games of the expert against itself, and fits the networks to them.
//!
//!     learn play GAMES NODES SEATS SEED [NET]    self-play, on standard output; without NET by the weights
//!     learn fit EPOCHS OLD NEW FILE…             the networks, fitted to these files, to the file NEW; OLD keeps the network
//!                                                of a number of seats that no file has (`-`: none)
//!     learn further EPOCHS LAMBDA RATE OLD NEW FILE…   the networks of OLD, fitted further to these files, to what they expect of
//!                                                later positions as well as to the end (TD(λ)); RATE is the first learning rate
//!
//! A line of a file is the share of the first place that each seat got, each seat's points of each colour in the end, the seat that
//! sees the position, and a saved position.

#![allow(clippy::print_stdout)] // its output is what it is for

use std::io::Write;
use std::sync::Arc;

use game::{Game, Rng, Seat};
use search::tensors::Tensors;
use search::{Limits, Player, Stop};
use tigris::{
    Expert, Features, Options, Phase, SearchWidth, Tigris, ValueNet, ValueNets, ValueSample,
    ValueTrainer, WeightSets,
};

/// One of so many games is held back, to measure the fit on.
const HELD_BACK: usize = 12;
/// How much the points of the end count beside who came first.
const POINTS_WEIGHT: f32 = 0.3;

/// The first learning rate of a network that knows nothing.
const RATE: f32 = 0.003;

/// How a network learns on.
struct Further {
    /// How much of a position's aim goes back to the next one's, and so to the end; the rest is the network's estimate.
    lambda: f32,
    rate: f32,
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number =
        |at: usize, usual: u64| args.get(at).and_then(|text| text.parse().ok()).unwrap_or(usual);
    match args.first().map(String::as_str) {
        Some("play") => {
            let nets = args.get(5).map(|file| Arc::new(read(file)));
            play(number(1, 1000), number(2, 1), number(3, 2) as u8, number(4, 1), nets);
        }
        Some("fit") if args.len() > 4 => {
            let old = (args[2] != "-").then(|| read(&args[2]));
            fit(number(1, 10), None, old, &args[3], &args[4..]);
        }
        Some("further") if args.len() > 6 => {
            let fraction = |at: usize| args[at].parse().expect("a number");
            let further = Further { lambda: fraction(2), rate: fraction(3) };
            fit(number(1, 10), Some(further), Some(read(&args[4])), &args[5], &args[6..]);
        }
        _ => println!(
            "usage: learn play GAMES NODES SEATS SEED [NET] | fit EPOCHS OLD NEW FILE… | \
             further EPOCHS LAMBDA RATE OLD NEW FILE…"
        ),
    }
}

fn read(file: &str) -> ValueNets {
    let bytes = std::fs::read(file).expect("the network can be read");
    let tensors = Tensors::read(&bytes).expect("the network is a file of tensors");
    ValueNets::from_tensors(&tensors).expect("the network is one of this game")
}

fn play(games: u64, nodes: u64, seats: u8, seed: u64, nets: Option<Arc<ValueNets>>) {
    let (mut rng, mut rng_astray) = (Rng::new(seed), Rng::new(!seed));
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let options = Options { players: seats, ..Options::default() };
    let of_width = |width: SearchWidth| {
        let expert = Expert::new(WeightSets::tuned().clone(), seed).searching(width);
        match &nets {
            Some(nets) => expert.with_nets(Arc::clone(nets)),
            None => expert,
        }
    };
    // Whole turns are planned, but only one plan is left to be simulated: that takes no time.
    let mut planner = of_width(SearchWidth { beam: 12, plans: 1, ..SearchWidth::BEST });
    let mut dreamer = of_width(SearchWidth::BEST);
    let mut lines: Vec<String> = Vec::new();
    for _ in 0..games {
        let mut game = Tigris::new(&options, rng.next_u64()).expect("options of the game");
        lines.clear();
        // How often this game goes another way.
        let astray = [0, 5, 12, 25][rng.below(4) as usize];
        while game.turn().seat().is_some() {
            if game.phase() == Phase::Action && rng_astray.below(3) > 0 {
                let viewer = rng.below(seats.into());
                lines.push(format!("{viewer};{}", game.save()));
            }
            let mut choose = |player: &mut Expert, nodes: u64, best: bool| {
                let thought = player.think(&game, &Limits::nodes(nodes), &Stop::new(), &mut |_| ());
                let among = if best { 1 } else { thought.moves.len().max(1) as u32 };
                thought.moves[rng.below(among) as usize].mv
            };
            let mv = if rng_astray.below(100) < astray {
                choose(&mut dreamer, 1, false)
            } else {
                choose(&mut planner, nodes, true)
            };
            game.play(mv);
        }
        let outcome = game.turn().outcome().expect("the game is over");
        let first = |seat: u8| outcome.place(Seat(seat)) == 1;
        let firsts = (0..seats).filter(|&seat| first(seat)).count() as f32;
        let shares: Vec<String> = (0..seats)
            .map(|seat| if first(seat) { 1.0 / firsts } else { 0.0 }.to_string())
            .collect();
        let finals: Vec<String> = (0..seats)
            .flat_map(|seat| game.points(Seat(seat)))
            .map(|points| points.to_string())
            .collect();
        for line in &lines {
            let _ = writeln!(out, "{};{};{line}", shares.join(","), finals.join(","));
        }
        let _ = writeln!(out);
    }
}

/// Files' samples, by games.
fn samples(files: &[String], rng: &mut Rng) -> Vec<Vec<ValueSample>> {
    let mut games = vec![Vec::new()];
    for file in files {
        let text = std::fs::read_to_string(file).expect("the games can be read");
        for line in text.lines() {
            let Some((shares, rest)) = line.split_once(';') else {
                games.push(Vec::new());
                continue;
            };
            let mut fields = rest.splitn(3, ';');
            let mut next = || fields.next().expect("points, a viewer and a position");
            let (points, viewer, position) = (next(), next(), next());
            let viewer = Seat(viewer.parse().expect("a seat"));
            let game = Tigris::load(position).expect("a position");
            let mut share = [0.0; 4];
            for (share, text) in share.iter_mut().zip(shares.split(',')) {
                *share = text.parse().expect("a share");
            }
            let mut finals = [[0.0; 4]; 4];
            for (points, text) in finals.as_flattened_mut().iter_mut().zip(points.split(',')) {
                *points = text.parse().expect("points");
            }
            // In a search the tiles drawn since are not known.
            let mut hand = game.hand(viewer);
            for _ in 0..rng.below(4) {
                let colour = rng.below(4) as usize;
                hand[colour] = hand[colour].saturating_sub(1);
            }
            let features = Features::of(&game, viewer, hand);
            games.last_mut().expect("a game").push(ValueSample { features, shares: share, finals });
        }
    }
    games.retain(|game| !game.is_empty());
    games
}

fn fit(epochs: u64, further: Option<Further>, old: Option<ValueNets>, new: &str, files: &[String]) {
    let mut rng = Rng::new(1);
    let games = samples(files, &mut rng);
    let zero = || ValueNet::clone(&ValueNet::ZERO);
    let mut nets = old.unwrap_or_else(|| ValueNets { two: zero(), more: zero() });
    for (two, net) in [(true, &mut nets.two), (false, &mut nets.more)] {
        let fits = |sample: &ValueSample| (sample.features.players == 2) == two;
        let begin = match &further {
            Some(_) => ValueTrainer::from_net(net.clone()),
            None => ValueTrainer::new(1),
        };
        let mut trainer = begin.with_points(POINTS_WEIGHT);
        let (mut learned, mut held) = (Vec::new(), Vec::new());
        for (index, game) in games.iter().enumerate().filter(|(_, game)| fits(&game[0])) {
            let mut game = game.clone();
            if index % HELD_BACK == 0 {
                held.append(&mut game);
                continue;
            }
            if let Some(further) = &further {
                trainer.expect(&mut game, further.lambda);
            }
            learned.append(&mut game);
        }
        if learned.is_empty() {
            continue;
        }
        println!("{} positions, {} held back", learned.len(), held.len());
        let rate = further.as_ref().map_or(RATE, |further| further.rate);
        for epoch in 0..epochs {
            let learning_rate = rate * 0.03f32.powf(epoch as f32 / epochs as f32);
            let loss = trainer.epoch(&learned, learning_rate, &mut rng);
            let [chances, points] = trainer.losses(&held);
            println!("epoch {epoch}: loss {loss:.4}, held back {chances:.4}, points {points:.2}");
        }
        *net = trainer.net().clone();
    }
    std::fs::write(new, nets.to_tensors().to_bytes()).expect("the network can be written");
}
