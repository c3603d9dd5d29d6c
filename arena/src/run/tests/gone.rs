//! An engine that is gone for good takes no games with it but its own.

use super::*;

const NOWHERE: &str = "pbrain:/no/such/engine";

fn played(specs: &[&str], form: Form) -> anyhow::Result<(MatchEnd, Vec<[usize; 2]>)> {
    let folder = tempfile::tempdir().unwrap();
    let settings = MatchSettings {
        form,
        ..settings(specs, 2)
    };
    let path = folder.path().join("match");
    let mut kept = MatchFolder::create(&path, None, settings).unwrap();
    let (end, _) = play(&mut kept, 2, &AtomicUsize::new(0), &Leash::new(Arc::default()))?;
    kept.close().unwrap();
    let seats = games_in(&path)
        .iter()
        .map(|(fixture, ..)| fixture.seats)
        .collect();
    Ok((end, seats))
}

#[test]
fn the_others_go_on() {
    let specs = ["random:seed=1", NOWHERE, "random:seed=2", "random:seed=3"];
    let (end, seats) = played(&specs, Form::RoundRobin).unwrap();
    assert_eq!(end, MatchEnd::Deserted);
    assert_eq!(
        seats.len(),
        3 * 4,
        "three meet, each twice with two openings: {seats:?}"
    );
    assert!(seats.iter().flatten().all(|&engine| engine != 1), "{seats:?}");
}

#[test]
fn where_nobody_meets_any_more_it_ends() {
    let told = |specs: &[&str], form| played(specs, form).unwrap_err().to_string();
    let gone = "no engine program at `/no/such/engine`";
    assert_eq!(told(&["random:seed=1", NOWHERE], Form::RoundRobin), gone);
    let all = [NOWHERE, "random:seed=1", "random:seed=2"];
    assert_eq!(told(&all, Form::Gauntlet), gone);
}
