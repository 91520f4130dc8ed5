//! Lists the files of the page, so that they are part of the program.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let web = root.join("../../web");
    println!("cargo::rerun-if-changed={}", web.display());
    let mut files = Vec::new();
    if web.is_dir() {
        walk(&web, &mut files)?;
    }
    files.sort();
    let mut list = String::from("&[\n");
    for file in &files {
        let name = file.strip_prefix(&web).unwrap_or(file).to_string_lossy().replace('\\', "/");
        let file = fs::canonicalize(file)?;
        let _ = writeln!(list, "    ({name:?}, include_bytes!({:?})),", file.to_string_lossy());
    }
    list.push(']');
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("page.rs"), list)
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    println!("cargo::rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            walk(&path, files)?;
        } else if !path.extension().is_some_and(|kind| kind == "ts" || kind == "md") {
            // Type declarations are for people who change the page.
            files.push(path);
        }
    }
    Ok(())
}
