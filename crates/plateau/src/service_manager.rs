//! Tells systemd that the server is ready, where systemd started it and asked to be told.

/// Sends `READY=1` to the socket that `NOTIFY_SOCKET` names; does nothing where there is none.
pub fn ready() {
    #[cfg(target_os = "linux")]
    {
        use std::os::linux::net::SocketAddrExt;
        use std::os::unix::net::{SocketAddr, UnixDatagram};

        let Some(name) = std::env::var_os("NOTIFY_SOCKET") else { return };
        let bytes = name.as_encoded_bytes();
        let address = match bytes.strip_prefix(b"@") {
            Some(rest) => SocketAddr::from_abstract_name(rest),
            None => SocketAddr::from_pathname(&name),
        };
        let sent =
            address.and_then(|address| UnixDatagram::unbound()?.send_to_addr(b"READY=1", &address));
        if let Err(error) = sent {
            tracing::warn!(%error, "systemd was not told that the server is ready");
        }
    }
}
