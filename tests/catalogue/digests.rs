//! Digests of levels of every built-in preset, in both styles, at six sizes and twenty seeds.
//!
//! After two heading lines there is one line per preset, style and size. It has a digest of sixteen
//! hexadecimal digits for each stage and each file format over all seeds; then, for each seed, a
//! word with the last two digits of each of its digests, in the same order. The digests show
//! reliably whether and in which stage something has changed; the words show at which seed.
//!
//! The test compares this text with `tests/golden/catalogue.txt`, and the example `digests` prints
//! it on any target. Digests of bytes and over seeds are SipHash-2-4 with a zero key, over
//! little-endian numbers.

use std::hash::Hasher;

use roomgen::{
    Generator, Level, Preset, REVISION, Size, export,
    preset::BUILT_IN,
    stages::{self, Stage},
};
use siphasher::sip::SipHasher24;

/// The sizes of levels. A side below the preset's least side becomes that one.
const SIZES: [(i64, i64); 6] = [(8, 8), (9, 60), (33, 21), (80, 50), (128, 128), (400, 250)];
const SEEDS: usize = 20;

/// The most cells of a level that is not large.
const LARGE: i64 = 3000;

/// The names of the digest columns: the stages, then the file formats.
pub(crate) fn columns() -> Vec<&'static str> {
    Stage::ALL.iter().map(|stage| stage.name()).chain(["ron", "json"]).collect()
}

/// The seed of the `number`th level of a line: ten small ones, then ten that use all 64 bits.
pub(crate) fn seed(number: usize) -> u64 {
    let number = number as u64;
    if number < 10 { number } else { u64::MAX / (number - 9) }
}

pub(crate) fn heading() -> String {
    let columns = columns().join(" ");
    format!(
        "revision {REVISION}\npreset style size: {columns}, each over {SEEDS} seeds; two digits of each for each seed\n"
    )
}

/// The preset, style and size of a line.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    preset: &'static str,
    text: &'static str,
    corridors: bool,
    size: (i64, i64),
}

/// The entries of all lines, in order.
pub(crate) fn entries() -> Vec<Entry> {
    let mut entries = Vec::new();
    for (preset, text) in BUILT_IN {
        for corridors in [false, true] {
            let rules = Entry { preset, text, corridors, size: SIZES[0] }.unsized_preset();
            let least = i64::from(rules.min_side());
            let grown = |(width, height): (i64, i64)| (width.max(least), height.max(least));
            entries.extend(SIZES.map(|size| Entry { preset, text, corridors, size: grown(size) }));
        }
    }
    entries
}

impl Entry {
    /// The first three words of its line.
    pub(crate) fn name(&self) -> String {
        let (width, height) = self.size;
        format!("{} {} {width}x{height}", self.preset, if self.corridors { "corridors" } else { "adjacent" })
    }

    /// The preset of its levels: a built-in one, or a copy in the other style.
    pub(crate) fn preset(&self) -> Preset {
        let (width, height) = self.size;
        let size = Size::new(width, height).expect("a possible size");
        self.unsized_preset().with_size(size).expect("a preset for every size")
    }

    /// The same preset, for levels of its own size.
    fn unsized_preset(&self) -> Preset {
        let name = self.preset;
        let preset = if self.text.contains("style: Corridors(") == self.corridors {
            Preset::parse(self.text)
        } else if self.corridors {
            let style = "rooms: (min: 4), style: Corridors(width: (1, 2), margin: (1, 1))";
            Preset::parse(&format!("(name: \"{name} with corridors\", base: \"{name}\", floorplan: ({style}))"))
        } else {
            let style = "style: Adjacent(door: (1, 2))";
            Preset::parse(&format!("(name: \"{name} wall to wall\", base: \"{name}\", floorplan: ({style}))"))
        };
        preset.unwrap_or_else(|error| panic!("{error}"))
    }

    /// Its line, with a line feed.
    ///
    /// Writing files of large levels takes far longer than generating them. Unless `whole`, only
    /// the first file of each large line is written, and `-` replaces the unknown digits.
    pub(crate) fn line(&self, whole: bool) -> String {
        let preset = self.preset();
        let mut generator = Generator::new(&preset);
        let writes = |number| whole || self.size.0 * self.size.1 <= LARGE || number == 0;
        let rows: Vec<_> = (0..SEEDS).map(|number| row(&mut generator, seed(number), writes(number))).collect();
        let mut line = self.name();
        for column in 0..columns().len() {
            let mut hasher = SipHasher24::new();
            let known: Vec<u64> = rows.iter().filter_map(|row| row[column]).collect();
            known.iter().for_each(|digest| hasher.write(&digest.to_le_bytes()));
            let digits = format!("{:016x}", hasher.finish());
            line = line + " " + if known.len() == SEEDS { &digits } else { "----------------" };
        }
        for row in rows {
            let digits =
                row.iter().map(|digest| digest.map_or("--".to_owned(), |digest| format!("{:02x}", digest & 0xff)));
            line = line + " " + &digits.collect::<String>();
        }
        line + "\n"
    }
}

/// All digests of one level; those of its files only if `written`.
fn row(generator: &mut Generator<&Preset>, seed: u64, written: bool) -> Vec<Option<u64>> {
    let (level, digests) = stages::digests(generator, seed);
    let files = if written { files(&level).map(Some) } else { [None; 2] };
    Stage::ALL.iter().map(|&stage| Some(digests.get(stage))).chain(files).collect()
}

/// The digests of the level's bytes in both file formats.
fn files(level: &Level) -> [u64; 2] {
    [export::ron::write(level), export::json::write(level)].map(|text| {
        let mut hasher = SipHasher24::new();
        hasher.write(text.as_bytes());
        hasher.finish()
    })
}
