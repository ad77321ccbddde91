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
//! Changes are noted, and carried out at the next [`Tree::update`] or query of the tree: what was inserted is placed in Morton order,
//! each from the place of the one before; what moved climbs from where it stands to the first node that holds it and sinks again. The
//! bounds of the nodes concerned are fitted when a query needs them, each once.
//!
//! What leaves the root stands in a list above it and is found all the same. The root does not grow: only small trees search that
//! list, larger ones are asked in the forms below, which do not know the root.
//!
//! # Three forms
//!
//! The tree answers for up to 63 objects, and it is what [`Tree::nodes`] shows and what updates, lifespans and statistics are
//! about. With more objects there are two other forms, each made when it is first needed:
//!
//! - The *flat form*: eight boxes to a node, nodes in arrays, filled as a balanced k-d tree. It answers queries by region and ray and finds
//!   the pairs of what has moved. It follows changes in place, and is made anew when a quarter has changed at once, an eighth has
//!   joined, or its nodes have grown by half. Straddlers and objects outside the root cost it nothing.
//! - A *grid of loose cells*, made anew for each question: all pairs, among objects of similar sizes that are spread
//!   out. Where they stand in heaps or more than 32 are larger than a cell, the flat form answers. When all pairs are asked for again, those of
//!   unchanged objects are kept, up to eight for each object.
//!
//! After E. Nevala, *Introduction to Octrees* (2014), and T. Ulrich, *Loose Octrees* (2000).

mod cast;
mod changes;
mod contact;
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
pub use contact::Contact;
pub use object::{Object, ObjectId, Shape};
pub use observe::{HitTests, NodeView, Observer, Statistics, Unobserved};
pub use pairs::Pair;
pub use region::Region;
pub use tree::{Octree, Quadtree, Tree};
