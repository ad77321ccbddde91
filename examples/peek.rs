//! Temporary.
fn main() {
    let name = std::env::args().nth(1).unwrap();
    let seed: u64 = std::env::args().nth(2).unwrap().parse().unwrap();
    let size = std::env::args().nth(3).unwrap_or("80x50".into());
    let text = std::fs::read_to_string(&name).unwrap();
    let preset = match roomgen::Preset::parse(&text) {
        Ok(p) => p,
        Err(e) => {
            eprintln!("{e}");
            std::process::exit(1)
        }
    };
    let preset = preset.with_size(size.parse().unwrap()).unwrap();
    let level = roomgen::generate(&preset, seed);
    let mut rows: Vec<Vec<char>> = level.tiles().rows().map(|r| r.iter().map(|t| t.glyph()).collect()).collect();
    for p in level.props() {
        for c in p.cells.cells() {
            rows[c.y as usize][c.x as usize] = p.kind.glyph;
        }
    }
    for r in rows {
        println!("{}", r.into_iter().collect::<String>());
    }
    println!(
        "{:?} rooms {} props {} notes {:?}",
        level.path(),
        level.rooms().len(),
        level.props().len(),
        level.notes()
    );
}
