//! What `plateau serve` says at its start: which database, who can reach it, which limits, what is kept.

use std::io::{self, Write};
use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::time::Duration;

use game::{Lang, Words};
use server::store::{database_file, without_password};
use server::{Config, Retention, ServerLimits};

/// What a host wants to see at a glance.
pub struct StartFacts {
    database: String,
    limits: ServerLimits,
    retention: Retention,
}

impl StartFacts {
    pub fn of(config: &Config) -> Self {
        let database = match database_file(&config.database) {
            Ok(Some(file)) => file.display().to_string(),
            _ => without_password(&config.database),
        };
        Self { database, limits: config.limits.clone(), retention: config.retention }
    }

    /// One line each, for people.
    pub fn write(
        &self,
        out: &mut impl Write,
        bind: SocketAddr,
        admin: Option<SocketAddr>,
        lang: Lang,
    ) -> io::Result<()> {
        let admin = match admin {
            Some(address) => {
                let url = format!("http://{address}/");
                Words::new(url.clone(), url)
            }
            None => Words::new("none; --admin 8422 opens them", "aucune ; --admin 8422 les ouvre"),
        };
        let database = Words::new(self.database.clone(), self.database.clone());
        let lines = [
            (Words::new("database", "base"), database),
            (Words::new("reached by", "ouvert à"), reach(bind)),
            (Words::new("limits", "limites"), self.limits()),
            (Words::new("kept", "gardées"), self.kept()),
            (Words::new("metrics", "mesures"), admin),
        ];
        for (name, what) in &lines {
            writeln!(out, "  {:<11} {}", name.get(lang), what.get(lang))?;
        }
        Ok(())
    }

    /// One event, for programs.
    pub fn log(&self, address: &str, admin: Option<SocketAddr>) {
        let admin = admin.map(|address| format!("http://{address}/"));
        let version = env!("CARGO_PKG_VERSION");
        tracing::info!(
            version,
            address,
            database = self.database,
            admin,
            limits = &*self.limits().en,
            kept = &*self.kept().en,
            "serving"
        );
    }

    fn limits(&self) -> Words {
        let ServerLimits { requests_per_second: rate, burst, tables_per_hour, streams, .. } =
            self.limits;
        if rate.is_infinite() {
            return Words::new("none per address", "aucune par adresse");
        }
        Words::new(
            format!(
                "per address {rate} requests a second ({burst} at once), {tables_per_hour} new \
                 tables an hour, {streams} streams"
            ),
            format!(
                "par adresse {rate} requêtes par seconde ({burst} d’un coup), {tables_per_hour} \
                 nouvelles tables par heure, {streams} flux"
            ),
        )
    }

    fn kept(&self) -> Words {
        let days = |kept: Option<Duration>| match kept {
            Some(kept) => {
                let days = kept.as_secs() / (24 * 3600);
                Words::new(format!("{days} days"), format!("{days} jours"))
            }
            None => Words::new("for ever", "toujours"),
        };
        let (games, imports) = (days(self.retention.games), days(self.retention.imports));
        Words::new(
            format!("games of people {}, imports and games of machines {}", games.en, imports.en),
            format!(
                "parties de personnes {}, imports et parties de robots {}",
                games.fr, imports.fr
            ),
        )
    }
}

/// Who can open a connection to an address.
fn reach(bind: SocketAddr) -> Words {
    let port = bind.port();
    match bind.ip() {
        ip if ip.is_loopback() => Words::new(
            format!("this machine only; --bind 0.0.0.0:{port} lets your network in"),
            format!("cette machine seulement ; --bind 0.0.0.0:{port} l’ouvre à votre réseau"),
        ),
        ip => {
            let here = if ip.is_unspecified() { own_address().unwrap_or(ip) } else { ip };
            let url = format!("http://{}/", SocketAddr::new(here, port));
            Words::new(
                format!(
                    "everybody in your network at {url}, unencrypted; for the internet put a proxy with TLS in front"
                ),
                format!(
                    "tout votre réseau à {url}, en clair ; pour l’internet, mettez un serveur mandataire avec TLS devant"
                ),
            )
        }
    }
}

/// The address of this machine in its network: the one that packets to elsewhere would leave from. None is sent.
fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
    socket.connect("192.0.2.1:9").ok()?;
    Some(socket.local_addr().ok()?.ip())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(config: &Config, bind: &str, lang: Lang) -> String {
        let mut out = Vec::new();
        StartFacts::of(config).write(&mut out, bind.parse().unwrap(), None, lang).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_host_sees_who_can_come_and_what_is_kept() {
        let config =
            Config { database: "postgres://ada:secret@db/plateau".into(), ..Config::default() };
        let text = said(&config, "127.0.0.1:8421", Lang::En);
        assert!(text.contains("this machine only"), "{text}");
        assert!(text.contains("50 requests a second"), "{text}");
        assert!(text.contains("365 days"), "{text}");
        assert!(text.contains("@db/plateau") && !text.contains("secret"), "{text}");
        let text = said(&config, "192.168.1.5:80", Lang::Fr);
        assert!(text.contains("tout votre réseau à http://192.168.1.5:80/"), "{text}");
    }
}
