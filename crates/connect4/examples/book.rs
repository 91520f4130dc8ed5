//! Makes the opening book: `book <folder> <table MiB> <threads> <depth>...` solves these depths one
//! after the other, `book <folder> pack <file>` writes what there is as a book.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use connect4::solver::Solver;
use connect4::solver::book::{Book, Generator};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [folder, "pack", file] => {
            let bytes = Generator::open(Path::new(folder), Vec::new())?.pack()?;
            let start = Instant::now();
            let book = Book::from_bytes(&bytes)?;
            eprintln!(
                "depth {}, {} scores, {} bytes, unpacked in {:?}",
                book.depth(),
                book.len(),
                bytes.len(),
                start.elapsed()
            );
            std::fs::write(file, bytes)?;
        }
        [folder, mebibytes, threads, ref depths @ ..] => {
            let first = Solver::new(mebibytes.parse::<usize>()? << 20);
            let mut solvers: Vec<Solver> = (1..threads.parse::<usize>()?)
                .map(|_| first.sharing())
                .collect();
            solvers.push(first);
            let mut generator = Generator::open(Path::new(folder), solvers)?;
            let never = AtomicBool::new(false);
            for depth in depths {
                let start = Instant::now();
                generator.solve(depth.parse()?, &never, |progress| {
                    eprintln!("{progress:?} after {:?}", start.elapsed());
                })?;
            }
        }
        _ => return Err("see the top of the source for the arguments".into()),
    }
    Ok(())
}
