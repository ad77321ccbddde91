//! How much two texts have in common, as Python's `difflib` measures it.
//!
//! After the documentation of `SequenceMatcher`, and Ratcliff and Metzener, *Pattern matching: the
//! gestalt approach* (1988): the longest common run, then the same to its left and to its right.
//! Part of the rule is that in a second text of 200 bytes or more, no run begins with a byte that
//! makes up more than a hundredth of it, but for a run at the beginning of both parts.

/// From which length on frequent bytes of the second text begin no run.
const LONG: usize = 200;

/// Twice the bytes in common by the bytes of both texts: 1 if the texts are equal.
pub(crate) fn similarity(one: &[u8], other: &[u8]) -> f64 {
    let bytes = one.len() + other.len();
    if bytes == 0 { 1.0 } else { 2.0 * common(one, other) as f64 / bytes as f64 }
}

/// The bytes in runs that two texts have in common.
fn common(one: &[u8], other: &[u8]) -> usize {
    let mut places = vec![Vec::new(); 256];
    other.iter().enumerate().for_each(|(at, byte)| places[usize::from(*byte)].push(at));
    if other.len() >= LONG {
        places.iter_mut().filter(|places| places.len() > other.len() / 100 + 1).for_each(Vec::clear);
    }
    let mut runs = vec![0; other.len()];
    let mut sum = 0;
    let mut parts = vec![(0..one.len(), 0..other.len())];
    while let Some((left, right)) = parts.pop() {
        let (mut first, mut second, mut length) = (left.start, right.start, 0);
        // `runs` has, at each place of `other`, the length of the run that ends there.
        runs[right.clone()].fill(0);
        let mut ended: &[usize] = &[];
        for at in left.clone() {
            let places = &places[usize::from(one[at])];
            let begin = places.partition_point(|place| *place < right.start);
            let end = places.partition_point(|place| *place < right.end);
            let places = &places[begin..end];
            let longer: Vec<usize> =
                places.iter().map(|&place| if place > right.start { runs[place - 1] + 1 } else { 1 }).collect();
            ended.iter().for_each(|place| runs[*place] = 0);
            for (&place, run) in places.iter().zip(longer) {
                runs[place] = run;
                if run > length {
                    (first, second, length) = (at + 1 - run, place + 1 - run, run);
                }
            }
            ended = places;
        }
        while first > left.start && second > right.start && one[first - 1] == other[second - 1] {
            (first, second, length) = (first - 1, second - 1, length + 1);
        }
        while first + length < left.end && second + length < right.end && one[first + length] == other[second + length]
        {
            length += 1;
        }
        if length > 0 {
            sum += length;
            parts.push((left.start..first, right.start..second));
            parts.push((first + length..left.end, second + length..right.end));
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_are_alike_and_texts_without_a_common_byte_are_not() {
        let is = |one: &str, other: &str, wanted: f64| {
            let found = similarity(one.as_bytes(), other.as_bytes());
            assert!((found - wanted).abs() < 1e-12, "{one} {other}: {found}");
        };
        is("", "", 1.0);
        is("0,1|0,2|", "0,1|0,2|", 1.0);
        is("abc", "xyz", 0.0);
    }

    /// The values are those of Python 3: `SequenceMatcher(None, one, other).ratio()`.
    #[test]
    fn values_are_those_of_difflib() {
        let is = |one: &str, other: &str, wanted: f64| {
            let found = similarity(one.as_bytes(), other.as_bytes());
            assert!((found - wanted).abs() < 1e-12, "{one} {other}: {found}");
        };
        is("abcd", "bcde", 0.75);
        is("private Thread currentThread;", "private volatile Thread currentThread;", 0.8656716417910447);
        is("0,1|0,2|1,2|", "0,1|1,1|1,2|", 0.8333333333333334);
        is("LLRRUUDD$1", "LRUDLRUD", 0.5555555555555556);
        is(&"0,1|0,2|".repeat(30), &"0,1|1,1|".repeat(30), 0.016666666666666666);
        is(&("abcdefghij".repeat(3) + "z"), &("0123456789".repeat(20) + "abcz"), 0.03404255319148936);
    }
}
