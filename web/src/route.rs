//! From an address to its answer.

use base::user_error::UserError;
use image::ImageFormat;
use maud::html;
use watch::finding::Finding;

use crate::{
    analyses::Analyses,
    api, assets, export,
    frame::bare,
    library::Library,
    mode::Mode,
    pages::{faults, game, games, insights, matches, now, opponents, overview, setup, trend},
    reply::Reply,
    view::View,
    words::{Words, plain},
};

/// Looks after what a session needs.
pub(crate) type Check = dyn Fn() -> Vec<Finding> + Send + Sync;

/// What is answered from.
pub(crate) struct Sources<'a> {
    pub(crate) library: &'a Library,
    pub(crate) check: &'a Check,
    /// What the forms of its pages have; `None` where nobody answers forms.
    pub(crate) form_token: Option<&'a str>,
    /// Games that were looked at again.
    pub(crate) analyses: &'a Analyses,
    pub(crate) mode: Mode,
    /// Unix milliseconds.
    pub(crate) now_ms: i64,
}

impl Sources<'_> {
    /// What stands at this path, asked for with these words.
    pub(crate) fn answer(&self, path: &str, words: &str) -> Reply {
        let answer = self.find(path, Words::read(words));
        answer.unwrap_or_else(|error| {
            let hint = error
                .downcast_ref::<UserError>()
                .map(|mistake| mistake.hint.clone());
            let hint = hint.unwrap_or_else(|| "look at what tengen web says in its terminal".to_owned());
            tracing::warn!("warning: {path}: {error:#}");
            trouble(self.mode, 500, "That went wrong", &format!("{error:#}"), &hint)
        })
    }

    fn find(&self, path: &str, words: Words) -> anyhow::Result<Reply> {
        match path {
            assets::STYLE_PATH => {
                return Ok(kept(Reply::of("text/css; charset=utf-8", assets::STYLE.as_str())));
            }
            assets::SCRIPT_PATH => {
                return Ok(kept(Reply::of("text/javascript; charset=utf-8", assets::SCRIPT)));
            }
            _ => {}
        }
        let view = View::new(self, path, words)?;
        let page = match path {
            "/" => overview::show(&view)?,
            "/games" => games::show(&view)?,
            "/insights" => insights::show(&view),
            "/trend" => trend::show(&view),
            "/opponents" => opponents::show(&view)?,
            "/now" => now::show(&view)?,
            "/faults" => faults::show(&view)?,
            "/matches" => matches::show(&view),
            export::CSV => return Ok(export::csv(&view)),
            export::RECORDS => return export::records(&view),
            "/setup" => setup::show(&view, &(self.check)()),
            _ => return Ok(self.below(&view)?.unwrap_or_else(|| missing(self.mode, path))),
        };
        Ok(Reply::page(page))
    }

    /// What lies below a page.
    fn below(&self, view: &View<'_>) -> anyhow::Result<Option<Reply>> {
        let parts: Vec<String> = view.path.split('/').skip(1).map(plain).collect();
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        match &parts[..] {
            ["games", name] => self.game(view, name),
            ["games", number, "pictures", name] => self.picture(number, name),
            ["now", name] => {
                let session = name.strip_suffix(".png").unwrap_or_default();
                Ok(now::picture(self.library, session).map(Reply::picture))
            }
            ["faults", name, file] => {
                Ok(faults::picture(&self.library.home.faults(), name, file).map(Reply::picture))
            }
            ["api", "v1"] => Ok(api::answer(view, "")?.map(|value| Reply::json(&value))),
            ["api", "v1", name @ ..] => {
                Ok(api::answer(view, &name.join("/"))?.map(|value| Reply::json(&value)))
            }
            _ => Ok(None),
        }
    }

    fn game(&self, view: &View<'_>, name: &str) -> anyhow::Result<Option<Reply>> {
        let (number, form) = name.split_once('.').unwrap_or((name, ""));
        let Some(told) = number_of(number)
            .map(|number| game::Told::find(self.library, number))
            .transpose()?
            .flatten()
        else {
            return Ok(None);
        };
        if form.is_empty() {
            return Ok(Some(Reply::page(game::show(view, &told))));
        }
        if form == "html" {
            let alone = View {
                mode: Mode::Alone,
                words: Words::default(),
                games: view.games.clone(),
                query: view.query.clone(),
                kinds: view.kinds.clone(),
                ..*view
            };
            let page = Reply::page(game::show(&alone, &told));
            return Ok(Some(Reply {
                file_name: Some(format!("game-{number}.html")),
                ..page
            }));
        }
        let (bytes, name) = game::file(&told.record)?;
        let file = Reply {
            file_name: Some(format!("game-{number}.{name}")),
            ..Reply::of("application/octet-stream", bytes)
        };
        Ok((form == name).then_some(file))
    }

    fn picture(&self, number: &str, name: &str) -> anyhow::Result<Option<Reply>> {
        let (name, end) = name.split_once('.').unwrap_or((name, ""));
        let format = match end {
            "png" => ImageFormat::Png,
            "jpg" => ImageFormat::Jpeg,
            _ => return Ok(None),
        };
        let ply = number_of(name);
        let games = self.library.games()?;
        let game = number_of(number).and_then(|number| games.iter().find(|game| game.number == number));
        let (Some(ply), Some(game)) = (ply, game) else {
            return Ok(None);
        };
        let filmed = self.library.filmed(&game.id)?;
        let Some(found) = filmed.iter().find(|filmed| filmed.index as i64 + 1 == ply) else {
            return Ok(None);
        };
        let bytes = self.library.picture(&found.still, format)?;
        Ok(bytes.map(|bytes| kept(Reply::of(format.to_mime_type(), bytes))))
    }
}

/// A number as addresses have it: digits and nothing else.
pub(crate) fn number_of(word: &str) -> Option<i64> {
    let is_number = !word.is_empty() && word.len() < 16 && word.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| word.parse().ok()).flatten()
}

fn kept(reply: Reply) -> Reply {
    Reply { keeps: true, ..reply }
}

fn missing(mode: Mode, path: &str) -> Reply {
    let shown: String = path.chars().take(80).collect();
    trouble(
        mode,
        404,
        "Nothing here",
        &format!("there is nothing at {shown}"),
        "the ways above lead to every page",
    )
}

/// A page that says what is wrong.
pub(crate) fn trouble(mode: Mode, status: u16, title: &str, what: &str, hint: &str) -> Reply {
    let body = html! { h1 { (title) } p { (base::legible::line(what)) } p class="soft" { (base::legible::line(hint)) } };
    Reply::page(bare(mode, "", title, &body)).status(status)
}
