//! Name plates on the page of opponents: shown, named and joined by forms, and by nobody else.

use stats::store::opponents::{Learned, Opponent};

use super::{
    acts::{form_token, own_heads, send},
    *,
};

/// Two plates, of which one has a picture; the second one's text is hostile.
fn prepare(home: &Home) {
    let mut store = Store::open(&home.database, OpenMode::Write).unwrap();
    let games = store.catalogue().unwrap();
    for (game, (id, text)) in games
        .iter()
        .zip([("plate-1", None), ("plate-2", Some(HOSTILE.to_owned()))])
    {
        let opponent = Opponent {
            id: id.to_owned(),
            source: Some("bovo".to_owned()),
            plate: None,
            text,
            name: None,
            joined: None,
        };
        let game = game.id.clone();
        store.learn(&Learned::Met { game, opponent }).unwrap();
    }
    let folder = home.opponents();
    std::fs::create_dir_all(&folder).unwrap();
    image::RgbImage::new(30, 10)
        .save(folder.join("plate-1.png"))
        .unwrap();
}

fn called(served: &Served, id: &str) -> String {
    let store = Store::open(&served.home.database, OpenMode::Read).unwrap();
    store.opponent(id).unwrap().called().to_owned()
}

#[test]
fn a_plate_is_named_and_two_are_joined() {
    let served = Served::start_with(prepare);
    let page = served.get("/opponents");
    assert!(page.contains("src=\"/opponents/plate-1.png\""), "{page}");
    assert!(
        !page.contains("plate-2.png") && !page.contains("<script>alert"),
        "{page}"
    );
    assert_eq!(status(&served.get("/opponents/plate-1.png")), 200);
    for path in [
        "/opponents/plate-2.png",
        "/opponents/..%2fgames.png",
        "/opponents/plate-1",
        "/opponents/.png",
    ] {
        assert_eq!(status(&served.get(path)), 404, "{path}");
    }
    let token = form_token(&page).to_owned();
    let say = |form: &str, expected: u16| {
        let form = format!("token={token}&{form}");
        let answer = send(&served, "/opponents", &form, &own_heads(&served));
        assert_eq!(status(&answer), expected, "{form}: {answer}");
        answer
    };
    let answer = say("do=name&opponent=plate-1&name=+M%C3%B6ri+", 303);
    assert!(answer.contains("location: /opponents#plates\r\n"), "{answer}");
    assert_eq!(called(&served, "plate-1"), "Möri");
    assert!(served.get("/opponents").contains("Möri"));
    for wrong in [
        "do=name&opponent=plate-1&name=+",
        "do=name&opponent=plate-1&name=a%0Ab",
        "do=name&opponent=plate-9&name=x",
        "do=join&opponent=plate-1&into=plate-1",
        "do=join&opponent=plate-1",
        "do=forget&opponent=plate-1",
        "opponent=plate-1",
    ] {
        say(wrong, 400);
    }
    assert_eq!(called(&served, "plate-1"), "Möri");
    say("do=join&opponent=plate-2&into=plate-1", 303);
    assert_eq!(called(&served, "plate-2"), "Möri");
    let page = served.get("/opponents");
    assert!(
        !page.contains("Two plates, one person"),
        "there is one left: {page}"
    );
}

#[test]
fn nobody_elses_form_says_anything_of_opponents() {
    let served = Served::start_with(prepare);
    let token = form_token(&served.get("/opponents")).to_owned();
    let form = |token: &str| format!("token={token}&do=name&opponent=plate-1&name=x");
    let own = own_heads(&served);
    let foreign = own.replace("Origin: http://127.0.0.1", "Origin: http://evil.example");
    for (form, heads) in [
        (form("wrong"), own.clone()),
        (form(&token), foreign),
        (form(&token), String::new()),
        (form(&served.token), own),
    ] {
        let answer = send(&served, "/opponents", &form, &heads);
        assert!(matches!(status(&answer), 401 | 403), "{heads}: {answer}");
    }
    assert_eq!(called(&served, "plate-1"), "plate-1");
}
