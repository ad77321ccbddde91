//! Seeds, ranges of them, and their shards.

use std::{fmt, str::FromStr};

use roomgen::NamedSeed;

/// A range of seeds.
///
/// Invariant: `first + count` is at most 2^64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SeedRange {
    first: u64,
    count: u64,
}

/// One of several equal parts of a range of seeds, for several machines.
///
/// Invariant: `1 <= number <= of`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SeedShard {
    /// The number of this part, counted from 1.
    pub(super) number: u32,
    pub(super) of: u32,
}

impl SeedRange {
    pub(super) fn count(self) -> u64 {
        self.count
    }

    /// The seed at a position of the range, counted from 0.
    pub(super) fn at(self, position: u64) -> u64 {
        self.first + position
    }

    /// The range without its first `count` seeds.
    pub(super) fn after(self, count: u64) -> Self {
        let count = count.min(self.count);
        // Wraps around only for the empty range behind the largest seed.
        Self { first: self.first.wrapping_add(count), count: self.count - count }
    }

    /// The first `count` seeds of the range, or all if there are fewer.
    pub(super) fn up_to(self, count: u64) -> Self {
        Self { count: count.min(self.count), ..self }
    }

    /// The part of the range that belongs to a shard. All shards in order make up the range; their
    /// lengths differ by one at most.
    pub(super) fn part(self, SeedShard { number, of }: SeedShard) -> Self {
        // The product may exceed 64 bits.
        let cut = |number: u32| (u128::from(self.count) * u128::from(number) / u128::from(of)) as u64;
        self.after(cut(number - 1)).up_to(cut(number) - cut(number - 1))
    }

    /// The parts of the range that are in no shard of `shards`, in order.
    pub(super) fn outside(self, shards: &[SeedShard]) -> Vec<Self> {
        let parts = shards.iter().map(|&shard| self.part(shard));
        let mut parts: Vec<_> = parts.map(|part| (part.first.wrapping_sub(self.first), part.count)).collect();
        parts.sort_unstable();
        let (mut outside, mut next) = (Vec::new(), 0);
        for (first, count) in parts.into_iter().chain([(self.count, 0)]) {
            if first > next {
                outside.push(self.after(next).up_to(first - next));
            }
            next = next.max(first + count);
        }
        outside
    }

    /// The first and the last of `of` shards that have seeds of `part`, a part of the range.
    pub(super) fn shards_of(self, part: Self, of: u32) -> [SeedShard; 2] {
        // The smallest number whose shard ends behind the seed.
        let shard = |seed: u64| {
            let position = u128::from(seed - self.first) + 1;
            SeedShard { number: (position * u128::from(of)).div_ceil(u128::from(self.count)) as u32, of }
        };
        [shard(part.first), shard(part.at(part.count.saturating_sub(1)))]
    }

    /// The end of the half-open range, up to 2^64.
    fn end(self) -> u128 {
        u128::from(self.first) + u128::from(self.count)
    }
}

impl SeedShard {
    const MOST: u32 = 1_000_000;
}

impl FromStr for SeedRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let allowed =
            || format!("seeds are FIRST..END, whole numbers, without END, which is at most {LARGEST_END}: 0..1000");
        let number = |text: &str| NamedSeed::whole_number(text).filter(|&number| number <= LARGEST_END);
        let range = text.split_once("..").and_then(|(first, end)| number(first).zip(number(end)));
        let (first, end) = range.ok_or_else(allowed)?;
        if first >= end {
            return Err(format!("{first}..{end} has no seeds; END must be above FIRST"));
        }
        let count = u64::try_from(end - first)
            .map_err(|_| format!("{first}..{end} has more seeds than can be counted; the most are {}", u64::MAX))?;
        Ok(Self { first: first as u64, count })
    }
}

/// One above the largest seed.
const LARGEST_END: u128 = 1 << 64;

impl fmt::Display for SeedRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.first, self.end())
    }
}

impl FromStr for SeedShard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let allowed = || format!("a shard is NUMBER/SHARDS, from 1/N to N/N, N at most {}: 3/16", Self::MOST);
        let (number, of) = text.split_once('/').ok_or_else(allowed)?;
        let part = |text: &str| text.parse::<u32>().ok().filter(|_| !text.starts_with('+'));
        let (number, of) = part(number).zip(part(of)).ok_or_else(allowed)?;
        if !(1..=Self::MOST).contains(&of) || !(1..=of).contains(&number) {
            return Err(allowed());
        }
        Ok(Self { number, of })
    }
}

impl fmt::Display for SeedShard {
    /// Writes the shard as in file names: with zeros in front, so that sorted names are in the
    /// order of shards.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.of.to_string().len().max(2);
        write!(f, "{:0digits$}-of-{:0digits$}", self.number, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_a_range_are_the_range_in_order_and_equal_but_for_one() {
        for text in [
            "0..1000",
            "17..18",
            "5..22",
            "0..18446744073709551615",
            "18446744073709551600..18446744073709551615",
            "18446744073709551600..18446744073709551616",
            "1..18446744073709551616",
            "18446744073709551615..18446744073709551616",
        ] {
            let seeds: SeedRange = text.parse().expect("a range");
            assert_eq!(seeds.to_string(), text);
            for of in [1, 2, 3, 7, 16, 1000, SeedShard::MOST] {
                let parts = [1, 2, of / 2, of - 1, of].into_iter().filter(|number| (1..=of).contains(number));
                for number in parts {
                    let part = seeds.part(SeedShard { number, of });
                    let before = if number == 1 {
                        seeds.first.into()
                    } else {
                        seeds.part(SeedShard { number: number - 1, of }).end()
                    };
                    assert_eq!(part.first, before as u64, "{text} {number}/{of}");
                    assert!([0, 1].contains(&(part.count() - seeds.count() / u64::from(of))), "{text} {number}/{of}");
                }
                let last = seeds.part(SeedShard { number: of, of });
                assert!(last.count() == 0 || last.end() == seeds.end(), "{text} {of}");
            }
        }
    }

    #[test]
    fn seeds_outside_of_shards_have_the_shards_that_have_them() {
        for text in
            ["0..10", "7..8", "5..1000", "0..18446744073709551615", "18446744073709551600..18446744073709551616"]
        {
            let seeds: SeedRange = text.parse().expect("a range");
            for of in [1, 2, 3, 7, 12] {
                let mut shards: Vec<_> = (1..=of).rev().map(|number| SeedShard { number, of }).collect();
                assert_eq!(seeds.outside(&shards), [], "{text} {of}");
                let missing = shards.remove(of as usize / 2);
                let part = seeds.part(missing);
                let expected: &[_] = if part.count == 0 { &[] } else { &[part] };
                assert_eq!(seeds.outside(&shards), expected, "{text} {missing}");
                for part in expected {
                    assert_eq!(seeds.shards_of(*part, of), [missing; 2], "{text}");
                }
            }
        }
    }

    #[test]
    fn the_last_seed_of_all_is_in_a_range() {
        let seeds: SeedRange = "18446744073709551614..18446744073709551616".parse().expect("a range");
        assert_eq!((seeds.count(), seeds.at(1)), (2, u64::MAX));
        assert_eq!(seeds.after(1).to_string(), "18446744073709551615..18446744073709551616");
        assert_eq!((seeds.after(2).count(), seeds.up_to(1).count()), (0, 1));
    }

    #[test]
    fn malformed_ranges_and_parts_are_refused() {
        for text in [
            "",
            "5",
            "..",
            "5..",
            "..5",
            "a..b",
            "forty",
            "5..3",
            "5..5",
            "-1..5",
            "0..=5",
            "+1..5",
            "0..18446744073709551616",
            "5..18446744073709551617",
        ] {
            assert!(text.parse::<SeedRange>().is_err(), "{text}");
        }
        assert_eq!("0x10..1_000".parse::<SeedRange>().map(|seeds| seeds.to_string()), Ok("16..1000".to_owned()));
        for text in ["", "3", "0/16", "17/16", "0/0", "1/0", "a/b", "-1/4", "+1/4", "1/2/3", "1/1000001"] {
            assert!(text.parse::<SeedShard>().is_err(), "{text}");
        }
        let names = ["3/16", "1/1", "10/120"].map(|text| text.parse::<SeedShard>().expect("a part").to_string());
        assert_eq!(names, ["03-of-16", "01-of-01", "010-of-120"]);
    }
}
