//! Where one kind ends and another begins.

use super::*;

fn a_kind(filled: f32, pen: f32, round: f32) -> StoneKind {
    StoneKind {
        exemplars: vec![Patch::flat([0.0; 3])],
        typical: Patch::flat([pen; 3]),
        fill: [0.0; 3],
        color: [pen; 3],
        ink: [0.0; 3],
        pen: [pen; 3],
        round,
        filled,
        members: 5,
    }
}

/// Whether the first of two is called x.
fn is_first(a: StoneKind, b: StoneKind, counts: (usize, usize)) -> bool {
    let first = a.clone();
    in_order((a, counts.0), (b, counts.1))[0] == first
}

#[test]
fn a_cross_is_x_unless_pens_are_told_apart() {
    // Light crosses and dark rings; the darker one is x if it is darker by more.
    let crosses_first =
        |apart: f32, round: f32| is_first(a_kind(0.4, 100.0 + apart, 0.0), a_kind(0.4, 100.0, round), (5, 5));
    assert!(crosses_first(57.0, 1.0) && !crosses_first(63.0, 1.0));
    assert!(crosses_first(20.0, 0.32) && !crosses_first(20.0, 0.28));
}

#[test]
fn stones_of_one_darkness_are_told_by_their_number() {
    let fewer_first = |apart: f32| is_first(a_kind(1.0, 100.0 - apart, 1.0), a_kind(1.0, 100.0, 1.0), (3, 4));
    assert!(!fewer_first(1.9) && fewer_first(2.1));
}

#[test]
fn discs_are_told_by_their_middles() {
    let disc = |middle: f32, pen: f32| StoneKind {
        exemplars: vec![Patch::flat([middle; 3])],
        typical: Patch::flat([middle; 3]),
        ..a_kind(0.4, pen, 1.0)
    };
    // By their middles the first is darker, by their rims the second.
    let by_middles = |dark: f32| is_first(disc(-dark, 250.0), disc(dark, 100.0), (5, 5));
    assert!(by_middles(25.0) && !by_middles(23.0));
}

#[test]
fn a_cross_is_smaller_than_a_stone() {
    assert!(is_smaller(7.0, 10.0) && !is_smaller(7.4, 10.0));
    assert!(is_smaller(3.0, 4.6) && !is_smaller(3.0, 4.4));
}

#[test]
fn a_ring_is_as_far_from_a_cross_as_ninety_levels() {
    let apart = a_kind(0.4, 100.0, 1.0).unlike(&a_kind(0.4, 100.0, 0.0));
    assert!((apart - 90.0).abs() < 1e-4);
}

fn cell(color: f32, contrast: f32) -> Vector {
    Vector {
        color: [color; 3],
        contrast: [contrast; 3],
        round: 1.0,
        hides: true,
    }
}

/// Whether so many cells are parted into two groups.
fn are_parted(cells: &[Vector]) -> bool {
    let all: Vec<usize> = (0..cells.len()).collect();
    two_means(cells, &all, true).is_some()
}

#[test]
fn two_kinds_are_far_apart() {
    let pairs = |apart: f32, contrast: f32| -> Vec<Vector> {
        let kinds = [cell(100.0, contrast), cell(100.0 + apart, contrast)];
        (0..8)
            .map(|index| cell(kinds[index % 2].color[0], contrast))
            .collect()
    };
    assert!(are_parted(&pairs(41.5, 200.0)) && !are_parted(&pairs(38.5, 200.0)));
    assert!(are_parted(&pairs(19.0, 20.0)) && !are_parted(&pairs(17.0, 20.0)));
}

#[test]
fn two_kinds_are_farther_apart_than_they_spread() {
    // Apart in one channel, spread in another; a median of each kind's members is not.
    let spread = |far: f32| -> Vec<Vector> {
        let offs = [-far, -far, 0.0, far, far].into_iter();
        offs.flat_map(|off| {
            [100.0, 200.0].map(|red| Vector {
                color: [red, 100.0 + off, 0.0],
                ..cell(0.0, 60.0)
            })
        })
        .collect()
    };
    assert!(are_parted(&spread(38.0)) && !are_parted(&spread(42.0)));
}

#[test]
fn one_that_shines_through_is_no_kind() {
    let left_out = |part: f32| {
        let mut cells: Vec<Vector> = (0..6).map(|_| cell(50.0, -150.0)).collect();
        cells.push(cell(200.0 - 150.0 * part, -150.0 * part));
        let all: Vec<usize> = (0..cells.len()).collect();
        matches!(two_means(&cells, &all, false), Some((kept, rest)) if kept.len() == 6 && rest.is_empty())
    };
    assert!(left_out(0.27) && !left_out(0.23));
    assert!(left_out(0.73) && !left_out(0.78));
}

#[test]
fn what_shines_through_is_of_the_same_colour() {
    let left_out = |rest: f32| {
        let mut cells: Vec<Vector> = (0..6).map(|_| cell(50.0, -150.0)).collect();
        let off = rest * 150.0 * 1.5f32.sqrt();
        cells.push(Vector {
            contrast: [-75.0 + off, -75.0 - off, -75.0],
            ..cell(125.0, 0.0)
        });
        let all: Vec<usize> = (0..cells.len()).collect();
        matches!(two_means(&cells, &all, false), Some((kept, rest)) if kept.len() == 6 && rest.is_empty())
    };
    assert!(left_out(0.115) && !left_out(0.125));
}

/// Stones so light, all of which differ as much from the ground.
fn stones(levels: &[f32], contrast: f32) -> Vec<(Patch, Feature)> {
    let stones = levels.iter().map(|level| {
        let mut feature = Feature::bare();
        (feature.filled, feature.fill) = (1.0, [contrast; 3]);
        (Patch::flat([*level; 3]), feature)
    });
    stones.collect()
}

fn pairs(stones: &[(Patch, Feature)]) -> Vec<(&Patch, &Feature)> {
    stones.iter().map(|(patch, feature)| (patch, feature)).collect()
}

#[test]
fn stones_of_one_kind_are_near_its_middle() {
    let alike = |far: f32, count: usize, all: usize, contrast: f32| {
        let mut levels = vec![0.0; all];
        levels[..count].fill(far);
        are_alike(&pairs(&stones(&levels, contrast)))
    };
    assert!(alike(49.0, 2, 10, 200.0) && !alike(51.0, 2, 10, 200.0));
    assert!(alike(19.0, 1, 3, 200.0) && !alike(21.0, 1, 3, 200.0));
    assert!(alike(17.5, 2, 10, 10.0) && !alike(18.5, 2, 10, 10.0));
    assert!(alike(500.0, 1, 10, 200.0));
}

#[test]
fn hatched_and_bare_stones_are_two_kinds() {
    let mixed = |off: f32| {
        let mut all = stones(&[0.0; 8], 100.0);
        for (patch, _) in &mut all[..3] {
            patch
                .0
                .iter_mut()
                .step_by(2)
                .for_each(|sample| *sample = [off; 3]);
        }
        are_mixed(&pairs(&all))
    };
    assert!(mixed(49.0) && !mixed(47.0));
}

#[test]
fn a_drawing_that_looks_the_same_is_kept_once() {
    let kept = |part: f32| {
        let stripes = |across: f32, down: f32| {
            Patch(std::array::from_fn(|index| {
                let sign = |odd: usize| if odd.is_multiple_of(2) { 50.0 } else { -50.0 };
                [across * sign(index % 13) + down * sign(index / 13); 3]
            }))
        };
        let mut kind = a_kind(0.4, 100.0, 0.0);
        kind.exemplars = vec![stripes(1.0, 0.0)];
        kind.add_exemplar(&stripes(1.0, part));
        kind.exemplars.len()
    };
    assert_eq!((kept(0.36), kept(0.43)), (1, 2));
}

#[test]
fn a_stone_that_leaves_lines_hides_none() {
    let hides = |lined: f32| {
        let mut feature = Feature::bare();
        feature.lined = lined;
        Vector::new(&Patch::flat([0.0; 3]), &feature).hides
    };
    assert!(hides(0.28) && !hides(0.32));
}
