//! Arrays as NumPy reads them: `.npz`, a zip archive of `.npy` files, not compressed. Rows are written one after another,
//! so that a file may be larger than the memory.

use std::io::{self, Seek, SeekFrom, Write};

/// What an array is made of, as NumPy names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrayKind {
    /// 32-bit floating point.
    F32,
    /// 32-bit integers.
    I32,
    /// True or false.
    Bool,
}

impl ArrayKind {
    const fn name(self) -> &'static str {
        match self {
            Self::F32 => "<f4",
            Self::I32 => "<i4",
            Self::Bool => "|b1",
        }
    }

    const fn bytes(self) -> u64 {
        match self {
            Self::F32 | Self::I32 => 4,
            Self::Bool => 1,
        }
    }
}

/// Archives of this format end before four gigabytes.
const LARGEST: u64 = u32::MAX as u64 - (1 << 20);

/// Takes the bytes of a row.
pub type PutRow<'a> = dyn FnMut(&[u8]) -> io::Result<()> + 'a;

/// An archive that is being written.
pub struct NpzWriter<W: Write + Seek> {
    out: W,
    at: u64,
    entries: Vec<ZipEntry>,
}

struct ZipEntry {
    name: String,
    offset: u64,
    size: u64,
    crc: u32,
}

impl<W: Write + Seek> NpzWriter<W> {
    /// Begins one.
    pub const fn new(out: W) -> Self {
        Self { out, at: 0, entries: Vec::new() }
    }

    /// Writes an array: `rows` calls with the bytes of one row after another.
    pub fn array(
        &mut self,
        name: &str,
        kind: ArrayKind,
        shape: &[usize],
        rows: &mut dyn FnMut(&mut PutRow<'_>) -> io::Result<()>,
    ) -> io::Result<()> {
        let numbers = shape.iter().try_fold(1u64, |all, &side| all.checked_mul(side as u64));
        let size = numbers.and_then(|numbers| numbers.checked_mul(kind.bytes()));
        let size = size.filter(|size| size + self.at < LARGEST).ok_or_else(|| {
            io::Error::new(
                io::ErrorKind::InvalidInput,
                "more than four gigabytes do not fit into a .npz file: export fewer games",
            )
        })?;
        let head = npy_head(kind, shape);
        let total = head.len() as u64 + size;
        let name = format!("{name}.npy");
        let offset = self.at;
        self.put(&local_header(&name, total as u32, 0))?;
        let mut crc = Crc::new();
        crc.add(&head);
        self.put(&head)?;
        let mut written = 0;
        rows(&mut |bytes| {
            crc.add(bytes);
            written += bytes.len() as u64;
            self.at += bytes.len() as u64;
            self.out.write_all(bytes)
        })?;
        if written != size {
            return Err(io::Error::other("an array has other numbers of rows than it said"));
        }
        // The checksum stands before what it is of.
        self.out.seek(SeekFrom::Start(offset + 14))?;
        self.out.write_all(&crc.value().to_le_bytes())?;
        self.out.seek(SeekFrom::Start(self.at))?;
        self.entries.push(ZipEntry { name, offset, size: total, crc: crc.value() });
        Ok(())
    }

    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.at += bytes.len() as u64;
        self.out.write_all(bytes)
    }

    /// Writes the archive's list of contents.
    pub fn finish(mut self) -> io::Result<W> {
        let (start, entries) = (self.at, std::mem::take(&mut self.entries));
        for entry in &entries {
            let mut bytes = b"PK\x01\x02\x14\x00".to_vec();
            bytes.extend(&local_header(&entry.name, entry.size as u32, entry.crc)[4..30]);
            // No comment, the first disk, no attributes.
            bytes.extend([0; 10]);
            bytes.extend((entry.offset as u32).to_le_bytes());
            bytes.extend(entry.name.as_bytes());
            self.put(&bytes)?;
        }
        let size = (self.at - start) as u32;
        let count = (entries.len() as u16).to_le_bytes();
        let mut end = b"PK\x05\x06\x00\x00\x00\x00".to_vec();
        end.extend(count);
        end.extend(count);
        end.extend(size.to_le_bytes());
        end.extend((start as u32).to_le_bytes());
        end.extend([0, 0]);
        self.put(&end)?;
        self.out.flush()?;
        Ok(self.out)
    }
}

/// The header before a file of the archive: version 2.0, stored, the first of January 1980.
fn local_header(name: &str, size: u32, crc: u32) -> Vec<u8> {
    let mut bytes = b"PK\x03\x04\x14\x00\x00\x00\x00\x00\x00\x00\x21\x00".to_vec();
    bytes.extend(crc.to_le_bytes());
    bytes.extend(size.to_le_bytes());
    bytes.extend(size.to_le_bytes());
    bytes.extend((name.len() as u16).to_le_bytes());
    bytes.extend([0, 0]);
    bytes.extend(name.as_bytes());
    bytes
}

/// What stands before the numbers of an array.
fn npy_head(kind: ArrayKind, shape: &[usize]) -> Vec<u8> {
    let sides: String = shape.iter().map(|side| format!("{side},")).collect();
    let mut text =
        format!("{{'descr': '{}', 'fortran_order': False, 'shape': ({sides}), }}", kind.name());
    // Everything before the numbers is a multiple of 64 long.
    while !(10 + text.len() + 1).is_multiple_of(64) {
        text.push(' ');
    }
    text.push('\n');
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((text.len() as u16).to_le_bytes());
    bytes.extend(text.as_bytes());
    bytes
}

/// The checksum of zip archives (CRC-32).
struct Crc(u32, [u32; 256]);

impl Crc {
    fn new() -> Self {
        let table = std::array::from_fn(|byte| {
            (0..8).fold(byte as u32, |crc, _| (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg()))
        });
        Self(u32::MAX, table)
    }

    fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 >> 8) ^ self.1[((self.0 ^ u32::from(*byte)) & 0xff) as usize];
        }
    }

    const fn value(&self) -> u32 {
        !self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_that_of_everybody() {
        let mut crc = Crc::new();
        crc.add(b"1234");
        crc.add(b"56789");
        assert_eq!(crc.value(), 0xcbf4_3926);
    }

    #[test]
    fn rows_must_be_as_many_as_were_said_and_not_too_many() {
        let mut file = NpzWriter::new(io::Cursor::new(Vec::new()));
        let short = file.array("a", ArrayKind::F32, &[2], &mut |row| row(&[0; 4]));
        assert!(short.is_err());
        let mut file = NpzWriter::new(io::Cursor::new(Vec::new()));
        let huge = file.array("a", ArrayKind::F32, &[1 << 40], &mut |_| Ok(()));
        assert!(huge.unwrap_err().to_string().contains("export fewer games"));
    }
}
