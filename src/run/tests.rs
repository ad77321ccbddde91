use super::*;

#[test]
fn built_in_runs_are_valid() {
    for (name, text) in BUILT_IN {
        let start = std::time::Instant::now();
        let run = Run::parse(text).unwrap_or_else(|error| panic!("{name}: {error:#}"));
        println!("{name} {} presets {:?}", run.presets().len(), start.elapsed());
        for seed in 0..3 {
            for floor in run.floors(seed) {
                println!("{floor:?}");
            }
            let start = std::time::Instant::now();
            for level in run.generator(seed) {
                println!(
                    "{} {:?} {:?} {:?} {:?}",
                    level.origin().floor,
                    level.origin().preset,
                    level.entry(),
                    level.exit(),
                    level.stairs()
                );
                println!("{:?}", level.check());
            }
            println!("{:?}", start.elapsed());
        }
    }
}
