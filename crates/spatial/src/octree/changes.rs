//! The log of changed objects, and how far each structure that follows the changes has read it. A
//! reader whose unread entries were dropped from the log has fallen behind: it must rescan all
//! objects.

/// The readers of a [`ChangeLog`]: structures and queries that follow the changes of objects.
#[derive(Clone, Copy, Debug)]
pub(super) enum ChangeLogReader {
    /// The flat tree, which is updated in place.
    Flat,
    /// The pair cache: the result of the last query for all pairs.
    Pairs,
    /// Queries for the pairs of moved objects.
    Moved,
    /// The octree itself, which moves changed objects to other nodes.
    Tree,
}

/// The slots of inserted, changed and removed objects, in order of the changes. A slot is an
/// object's index in `TreeCore::entries`.
#[derive(Clone, Debug)]
pub(super) struct ChangeLog {
    log: Vec<u32>,
    /// For each [`ChangeLogReader`], the number of entries of `log` that it has read; `None` if it
    /// must rescan all objects.
    read_to: [Option<usize>; 4],
    /// The log is trimmed when it is longer than two entries for each slot plus this number.
    slack: usize,
}

impl ChangeLog {
    /// Creates an empty log. The flat tree and the pair cache must first scan all objects, since
    /// they are not built yet.
    pub(super) const fn new(slack: usize) -> Self {
        Self { log: Vec::new(), read_to: [None, None, Some(0), Some(0)], slack }
    }

    /// Whether `reader` has read the whole log.
    pub(super) fn is_up_to_date(&self, reader: ChangeLogReader) -> bool {
        self.read_to[reader as usize] == Some(self.log.len())
    }

    pub(super) fn reserve(&mut self, more: usize) {
        self.log.reserve(more);
    }

    /// Appends `slot`; the tree has `count` slots. If the log grows beyond about `2 * count`
    /// entries, readers with more than `count` unread entries fall behind: a rescan is then cheaper
    /// for them. So the length of the log stays proportional to the number of slots.
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

    /// Returns the entries that `reader` has not read, duplicates included, and marks them as read;
    /// `None` if the reader must rescan all objects.
    pub(super) fn read(&mut self, reader: ChangeLogReader) -> Option<Vec<u32>> {
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
