//! Sorting items into buckets by counting.

/// Items by bucket: two arrays, however many buckets there are (compressed sparse rows).
///
/// Guarantee: a bucket holds its items in the order in which they were given.
#[derive(Clone, Debug, Default)]
pub(crate) struct Buckets<T> {
    /// Where each bucket begins in `items`; the last one ends where `items` ends.
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T: Copy + Default> Buckets<T> {
    /// Sorts pairs of a bucket below `count` and an item.
    pub(crate) fn new(count: usize, pairs: impl Iterator<Item = (u32, T)> + Clone) -> Self {
        let mut buckets = Self::default();
        buckets.sort(count, pairs);
        buckets
    }

    /// Sorts other pairs; keeps the memory. A counting sort, so `pairs` is walked twice. A pair whose bucket is `count` or
    /// more is left out. Cost: linear.
    pub(crate) fn sort(&mut self, count: usize, pairs: impl Iterator<Item = (u32, T)> + Clone) {
        self.starts.clear();
        self.starts.resize(count + 1, 0);
        let pairs = pairs.filter(|pair| (pair.0 as usize) < count);
        // First the sizes, each one place on, so that the sums before them are the starts. (`for_each`, here and below,
        // since nested iterators run faster from within than from a loop.)
        pairs.clone().for_each(|(bucket, _)| self.starts[bucket as usize + 1] += 1);
        let mut total = 0;
        for start in &mut self.starts {
            total += *start;
            *start = total;
        }
        self.items.clear();
        self.items.resize(total as usize, T::default());
        // Each start runs through its bucket, and ends where the next one began.
        pairs.for_each(|(bucket, item)| {
            let next = &mut self.starts[bucket as usize];
            self.items[*next as usize] = item;
            *next += 1;
        });
        self.starts.rotate_right(1);
        self.starts[0] = 0;
    }

    /// The items of a bucket; none for a bucket that does not exist.
    #[inline]
    pub(crate) fn get(&self, bucket: u32) -> &[T] {
        let start = |position: usize| self.starts.get(position).map(|&start| start as usize);
        match (start(bucket as usize), start(bucket as usize + 1)) {
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
        assert!(Buckets::<u8>::new(0, std::iter::empty()).get(0).is_empty());
    }
}
