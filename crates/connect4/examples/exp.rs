use connect4::solver::*;
use std::io::BufRead;
fn cpu() -> f64 {
    std::thread::yield_now();
    let s = std::fs::read_to_string("/proc/self/schedstat").unwrap();
    s.split_whitespace().next().unwrap().parse::<f64>().unwrap() / 1e9
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let params: Vec<i32> = a[1].split(',').map(|x| x.parse().unwrap()).collect();
    for (i, v) in params.iter().enumerate() { search::P[i].store(*v, std::sync::atomic::Ordering::Relaxed); }
    let mb: usize = a[2].parse().unwrap();
    let take: usize = a[3].parse().unwrap();
    for f in &a[4..] {
        let solver = Solver::new(mb << 20);
        let file = std::io::BufReader::new(std::fs::File::open(format!("/work/shared/data/connect4/{f}")).unwrap());
        let (mut n, mut nodes) = (0, 0);
        let t = cpu();
        for line in file.lines().take(take) {
            let line = line.unwrap();
            let (pos, sc) = line.split_once(' ').unwrap();
            let (r, nn) = solver.solve(&Position::from_columns(pos).unwrap());
            if r != sc.trim().parse::<i32>().unwrap() { println!("WRONG {pos} {sc} got {r}"); }
            n += 1; nodes += nn;
        }
        let dt = cpu() - t;
        println!("{f:14} n {n} ms {:.4} nodes {:.1} Mn/s {:.2}", dt * 1e3 / n as f64, nodes as f64 / n as f64, nodes as f64 / dt / 1e6);
    }
}
