//! Forms: a session that lives is told what a page of ours asks for, and nobody else's page asks.

use archive::keeper::Keeper;
use recordings::journal::SessionHead;
use watch::{
    control::{Reins, door::ControlDoor},
    health::{AskedState, Health},
    status::{self as cards, Card},
};

use super::*;

const SESSION: &str = "0198f7d3-6b1e-7c3d-8f00-0123456789ab";

/// A session that holds its journal, tells of itself, and listens.
struct Living {
    reins: Reins,
    keeper: Keeper,
    _door: ControlDoor,
}

impl Living {
    fn start(home: &Home) -> Living {
        let head = SessionHead {
            session: SESSION.to_owned(),
            program: "tengen 0".to_owned(),
            client: Some("bovo".to_owned()),
            engine: None,
        };
        let (keeper, _) = Keeper::open(home, &head, base::clock::wall_ms()).unwrap();
        let reins = Reins::default();
        let living = Living {
            _door: ControlDoor::open(&home.journals, SESSION, reins.clone()).unwrap(),
            keeper,
            reins,
        };
        living.tell(None);
        living
    }

    fn tell(&self, asked: Option<AskedState>) {
        let card = Card {
            session: SESSION.to_owned(),
            program: "tengen 0".to_owned(),
            client: "bovo".to_owned(),
            pid: 1,
            started_ms: 0,
            written_ms: base::clock::wall_ms(),
            health: Some(Health {
                asked,
                patience_ms: 1,
                ..Health::default()
            }),
            end: None,
        };
        cards::write(&cards::path_of(self.keeper.journal()), &card).unwrap();
    }

    fn asked(&self) -> (bool, usize) {
        let Reins { pause, interrupts } = &self.reins;
        (pause.load(Ordering::SeqCst), interrupts.load(Ordering::SeqCst))
    }
}

/// What a browser sends when a form of one of our pages is sent.
pub(super) fn send(served: &Served, path: &str, form: &str, heads: &str) -> String {
    let heads = format!("{heads}Content-Length: {}\r\n\r\n{form}", form.len());
    served.with(&format!("POST {path}"), heads.trim_end_matches("\r\n"))
}

pub(super) fn own_heads(served: &Served) -> String {
    let (port, token) = (served.port, &served.token);
    format!(
        "Cookie: tengen-{port}={token}\r\nOrigin: http://127.0.0.1:{port}\r\nSec-Fetch-Site: same-origin\r\nSec-Fetch-Mode: navigate\r\n"
    )
}

pub(super) fn form_token(page: &str) -> &str {
    let field = page.split("name=\"token\" value=\"").nth(1).expect("a form");
    field.split('"').next().unwrap()
}

#[test]
fn a_session_does_what_a_form_of_now_asks_for() {
    let served = Served::start();
    let living = Living::start(&served.home);
    let page = served.get("/now");
    assert!(
        page.contains("Pause after this game") && !page.contains(">Go on<"),
        "{page}"
    );
    let (token, path) = (form_token(&page).to_owned(), format!("/now/{SESSION}"));
    let ask = |verb: &str| {
        let answer = send(
            &served,
            &path,
            &format!("token={token}&verb={verb}"),
            &own_heads(&served),
        );
        assert!(
            status(&answer) == 303 && answer.contains("location: /now\r\n"),
            "{answer}"
        );
    };
    ask("pause");
    assert_eq!(living.asked(), (true, 0));
    living.tell(Some(AskedState::Paused));
    let page = served.get("/now");
    assert!(
        page.contains(">Go on<") && page.contains("paused, no game begins"),
        "{page}"
    );
    ask("resume");
    ask("finish");
    assert_eq!(living.asked(), (false, 1));
    living.tell(Some(AskedState::Finishing));
    let page = served.get("/now");
    assert!(
        page.contains("ends after this game") && page.contains(">Stop now<"),
        "{page}"
    );
    assert!(
        !page.contains("Pause after this game") && !page.contains("Finish this game"),
        "{page}"
    );
    ask("stop");
    assert_eq!(living.asked(), (false, 2));
    drop(living);
    let answer = send(
        &served,
        &path,
        &format!("token={token}&verb=pause"),
        &own_heads(&served),
    );
    assert_eq!(status(&answer), 404, "{answer}");
}

#[test]
fn forms_of_others_are_refused() {
    let served = Served::start();
    let living = Living::start(&served.home);
    let token = form_token(&served.get("/now")).to_owned();
    assert_ne!(token, served.token, "the address does not tell what a form needs");
    let (own, path) = (own_heads(&served), format!("/now/{SESSION}"));
    let form = format!("token={token}&verb=stop");
    let check = |path: &str, form: &str, heads: &str, expected: u16| {
        let answer = send(&served, path, form, heads);
        assert_eq!(status(&answer), expected, "{path} {form} {heads}: {answer}");
        assert_eq!(living.asked(), (false, 0), "{path} {form} {heads}");
    };
    let other = |from: &str, to: &str| own.replace(from, to);
    let here = format!("http://127.0.0.1:{}", served.port);
    check(&path, &form, &other(&here, "http://evil.example"), 403);
    check(&path, &form, &other(&here, "null"), 403);
    check(&path, &form, &other("same-origin", "cross-site"), 403);
    check(&path, &form, &other(&format!("Origin: {here}\r\n"), ""), 403);
    check(&path, &form, &other(&served.token, "wrong"), 401);
    check(
        &format!("{path}?token={}", served.token),
        &form,
        &other("Cookie", "X"),
        401,
    );
    check(&path, "verb=stop", &own, 403);
    check(&path, "token=&verb=stop", &own, 403);
    check(&path, &format!("token={}&verb=stop", served.token), &own, 403);
    check(&path, &format!("token={token}x&verb=stop"), &own, 403);
    check(&path, &format!("token={token}&verb=dance"), &own, 400);
    check(&path, &format!("token={token}"), &own, 400);
    for elsewhere in ["/now/other", "/now/..%2fx", "/now/", "/now", "/games/1", "/"] {
        check(elsewhere, &form, &own, 404);
    }
    check(&path, &format!("{form}&x={}", "x".repeat(100_000)), &own, 413);
    // A link, however it is made, asks for nothing.
    let link = served.get(&format!("{path}?{form}"));
    assert!(status(&link) == 404 && living.asked() == (false, 0), "{link}");
    // A form that is begun and never sent to its end is not waited for.
    let half = served.with(
        &format!("POST {path}"),
        &format!("{own}Content-Length: 900\r\n\r\ntoken="),
    );
    assert!(
        matches!(status(&half), 0 | 413) && living.asked() == (false, 0),
        "{half}"
    );
}
