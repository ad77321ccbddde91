//! Time to draw and to encode pictures of levels of 80 by 50 cells at 16 pixels a cell, by preset:
//! in even light, in their own light, and as a PNG file.
//!
//! Run: `cargo bench --profile dist -p roomgen-benches --bench pictures`. Below the times stands
//! how much longer light takes: the mean over rounds in which both are drawn in turn, so that a
//! busy machine slows both.

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

use criterion::{Criterion, criterion_group, criterion_main};
use roomgen::{Level, Preset, generate, preset::BUILT_IN, theme::Theme};
use roomgen_export::{
    picture::{PictureLight, PictureOptions, View, render},
    png,
};

const LIT: PictureOptions = PictureOptions::DEFAULT;
const EVEN: PictureOptions = PictureOptions { light: PictureLight::Off, ..LIT };
const ISO: PictureOptions = PictureOptions { view: View::Iso, ..LIT };

/// The rounds in which a lit and an unlit picture are drawn in turn.
const ROUNDS: u32 = 20;

fn pictures(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("80x50 at 16 pixels a cell");
    group.sample_size(20);
    let mut ratios = Vec::new();
    for (name, _) in BUILT_IN {
        let size = "80x50".parse().expect("a size");
        let preset = Preset::built_in(name).and_then(|preset| preset.with_size(size)).expect("a preset for any size");
        let (level, theme) = (generate(&preset, 42), preset.theme());
        let draw = |options| render(black_box(&level), theme, options).expect("a picture");
        group.bench_function(format!("{name}, even light"), |bencher| bencher.iter(|| draw(EVEN)));
        group.bench_function(format!("{name}, its own light"), |bencher| bencher.iter(|| draw(LIT)));
        group.bench_function(format!("{name}, isometric"), |bencher| bencher.iter(|| draw(ISO)));
        let picture = draw(LIT);
        let bytes = png::encode(&picture).expect("a file").len();
        group.bench_function(format!("{name}, encoding {} kB", bytes / 1000), |bencher| {
            bencher.iter(|| png::encode(black_box(&picture)).expect("a file"));
        });
        ratios.push((name, ratio(&level, theme)));
    }
    group.finish();
    for (name, ratio) in ratios {
        println!("{name}: lit takes {ratio:.2} times as long as even light");
    }
}

/// How much longer a lit picture takes than one in even light.
fn ratio(level: &Level, theme: &Theme) -> f64 {
    let mut total = [Duration::ZERO; 2];
    for _ in 0..ROUNDS {
        for (total, options) in total.iter_mut().zip([EVEN, LIT]) {
            let begun = Instant::now();
            black_box(render(level, theme, options).expect("a picture"));
            *total += begun.elapsed();
        }
    }
    total[1].as_secs_f64() / total[0].as_secs_f64()
}

criterion_group!(benches, pictures);
criterion_main!(benches);
