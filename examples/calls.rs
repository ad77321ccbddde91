//! Temporary.
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&args[1]).unwrap();
    let n: u64 = args[3].parse().unwrap();
    let preset = roomgen::Preset::parse(&text).unwrap().with_size(args[2].parse().unwrap()).unwrap();
    let mut g = roomgen::Generator::new(&preset);
    let mut props = 0;
    for seed in 0..n {
        if args.len() > 4 {
            props += g.floor_plan(seed).rooms.len();
        } else {
            props += g.generate(seed).props().len();
        }
    }
    println!("{props}");
}
