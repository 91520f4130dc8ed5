//! Computer players with a network from a file: `mcts:net=FILE` in every game, and `expert:net=FILE` where a level has
//! a network of its own kind. A file is no parameter of a level, so that only those who may name files get it: commands
//! do, requests over the network name levels and numbers.

use std::path::PathBuf;

use game::{BadParameter, Parameter, Parameters, Words};
use neural::{LEVEL, NetShape};
use search::Level;

use crate::entry::{Entry, Setup, Unknown};

/// A player with a network from a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Named<'a> {
    /// The level, or `mcts`, which plays with any game's network.
    pub level: &'a str,
    /// The file.
    pub file: PathBuf,
    /// Numbers that are changed, as in `nodes=5,exploration=2`.
    numbers: String,
}

/// The player, if a name has a network in it: `LEVEL:net=FILE`, with numbers before or after.
pub(crate) fn named(asked: &str) -> Option<Named<'_>> {
    let (level, changes) = asked.split_once(':')?;
    let (mut file, mut numbers): (Option<String>, Vec<&str>) = (None, Vec::new());
    let mut in_file = false;
    for piece in changes.split(',') {
        match (piece.strip_prefix("net="), &mut file) {
            (Some(name), _) => (file, in_file) = (Some(name.to_owned()), true),
            // A comma in the file's name.
            (None, Some(name)) if in_file && !piece.contains('=') => {
                name.push(',');
                name.push_str(piece);
            }
            _ => {
                numbers.push(piece);
                in_file = false;
            }
        }
    }
    Some(Named { level, file: file?.into(), numbers: numbers.join(",") })
}

impl Named<'_> {
    /// Whether it is the player of any game.
    pub fn is_general(&self) -> bool {
        self.level == LEVEL.id
    }

    /// The numbers that it plays by, of those that there are.
    pub fn parameters(&self, usual: Vec<Parameter>) -> Result<Parameters, Unknown> {
        let usual = Parameters::from(usual);
        if self.numbers.is_empty() {
            return Ok(usual);
        }
        usual.changed(&self.numbers).map_err(|BadParameter(why)| {
            let level = self.level;
            Unknown::new(format!("{level}: {}", why.en), format!("{level} : {}", why.fr))
        })
    }

    /// What is wrong with the file.
    pub fn refused(&self, why: &Words) -> Unknown {
        let name = self.file.display();
        Unknown::new(format!("{name}: {}", why.en), format!("{name} : {}", why.fr))
    }
}

impl dyn Entry + '_ {
    /// Whether a player can be made of a name: a level, with numbers changed or not, or a network from a file, which
    /// must fit the game in this setup if one is given.
    pub fn check_player(&self, asked: &str, setup: Option<&Setup>) -> Result<(), Unknown> {
        let Some(named) = named(asked) else { return self.chosen(asked).map(drop) };
        if !named.is_general() {
            return self.bot(asked, 0).map(drop);
        }
        named.parameters(neural::parameters())?;
        let net = neural::load(&named.file).map_err(|bad| Unknown(bad.0))?;
        let Some(setup) = setup else { return Ok(()) };
        net.check(self.net_shape(setup)?).map_err(|bad| named.refused(&bad.0))
    }

    /// The level that a player's name begins with, as in `hard:depth=6` or `mcts:net=FILE`.
    pub fn level_of(&self, asked: &str) -> Result<&'static Level, Unknown> {
        if named(asked).is_some_and(|named| named.is_general()) {
            return Ok(&LEVEL);
        }
        self.level(asked.split_once(':').map_or(asked, |(level, _)| level))
    }

    /// What a network for this game must be like; its hidden layers are free.
    pub fn net_shape(&self, setup: &Setup) -> Result<NetShape, Unknown> {
        let state = self.state(setup).map_err(|bad| Unknown(bad.0))?;
        Ok(NetShape {
            inputs: state.observation().len(),
            hidden: 0,
            actions: state.actions(),
            seats: state.seats(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(asked: &str) -> Option<(String, f64)> {
        let named = named(asked).filter(Named::is_general)?;
        let parameters = named.parameters(neural::parameters()).unwrap();
        Some((named.file.display().to_string(), parameters.get("nodes").unwrap()))
    }

    #[test]
    fn a_network_is_named_with_its_file_and_numbers() {
        assert_eq!(read("mcts:net=a/b.safetensors"), Some(("a/b.safetensors".into(), 800.0)));
        assert_eq!(read("mcts:nodes=5,net=a,b,exploration=2"), Some(("a,b".into(), 5.0)));
        assert_eq!(read("mcts:net=a b,nodes=7"), Some(("a b".into(), 7.0)));
        for level in ["mcts", "mcts:nodes=5", "hard:net=a", "net=a"] {
            assert_eq!(read(level), None, "{level}");
        }
        let deep = named("mcts:net=a,depth=3").unwrap();
        let refused = deep.parameters(neural::parameters()).unwrap_err().to_string();
        assert!(refused.contains("there is no number “depth”; there is nodes"), "{refused}");
    }

    #[test]
    fn a_file_that_is_no_network_or_of_another_game_is_refused_in_words() {
        let folder = std::env::temp_dir().join(format!("plateau-nets-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join("net");
        let asked = format!("mcts:net={}", file.display());
        let setup = Setup::default();
        let check = |game: &str| {
            let game = crate::find(game).unwrap();
            game.check_player(&asked, Some(&setup)).map_err(|bad| bad.to_string())
        };
        assert!(check("connect4").unwrap_err().contains("cannot be read: there is no such file"));
        let unnamed = crate::find("connect4").unwrap().check_player("mcts:net=", Some(&setup));
        assert!(unnamed.unwrap_err().to_string().contains("write net=FILE"));
        std::fs::write(&file, "nonsense").unwrap();
        assert!(check("connect4").unwrap_err().contains("no safetensors file"));
        let game = crate::find("connect4").unwrap();
        let shape = NetShape { hidden: 8, ..game.net_shape(&setup).unwrap() };
        let net = neural::PolicyValueNet::new(shape, &mut game::Rng::new(1));
        std::fs::write(&file, net.to_bytes("connect4")).unwrap();
        assert_eq!(check("connect4"), Ok(()));
        let refused = check("quoridor").unwrap_err();
        assert!(refused.contains("of another game or variant"), "{refused}");
        // It plays, too, and the same by the same seed.
        let table = game.table(&setup).unwrap();
        let asked = format!("{asked},nodes=30");
        let think = || {
            let mut bot = game.bot(&asked, 3).unwrap();
            bot.think(&*table, &search::Limits::NONE, &search::Stop::new(), &mut |_| ())
        };
        assert_eq!((think(), think().nodes), (think(), 30));
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn an_expert_takes_a_network_of_its_own_and_no_other() {
        let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../");
        let (pawns, pieces) = (
            format!("{data}quoridor/data/net.safetensors"),
            format!("{data}blokus/data/net-small.safetensors"),
        );
        let think = |game: &str, variant: Option<&str>, asked: &str| {
            let game = crate::find(game).unwrap();
            let variant = variant.map(str::to_owned);
            let table = game.table(&Setup { variant, ..Setup::default() }).unwrap();
            let mut bot = game.bot(asked, 3).map_err(|bad| bad.to_string())?;
            let limits = search::Limits::nodes(40);
            Ok::<_, String>(bot.think(&*table, &limits, &search::Stop::new(), &mut |_| ()))
        };
        // The bundled files are what the levels play with, so nothing changes.
        let own = think("quoridor", None, &format!("expert:net={pawns}")).unwrap();
        assert_eq!(own, think("quoridor", None, "expert").unwrap());
        let own = think("blokus", Some("duo"), &format!("expert:net={pieces}")).unwrap();
        assert_eq!(own.best, think("blokus", Some("duo"), "expert").unwrap().best);
        let refused = |game: &str, asked: &str| think(game, None, asked).unwrap_err();
        let other = refused("quoridor", &format!("expert:net={pieces}"));
        assert!(other.contains("an evaluation of quoridor"), "{other}");
        let none = refused("connect4", &format!("hard:net={pawns}"));
        assert!(none.contains("“hard” takes no network; mcts does"), "{none}");
        let none = refused("quoridor", &format!("walls:net={pawns}"));
        assert!(none.contains("mcts, hard, expert do"), "{none}");
        assert!(refused("quoridor", "expert:net=/none").contains("/none cannot be read"));
    }

    #[test]
    fn every_game_plays_with_a_network() {
        for game in crate::games() {
            let setup = Setup { seed: 4, ..Setup::default() };
            let shape = NetShape { hidden: 4, ..game.net_shape(&setup).unwrap() };
            let net = neural::PolicyValueNet::new(shape, &mut game::Rng::new(1));
            let options =
                neural::SelfPlayOptions { longest: 6, ..neural::SelfPlayOptions::nodes(4) };
            let play = || {
                let stop = search::Stop::new();
                game.self_play(&setup, &net.clone().into(), &options, 9, &stop).unwrap().unwrap()
            };
            let episode = play();
            assert_eq!(episode, play(), "{}", game.about().id);
            assert!(!episode.positions.is_empty() && episode.positions.len() <= 6);
            for position in &episode.positions {
                let sum: f32 = position.policy.iter().map(|(_, part)| part).sum();
                assert!((sum - 1.0).abs() < 0.01, "{}: {sum}", game.about().id);
                assert!(position.policy.iter().any(|&(action, _)| action == position.played));
            }
        }
    }
}
