//! Limits of the system on somebody else's program: what it may take of the machine.
//!
//! A shell sets them and then becomes the program, so that they hold from its first instruction, and for whatever it
//! starts. The standard library could only do so in code that runs between fork and exec, which is unsafe.

use std::process::Command;
use std::time::Duration;

/// What a program may take of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Confinement {
    /// Bytes of address space of each of its processes.
    pub memory: u64,
    /// Processor time of each of its processes in all; the system ends one that has used it up.
    pub cpu: Duration,
    /// Files and pipes that are open at once.
    pub files: u32,
    /// Processes and threads beside those that its user has already.
    pub processes: u32,
}

impl Default for Confinement {
    /// Enough for a script or a usual engine.
    fn default() -> Self {
        Self { memory: 1 << 30, cpu: Duration::from_secs(3600), files: 64, processes: 64 }
    }
}

/// The largest file that a confined program may write, in blocks of 512 or 1024 bytes, as the shell counts.
const FILE_BLOCKS: u32 = 1 << 17;

/// Sets the limits and becomes the program. A limit that cannot be set ends it: then it says so on its error stream.
/// Shells differ in the letter for processes.
const SCRIPT: &str = r#"
set -e
ulimit -c 0
ulimit -f "$1"; shift
ulimit -t "$1"; shift
ulimit -n "$1"; shift
if [ "$1" -gt 0 ]; then ulimit -u "$1" 2>/dev/null || ulimit -p "$1"; fi; shift
ulimit -v "$1"; shift
exec nice -n 5 "$@"
"#;

impl Confinement {
    /// The command that starts a program under these limits. It does not see the settings of this server: there may be
    /// a password among them.
    pub(crate) fn command(&self, words: &[String]) -> Command {
        let processes = own_threads().map_or(0, |own| own.saturating_add(self.processes.into()));
        let mut start = Command::new("sh");
        start.args(["-c", SCRIPT, "plateau-bot", &FILE_BLOCKS.to_string()]);
        start.arg(self.cpu.as_secs().max(1).to_string()).arg(self.files.to_string());
        start.arg(processes.to_string()).arg((self.memory / 1024).max(1).to_string());
        start.args(words);
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("PLATEAU_") {
                start.env_remove(name);
            }
        }
        start
    }
}

/// Threads of this program's user. The system counts all of them against a limit of processes.
fn own_threads() -> Option<u64> {
    let status = |process: &str| std::fs::read_to_string(format!("/proc/{process}/status")).ok();
    let user = |status: &str| field(status, "Uid:");
    let own = user(&status("self")?)?;
    let mut threads = 0;
    for entry in std::fs::read_dir("/proc").ok()?.flatten() {
        let name = entry.file_name();
        let Some(name) = name.to_str().filter(|name| name.bytes().all(|b| b.is_ascii_digit()))
        else {
            continue;
        };
        // A process may end meanwhile.
        if let Some(status) = status(name)
            && user(&status) == Some(own)
        {
            threads += field(&status, "Threads:").unwrap_or(1);
        }
    }
    Some(threads)
}

/// The first number of a line of `/proc/…/status`.
fn field(status: &str, name: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::{Program, Stop};

    const LONG: Duration = Duration::from_secs(20);

    fn first_line(command: &str, confinement: &Confinement) -> Result<String, crate::Fault> {
        let mut program = Program::start_confined(command, "bye", confinement)?;
        program.wait(LONG, &Stop::new(), |_, line| Ok(Some(line.to_owned())))
    }

    #[test]
    fn the_limits_hold_in_the_program() {
        let limits = Confinement {
            memory: 512 << 20,
            cpu: Duration::from_secs(77),
            files: 33,
            ..Confinement::default()
        };
        let asked = "sh -c 'echo $(ulimit -v) $(ulimit -t) $(ulimit -n) $(ulimit -c)'";
        assert_eq!(first_line(asked, &limits).unwrap(), "524288 77 33 0");
    }

    #[test]
    fn a_program_that_is_not_there_says_so() {
        let gone = first_line("/no/such/program", &Confinement::default()).unwrap_err();
        assert!(gone.to_string().contains("/no/such/program"), "{gone}");
    }

    #[test]
    fn processor_time_runs_out() {
        let limits = Confinement { cpu: Duration::from_secs(1), ..Confinement::default() };
        let gone = first_line("sh -c 'while :; do :; done'", &limits).unwrap_err();
        assert_eq!(gone.kind(), Some(crate::FaultKind::Crashed), "{gone}");
    }

    #[test]
    fn what_a_user_has_already_is_counted() {
        if cfg!(target_os = "linux") {
            assert!(own_threads().unwrap() > 0);
        }
    }
}
