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
        self.sort_groups(count, pairs.map(|pair| [pair]));
    }

    /// The same for pairs that come so many at a time. (An iterator over them one by one would cost as much as the sorting.)
    pub(crate) fn sort_groups<const N: usize>(
        &mut self,
        count: usize,
        groups: impl Iterator<Item = [(u32, T); N]> + Clone,
    ) {
        self.starts.clear();
        self.starts.resize(count + 2, 0);
        // First the sizes, each two places on: the sums before them are the starts, one place on. (`for_each`, here and below,
        // since nested iterators run faster from within than from a loop.)
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
        // Each is written below, so that only new ones need a value.
        self.items.resize(total as usize, T::default());
        // Each start runs through its bucket, and ends where the next one begins.
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
