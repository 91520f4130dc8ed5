//! Seat tokens and other random ids.

use sha2::{Digest, Sha256};

/// The bearer token of a seat. It is sent once; the store keeps only its hash.
#[derive(Clone)]
pub(crate) struct Token(String);

impl Token {
    /// 256 random bits from the system.
    pub fn new() -> Self {
        Self(hex(&random::<32>()))
    }

    /// The token of this person's seat at the next table. It is derived from this one, so a client whose answer was
    /// lost can ask again.
    pub fn next(&self, table: &str) -> Self {
        Self(hex(&Sha256::digest(format!("next table {table} {}", self.0))))
    }

    /// A token that a client sent.
    pub fn claimed(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// The token itself, to be sent to its holder.
    pub fn secret(&self) -> &str {
        &self.0
    }

    /// The hash that is stored.
    pub fn hash(&self) -> String {
        digest(&self.0)
    }
}

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token(…)")
    }
}

/// Compares two hashes in constant time.
pub(crate) fn same_hash(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |acc, (a, b)| acc | (a ^ b)) == 0
}

/// A table's id: 60 random bits, in an alphabet without look-alikes.
pub(crate) fn table_id() -> String {
    const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
    random::<12>().iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}

/// SHA-256 in hex.
pub(crate) fn digest(text: &str) -> String {
    hex(&Sha256::digest(text.as_bytes()))
}

/// A seed for a new game.
pub(crate) fn seed() -> u64 {
    u64::from_le_bytes(random())
}

fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    // Without randomness from the system tokens could be guessed, so the program must not go on.
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    bytes
}

fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |nibble: u8| char::from(DIGITS[usize::from(nibble)]);
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_long_and_never_shown_by_accident() {
        let token = Token::new();
        assert_eq!(token.secret().len(), 64);
        assert_eq!(format!("{token:?}"), "Token(…)");
        assert_ne!(token.secret(), Token::new().secret());
        assert_eq!(token.next("a").secret(), token.next("a").secret());
        assert_ne!(token.next("a").secret(), token.next("b").secret());
    }

    #[test]
    fn hashes_are_compared_whole() {
        assert!(same_hash(&Token::claimed("x").hash(), &Token::claimed("x").hash()));
        assert!(!same_hash(&Token::claimed("x").hash(), &Token::claimed("y").hash()));
        assert!(!same_hash("", "a"));
    }
}
