//! The change log: slots in order of their changes, and how far each dependent structure has read.
//! A reader that has fallen behind the log must rescan all objects.

/// The readers of the log.
#[derive(Clone, Copy, Debug)]
pub(super) enum LogReader {
    /// The flat tree.
    Flat,
    /// The pair cache.
    Pairs,
    /// Queries for the pairs of moved objects.
    Moved,
    /// The tree itself.
    Tree,
}

/// A log of slots whose object was inserted, changed or removed.
#[derive(Clone, Debug)]
pub(super) struct ChangeLog {
    log: Vec<u32>,
    /// The number of entries that each reader has read; `None` if it has fallen behind.
    read_to: [Option<usize>; 4],
    /// Entries allowed beyond two for each slot.
    slack: usize,
}

impl ChangeLog {
    /// An empty log. The flat tree and the pair cache start as fallen behind: nothing is built yet.
    pub(super) const fn new(slack: usize) -> Self {
        Self { log: Vec::new(), read_to: [None, None, Some(0), Some(0)], slack }
    }

    pub(super) const fn slack(&self) -> usize {
        self.slack
    }

    /// Whether `reader` has read the whole log.
    pub(super) fn is_up_to_date(&self, reader: LogReader) -> bool {
        self.read_to[reader as usize] == Some(self.log.len())
    }

    pub(super) fn reserve(&mut self, more: usize) {
        self.log.reserve(more);
    }

    /// Appends a slot; there are `count` slots. If the log grows beyond about twice that, readers
    /// with more than `count` unread entries fall behind: to rescan everything is then cheaper. So
    /// the length of the log stays proportional to the number of objects.
    #[inline]
    pub(super) fn note(&mut self, slot: u32, count: usize) {
        self.log.push(slot);
        if self.log.len() > 2 * count + self.slack {
            self.trim(count);
        }
    }

    fn trim(&mut self, count: usize) {
        let end = self.log.len();
        for known in &mut self.read_to {
            *known = known.filter(|known| end - known <= count);
        }
        let first = self.read_to.iter().flatten().copied().min().unwrap_or(end);
        self.log.drain(..first);
        self.read_to.iter_mut().flatten().for_each(|known| *known -= first);
    }

    /// The entries that `reader` has not read, duplicates included; `None` if it has fallen behind.
    /// Marks all as read.
    pub(super) fn read(&mut self, reader: LogReader) -> Option<Vec<u32>> {
        let known = self.read_to[reader as usize].replace(self.log.len());
        let unknown = known.map(|known| self.log[known..].to_vec());
        let first = self.read_to.iter().flatten().copied().min().unwrap_or(0);
        if first == self.log.len() {
            self.log.clear();
            self.read_to = self.read_to.map(|known| known.map(|_| 0));
        }
        unknown
    }
}
