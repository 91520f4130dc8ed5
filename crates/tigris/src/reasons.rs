//! Why a move is illegal, in words for the person who tried it.

use game::{Illegal, Phrase};

use crate::bits::{Bits, NOWHERE, SQUARES, Square, beside};
use crate::log::tiles;
use crate::moves::Move;
use crate::notation::square_name;
use crate::pieces::Colour;
use crate::rules::{Conflict, Phase, Tigris};

macro_rules! no {
    ($en:expr, $fr:expr) => {
        Err(Illegal::new($en, $fr))
    };
}

const OFF: Phrase = Phrase::new(
    "the board has columns a to p and rows 1 to 11",
    "le plateau a les colonnes a à p et les rangées 1 à 11",
);

impl Tigris {
    /// Whether a move is legal, and if not, why.
    pub(crate) fn judge(&self, mv: Move) -> Result<(), Illegal> {
        if matches!(self.phase, Phase::Over(_)) {
            return no!("the game is over", "la partie est terminée");
        }
        match (self.phase, mv) {
            (Phase::Action, Move::Tile(colour, square)) => self.judge_tile(colour, square),
            (Phase::Action, Move::Leader(colour, square)) => self.judge_leader(colour, square),
            (Phase::Action, Move::Withdraw(colour)) => {
                if self.leaders[usize::from(self.active)][colour.index()] == NOWHERE {
                    let leader = colour.leader();
                    return no!(
                        format!("your {} is not on the board", leader.en),
                        format!("votre {} n’est pas sur le plateau", leader.fr)
                    );
                }
                Ok(())
            }
            (Phase::Action, Move::Catastrophe(square)) => self.judge_catastrophe(square),
            (Phase::Action, Move::Swap(tiles)) => self.judge_swap(tiles),
            (Phase::Action, Move::Pass) => Ok(()),
            (Phase::Revolt(conflict) | Phase::War(conflict), Move::Support(count)) => {
                self.judge_support(conflict, count)
            }
            (Phase::WarChoice, Move::War(colour)) => {
                if !self.wars()[colour.index()] {
                    let leaders = colour.leaders();
                    return no!(
                        format!("there is no war of {} to fight", leaders.en),
                        format!("il n’y a pas de guerre des {} à mener", leaders.fr)
                    );
                }
                Ok(())
            }
            (Phase::Monument, Move::Build(monument, square)) => {
                self.judge_monument(monument, square)
            }
            (Phase::Monument, Move::Decline) => Ok(()),
            (Phase::Treasure(_), Move::Take(square)) => {
                let due = self.treasure_due().map_or(Bits::NONE, |(_, squares, _)| squares);
                if square >= SQUARES || !due.has(square) {
                    let at = names(due);
                    return no!(
                        format!("take one of the treasures at {at}"),
                        format!("prenez l’un des trésors en {at}")
                    );
                }
                Ok(())
            }
            (phase, _) => Err(Illegal(awaited(phase).into())),
        }
    }

    fn judge_empty(&self, square: Square) -> Result<(), Illegal> {
        if square >= SQUARES {
            return Err(OFF.into());
        }
        let at = square_name(square);
        if self.ruins.has(square) {
            return no!(
                format!("a catastrophe has destroyed {at}: nothing can be placed there"),
                format!("une catastrophe a détruit {at} : on n’y pose plus rien")
            );
        }
        if self.occupied().has(square) {
            return no!(
                format!("{at} is not empty: choose a free square"),
                format!("{at} n’est pas libre : choisissez une case vide")
            );
        }
        Ok(())
    }

    fn judge_tile(&self, colour: Colour, square: Square) -> Result<(), Illegal> {
        if self.hands[usize::from(self.active)][colour.index()] == 0 {
            let name = colour.name();
            return no!(
                format!("you have no {} tile in your hand", name.en),
                format!("vous n’avez pas de tuile {} en main", colour.feminine())
            );
        }
        self.judge_empty(square)?;
        let at = square_name(square);
        if colour == Colour::Blue && !self.map.river.has(square) {
            return no!(
                format!("farms lie on the river, and {at} is land"),
                format!("les fermes se posent sur le fleuve, et {at} est sur la terre")
            );
        }
        if colour != Colour::Blue && self.map.river.has(square) {
            return no!(
                format!("{at} is river: only farms lie there"),
                format!("{at} est sur le fleuve : seules les fermes s’y posent")
            );
        }
        if self.kingdoms_beside(square, 3) > 2 {
            return no!(
                format!("a tile at {at} would unite more than two kingdoms"),
                format!("une tuile en {at} réunirait plus de deux royaumes")
            );
        }
        Ok(())
    }

    fn judge_leader(&self, colour: Colour, square: Square) -> Result<(), Illegal> {
        self.judge_empty(square)?;
        let at = square_name(square);
        if self.map.river.has(square) {
            return no!(
                format!("{at} is river: leaders stand on land"),
                format!("{at} est sur le fleuve : les chefs restent à terre")
            );
        }
        if !beside(square).meets(self.tiles[Colour::Red.index()]) {
            return no!(
                format!("a leader stands beside a temple, and {at} has none"),
                format!("un chef se place à côté d’un temple, et {at} n’en touche aucun")
            );
        }
        if !self.may_place_leader(colour, square) {
            return no!(
                format!("a leader must not unite kingdoms, and {at} touches two"),
                format!("un chef ne réunit pas deux royaumes, et {at} en touche deux")
            );
        }
        Ok(())
    }

    fn judge_catastrophe(&self, square: Square) -> Result<(), Illegal> {
        if self.catastrophes[usize::from(self.active)] == 0 {
            return no!("you have no catastrophe left", "vous n’avez plus de catastrophe");
        }
        if square >= SQUARES {
            return Err(OFF.into());
        }
        let at = square_name(square);
        let reason = match () {
            () if self.ruins.has(square) => Phrase::new(
                "a catastrophe has already been there",
                "une catastrophe y a déjà eu lieu",
            ),
            () if self.standing.has(square) => {
                Phrase::new("a leader stands there", "un chef s’y trouve")
            }
            () if self.treasures.has(square) => {
                Phrase::new("a treasure lies there", "un trésor s’y trouve")
            }
            () if self.buried.has(square) => {
                Phrase::new("a monument stands there", "un monument s’y dresse")
            }
            () => return Ok(()),
        };
        no!(
            format!("no catastrophe can strike {at}: {}", reason.en),
            format!("pas de catastrophe en {at} : {}", reason.fr)
        )
    }

    fn judge_swap(&self, tiles: [u8; 4]) -> Result<(), Illegal> {
        if tiles == [0; 4] {
            return no!("swap one to six tiles", "échangez une à six tuiles");
        }
        let hand = self.hands[usize::from(self.active)];
        if Colour::ALL.iter().any(|c| tiles[c.index()] > hand[c.index()]) {
            return no!(
                "you do not have all these tiles in your hand",
                "vous n’avez pas toutes ces tuiles en main"
            );
        }
        Ok(())
    }

    fn judge_support(&self, conflict: Conflict, count: u8) -> Result<(), Illegal> {
        let colour = self.support_colour(conflict);
        let held = self.hands[conflict.decides().index()][colour.index()];
        if count > held {
            let tiles = tiles(colour, held);
            return match held {
                0 => no!(
                    format!("you have {} to add", tiles.en),
                    format!("vous avez {} à ajouter", tiles.fr)
                ),
                _ => no!(
                    format!("you have {} to add, no more", tiles.en),
                    format!("vous avez {} à ajouter, pas plus", tiles.fr)
                ),
            };
        }
        let (least, most) = self.support_range(conflict);
        if count > 0 && !(least..=most).contains(&count) {
            return match conflict.committed {
                None => no!(
                    format!("add nothing, or at least {least} to exceed the defender"),
                    format!("n’ajoutez rien, ou au moins {least} pour dépasser le défenseur")
                ),
                Some(_) => no!(
                    format!("add {most} at most: that reaches the attacker"),
                    format!("ajoutez {most} au plus : cela suffit à égaler l’attaquant")
                ),
            };
        }
        Ok(())
    }

    fn judge_monument(&self, monument: u8, square: Square) -> Result<(), Illegal> {
        let (sites, count) = self.sites();
        let Some(colour) = self.tile_at(self.placed).filter(|_| monument < 6) else {
            return no!("there is no such monument", "ce monument n’existe pas");
        };
        if !self.is_free_monument(monument, colour) {
            return no!(
                format!("build an unused monument with the colour {}", colour.name().en),
                format!("bâtissez un monument libre qui porte la couleur {}", colour.feminine())
            );
        }
        if !sites[..count].contains(&square) {
            let at = sites[..count].iter().map(|&s| square_name(s)).collect::<Vec<_>>().join(", ");
            return no!(
                format!("a monument can be built at {at} (its top left square)"),
                format!("on peut bâtir en {at} (case en haut à gauche du monument)")
            );
        }
        Ok(())
    }
}

fn names(squares: Bits) -> String {
    squares.iter().map(square_name).collect::<Vec<_>>().join(", ")
}

/// What there is to decide instead.
fn awaited(phase: Phase) -> Phrase {
    match phase {
        Phase::Action | Phase::Over(_) => Phrase::new(
            "now comes an action: tile, leader, withdraw, catastrophe, swap or pass",
            "c’est le moment d’une action : tile, leader, withdraw, catastrophe, swap ou pass",
        ),
        Phase::Revolt(_) | Phase::War(_) => Phrase::new(
            "a conflict is on: say how many tiles you add, as in support 2",
            "un conflit est en cours : dites combien de tuiles vous ajoutez, comme support 2",
        ),
        Phase::WarChoice => Phrase::new(
            "several wars are to be fought: choose the next, as in war green",
            "plusieurs guerres sont à mener : choisissez la suivante, comme war green",
        ),
        Phase::Monument => Phrase::new(
            "a monument can be built: build it, or decline",
            "on peut bâtir un monument : build, ou decline pour renoncer",
        ),
        Phase::Treasure(_) => Phrase::new(
            "a treasure is to be taken: choose it, as in take j11",
            "un trésor est à prendre : choisissez-le, comme take j11",
        ),
    }
}
