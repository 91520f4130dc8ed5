//! What people read when a database cannot be opened, backed up or put back, in both languages.

use game::Words;

use super::{BackupError, StoreError};

impl StoreError {
    /// The reason for a person. What only a log will show is the same in both languages.
    pub fn words(&self) -> Words {
        let en = self.to_string();
        let fr = match self {
            Self::Newer(step) => format!(
                "la base a été écrite par une version plus récente de Plateau (étape {step}) : \
                 prenez cette version ou une suivante"
            ),
            Self::InUse(file, process) => format!(
                "un autre Plateau{} a ouvert la base {} : arrêtez-le d’abord, ou donnez-en une \
                 autre avec --database",
                process.map_or_else(String::new, |process| format!(" (processus {process})")),
                file.display()
            ),
            Self::Unavailable(why) => format!("la base ne marche pas en ce moment : {why}"),
            Self::NotOurs => "ce n’est pas une base de Plateau".into(),
            Self::Damaged(faults) => format!("elle est abîmée : {faults}"),
            Self::BadUrl(url) => format!(
                "« {url} » n’est pas une base : donnez sqlite://FICHIER, sqlite::memory: ou \
                 postgres://UTILISATEUR@HÔTE/NOM"
            ),
            _ => en.clone(),
        };
        Words::new(en, fr)
    }
}

impl BackupError {
    /// The reason for a person.
    pub fn words(&self) -> Words {
        let en = self.to_string();
        let fr = match self {
            Self::Postgres(url) => {
                format!("{url} est dans PostgreSQL, qui fait ses propres sauvegardes")
            }
            Self::InMemory => "une base en mémoire disparaît avec son programme : il n’y a rien à \
                               sauvegarder"
                .into(),
            Self::Missing(file) => format!("il n’y a pas de fichier {}", file.display()),
            Self::Itself(file) => {
                format!("{} est la base elle-même : donnez un autre nom", file.display())
            }
            Self::Occupied(file) => format!(
                "{} existe déjà et n’est pas une sauvegarde de Plateau : donnez un autre nom",
                file.display()
            ),
            Self::InUse(file) => format!(
                "{} est une base en service, pas une sauvegarde : faites-en une avec « plateau \
                 backup »",
                file.display()
            ),
            Self::Io(file, error) => format!("{} : {error}", file.display()),
            Self::Store(_, error @ StoreError::InUse(..)) => return error.words(),
            Self::Store(file, error) => format!("{} : {}", file.display(), error.words().fr),
        };
        Words::new(en, fr)
    }
}
