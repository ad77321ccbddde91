//! Queries by box, and for the nearest hit of a ray.

use glam::Vec4;

use super::{Flat, LANES, Lanes};
use crate::spatial::{
    Aabb, Ray,
    octree::{Observer, cast::RayHit, cast::may_beat, node::Item},
};

impl<const D: usize> Lanes<D> {
    /// Where `ray` enters each lane, in metres; infinity for those that it misses. The arithmetic of `Ray::slabs`, for eight.
    #[inline]
    fn slabs(&self, ray: &Ray<D>) -> [f32; LANES] {
        let (mut enter, mut leave) = ([0.0f32; LANES], [ray.reach; LANES]);
        for axis in 0..D {
            let (low, high) = (eight(&self.min[axis]), eight(&self.max[axis]));
            let (near, far) = if ray.inverse[axis] < 0.0 { (high, low) } else { (low, high) };
            for lane in 0..LANES {
                let near = (near[lane] - ray.origin[axis]) * ray.inverse[axis];
                let far = (far[lane] - ray.origin[axis]) * ray.inverse[axis];
                enter[lane] = if near > enter[lane] { near } else { enter[lane] };
                leave[lane] = if far < leave[lane] { far } else { leave[lane] };
            }
        }
        std::array::from_fn(|lane| if enter[lane] <= leave[lane] { enter[lane] } else { f32::INFINITY })
    }
}

/// The numbers of eight lanes.
fn eight([first, second]: &[Vec4; 2]) -> [f32; LANES] {
    let (first, second) = (first.to_array(), second.to_array());
    std::array::from_fn(|lane| if lane < 4 { first[lane] } else { second[lane - 4] })
}

impl<const D: usize> Flat<D> {
    /// Tells `found` each object whose bounds overlap `bounds`.
    pub(in crate::spatial::octree) fn overlapping(
        &self,
        bounds: &Aabb<D>,
        observer: &mut impl Observer,
        found: &mut impl FnMut(&Item<D>),
    ) {
        if !self.items.is_empty() {
            self.overlapping_below(self.levels.len() - 1, 0, bounds, observer, found);
        }
    }

    fn overlapping_below(
        &self,
        level: usize,
        node: usize,
        bounds: &Aabb<D>,
        observer: &mut impl Observer,
        found: &mut impl FnMut(&Item<D>),
    ) {
        (0..self.used(level, node)).for_each(|_| observer.hit_test());
        let mut hits = self.levels[level][node].overlapping(bounds);
        while hits != 0 {
            let below = node * LANES + hits.trailing_zeros() as usize;
            hits &= hits - 1;
            if level == 0 {
                found(&self.items[below]);
            } else {
                self.overlapping_below(level - 1, below, bounds, observer, found);
            }
        }
    }

    /// The first of the hits that `hit` makes of objects whose bounds `ray` meets.
    pub(in crate::spatial::octree) fn nearest(
        &self,
        ray: &Ray<D>,
        observer: &mut impl Observer,
        hit: &impl Fn(&Item<D>) -> Option<RayHit<D>>,
    ) -> Option<RayHit<D>> {
        let mut best = None;
        if !self.items.is_empty() {
            self.nearest_below(self.levels.len() - 1, 0, ray, observer, hit, &mut best);
        }
        best
    }

    fn nearest_below(
        &self,
        level: usize,
        node: usize,
        ray: &Ray<D>,
        observer: &mut impl Observer,
        hit: &impl Fn(&Item<D>) -> Option<RayHit<D>>,
        best: &mut Option<RayHit<D>>,
    ) {
        let enters = self.levels[level][node].slabs(ray);
        let mut near = [(0.0, 0); LANES];
        let mut used = 0;
        for (lane, &enter) in enters.iter().enumerate().take(self.used(level, node)) {
            observer.hit_test();
            if enter < f32::INFINITY && may_beat(enter, best.as_ref()) {
                let mut place = used;
                while place > 0 && near[place - 1].0 > enter {
                    near[place] = near[place - 1];
                    place -= 1;
                }
                near[place] = (enter, node * LANES + lane);
                used += 1;
            }
        }
        for &(enter, below) in &near[..used] {
            if !may_beat(enter, best.as_ref()) {
                return;
            }
            if level > 0 {
                self.nearest_below(level - 1, below, ray, observer, hit, best);
            } else if let Some(hit) = hit(&self.items[below])
                && best.as_ref().is_none_or(|best| hit.is_before(best))
            {
                *best = Some(hit);
            }
        }
    }
}
