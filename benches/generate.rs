//! Time to generate floor plans and furnished levels, by preset and size.
//!
//! For comparison: the crate `mapgen` making bare rooms and corridors without props, and filling
//! the tiles once, a lower bound for any generator.
//!
//! Run: `cargo bench --profile dist -p roomgen-benches`. Throughput is in cells; its inverse is the
//! time per cell.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use mapgen::{
    MapBuilder,
    filter::{BspInterior, BspRooms, NearestCorridors},
};
use rand_for_mapgen::{SeedableRng, rngs::StdRng};
use roomgen::{Generator, Preset, Size, Tile, grid::Grid, preset::BUILT_IN};

/// Sizes in cells: a terminal screen and a world.
const SIZES: [(i64, i64); 2] = [(80, 50), (1000, 1000)];

fn generate(criterion: &mut Criterion) {
    for (width, height) in SIZES {
        let size = Size::new(width, height).expect("a size within the limits");
        let mut group = criterion.benchmark_group(size.to_string());
        group.throughput(Throughput::Elements(u64::from(size.cells())));
        group.sample_size(if size.cells() > 100_000 { 20 } else { 100 });
        group.bench_function("tiles filled once", |bencher| bencher.iter(|| Grid::filled(black_box(size), Tile::Rock)));
        let mut seeds = 0u64..;
        let mut random = || StdRng::seed_from_u64(seeds.next().unwrap_or_default());
        let empty = || MapBuilder::new(width as usize, height as usize);
        group.bench_function("mapgen 0.6, BspRooms and NearestCorridors", |bencher| {
            bencher.iter(|| empty().with(BspRooms::new()).with(NearestCorridors::new()).build_with_rng(&mut random()));
        });
        group.bench_function("mapgen 0.6, BspInterior", |bencher| {
            bencher.iter(|| empty().with(BspInterior::new()).build_with_rng(&mut random()));
        });
        for (name, _) in BUILT_IN {
            let preset =
                Preset::built_in(name).and_then(|preset| preset.with_size(size)).expect("a preset for any size");
            let mut generator = Generator::new(&preset);
            let mut seeds = 0u64..;
            group.bench_function(format!("{name}, floor plan"), |bencher| {
                bencher.iter(|| generator.floor_plan(seeds.next().unwrap_or_default()));
            });
            group.bench_function(format!("{name}, furnished"), |bencher| {
                bencher.iter(|| generator.generate(seeds.next().unwrap_or_default()));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, generate);
criterion_main!(benches);
