//! How far the props of a kind may be off their cells.

use crate::{geom::Direction, preset::Preset};

/// The largest jitter of a kind's props in 1/256 m: [right or left, up or down].
#[derive(Clone, Copy, Debug)]
pub(super) struct JitterLimit {
    upright: [i32; 2],
    /// The jitter limit of props turned by a quarter; `upright` is that of other props.
    turned: [i32; 2],
}

impl JitterLimit {
    /// The jitter limit of each prop kind of a preset; `None` for kinds without jitter.
    pub(super) fn of_kinds(preset: &Preset) -> impl Iterator<Item = Option<Self>> {
        let jitters = preset.placings.iter().map(|placing| placing.jitter);
        jitters.zip(&preset.kinds).map(|(jitter, kind)| {
            let limit = |turn| kind.slack(turn).map(|slack| slack.min(jitter));
            (jitter > 0).then(|| Self { upright: limit(Direction::North), turned: limit(Direction::East) })
        })
    }

    pub(super) fn at(self, turn: Direction) -> [i32; 2] {
        if turn.is_east_west() { self.turned } else { self.upright }
    }
}
