//! From an address to its answer.

use base::user_error::UserError;
use image::ImageFormat;

use crate::{
    address, api, assets, export,
    mode::Mode,
    pages::{faults, game, games, insights, matches, now, opponents, overview, setup, trend},
    reply::Reply,
    sources::Sources,
    trouble::trouble,
    view::View,
    words::{Words, number_of, plain},
};

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
            ["opponents", name] => {
                let id = name.strip_suffix(".png").unwrap_or_default();
                Ok(opponents::picture(&self.library.home.opponents(), id).map(Reply::picture))
            }
            ["faults", name, file] => {
                Ok(faults::picture(&self.library.home.faults(), name, file).map(Reply::picture))
            }
            ["api", "v1", ..] if let Some((name, value)) = address::misread(&view.words) => {
                let told = serde_json::json!({ "error": format!("{name} is {value:?}"), "hint": "see filters at /api/v1" });
                Ok(Some(Reply::json(&told).status(400)))
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
