//! Reads lines of untrusted input: invalid UTF-8 is replaced, and long lines are cut.

use std::io::{self, BufRead, Read};

/// No move and no file name is longer.
const MAX_LINE: u64 = 4096;

/// The next line without its end, or `None` at the end of the input. A line that is too long is cut.
pub fn next_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    if input.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    let mut ended = bytes.ends_with(b"\n");
    while !ended {
        let mut rest = Vec::new();
        let read = input.by_ref().take(MAX_LINE).read_until(b'\n', &mut rest)?;
        ended = read == 0 || rest.ends_with(b"\n");
    }
    // Our answers repeat the text: control characters would act on the person's terminal.
    let text = String::from_utf8_lossy(&bytes);
    Ok(Some(text.chars().filter(|c| !c.is_control()).collect::<String>().trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_line_is_read() {
        let long = vec![b'9'; 10_000];
        let mut bytes = b"4\r\n\n\xff\x1b[2J\n".to_vec();
        bytes.extend(&long);
        bytes.extend(b"\nlast");
        let mut input = &bytes[..];
        let mut next = || next_line(&mut input).unwrap();
        assert_eq!(next().as_deref(), Some("4"));
        assert_eq!(next().as_deref(), Some(""));
        assert_eq!(next().as_deref(), Some("\u{fffd}[2J"));
        assert_eq!(next().map(|line| line.len()), Some(MAX_LINE as usize));
        assert_eq!(next().as_deref(), Some("last"));
        assert_eq!(next(), None);
    }
}
