//! Specs and their normal form, and what is said of wrong ones.

use expect_test::{Expect, expect};

use super::*;

fn check(spec: &str, expected: Expect) {
    expected.assert_eq(&match spec.parse::<SoccerSpec>() {
        Ok(read) => {
            let normal = read.to_string();
            assert_eq!(normal.parse(), Ok(read), "{normal} reads as something else");
            normal
        }
        Err(error) => format!("error: {error}; hint: {}", error.hint()),
    });
}

#[test]
fn specs() {
    check("soccer", expect!["soccer"]);
    check(
        "soccer:weights=/a/b.bin,curiosity=50,turns=99,tree_mb=8,threads=2,nodes=1000,depth=3,network=false",
        expect![
            "soccer:depth=3,nodes=1000,threads=2,tree_mb=8,turns=99,curiosity=50,network=false,weights=/a/b.bin"
        ],
    );
    check("soccer:thesis", expect!["soccer:thesis,steps=1000000"]);
    check("soccer:thesis,steps=5", expect!["soccer:thesis,steps=5"]);
    check("random:seed=3", expect!["random:seed=3"]);
    check("mcts:threads=1,sims=50", expect!["mcts:sims=50"]);
    check(
        "codingame:/a,b,timeout_start=5,timeout_turn=6",
        expect!["codingame:/a,b,timeout_turn=6,timeout_start=5"],
    );
}

#[test]
fn mistakes() {
    check(
        "alphabeta",
        expect![
            "error: unknown engine `alphabeta`; hint: engines are soccer:threads=2, soccer:thesis,steps=1000000, random:seed=7, mcts:sims=1000, codingame:/path/to/bot,timeout_turn=1000"
        ],
    );
    check(
        "soccer:steps=5",
        expect![
            "error: engine `soccer` has no option `steps`; hint: its options are depth, nodes, threads, tree_mb, turns, curiosity, network, weights"
        ],
    );
    check(
        "soccer:thesis,steps=0",
        expect![
            "error: bad value `0` for option `steps` of engine `soccer:thesis`; hint: give a number from 1 to 1000000000000"
        ],
    );
    check(
        "soccer:network=maybe",
        expect!["error: bad value `maybe` for option `network` of engine `soccer`; hint: give true or false"],
    );
    check(
        "codingame:",
        expect![
            "error: engine `codingame` names no program; hint: give its file, such as codingame:/path/to/engine"
        ],
    );
}

#[test]
fn every_example_but_the_stranger_plays() {
    let position = Position::new(referee::soccer::Rules::default());
    for spec in EXAMPLES.iter().filter(|spec| !spec.starts_with("codingame")) {
        let mut player = build(spec).unwrap();
        let limits = referee::player::Limits {
            nodes: Some(100),
            ..Default::default()
        };
        player.new_game(&position).unwrap();
        assert!(player.think(&position, &limits).is_ok(), "{spec}");
    }
    let missing = build("codingame:/no/such/bot").err().unwrap();
    assert_eq!(missing.hint(), "check the path after the engine's name");
    let missing = build("soccer:weights=/no/such/file").err().unwrap();
    assert!(matches!(missing, SpecError::SoccerWeights { .. }), "{missing}");
}
