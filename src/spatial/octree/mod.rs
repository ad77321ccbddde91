//! An octree for things that move, and the same code in the plane, a quadtree.
//!
//! # Shape
//!
//! The root is a cube whose side is a power of two and that holds the world; an octant has half its side, the smallest region 1 m. An
//! object stands in the smallest octant that holds it whole, an object alone in a branch where the branch begins. What straddles a
//! midplane therefore stands high up. So that it does not slow queries, each node keeps the *tight bounds* of all that stands in it
//! and below, and a query compares itself with those: a straddler costs one test where it stands. (Loose cells would
//! sink it deeper, but then every query visits all neighbours of the cells that it touches, in sparse worlds for nothing;
//! and bounds also skip the empty part of cells.)
//!
//! # Time
//!
//! Changes are noted, and carried out at the next query or [`Tree::update`]: what was inserted is placed in Morton order, each from
//! the place of the one before; what moved climbs from where it stands to the first node that holds it and sinks again; then
//! the bounds of the nodes concerned are fitted, each once. What leaves the root stands above it and is found all the same.
//!
//! # Two forms
//!
//! All pairs, pairs with something moved and nearest hits of 64 objects and more are found in a flat form, made when first
//! asked for after a change; straddlers that gather at the root cost it nothing. They do not build the tree. All other queries, updates and
//! the lifespans of branches belong to the tree.
//!
//! After E. Nevala, *Introduction to Octrees* (2014), and T. Ulrich, *Loose Octrees* (2000).

mod cast;
mod changes;
mod core;
mod find;
mod flat;
mod grid;
mod kept;
mod node;
mod object;
mod observe;
mod pairs;
mod place;
mod queue;
mod region;
mod root;
mod tree;
mod upkeep;

#[cfg(test)]
mod tests;

pub use cast::RayHit;
pub use object::{Object, ObjectId, Shape};
pub use observe::{HitTests, NodeView, Observer, Statistics, Unobserved};
pub use pairs::Pair;
pub use region::Region;
pub use tree::{Octree, Quadtree, Tree};
