//! How long a level takes: the floor plan alone and the furnished level, by preset and size.
//!
//! Run: `cargo bench --bench generate`. Criterion's throughput is in cells: its inverse is the time for each cell.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use roomgen::{Generator, Preset, geom::Size};

/// The sizes: a terminal's worth, and a world's.
const SIZES: [(i64, i64); 2] = [(80, 50), (1000, 1000)];

fn generate(criterion: &mut Criterion) {
    for name in ["crypt", "grove", "temple", "warehouse"] {
        for (width, height) in SIZES {
            let size = Size::new(width, height).expect("a size within the limits");
            let preset =
                Preset::built_in(name).and_then(|preset| preset.with_size(size)).expect("a preset for any size");
            let mut generator = Generator::new(&preset);
            let mut group = criterion.benchmark_group(format!("{name} {size}"));
            group.throughput(Throughput::Elements(u64::from(size.cells())));
            group.sample_size(if size.cells() > 100_000 { 20 } else { 100 });
            let mut seed = 0u64;
            group.bench_function("floor plan", |bencher| {
                bencher.iter(|| {
                    seed += 1;
                    black_box(generator.floor_plan(seed))
                });
            });
            group.bench_function("furnished level", |bencher| {
                bencher.iter(|| {
                    seed += 1;
                    black_box(generator.generate(seed))
                });
            });
            group.finish();
        }
    }
}

criterion_group!(benches, generate);
criterion_main!(benches);
