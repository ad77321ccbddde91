//! Counters of work: how many steps each part of generation took for one level.
//!
//! They are added up beside the loops that they count, mostly once for each loop with the number of its steps, and are the same on
//! every platform and any number of threads.

use std::ops::AddAssign;

/// Declares the counters, and what is done with all of them.
macro_rules! counters {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// What making one level took, in elementary steps: a leaf, a wall, a cell, a word of 64 cells or a prop that was looked at.
        ///
        /// It is bounded by a constant of the preset times the level's cells, plus one times its props; the tests assert it. What is
        /// drawn once and kept for later levels (patterns, masks of up to 16x16 cells, vaults) is counted where it is used and not where it
        /// is drawn, so that a level takes the same work whatever was made before it. To tell a detailed [`Trace`](crate::trace::Trace) of each
        /// step is work too, so that a level which is watched takes more; budgets know nothing of that.
        ///
        /// ```
        /// let level = roomgen::generate(&roomgen::Preset::built_in("crypt")?, 42);
        /// let work = level.work().expect("a level that was just made");
        /// assert!(work.total() < 20 * u64::from(level.size().cells()));
        /// for (name, steps) in work.counters().filter(|(_, steps)| *steps > 0) {
        ///     println!("{name}: {steps}");
        /// }
        /// # Ok::<(), roomgen::RequestError>(())
        /// ```
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        #[non_exhaustive]
        pub struct Work {
            $($(#[$doc])* pub $name: u64,)*
        }

        impl Work {
            /// The sum of all counters.
            #[must_use]
            pub const fn total(&self) -> u64 {
                0 $(+ self.$name)*
            }

            /// Each counter with its name, in the order of the stages.
            pub fn counters(&self) -> impl Iterator<Item = (&'static str, u64)> + use<> {
                [$((stringify!($name), self.$name)),*].into_iter()
            }
        }

        impl AddAssign for Work {
            fn add_assign(&mut self, other: Self) {
                $(self.$name += other.$name;)*
            }
        }
    };
}

counters! {
    /// Cuts, leaves, and vaults that ask for leaves.
    partition,
    /// Leaves passed along the cuts, and walls found.
    adjacency,
    /// Leaves and their neighbours looked at for the main path, bonus rooms and coverage.
    route,
    /// Neighbours looked at to stretch the path.
    stretch,
    /// Neighbours looked at to close loops.
    loops,
    /// Walls looked at for passages, and cells along them where doors are welcome.
    passages,
    /// Rules for tags and doors asked of rooms and passages.
    roles,
    /// Rules for shapes asked of rooms, and rows fitted.
    shapes,
    /// Vaults asked of rooms, and cells looked at for entry, exit and walls.
    vaults,
    /// Cells painted.
    tiles,
    /// Layouts asked of rooms.
    choices,
    /// Cells of masks too large to be kept for certain, as if they were drawn for each formation.
    masks,
    /// Points at which formations might be stamped.
    points,
    /// Words of sets of cells, set and combined.
    stamps,
    /// Cells and rows looked at for props that are placed one by one.
    tries,
    /// Words and cells looked at for what props are near to and avoid.
    limits,
    /// Words of sets of cells by height, set and combined.
    heights,
    /// Words flooded.
    floods,
    /// Cells and formations looked at for walkways.
    walkways,
    /// Formations looked at for what goes with an obstacle.
    piles,
    /// Props told, with their variants.
    props,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_is_the_sum_of_all_counters() {
        let mut work = Work { partition: 3, walkways: 40, props: 500, ..Work::default() };
        work += Work { walkways: 2, ..Work::default() };
        assert_eq!((work.total(), work.walkways), (545, 42));
        assert_eq!(work.counters().map(|(_, steps)| steps).sum::<u64>(), work.total());
        assert_eq!(work.counters().next(), Some(("partition", 3)));
    }
}
