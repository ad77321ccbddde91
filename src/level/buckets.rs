/// Items sorted into buckets: two arrays, however many buckets there are (compressed sparse rows).
///
/// Guarantee: a bucket holds its items in the order in which they were given.
#[derive(Clone, Debug, Default)]
pub(super) struct Buckets {
    /// Where each bucket begins in `items`; the last one ends where `items` ends.
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Buckets {
    /// Sorts pairs of a bucket below `count` and an item: a counting sort, so `pairs` is walked twice. A pair whose bucket
    /// is `count` or more is left out. Cost: linear.
    pub(super) fn new(count: usize, pairs: impl Iterator<Item = (usize, u32)> + Clone) -> Self {
        let mut starts = vec![0; count + 1];
        for (bucket, _) in pairs.clone().filter(|pair| pair.0 < count) {
            starts[bucket] += 1;
        }
        let mut total = 0;
        for start in &mut starts {
            total += *start;
            *start = total;
        }
        // Each entry is now where its bucket ends, which is where the next one begins.
        starts.rotate_right(1);
        starts[0] = 0;
        let mut next = starts.clone();
        let mut items = vec![0; total as usize];
        for (bucket, item) in pairs.filter(|pair| pair.0 < count) {
            items[next[bucket] as usize] = item;
            next[bucket] += 1;
        }
        Self { starts, items }
    }

    /// The items of a bucket; none for a bucket that does not exist.
    pub(super) fn get(&self, bucket: usize) -> &[u32] {
        let end = |position: usize| self.starts.get(position).map(|&start| start as usize);
        match (end(bucket), end(bucket + 1)) {
            (Some(start), Some(end)) => &self.items[start..end],
            _ => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_keep_the_order_of_their_items_and_leave_out_what_fits_none() {
        let pairs = [(2, 7), (0, 1), (2, 3), (9, 5), (0, 0)];
        let buckets = Buckets::new(3, pairs.into_iter());
        assert_eq!([0, 1, 2, 3].map(|bucket| buckets.get(bucket)), [&[1, 0][..], &[], &[7, 3], &[]]);
        assert!(Buckets::new(0, std::iter::empty()).get(0).is_empty());
    }
}
