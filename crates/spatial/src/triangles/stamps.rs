//! Scratch memory of queries, by which a triangle that several leaves list is reported once.

/// Scratch memory for leaf queries of a [`TriangleOctree`](super::TriangleOctree).
///
/// It records which triangles the current query has reported. The caller owns it, so queries take
/// the tree by shared reference from any number of threads, and allocate nothing. One instance
/// serves any number of trees, one query at a time. It grows to four bytes for each triangle of the
/// largest tree.
#[derive(Clone, Debug, Default)]
pub struct TriangleStamps {
    /// For each triangle the number of the last query that reported it; 0 if none did.
    stamps: Vec<u32>,
    /// The number of the current query, counted from 1.
    query: u32,
}

impl TriangleStamps {
    /// Creates empty scratch memory. It grows at the first query of each larger tree.
    #[must_use]
    pub const fn new() -> Self {
        Self { stamps: Vec::new(), query: 0 }
    }

    /// Begins a query of a tree with `triangles` triangles.
    pub(super) fn begin(&mut self, triangles: usize) {
        if self.stamps.len() < triangles {
            self.stamps.resize(triangles, 0);
        }
        self.query = self.query.wrapping_add(1);
        if self.query == 0 {
            self.stamps.fill(0);
            self.query = 1;
        }
    }

    /// Marks a triangle as reported; returns whether it was not reported in this query before.
    #[inline]
    pub(super) fn is_first(&mut self, triangle: u32) -> bool {
        match self.stamps.get_mut(triangle as usize) {
            Some(stamp) if *stamp != self.query => {
                *stamp = self.query;
                true
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_triangle_is_new_once_in_each_query_even_when_the_count_of_queries_starts_anew() {
        let mut stamps = TriangleStamps { stamps: vec![1, 0], query: u32::MAX - 1 };
        for _ in 0..4 {
            stamps.begin(2);
            assert!(stamps.is_first(0) && !stamps.is_first(0) && stamps.is_first(1));
        }
        assert_eq!(stamps.query, 3);
    }
}
