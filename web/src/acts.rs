//! What forms of our pages ask for: a running session is told to pause, to go on, to end, to stop; a game is looked at again; an
//! opponent is named, or joined to another. Whoever acts has seen a page
//! of this run: its forms have a token that no address has.

use archive::naming::{self, Said};
use base::{user_error::UserError, versions};
use watch::{
    control::{ControlVerb, door},
    status,
};

use crate::{
    forms::{DO, INTO, NAME, OPPONENT, TOKEN, VERB},
    gate::is_same,
    pages::{game, opponents},
    reply::Reply,
    sources::Sources,
    trouble::trouble,
    view,
    words::{Words, number_of},
};

/// Does what the form asks for that was sent to this path.
pub(crate) fn act(sources: &Sources<'_>, path: &str, form: &Words) -> Reply {
    let refuse =
        |status: u16, title: &str, what: &str, hint: &str| trouble(sources.mode, status, title, what, hint);
    let token = form.value(TOKEN).unwrap_or_default();
    if !sources.form_token.is_some_and(|known| is_same(token, known)) {
        let what = "the form is none of this run of tengen web";
        return refuse(
            403,
            "Not with this form",
            what,
            "open the page again, and send its form",
        );
    }
    let parts: Vec<&str> = path.split('/').skip(1).collect();
    match parts[..] {
        ["now", session] => match form.value(VERB).and_then(ControlVerb::from_name) {
            Some(verb) => control(sources, session, verb),
            None => refuse(
                400,
                "Nothing to do",
                "the form says not what is to be done",
                "open the page again",
            ),
        },
        ["games", number, "analysis"] => match form.value(DO) {
            Some(what @ ("start" | "cancel")) => analyse(sources, number, what == "start"),
            _ => refuse(
                400,
                "Nothing to do",
                "the form says not what is to be done",
                "open the page again",
            ),
        },
        ["opponents"] => match said(form) {
            Some(said) => tell(sources, said),
            None => refuse(
                400,
                "Nothing to do",
                "the form says not what is to be done, or of whom",
                "open the page again, and choose somebody",
            ),
        },
        _ => refuse(
            404,
            "Nothing to do here",
            "no form is answered there",
            "the ways above lead to every page",
        ),
    }
}

/// Begins to look at a game again, or breaks that off. It touches no session.
fn analyse(sources: &Sources<'_>, number: &str, starts: bool) -> Reply {
    let refuse =
        |status: u16, what: &str, hint: &str| trouble(sources.mode, status, "No analysis", what, hint);
    let told = number_of(number).map(|number| game::Told::find(sources.library, number));
    let told = match told {
        Some(Ok(Some(told))) => told,
        Some(Err(error)) => {
            return refuse(
                500,
                &format!("{error:#}"),
                "look at what tengen web says in its terminal",
            );
        }
        _ => return refuse(404, "there is no game of this number", "Games lists them"),
    };
    let number = told.entry.number;
    if !starts {
        sources.analyses.cancel(&told.record);
    } else if let Err(busy) = sources.analyses.start(number, told.record) {
        let what = format!(
            "game {} is being looked at, and one at a time is enough",
            busy.number
        );
        return refuse(409, &what, "wait for it, or break it off on its page");
    }
    Reply::see(format!("{}#analysis", view::game(number)))
}

/// What a form says of opponents.
fn said(form: &Words) -> Option<Said> {
    let opponent = form.value(OPPONENT)?.to_owned();
    match form.value(DO)? {
        "name" => Some(Said::Name {
            opponent,
            name: form.value(NAME)?.to_owned(),
        }),
        "join" => Some(Said::Join {
            opponent,
            into: form.value(INTO)?.to_owned(),
        }),
        _ => None,
    }
}

/// Says it as `tengen opponents` does: to a journal of its own, then to the database.
fn tell(sources: &Sources<'_>, mut said: Said) -> Reply {
    let checked = match &mut said {
        Said::Name { name, .. } => naming::checked_name(name).map(|checked| *name = checked),
        Said::Join { .. } => Ok(()),
    };
    let home = &sources.library.home;
    let told = checked
        .map_err(anyhow::Error::from)
        .and_then(|()| naming::tell(home, &versions::program(), &said, sources.now_ms));
    match told {
        Ok(_) => Reply::see(opponents::PLATES.to_owned()),
        Err(error) => {
            let mistake = error.downcast_ref::<UserError>();
            let (status, hint) = match mistake {
                Some(mistake) => (400, mistake.hint.as_str()),
                None => (500, "look at what tengen web says in its terminal"),
            };
            trouble(sources.mode, status, "Not said", &format!("{error:#}"), hint)
        }
    }
}

fn control(sources: &Sources<'_>, session: &str, verb: ControlVerb) -> Reply {
    let journals = &sources.library.home.journals;
    let refuse = |status: u16, what: &str| {
        let hint = "look at Now: it may just have ended; tengen status tells the same in a terminal";
        trouble(sources.mode, status, "Nobody heard that", what, hint)
    };
    let found = status::read(journals, sources.now_ms);
    let lives = found.is_ok_and(|found| {
        let mut sessions = found.sessions.iter();
        sessions.any(|(card, state)| card.session == session && state.is_alive())
    });
    if !lives {
        return refuse(404, "no session of this name runs here");
    }
    match door::ask(journals, session, verb) {
        Ok(()) => Reply::see("/now".to_owned()),
        Err(error) => refuse(502, &error.to_string()),
    }
}
