//! The settings of a server.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use thiserror::Error;

/// The settings of a server. [`Config::default`] suits one machine; [`Config::from_env`] changes it by environment
/// variables.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen.
    pub bind: SocketAddr,
    /// `sqlite://FILE` or `postgres://…`.
    pub database: String,
    /// Limits for clients.
    pub limits: ServerLimits,
    /// Settings of bots.
    pub bots: BotConfig,
    /// How races are timed.
    pub races: RaceConfig,
    /// A folder to serve the page from instead of the one inside the program.
    pub web: Option<PathBuf>,
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
    /// Characters of a name.
    pub name: usize,
    /// A table that has waited for players this long is archived; one in play leaves the lobby until somebody moves.
    pub idle: Duration,
    /// Whether to trust `X-Forwarded-For`: set it behind a reverse proxy only.
    pub trust_forwarded_for: bool,
}

/// Settings of bots.
#[derive(Clone, Debug)]
pub struct BotConfig {
    /// Threads that think.
    pub threads: usize,
    /// A bot never moves sooner than this, so that people can follow.
    pub pause: Duration,
    /// The time for a move if the level names none.
    pub usual: Duration,
    /// The longest time for a move, whatever the level says.
    pub most: Duration,
    /// The most bytes that all bots together keep between their turns.
    pub memory: usize,
    /// How long a bot's turn stays claimed by a node that does not renew its claim.
    pub lease: Duration,
}

/// How races are timed.
#[derive(Clone, Copy, Debug)]
pub struct RaceConfig {
    /// From the moment when the last seat is taken to the first tick.
    pub countdown: Duration,
    /// A seat that is this far behind the clock has left the race.
    pub behind: Duration,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            bind: SocketAddr::from(([127, 0, 0, 1], 8421)),
            database: format!("sqlite://{}", default_file().display()),
            limits: ServerLimits::default(),
            bots: BotConfig::default(),
            races: RaceConfig::default(),
            web: None,
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
            name: 24,
            idle: Duration::from_secs(24 * 3600),
            trust_forwarded_for: false,
        }
    }
}

impl ServerLimits {
    /// No limits per client; limits of size stay.
    pub fn none() -> Self {
        Self {
            requests_per_second: f64::INFINITY,
            burst: f64::INFINITY,
            tables_per_hour: u32::MAX,
            streams: u32::MAX,
            ..Self::default()
        }
    }
}

impl Default for BotConfig {
    fn default() -> Self {
        Self {
            threads: std::thread::available_parallelism().map_or(2, |cores| cores.get().max(2)),
            pause: Duration::from_millis(300),
            usual: Duration::from_secs(1),
            most: Duration::from_secs(5),
            memory: 256 << 20,
            lease: Duration::from_secs(6),
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
    /// The defaults, changed by `PLATEAU_BIND`, `PLATEAU_DATABASE`, `PLATEAU_WEB`,
    /// `PLATEAU_LIMITS=off`, `PLATEAU_BOT_PAUSE_MS`, `PLATEAU_BOT_THREADS`, `PLATEAU_BOT_MEMORY_MIB`,
    /// `PLATEAU_LEASE_MS` and `PLATEAU_TRUST_FORWARDED_FOR=on`.
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
        if let Some(database) = get("PLATEAU_DATABASE") {
            config.database = database;
        }
        config.web = get("PLATEAU_WEB").map(PathBuf::from);
        if read(setting("PLATEAU_LIMITS"), "on or off", switch)? == Some(false) {
            config.limits = ServerLimits::none();
        }
        if let Some(on) = read(setting("PLATEAU_TRUST_FORWARDED_FOR"), "on or off", switch)? {
            config.limits.trust_forwarded_for = on;
        }
        if let Some(pause) = read(setting("PLATEAU_BOT_PAUSE_MS"), "milliseconds", millis)? {
            config.bots.pause = pause;
        }
        if let Some(lease) = read(setting("PLATEAU_LEASE_MS"), "milliseconds", millis)? {
            config.bots.lease = lease;
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
        Ok(config)
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
            _ => None,
        })
        .unwrap();
        assert_eq!(config.bind.port(), 80);
        assert_eq!(config.limits.tables_per_hour, u32::MAX);
        assert_eq!(config.bots.pause, Duration::ZERO);
        assert_eq!(config.bots.memory, 16 << 20);
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
