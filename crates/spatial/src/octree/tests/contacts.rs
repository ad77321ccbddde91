//! Tests of contacts: moving a shape by the contact's displacement must separate the two shapes.

use proptest::prelude::*;

use super::*;

fn contact(one: impl Into<Shape<3>>, two: impl Into<Shape<3>>) -> Option<Contact<3>> {
    let mut tree = Octree::new_eager(&box3([0.0; 3], [8.0; 3])).unwrap();
    tree.insert(Object::new(one));
    tree.insert(Object::new(two));
    let mut contacts = Vec::new();
    tree.contacts(ALL, &mut contacts);
    contacts.pop()
}

fn ball(center: [f32; 3], radius: f32) -> Sphere<3> {
    Sphere::new(center, radius).unwrap()
}

fn expect(one: impl Into<Shape<3>>, two: impl Into<Shape<3>>, point: [f32; 3], normal: [f32; 3], depth: f32) {
    let contact = contact(one, two).unwrap();
    assert_eq!((contact.point, contact.normal, contact.depth), (point, normal, depth));
}

#[test]
fn boxes_part_along_the_axis_on_which_they_overlap_least() {
    let here = box3([0.0; 3], [4.0; 3]);
    expect(here, box3([3.0, 2.0, 2.0], [4.0; 3]), [3.5, 3.0, 3.0], [1.0, 0.0, 0.0], 1.0);
    expect(here, box3([1.0, -3.5, 1.0], [2.0, 4.0, 2.0]), [2.0, 0.25, 2.0], [0.0, -1.0, 0.0], 0.5);
    expect(here, box3([4.0, 0.0, 0.0], [1.0; 3]), [4.0, 0.5, 0.5], [1.0, 0.0, 0.0], 0.0);
}

#[test]
fn spheres_part_along_the_line_of_their_centres() {
    expect(ball([0.0; 3], 2.0), ball([0.0, 3.0, 0.0], 2.0), [0.0, 1.5, 0.0], [0.0, 1.0, 0.0], 1.0);
    expect(ball([5.0; 3], 1.0), ball([5.0; 3], 2.0), [5.0; 3], [1.0, 0.0, 0.0], 3.0);
}

#[test]
fn a_sphere_parts_from_a_box_at_the_nearest_point_or_by_the_nearest_face() {
    let floor = box3([0.0, -1.0, 0.0], [9.0, 1.0, 9.0]);
    expect(floor, ball([4.0, 0.5, 4.0], 1.0), [4.0, 0.0, 4.0], [0.0, 1.0, 0.0], 0.5);
    expect(ball([4.0, 0.5, 4.0], 1.0), floor, [4.0, 0.0, 4.0], [0.0, -1.0, 0.0], 0.5);
    expect(floor, ball([4.0, -0.25, 4.0], 1.0), [4.0, -0.25, 4.0], [0.0, 1.0, 0.0], 1.25);
}

#[test]
fn shapes_that_nothing_separates_are_infinitely_deep() {
    let all = contact(Aabb::EVERYTHING, box3([1.0; 3], [1.0; 3])).unwrap();
    assert_eq!((all.depth, all.point), (f32::INFINITY, [1.5; 3]));
    let vast = contact(ball([1.0; 3], f32::INFINITY), ball([2.0; 3], 1.0)).unwrap();
    assert!(vast.depth.is_infinite());
    let everything = contact(Aabb::EVERYTHING, Aabb::EVERYTHING).unwrap();
    assert_eq!((everything.depth, everything.point), (f32::INFINITY, [0.0; 3]));
}

#[test]
fn a_box_that_lies_at_infinity_is_touched_along_its_axis_by_a_sphere_without_end() {
    let far = Aabb::new([f32::NEG_INFINITY, 1.0, 1.0], [f32::NEG_INFINITY, 2.0, 2.0]).unwrap();
    let contact = contact(far, ball([4.0; 3], f32::INFINITY)).unwrap();
    assert_eq!((contact.normal, contact.depth), ([1.0, 0.0, 0.0], 0.0));
}

/// `shape` moved by `metres` along `normal`.
fn moved(shape: &Shape<3>, normal: [f32; 3], metres: f32) -> Shape<3> {
    let away = |from: [f32; 3]| std::array::from_fn(|axis| from[axis] + normal[axis] * metres);
    match shape {
        Shape::Box(aabb) => Aabb::new(away(aabb.min), away(aabb.max)).unwrap().into(),
        Shape::Sphere(sphere) => Sphere::new(away(sphere.center), sphere.radius).unwrap().into(),
    }
}

fn shapes() -> impl Strategy<Value = Shape<3>> {
    (prop::array::uniform3(0.0f32..4.0), prop::array::uniform3(0.0f32..3.0), any::<bool>()).prop_map(
        |(corner, sides, is_round)| if is_round { ball(corner, sides[0]).into() } else { box3(corner, sides).into() },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(192) })]

    #[test]
    fn a_move_by_the_depth_separates_shapes_and_a_shorter_one_does_not(one in shapes(), two in shapes()) {
        let contact = contact(one, two);
        prop_assert_eq!(contact.is_some(), one.overlaps(&two));
        let Some(contact) = contact else { return Ok(()) };
        let point = ball(contact.point, 1e-4).into();
        prop_assert!(one.overlaps(&point) && two.overlaps(&point), "a point in both");
        prop_assert!(!one.overlaps(&moved(&two, contact.normal, contact.depth + 1e-4)), "parted");
        if contact.depth > 1e-3 {
            prop_assert!(one.overlaps(&moved(&two, contact.normal, contact.depth - 1e-3)), "not yet");
        }
        for axis in 0..3 {
            for sign in [1.0, -1.0] {
                let mut way = [0.0; 3];
                way[axis] = sign;
                prop_assert!(one.overlaps(&moved(&two, way, contact.depth - 1e-3)) || contact.depth < 2e-3, "no shorter");
            }
        }
    }
}
