//! A few nights, calm and bad, and sessions broken on purpose.

use super::{
    hall::Hall,
    night::{self, Plan},
    tamper::Tamper,
};

fn plan(seed: u64) -> Plan {
    Plan {
        seed,
        games: 4,
        strength: 1.0,
        engine_faults: 300,
        fuse: 0,
        tamper: None,
        aloud: std::env::var_os("ALOUD").is_some(),
        film: None,
    }
}

fn live(plan: &Plan) -> night::Night {
    let folder = tempfile::tempdir().unwrap();
    let hall = Hall::of(plan.seed).unwrap();
    night::live(plan, &hall, folder.path()).unwrap()
}

#[test]
fn a_calm_night() {
    let night = live(&Plan {
        strength: 0.0,
        engine_faults: 0,
        ..plan(1)
    });
    assert_eq!(night.complaints, Vec::<String>::new(), "{night:?}");
    assert_eq!(
        (night.balance.kept, night.balance.aborted, night.starts),
        (4, 0, 1),
        "{night:?}"
    );
}

#[test]
fn bad_nights() {
    for seed in 0..4 {
        let night = live(&plan(seed));
        println!("{night:?}");
        assert_eq!(night.complaints, Vec::<String>::new(), "{night:?}");
    }
}

#[test]
fn every_way_of_breaking_the_session_is_caught() {
    use clap::ValueEnum as _;
    for &way in Tamper::value_variants() {
        let caught = (0..3).any(|seed| {
            let broken = Plan {
                strength: 0.0,
                engine_faults: 0,
                games: if way == Tamper::NeverAsk { 1 } else { 2 },
                tamper: Some(way),
                ..plan(seed)
            };
            !live(&broken).complaints.is_empty()
        });
        assert!(caught, "{way:?}");
    }
}
