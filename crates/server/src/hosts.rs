//! By which names this server may be called. A page of somebody else's that a browser shows can reach servers on the
//! same machine or network: by another name for our address, or by sending requests across sites. Both are refused.

use std::net::IpAddr;

use axum::http::{HeaderMap, Method, Uri, header};

use crate::config::Config;
use crate::error::{Answer, foreign_origin, unknown_host};

/// The names of this server.
#[derive(Debug)]
pub(crate) struct Hosts {
    /// Lower case, without ports.
    names: Vec<String>,
    bind: IpAddr,
    /// Whoever runs it has said that any name will do.
    any: bool,
}

impl Hosts {
    pub fn new(config: &Config) -> Self {
        let mut names: Vec<String> = config.hosts.iter().map(|name| host_of(name)).collect();
        if !config.bind.ip().is_loopback() {
            // What a home network calls this machine.
            names.extend(machine().into_iter().flat_map(|name| [format!("{name}.local"), name]));
        }
        let any = names.iter().any(|name| name == "*");
        Self { names, bind: config.bind.ip(), any }
    }

    /// Refuses a request that a browser was made to send by somebody else's page.
    pub fn check(&self, method: &Method, uri: &Uri, headers: &HeaderMap) -> Answer<()> {
        let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
        let host = uri.authority().map(axum::http::uri::Authority::as_str).or(text(header::HOST));
        if let Some(host) = host
            && !self.knows(host)
        {
            return Err(unknown_host(host));
        }
        if matches!(*method, Method::GET | Method::HEAD) {
            return Ok(());
        }
        match text(header::ORIGIN) {
            Some(origin) if !self.is_own(origin, host) => Err(foreign_origin()),
            _ => Ok(()),
        }
    }

    fn knows(&self, authority: &str) -> bool {
        let host = host_of(authority);
        let address: Option<IpAddr> = host.parse().ok();
        self.any
            || host == "localhost"
            || host.ends_with(".localhost")
            || self.names.contains(&host)
            // Nobody can make a name of theirs out of an address.
            || address.is_some_and(|address| {
                address.is_loopback() || self.bind.is_unspecified() || address == self.bind
            })
    }

    /// Whether an origin is the page that we serve: under the very name of the request, or one that was configured.
    fn is_own(&self, origin: &str, host: Option<&str>) -> bool {
        let Some((_, authority)) = origin.split_once("://") else { return false };
        self.any
            || host.is_some_and(|host| {
                // A proxy may have taken the port off.
                let plain = host_of(host).eq_ignore_ascii_case(host);
                host.eq_ignore_ascii_case(authority) || plain && host_of(authority) == host_of(host)
            })
            || self.names.contains(&host_of(authority))
    }
}

/// The host of `host:port`, in lower case.
fn host_of(authority: &str) -> String {
    let host = match authority.strip_prefix('[') {
        Some(v6) => v6.split(']').next().unwrap_or(v6),
        None => match authority.rsplit_once(':') {
            Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => host,
            _ => authority,
        },
    };
    host.trim().trim_end_matches('.').to_ascii_lowercase()
}

/// What this machine calls itself.
fn machine() -> Option<String> {
    #[cfg(target_os = "linux")]
    {
        let name = rustix::system::uname();
        name.nodename().to_str().ok().map(str::to_ascii_lowercase).filter(|name| !name.is_empty())
    }
    #[cfg(not(target_os = "linux"))]
    {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hosts(bind: &str, names: &[&str]) -> Hosts {
        let names = names.iter().map(|&name| name.to_owned()).collect();
        let bind = bind.parse().expect("an address");
        Hosts::new(&Config { bind, hosts: names, ..Config::default() })
    }

    #[test]
    fn loopback_and_the_bind_address_are_known_and_others_are_not() {
        let own = hosts("127.0.0.1:8421", &[]);
        for host in ["localhost", "LOCALHOST:8421", "127.0.0.1:8421", "[::1]:8421", "a.localhost"] {
            assert!(own.knows(host), "{host}");
        }
        for host in ["evil.example", "192.168.1.5:8421", "localhost.evil.example", "127.0.0.1.x"] {
            assert!(!own.knows(host), "{host}");
        }
        let club = hosts("0.0.0.0:8421", &["Play.Example.org"]);
        for host in ["192.168.1.5:8421", "play.example.org", "play.example.org:443", "[fe80::1]"] {
            assert!(club.knows(host), "{host}");
        }
        assert!(!club.knows("evil.example"));
        assert!(hosts("0.0.0.0:80", &["*"]).knows("anything"));
    }

    #[test]
    fn an_origin_is_ours_if_it_is_where_the_request_went() {
        let own = hosts("127.0.0.1:8421", &["play.example.org"]);
        let here = Some("localhost:8421");
        assert!(own.is_own("http://localhost:8421", here));
        assert!(own.is_own("https://play.example.org", here));
        for origin in ["http://localhost:3000", "http://evil.example", "null", "file://"] {
            assert!(!own.is_own(origin, here), "{origin}");
        }
    }
}
