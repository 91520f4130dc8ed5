//! The settings of a server.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use ipnet::IpNet;
use search::Confinement;
use thiserror::Error;

use crate::bots::BotSpec;

const DAY: Duration = Duration::from_secs(24 * 3600);

/// The settings of a server. [`Config::default`] suits one machine; [`Config::from_env`] changes it by environment
/// variables.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen.
    pub bind: SocketAddr,
    /// Names by which browsers may call this server, beside those of this machine and of `bind`; `*` for any.
    pub hosts: Vec<String>,
    /// Where the other nodes of the same PostgreSQL reach this one; where it listens if none is named.
    pub node_address: Option<SocketAddr>,
    /// Where whoever runs the server finds metrics and a summary; nowhere if none.
    pub admin: Option<SocketAddr>,
    /// `sqlite://FILE` or `postgres://…`.
    pub database: String,
    /// The most MiB that the file of SQLite may have; no limit if none is named.
    pub database_mib: Option<u32>,
    /// Limits for clients.
    pub limits: ServerLimits,
    /// How long tables are kept.
    pub retention: Retention,
    /// Settings of bots.
    pub bots: BotConfig,
    /// How races are timed.
    pub races: RaceConfig,
    /// What runs are timed by.
    pub run_clock: RunClock,
    /// Connections: how many, and how long a silent one stays.
    pub connections: ConnectionConfig,
    /// Somebody who has been away for this time, and whose turn it is, may be replaced by those who wait.
    pub absence: Duration,
    /// A folder to serve the page from instead of the one inside the program.
    pub web: Option<PathBuf>,
    /// A folder with journals of ladders to show; none if none is named.
    pub ladders: Option<PathBuf>,
}

/// Limits for clients. [`ServerLimits::none`] lifts them for measurements.
#[derive(Clone, Debug)]
pub struct ServerLimits {
    /// Bytes of a request's body.
    pub body: usize,
    /// Bytes of a record.
    pub record: usize,
    /// Sustained requests a second from one address.
    pub requests_per_second: f64,
    /// The largest burst of requests from one address.
    pub burst: f64,
    /// New tables an hour from one address.
    pub tables_per_hour: u32,
    /// Streams of events at once from one address.
    pub streams: u32,
    /// Connections at once from one address. Those of a reverse proxy are not counted.
    pub connections: u32,
    /// Characters of a name.
    pub name: usize,
    /// A table that has waited for players this long is archived; one in play leaves the lobby until somebody moves.
    pub idle: Duration,
    /// The reverse proxies whose `X-Forwarded-For` is believed.
    pub proxies: Vec<IpNet>,
}

/// How long tables are kept after their last change; none is for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retention {
    /// Tables at which a person holds a seat.
    pub games: Option<Duration>,
    /// Imports, and tables where only machines play.
    pub imports: Option<Duration>,
}

/// Settings of bots.
#[derive(Clone, Debug)]
pub struct BotConfig {
    /// Threads that think.
    pub threads: usize,
    /// A bot never moves sooner than this, so that people can follow.
    pub pause: Duration,
    /// Bots that are among themselves go on for this long after somebody has asked for their table, or watched their
    /// race.
    pub unwatched: Duration,
    /// The time for a move if the level names none.
    pub usual: Duration,
    /// The longest time for a move, whatever the level says.
    pub most: Duration,
    /// The most bytes that all bots together keep between their turns.
    pub memory: usize,
    /// How long a bot's turn stays claimed by a node that does not renew its claim.
    pub lease: Duration,
    /// Programs of the host's own.
    pub hosted: Vec<BotSpec>,
    /// What each process of theirs may take of the machine.
    pub confinement: Confinement,
}

/// Connections: how many, and how long a silent one stays.
#[derive(Clone, Debug)]
pub struct ConnectionConfig {
    /// Connections at once; fewer if the system does not allow as many open files.
    pub most: usize,
    /// A request's head must come within this time, counted from when the connection was opened or the last answer was
    /// sent: it bounds how long a connection may be idle, too.
    pub head: Duration,
    /// A request's body must come within this time.
    pub body: Duration,
    /// A client that reads nothing of what it is sent for this long is cut off.
    pub write: Duration,
}

/// How races are timed.
#[derive(Clone, Copy, Debug)]
pub struct RaceConfig {
    /// From the moment when the last seat is taken to the first tick.
    pub countdown: Duration,
    /// A seat that is this far behind the clock has left the race.
    pub behind: Duration,
}

/// The clock that tickets and their runs are timed by: that of the system, or one that a test puts forward.
#[derive(Clone)]
pub struct RunClock(pub Arc<dyn Fn() -> i64 + Send + Sync>);

impl RunClock {
    /// Milliseconds since 1970.
    pub fn now(&self) -> i64 {
        (self.0)()
    }
}

impl Default for RunClock {
    fn default() -> Self {
        Self(Arc::new(crate::clock::now))
    }
}

impl std::fmt::Debug for RunClock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("RunClock")
    }
}

impl Default for Config {
    fn default() -> Self {
        Self {
            bind: SocketAddr::from(([127, 0, 0, 1], 8421)),
            hosts: Vec::new(),
            node_address: None,
            admin: None,
            database: format!("sqlite://{}", default_file().display()),
            database_mib: None,
            limits: ServerLimits::default(),
            retention: Retention::default(),
            bots: BotConfig::default(),
            races: RaceConfig::default(),
            run_clock: RunClock::default(),
            connections: ConnectionConfig::default(),
            absence: Duration::from_secs(60),
            web: None,
            ladders: None,
        }
    }
}

impl Default for ServerLimits {
    fn default() -> Self {
        Self {
            body: 64 * 1024,
            record: 1024 * 1024,
            requests_per_second: 50.0,
            burst: 400.0,
            tables_per_hour: 240,
            streams: 64,
            connections: 256,
            name: 24,
            idle: Duration::from_secs(24 * 3600),
            proxies: Vec::new(),
        }
    }
}

impl Default for Retention {
    /// A year for games of people, a month for the rest.
    fn default() -> Self {
        Self { games: Some(365 * DAY), imports: Some(30 * DAY) }
    }
}

impl ServerLimits {
    /// Whether a peer is a reverse proxy of the host's own.
    pub(crate) fn is_proxy(&self, peer: IpAddr) -> bool {
        self.proxies.iter().any(|net| net.contains(&peer.to_canonical()))
    }

    /// No limits per client; limits of size stay.
    pub fn none() -> Self {
        Self {
            requests_per_second: f64::INFINITY,
            burst: f64::INFINITY,
            tables_per_hour: u32::MAX,
            streams: u32::MAX,
            connections: u32::MAX,
            ..Self::default()
        }
    }
}

impl Default for BotConfig {
    fn default() -> Self {
        Self {
            threads: std::thread::available_parallelism().map_or(2, |cores| cores.get().max(2)),
            pause: Duration::from_millis(300),
            unwatched: Duration::from_secs(30),
            usual: Duration::from_secs(1),
            most: Duration::from_secs(5),
            memory: 48 << 20,
            lease: Duration::from_secs(6),
            hosted: Vec::new(),
            confinement: Confinement::default(),
        }
    }
}

impl Default for ConnectionConfig {
    fn default() -> Self {
        Self {
            most: 16_384,
            head: Duration::from_secs(30),
            body: Duration::from_secs(30),
            write: Duration::from_secs(30),
        }
    }
}

impl Default for RaceConfig {
    fn default() -> Self {
        Self { countdown: Duration::from_secs(3), behind: Duration::from_secs(15) }
    }
}

/// An environment variable with an invalid value.
#[derive(Debug, Error)]
#[error("{name}={value}: {wanted}")]
pub struct BadSetting {
    name: &'static str,
    value: String,
    wanted: &'static str,
}

impl Config {
    /// The defaults, changed by environment variables; docs/hosting.md lists them.
    pub fn from_env() -> Result<Self, BadSetting> {
        Self::from_settings(|name| std::env::var(name).ok())
    }

    fn from_settings(get: impl Fn(&'static str) -> Option<String>) -> Result<Self, BadSetting> {
        fn read<T>(
            (name, value): (&'static str, Option<String>),
            wanted: &'static str,
            parse: impl Fn(&str) -> Option<T>,
        ) -> Result<Option<T>, BadSetting> {
            let Some(value) = value else { return Ok(None) };
            let parsed = parse(&value);
            parsed.map(Some).ok_or(BadSetting { name, value, wanted })
        }
        let setting = |name| (name, get(name));
        let millis = |text: &str| text.parse().ok().map(Duration::from_millis);
        let switch = |text: &str| match text {
            "on" => Some(true),
            "off" => Some(false),
            _ => None,
        };
        let mut config = Self::default();
        if let Some(bind) =
            read(setting("PLATEAU_BIND"), "an address such as 127.0.0.1:8421", |t| t.parse().ok())?
        {
            config.bind = bind;
        }
        config.node_address =
            read(setting("PLATEAU_NODE_ADDRESS"), "an address such as 10.0.0.5:8421", |text| {
                text.parse().ok()
            })?;
        if let Some(hosts) = get("PLATEAU_HOSTS") {
            config.hosts = hosts.split(',').map(|name| name.trim().to_owned()).collect();
        }
        if let Some(database) = get("PLATEAU_DATABASE") {
            config.database = database;
        }
        config.database_mib =
            read(setting("PLATEAU_DATABASE_MIB"), "a number of MiB", |text| text.parse().ok())?;
        config.web = get("PLATEAU_WEB").map(PathBuf::from);
        config.ladders = get("PLATEAU_LADDERS").map(PathBuf::from);
        if read(setting("PLATEAU_LIMITS"), "on or off", switch)? == Some(false) {
            config.limits = ServerLimits::none();
        }
        if let Some(proxies) = read(
            setting("PLATEAU_TRUST_FORWARDED_FOR"),
            "on for a proxy on this machine, off, or addresses such as 10.0.0.5,172.16.0.0/12",
            parse_proxies,
        )? {
            config.limits.proxies = proxies;
        }
        config.admin = read(
            setting("PLATEAU_ADMIN"),
            "a port on this machine, or an address such as 127.0.0.1:8422",
            parse_admin,
        )?;
        let days = |name| read(setting(name), "a number of days, or forever", parse_days);
        if let Some(games) = days("PLATEAU_KEEP_GAMES")? {
            config.retention.games = games;
        }
        if let Some(imports) = days("PLATEAU_KEEP_IMPORTS")? {
            config.retention.imports = imports;
        }
        if let Some(pause) = read(setting("PLATEAU_BOT_PAUSE_MS"), "milliseconds", millis)? {
            config.bots.pause = pause;
        }
        if let Some(lease) = read(setting("PLATEAU_LEASE_MS"), "milliseconds", millis)? {
            config.bots.lease = lease;
        }
        if let Some(absence) = read(setting("PLATEAU_ABSENCE_MS"), "milliseconds", millis)? {
            config.absence = absence;
        }
        if let Some(threads) = read(setting("PLATEAU_BOT_THREADS"), "a number above 0", |t| {
            t.parse().ok().filter(|&threads: &usize| threads > 0)
        })? {
            config.bots.threads = threads;
        }
        if let Some(memory) = read(setting("PLATEAU_BOT_MEMORY_MIB"), "a number of MiB", |text| {
            text.parse::<usize>().ok()?.checked_mul(1 << 20)
        })? {
            config.bots.memory = memory;
        }
        if let Some(bots) =
            read(setting("PLATEAU_BOTS"), "lines of GAME:NAME=COMMAND, each a bot", |text| {
                BotSpec::parse_lines(text).ok()
            })?
        {
            config.bots.hosted = bots;
        }
        if let Some(memory) =
            read(setting("PLATEAU_HOSTED_BOT_MIB"), "a number of MiB above 0", |text| {
                text.parse::<u64>().ok()?.checked_mul(1 << 20).filter(|&bytes| bytes > 0)
            })?
        {
            config.bots.confinement.memory = memory;
        }
        Ok(config)
    }
}

/// A port on this machine, or an address.
pub fn parse_admin(text: &str) -> Option<SocketAddr> {
    let here = |port: u16| SocketAddr::from(([127, 0, 0, 1], port));
    text.parse().ok().map(here).or_else(|| text.parse().ok())
}

fn parse_proxies(text: &str) -> Option<Vec<IpNet>> {
    let one = |text: &str| text.parse().ok().or_else(|| text.parse().ok().map(IpAddr::into));
    match text {
        "off" => Some(Vec::new()),
        "on" => ["127.0.0.0/8", "::1/128"].into_iter().map(one).collect(),
        list => list.split(',').map(|text| one(text.trim())).collect(),
    }
}

/// Days, or no end.
fn parse_days(text: &str) -> Option<Option<Duration>> {
    match text {
        "forever" => Some(None),
        days => days.parse().ok().map(|days: u32| Some(days * DAY)),
    }
}

/// `plateau.db` in the user's data folder.
pub fn default_file() -> PathBuf {
    let set = |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    set("XDG_DATA_HOME")
        .or_else(|| set("HOME").map(|home| home.join(".local/share")))
        .or_else(|| set("LOCALAPPDATA"))
        .unwrap_or_default()
        .join("plateau")
        .join("plateau.db")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_changes_the_defaults() {
        let config = Config::from_settings(|name| match name {
            "PLATEAU_BIND" => Some("0.0.0.0:80".into()),
            "PLATEAU_LIMITS" => Some("off".into()),
            "PLATEAU_BOT_PAUSE_MS" => Some("0".into()),
            "PLATEAU_BOT_MEMORY_MIB" => Some("16".into()),
            "PLATEAU_ADMIN" => Some("9000".into()),
            "PLATEAU_KEEP_GAMES" => Some("forever".into()),
            "PLATEAU_KEEP_IMPORTS" => Some("7".into()),
            "PLATEAU_TRUST_FORWARDED_FOR" => Some("10.0.0.5, 172.16.0.0/12".into()),
            _ => None,
        })
        .unwrap();
        assert_eq!(config.bind.port(), 80);
        assert_eq!(config.limits.tables_per_hour, u32::MAX);
        assert_eq!(config.bots.pause, Duration::ZERO);
        assert_eq!(config.bots.memory, 16 << 20);
        assert_eq!(config.admin, Some(([127, 0, 0, 1], 9000).into()));
        assert_eq!(config.retention, Retention { games: None, imports: Some(7 * DAY) });
        let trusted = |text: &str| {
            let address: IpAddr = text.parse().unwrap();
            config.limits.proxies.iter().any(|net| net.contains(&address))
        };
        assert!(trusted("10.0.0.5") && trusted("172.20.1.1") && !trusted("10.0.0.6"));
    }

    #[test]
    fn a_setting_without_sense_is_named() {
        let error = Config::from_settings(|name| (name == "PLATEAU_BIND").then(|| "here".into()));
        assert_eq!(
            error.unwrap_err().to_string(),
            "PLATEAU_BIND=here: an address such as 127.0.0.1:8421"
        );
    }
}
