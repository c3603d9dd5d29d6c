//! Where votes and rims tell stones.

use super::*;

const GROUND: f32 = 200.0;

/// A stone that is flat and so dark.
fn a_stone(level: f32) -> StoneKind {
    StoneKind {
        exemplars: vec![Patch::flat([0.0; 3])],
        ..a_kind([level; 3], 1.0)
    }
}

/// A cell of which so many samples of the core, and everything outside of it, are of two colours.
fn seen(count: usize, first: Rgb, rest: Rgb) -> Patch {
    let mut patch = Patch::flat(rest);
    for &index in REGIONS.core.iter().take(count) {
        patch.0[index] = first;
    }
    patch
}

/// What is measured on that, corners left free; no lines are to be looked for.
fn measured(seen: &Patch, change: &dyn Fn(&mut Feature)) -> Feature {
    cell(|feature| {
        feature.difference = Patch(seen.0.map(|sample| minus(sample, [GROUND; 3])));
        for &index in REGIONS
            .corners
            .iter()
            .filter(|index| !REGIONS.core.contains(index))
        {
            feature.difference.0[index] = [0.0; 3];
        }
        (feature.line, feature.lined, feature.fill) = (None, 0.0, [-100.0; 3]);
        change(feature);
    })
}

fn lone(kind: Kind, black: &StoneKind) -> Judge<'_> {
    Judge {
        kinds: [Some(black), None],
        ..judge(kind)
    }
}

fn by_votes(kind: Kind, black: &StoneKind, seen: &Patch, change: &dyn Fn(&mut Feature)) -> Cell {
    lone(kind, black).by_votes(seen, &Patch::flat([GROUND; 3]), &measured(seen, change))
}

fn by_rim(judge: &Judge<'_>, seen: &Patch) -> Content {
    judge
        .by_rim(seen, &Patch::flat([GROUND; 3]), &measured(seen, &|_| {}))
        .content
}

/// A disc that fills its cell, so many of whose samples are of one colour, so many of another and the others of a third.
fn disc(counts: [(usize, f32); 2]) -> Patch {
    let [(first, a), (second, b)] = counts;
    Patch(std::array::from_fn(|index| match index {
        _ if index < first => [a; 3],
        _ if index < first + second => [b; 3],
        _ => STRANGER,
    }))
}

/// Nothing that is known, and nearly as far from the ground as a stone.
const STRANGER: Rgb = [50.0, 50.0, 180.0];
const BLACK: Content = Content::Stone(Color::Black);

#[test]
fn samples_vote_by_how_much_nearer_they_are() {
    let ballot = |kind: &StoneKind, seen: &Patch, lined: bool, change: &dyn Fn(&mut Feature)| {
        let ballot = lone(Kind::Points, kind).ballot(seen, &measured(seen, change), lined);
        (ballot.share, ballot.lead, ballot.known)
    };
    // Half of the samples are bare, and half of them nearer to the stone by twelve levels: half a vote each.
    let pale = a_stone(140.0);
    let (share, ..) = ballot(&pale, &seen(40, [164.0; 3], [GROUND; 3]), false, &|_| {});
    assert!((share - 41.0 / 61.0).abs() < 0.02, "{share}");
    // Lines that show count against a stone.
    let black = a_stone(50.0);
    let (_, lead, _) = ballot(&black, &Patch::flat([50.0; 3]), false, &|feature| {
        (feature.line, feature.lined) = (Some(1.0), 1.0);
    });
    assert!((lead - 0.75).abs() < 0.02, "{lead}");
    // Something strange over lines is half a vote for none.
    let (share, _, known) = ballot(&black, &seen(41, [50.0; 3], STRANGER), true, &|_| {});
    assert!(
        (share - 41.0 / 61.0).abs() < 0.02 && (known - 41.0 / 81.0).abs() < 0.01,
        "{share} {known}"
    );
}

#[test]
fn half_of_a_stone_looks_like_one() {
    let black = a_stone(50.0);
    let told =
        |count: usize| by_votes(Kind::Points, &black, &seen(count, [50.0; 3], STRANGER), &|_| {}).content;
    assert_eq!((told(43), told(38)), (BLACK, Content::Uncertain));
}

#[test]
fn a_pale_stone_is_to_be_surer() {
    let told = |fill: f32, count: usize, structure: f32| {
        let pale = a_stone(GROUND - fill);
        let seen = seen(count, [GROUND - fill; 3], [GROUND; 3]);
        by_votes(Kind::Points, &pale, &seen, &|feature| {
            feature.structure = structure
        })
        .content
    };
    assert_eq!(
        (told(40.0, 52, 0.2), told(40.0, 51, 0.2)),
        (BLACK, Content::Uncertain)
    );
    assert_eq!(
        (told(47.0, 51, 0.2), told(49.0, 51, 0.2)),
        (Content::Uncertain, BLACK)
    );
    assert_eq!(
        (told(40.0, 51, 0.34), told(40.0, 51, 0.36)),
        (Content::Uncertain, BLACK)
    );
}

#[test]
fn a_tint_shows_lines_and_few_votes() {
    let black = a_stone(50.0);
    let told = |count: usize, structure: f32, lined: f32| {
        let seen = seen(count, [50.0; 3], [GROUND; 3]);
        by_votes(Kind::Points, &black, &seen, &|feature| {
            (feature.line, feature.lined, feature.structure) = (Some(1.0), lined, structure);
        })
    };
    let tint = told(59, 0.2, 1.0);
    assert_eq!((tint.content, tint.confidence), (Content::Empty, 0.4));
    assert_eq!(told(62, 0.2, 1.0).content, BLACK);
    assert_eq!(
        (told(59, 0.28, 1.0).content, told(59, 0.32, 1.0).content),
        (Content::Empty, BLACK)
    );
    assert_eq!(
        (told(59, 0.2, 0.76).content, told(59, 0.2, 0.74).content),
        (Content::Empty, BLACK)
    );
}

#[test]
fn a_stone_under_writing_is_no_ghost() {
    let stone = a_stone(110.0);
    // Seven tenths of a stone are there.
    let written = |structure: f32| {
        let seen = Patch::flat([GROUND - 0.7 * 90.0; 3]);
        by_votes(Kind::Points, &stone, &seen, &|feature| {
            feature.structure = structure
        })
        .content
    };
    assert_eq!((written(0.47), written(0.43)), (BLACK, Content::Uncertain));
    // More than half of a stone in most samples, and all of it in some.
    let patchy = |count: usize| {
        let seen = seen(count, [110.0; 3], [GROUND - 0.55 * 90.0; 3]);
        by_votes(Kind::Points, &stone, &seen, &|_| {}).content
    };
    assert_eq!((patchy(22), patchy(18)), (Content::Uncertain, Content::Empty));
}

#[test]
fn an_empty_point_that_differs_is_doubtful() {
    let black = a_stone(50.0);
    let told = |kind, coverage: f32, structure: f32| {
        by_votes(kind, &black, &Patch::flat([GROUND; 3]), &|feature| {
            (feature.coverage, feature.structure) = (coverage, structure);
        })
        .content
    };
    let (none, unclear) = (Content::Empty, Content::Uncertain);
    assert_eq!(
        (told(Kind::Points, 0.28, 0.2), told(Kind::Points, 0.32, 0.2)),
        (none, unclear)
    );
    assert_eq!(
        (told(Kind::Cells, 0.38, 0.3), told(Kind::Cells, 0.42, 0.3)),
        (none, unclear)
    );
    assert_eq!(
        (told(Kind::Cells, 0.6, 0.14), told(Kind::Cells, 0.6, 0.16)),
        (none, unclear)
    );
    let lined = |coverage: f32, structure: f32, known: usize| {
        let seen = seen(known, [GROUND; 3], STRANGER);
        by_votes(Kind::Points, &black, &seen, &|feature| {
            (feature.line, feature.lined) = (Some(2.0), 1.0);
            (feature.coverage, feature.structure) = (coverage, structure);
        })
        .content
    };
    assert_eq!((lined(0.48, 0.7, 81), lined(0.52, 0.7, 81)), (none, unclear));
    assert_eq!((lined(0.6, 0.48, 81), lined(0.6, 0.52, 81)), (none, unclear));
    assert_eq!((lined(0.6, 0.4, 42), lined(0.6, 0.4, 39)), (none, unclear));
    // Under a tint it is told all the same, and between large stones.
    let crowded = by_votes(Kind::Points, &black, &Patch::flat([GROUND; 3]), &|feature| {
        (feature.line, feature.lined) = (Some(1.0), 1.0);
        (feature.coverage, feature.structure) = (0.6, 0.6);
    });
    assert_eq!((crowded.content, crowded.confidence), (none, 0.5));
}

#[test]
fn a_rim_is_told_by_most_of_its_disc() {
    let (black, white) = (a_stone(50.0), a_stone(250.0));
    let both = between(&black, &white);
    let one = lone(Kind::Points, &black);
    let alike = |judge: &Judge<'_>, count: usize| by_rim(judge, &disc([(count, 50.0), (0, 0.0)]));
    assert_eq!((alike(&one, 88), alike(&one, 81)), (BLACK, Content::Uncertain));
    assert_eq!((alike(&both, 54), alike(&both, 47)), (BLACK, Content::Uncertain));
    for other in [GROUND, 250.0] {
        let beside = |count: usize| by_rim(&both, &disc([(85, 50.0), (count, other)]));
        assert_eq!((beside(28), beside(31)), (BLACK, Content::Uncertain));
    }
    let seen = disc([(54, 50.0), (0, 0.0)]);
    let sure = both.by_rim(&seen, &Patch::flat([GROUND; 3]), &measured(&seen, &|_| {}));
    assert!((sure.confidence - 54.0 / 169.0).abs() < 0.01);
}

#[test]
fn a_rims_samples_are_alike_whole_and_not_bare() {
    let black = a_stone(50.0);
    let flat = |level: f32| by_rim(&lone(Kind::Points, &black), &Patch::flat([level; 3]));
    assert_eq!((flat(81.0), flat(83.0)), (BLACK, Content::Uncertain));
    let stone = a_stone(110.0);
    let part = |part: f32| {
        by_rim(
            &lone(Kind::Points, &stone),
            &Patch::flat([GROUND - 90.0 * part; 3]),
        )
    };
    assert_eq!((part(0.69), part(0.66)), (BLACK, Content::Uncertain));
    let pale = a_stone(140.0);
    let bare = |level: f32| by_rim(&lone(Kind::Points, &pale), &disc([(100, 140.0), (50, level)]));
    assert_eq!((bare(174.0), bare(177.0)), (BLACK, Content::Uncertain));
    // What hardly differs from the ground is no part of the disc.
    let faded = |level: f32| {
        let typical = Patch(std::array::from_fn(|index| {
            if index < 84 { [50.0; 3] } else { [level; 3] }
        }));
        let kind = StoneKind {
            typical,
            ..a_stone(50.0)
        };
        by_rim(&lone(Kind::Points, &kind), &disc([(84, 50.0), (0, 0.0)]))
    };
    assert_eq!((faded(130.0), faded(120.0)), (BLACK, Content::Uncertain));
}

#[test]
fn a_stone_that_hides_its_lines_is_wholly_there() {
    let black = a_stone(50.0);
    let is_whole = |lined: f32, line: f32, contrast: f32| {
        let mut judge = lone(Kind::Points, &black);
        judge.ruler.line = Some([contrast; 3]);
        let half = Patch::flat([GROUND - 75.0; 3]);
        let feature = measured(&half, &|feature| {
            (feature.lined, feature.line) = (lined, Some(line))
        });
        judge.parts(&Patch::flat([GROUND; 3]), &feature, &black) == [1.0]
    };
    assert!(is_whole(0.28, 0.0, -60.0) && !is_whole(0.32, 0.0, -60.0));
    assert!(is_whole(0.0, 0.24, -60.0) && !is_whole(0.0, 0.26, -60.0));
    assert!(is_whole(0.0, 0.0, -25.0) && !is_whole(0.0, 0.0, -23.0));
}

#[test]
fn a_cover_fills_corners_that_a_stone_leaves_free() {
    let is_cover = |corner: f32| {
        let kind = StoneKind {
            exemplars: vec![Patch::flat([corner; 3])],
            ..a_stone(100.0)
        };
        let flat =
            cell(|feature| (feature.difference, feature.fill) = (Patch::flat([-100.0; 3]), [-100.0; 3]));
        lone(Kind::Points, &kind).is_cover(&flat, &kind)
    };
    assert!(is_cover(39.0) && !is_cover(41.0));
}

#[test]
fn a_colour_between_two_kinds_is_neithers() {
    let is_between = |white: f32, level: f32| {
        let (black, white) = (a_stone(50.0), a_stone(white));
        between(&black, &white).is_between(0, &Patch::flat([level; 3]))
    };
    assert!(is_between(110.0, 74.0) && !is_between(110.0, 72.0));
    assert!(is_between(80.0, 70.0) && !is_between(80.0, 68.0));
}

#[test]
fn ink_that_strays_is_believed_where_it_covers_much() {
    let black = StoneKind {
        exemplars: vec![Patch::flat([50.0 - GROUND; 3])],
        ..a_stone(50.0)
    };
    let told = |aside: f32, coverage: f32| {
        let mut judge = lone(Kind::Points, &black);
        judge.is_taught = true;
        let seen = Patch::flat([50.0; 3]);
        let feature = measured(&seen, &|feature| {
            (feature.aside, feature.coverage) = (aside, coverage)
        });
        judge.judge(&seen, &Patch::flat([GROUND; 3]), &feature).content
    };
    assert_eq!((told(1.9, 0.32), told(1.9, 0.28)), (BLACK, Content::Uncertain));
    assert_eq!((told(1.7, 0.2), told(1.9, 0.2)), (BLACK, Content::Uncertain));
}
