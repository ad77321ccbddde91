//! The picture of a run's floors.
