//! A dynamic octree, and the same code in two dimensions, a quadtree.
//!
//! # Structure
//!
//! The root is a cube that encloses the world; its side is a power of two. Each octant has half the
//! side of its parent, down to 1 m. An object is stored in the smallest octant that encloses it. An
//! object that is alone in a branch is stored at the top of the branch. An object that straddles a
//! midplane is therefore stored high up. So that such objects do not slow down queries, each node
//! has *tight bounds*: the bounding box of all objects in it and below. Queries test these bounds,
//! so a straddler costs one test. (A loose octree would store it deeper, but each query would then
//! have to visit the neighbours of all cells that it touches, even in sparse worlds. Tight bounds
//! also skip the empty part of an octant.)
//!
//! # Updates
//!
//! Changes are logged, and applied at the next [`Tree::update`] or at the next query that searches
//! the tree. New objects are placed in Morton order, each starting at the node of the one before. A
//! moved object climbs from its node to the first ancestor that encloses it, and sinks again. The
//! bounds of the affected nodes are recomputed when a query needs them, each once.
//!
//! Objects outside the root are stored in a list above it, and queries find them. The root does not
//! grow: only small trees search that list. Larger trees use the structures below, which need no
//! such list.
//!
//! # Acceleration structures
//!
//! The tree itself answers queries for up to 63 objects. [`Tree::nodes`], updates, lifespans and
//! statistics always refer to it. With more objects, two other structures answer; each is built
//! when it is first needed:
//!
//! - The *flat tree*: eight boxes to a node, nodes in arrays, filled like a balanced k-d tree. It
//!   answers queries by region and by ray, and finds the pairs of moved objects. It is updated in
//!   place, and rebuilt if more than a quarter of the objects change at once, if an eighth has been
//!   added, or if its nodes have grown by half. Straddlers and objects outside the root cost
//!   nothing extra.
//! - A *uniform grid*, rebuilt for each query: it finds all pairs among evenly spread objects of
//!   similar sizes. If objects cluster, or more than 32 are larger than a cell, the flat tree finds
//!   the pairs instead. When all pairs are queried again, pairs of unchanged objects come from a
//!   cache of up to eight pairs for each object on average.
//!
//! After E. Nevala, *Introduction to Octrees* (2014), and T. Ulrich, *Loose Octrees* (2000).

mod apply;
mod cast;
mod changes;
mod contact;
mod core;
mod find;
mod flat;
mod grid;
mod moves;
mod node;
mod object;
mod observe;
mod pair_cache;
mod pairs;
mod region;
mod root;
mod tree;
mod upkeep;

#[cfg(test)]
mod tests;

pub use cast::RayHit;
pub use contact::Contact;
pub use object::{Object, ObjectId, Shape};
pub use observe::{HitTestCounter, NoObserver, NodeView, QueryObserver, TreeStatistics};
pub use pairs::ObjectPair;
pub use region::QueryRegion;
pub use tree::{Octree, Quadtree, Tree};
