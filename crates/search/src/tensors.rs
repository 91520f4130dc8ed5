//! Files of tensors, as everybody in machine learning writes them: the safetensors format. Eight bytes with the length
//! of a header, the header as JSON, then the numbers, little-endian.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use game::Words;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A file that is larger than this is no network of ours.
const LARGEST: u64 = 1 << 28;

/// Why a file of tensors cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct BadTensors(pub Words);

fn bad(en: impl Into<String>, fr: impl Into<String>) -> BadTensors {
    BadTensors(Words::new(en.into(), fr.into()))
}

/// The kinds of numbers that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Dtype {
    /// 32-bit floating point.
    F32,
    /// 16-bit integers.
    I16,
    /// 32-bit integers.
    I32,
}

impl Dtype {
    const fn bytes(self) -> usize {
        match self {
            Self::F32 | Self::I32 => 4,
            Self::I16 => 2,
        }
    }
}

/// A tensor: its shape, and its numbers row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tensor {
    /// The kind of its numbers.
    pub dtype: Dtype,
    /// Its shape.
    pub shape: Vec<usize>,
    bytes: Vec<u8>,
}

/// A file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tensors {
    /// What is said of the file.
    pub metadata: BTreeMap<String, String>,
    /// The tensors by name.
    pub tensors: BTreeMap<String, Tensor>,
}

/// What the header says of a tensor.
#[derive(Serialize, Deserialize)]
struct TensorHeader {
    dtype: String,
    shape: Vec<usize>,
    data_offsets: [usize; 2],
}

impl Tensor {
    /// Of 32-bit floating point numbers.
    pub fn f32(shape: Vec<usize>, numbers: &[f32]) -> Self {
        let bytes = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        Self { dtype: Dtype::F32, shape, bytes }
    }

    /// Of 16-bit integers.
    pub fn i16(shape: Vec<usize>, numbers: &[i16]) -> Self {
        let bytes = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        Self { dtype: Dtype::I16, shape, bytes }
    }

    /// Of 32-bit integers.
    pub fn i32(shape: Vec<usize>, numbers: &[i32]) -> Self {
        let bytes = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        Self { dtype: Dtype::I32, shape, bytes }
    }

    fn of_kind(&self, name: &str, wanted: Dtype) -> Result<(), BadTensors> {
        if self.dtype == wanted {
            return Ok(());
        }
        let found = self.dtype;
        Err(bad(
            format!("“{name}” holds {found:?} rather than {wanted:?}"),
            format!("« {name} » contient {found:?} au lieu de {wanted:?}"),
        ))
    }

    /// Its numbers, if they are 32-bit floating point.
    pub fn floats(&self, name: &str) -> Result<Vec<f32>, BadTensors> {
        self.of_kind(name, Dtype::F32)?;
        let (chunks, _) = self.bytes.as_chunks();
        Ok(chunks.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect())
    }

    /// Its numbers, if they are 16-bit integers.
    pub fn shorts(&self, name: &str) -> Result<Vec<i16>, BadTensors> {
        self.of_kind(name, Dtype::I16)?;
        let (chunks, _) = self.bytes.as_chunks();
        Ok(chunks.iter().map(|&bytes| i16::from_le_bytes(bytes)).collect())
    }

    /// Its numbers, if they are 32-bit integers.
    pub fn integers(&self, name: &str) -> Result<Vec<i32>, BadTensors> {
        self.of_kind(name, Dtype::I32)?;
        let (chunks, _) = self.bytes.as_chunks();
        Ok(chunks.iter().map(|&bytes| i32::from_le_bytes(bytes)).collect())
    }
}

impl Tensors {
    /// A tensor by name, or a sentence that says which there are.
    pub fn get(&self, name: &str) -> Result<&Tensor, BadTensors> {
        self.tensors.get(name).ok_or_else(|| {
            let names = self.tensors.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
            bad(
                format!("there is no tensor “{name}” in it; there is {names}"),
                format!("il n’y a pas de tenseur « {name} » ; il y a {names}"),
            )
        })
    }

    /// As a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut header = serde_json::Map::new();
        header.insert("__metadata__".into(), serde_json::json!(self.metadata));
        let mut at = 0;
        for (name, tensor) in &self.tensors {
            let end = at + tensor.bytes.len();
            let dtype = format!("{:?}", tensor.dtype);
            let entry =
                TensorHeader { dtype, shape: tensor.shape.clone(), data_offsets: [at, end] };
            header.insert(name.clone(), serde_json::json!(entry));
            at = end;
        }
        let mut header = serde_json::Value::Object(header).to_string();
        // Readers want the numbers to begin at a multiple of eight.
        while !header.len().is_multiple_of(8) {
            header.push(' ');
        }
        let mut file = (header.len() as u64).to_le_bytes().to_vec();
        file.extend(header.as_bytes());
        self.tensors.values().for_each(|tensor| file.extend(&tensor.bytes));
        file
    }

    /// Reads a file. Every length in it is checked before anything is taken for true.
    pub fn read(file: &[u8]) -> Result<Self, BadTensors> {
        let broken = || bad("it is no safetensors file", "ce n’est pas un fichier safetensors");
        let (length, rest) = file.split_first_chunk::<8>().ok_or_else(broken)?;
        let length = usize::try_from(u64::from_le_bytes(*length)).map_err(|_| broken())?;
        let (header, numbers) = rest.split_at_checked(length).ok_or_else(broken)?;
        let header: BTreeMap<String, serde_json::Value> =
            serde_json::from_slice(header).map_err(|_| broken())?;
        let mut found = Self::default();
        for (name, value) in header {
            if name == "__metadata__" {
                found.metadata = serde_json::from_value(value).map_err(|_| broken())?;
                continue;
            }
            let entry: TensorHeader = serde_json::from_value(value).map_err(|_| broken())?;
            let kind = serde_json::Value::String(entry.dtype.clone());
            let dtype: Dtype = serde_json::from_value(kind).map_err(|_| {
                bad(
                    format!("“{name}” holds {}; F32, I16 and I32 can be read", entry.dtype),
                    format!("« {name} » contient {} ; on lit F32, I16 et I32", entry.dtype),
                )
            })?;
            let [from, to] = entry.data_offsets;
            let bytes = numbers.get(from..to).ok_or_else(broken)?.to_vec();
            let mut shape = entry.shape.iter();
            let count = shape.try_fold(1usize, |count, &side| count.checked_mul(side));
            if count.and_then(|count| count.checked_mul(dtype.bytes())) != Some(bytes.len()) {
                return Err(bad(
                    format!("“{name}” is not as long as its shape says"),
                    format!("« {name} » n’a pas la longueur que sa forme annonce"),
                ));
            }
            found.tensors.insert(name, Tensor { dtype, shape: entry.shape, bytes });
        }
        Ok(found)
    }
}

/// The bytes of a file that may be a network.
pub fn read_file(path: &Path) -> Result<Vec<u8>, BadTensors> {
    let name = path.display();
    if path.as_os_str().is_empty() {
        return Err(bad(
            "no file is named: write net=FILE",
            "aucun fichier n’est nommé : écrire net=FICHIER",
        ));
    }
    let refused = |error: &std::io::Error| match error.kind() {
        std::io::ErrorKind::NotFound => bad(
            format!("{name} cannot be read: there is no such file"),
            format!("on ne peut pas lire {name} : ce fichier n’existe pas"),
        ),
        _ => bad(
            format!("{name} cannot be read: {error}"),
            format!("on ne peut pas lire {name} : {error}"),
        ),
    };
    let about = fs::metadata(path).map_err(|error| refused(&error))?;
    if !about.is_file() || about.len() > LARGEST {
        return Err(bad(
            format!("{name} is no network: it is larger than any, or no file"),
            format!(
                "{name} n’est pas un réseau : il est plus gros qu’aucun, ou n’est pas un fichier"
            ),
        ));
    }
    fs::read(path).map_err(|error| refused(&error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_gives_back_what_was_written() {
        let mut file = Tensors::default();
        file.metadata.insert("format".into(), "pt".into());
        file.tensors.insert("a".into(), Tensor::f32(vec![2, 2], &[1.0, -2.5, 0.0, 3.25]));
        file.tensors.insert("b".into(), Tensor::i16(vec![3], &[1, -2, 300]));
        file.tensors.insert("c".into(), Tensor::i32(vec![], &[70_000]));
        let bytes = file.to_bytes();
        let back = Tensors::read(&bytes).unwrap();
        assert_eq!(back, file);
        assert_eq!(back.get("a").unwrap().floats("a").unwrap(), [1.0, -2.5, 0.0, 3.25]);
        assert_eq!(back.get("b").unwrap().shorts("b").unwrap(), [1, -2, 300]);
        assert_eq!(back.get("c").unwrap().integers("c").unwrap(), [70_000]);
        let refused = back.get("b").unwrap().floats("b").unwrap_err().to_string();
        assert_eq!(refused, "“b” holds I16 rather than F32");
        assert_eq!(
            back.get("d").unwrap_err().to_string(),
            "there is no tensor “d” in it; there is a, b, c"
        );
    }

    #[test]
    fn lengths_that_lie_are_refused() {
        let file = |header: &str, numbers: &[u8]| {
            let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
            bytes.extend(header.as_bytes());
            bytes.extend(numbers);
            Tensors::read(&bytes).map_err(|bad| bad.to_string())
        };
        let entry = |shape: &str, to: u64| {
            format!(r#"{{"a":{{"dtype":"F32","shape":{shape},"data_offsets":[0,{to}]}}}}"#)
        };
        assert!(file(&entry("[2]", 8), &[0; 8]).is_ok());
        for (shape, to) in [("[3]", 8), ("[2]", 80), ("[4294967296,4294967296,4294967296]", 8)] {
            assert!(file(&entry(shape, to), &[0; 8]).is_err(), "{shape} {to}");
        }
        assert!(
            file(&entry("[2]", 8).replace("F32", "BF16"), &[0; 8]).unwrap_err().contains("BF16")
        );
        assert!(Tensors::read(&u64::MAX.to_le_bytes()).is_err());
        assert!(Tensors::read(b"PK").is_err());
    }
}
