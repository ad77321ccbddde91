//! Counting sort of items into buckets.
//!
//! Consumes pairs of a bucket number and an item. Provides each bucket as a slice.

/// Items grouped by bucket, in two arrays (compressed sparse rows).
///
/// Guarantee: items of a bucket keep the order of the input.
#[derive(Clone, Debug, Default)]
pub(crate) struct Buckets<T> {
    /// The start of each bucket in `items`, and then the end of the last one.
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T: Copy + Default> Buckets<T> {
    /// Sorts `pairs` of a bucket number and an item into `count` buckets.
    pub(crate) fn new(count: usize, pairs: impl Iterator<Item = (u32, T)> + Clone) -> Self {
        let mut buckets = Self::default();
        buckets.sort(count, pairs);
        buckets
    }

    /// Replaces all buckets by `count` buckets of the items of `pairs`; reuses the memory.
    ///
    /// A counting sort: iterates over `pairs` twice, in linear time. Ignores a pair whose bucket is
    /// `count` or more.
    pub(crate) fn sort(&mut self, count: usize, pairs: impl Iterator<Item = (u32, T)> + Clone) {
        self.sort_groups(count, pairs.map(|pair| [pair]));
    }

    /// As [`Buckets::sort`], for pairs that come in arrays of `N`.
    ///
    /// A flattened iterator over single pairs would cost as much as the sort itself.
    pub(crate) fn sort_groups<const N: usize>(
        &mut self,
        count: usize,
        groups: impl Iterator<Item = [(u32, T); N]> + Clone,
    ) {
        self.starts.clear();
        self.starts.resize(count + 2, 0);
        // The size of bucket `n` goes to position `n + 2`, so that the prefix sums put its start at
        // position `n + 1`. (`for_each`, here and below, because internal iteration over nested
        // iterators is faster than a loop.)
        let sizes = &mut self.starts[2..];
        groups.clone().for_each(|pairs| {
            for (bucket, _) in pairs {
                sizes.get_mut(bucket as usize).into_iter().for_each(|size| *size += 1);
            }
        });
        let mut total = 0;
        for start in &mut self.starts {
            total += *start;
            *start = total;
        }
        // All items are overwritten below, so only new slots need a value.
        self.items.resize(total as usize, T::default());
        // Position `n + 1` advances from the start of bucket `n` to its end, the next one's start.
        let (next, items) = (&mut self.starts[1..=count], &mut self.items[..]);
        groups.for_each(|pairs| {
            for (bucket, item) in pairs {
                if let Some(next) = next.get_mut(bucket as usize) {
                    items[*next as usize] = item;
                    *next += 1;
                }
            }
        });
        self.starts.truncate(count + 1);
    }

    /// The items of all buckets, in the order of buckets.
    pub(crate) fn items(&self) -> &[T] {
        &self.items
    }

    /// The items of a bucket; empty for a bucket that does not exist.
    #[inline]
    pub(crate) fn get(&self, bucket: u32) -> &[T] {
        match self.starts.get(bucket as usize..) {
            Some(&[start, end, ..]) => &self.items[start as usize..end as usize],
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
        assert_eq!(buckets.items(), [1, 0, 7, 3]);
        assert!(Buckets::<u8>::new(0, std::iter::empty()).get(0).is_empty());
    }
}
