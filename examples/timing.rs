//! Temporary.
use std::time::Instant;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&args[1]).unwrap();
    for size in ["80x50", "1000x1000"] {
        let preset = roomgen::Preset::parse(&text).unwrap().with_size(size.parse().unwrap()).unwrap();
        let mut g = roomgen::Generator::new(&preset);
        let n = if size == "80x50" { 20000 } else { 100 };
        for what in ["plan", "full", "plan", "full", "once"] {
            let t = Instant::now();
            let mut rooms = 0;
            let mut props = 0;
            let mut leaves = 0;
            for seed in 0..n {
                if what == "plan" {
                    rooms += g.floor_plan(seed).rooms.len();
                } else {
                    let l = if what == "full" { g.generate(seed) } else { roomgen::generate(&preset, seed) };
                    rooms += l.rooms().len();
                    props += l.props().len();
                    leaves = 0;
                }
            }
            let us = t.elapsed().as_secs_f64() / n as f64 * 1e6;
            println!(
                "{size} {what}: {us:.1} us, {:.2} ns/cell, rooms {} props {} {leaves}",
                us * 1000.0 / f64::from(preset.size().cells()),
                rooms / n as usize,
                props / n as usize
            );
        }
    }
}
