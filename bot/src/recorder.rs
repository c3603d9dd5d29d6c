//! Writes down what the session tells, and tells it to the person who watches. Turns the session's words
//! (the game in hand) into the keeper's (a game with an id); decides nothing.

use referee::{
    games::{AnyMove, AnyRecord, AnyStart, Registered},
    position::Position as _,
    record::{Ply, Record},
    seat::Seat,
    verdict::{Reason, Verdict},
};
use vision::window::Window;

use crate::{
    client_names::Census,
    opponent_filter::OpponentFilter,
    session_score::{CountedEnd, SessionScore},
};
use archive::{
    keeper::{Keeper, News},
    opponents::Plate,
};
use base::clock::{Stopwatch, fresh_id};
use profile::{client::Client, familiarity::Familiarity, library};
use session::Unfinished;

/// Names that go into records.
#[derive(Clone, Debug)]
pub struct Names {
    /// Ours.
    pub own: String,
    /// The opponent's.
    pub opponent: String,
    /// The client profile's.
    pub client: String,
    /// The engine's spec.
    pub engine: String,
}

/// The session's pen.
pub struct Recorder {
    /// `None` in a dry run: nothing is kept.
    keeper: Option<Keeper>,
    names: Names,
    /// What clients are called; without it a client has its profile's name.
    census: Option<Census>,
    /// Games that an earlier session left, newest last.
    left: Vec<AnyRecord>,
    /// The game in hand.
    game: Option<RecordedGame>,
    /// For dates.
    clock: Stopwatch,
    /// How the session goes, for the person who watches.
    score: SessionScore,
    /// Whether it also tells the person who watches, on standard error.
    aloud: bool,
}

/// For so long a game of another client may be taken up again by that client's own bot.
const OTHERS_MS: i64 = 24 * 60 * 60 * 1_000;

struct RecordedGame {
    id: String,
    /// How it began, from which its moves have their names.
    start: AnyStart,
    own_seat: Seat,
    plies: u32,
    /// The opponent's id, once the plate was read.
    opponent: Option<String>,
}

impl Recorder {
    /// A recorder that writes to `keeper`, which found `left` unfinished, and tells what it writes.
    pub fn new(keeper: Option<Keeper>, names: Names, left: Vec<AnyRecord>, clock: Stopwatch) -> Recorder {
        Recorder {
            keeper,
            names,
            census: None,
            left,
            game: None,
            clock,
            score: SessionScore::default(),
            aloud: true,
        }
    }

    /// The same recorder, who tells nobody.
    pub fn silent(self) -> Recorder {
        Recorder { aloud: false, ..self }
    }

    /// The same recorder, who tells which game of so many begins.
    #[must_use]
    pub fn with_wanted(mut self, games: u32) -> Recorder {
        self.score.wanted = games;
        self
    }

    /// The same recorder, who calls clients what they are called there.
    pub fn with_census(self, census: Census) -> Recorder {
        let census = Some(census);
        Recorder { census, ..self }
    }

    /// The client was found in this window: from here on its games are those of the client that it is.
    pub fn arrives(&mut self, window: &Window, client: &Client) {
        let Some(census) = &mut self.census else { return };
        let called = census.call(window, client, &library::profiles());
        let trouble = census
            .trouble()
            .map(|why| format!("the names of clients are not kept: {why}"));
        if called.name != self.names.client {
            self.say(&format!("its games are counted as those of {:?}", called.name));
        }
        self.names.client = called.name;
        if client.familiarity == Familiarity::Stranger {
            self.names.opponent = called.title;
        }
        if let Some(trouble) = trouble {
            self.say(&trouble);
        }
    }

    /// A game as people may ask for it: its number in the database, if that has it, and the end of its id.
    fn called(&self, id: &str) -> String {
        let store = self.keeper.as_ref().map(Keeper::store);
        match store.and_then(|store| store.number_of(id).ok().flatten()) {
            Some(number) => format!("{number} ({})", short(id)),
            None => short(id).to_owned(),
        }
    }

    /// Tells the person who watches; keeps nothing.
    pub fn say(&self, words: &str) {
        if self.aloud {
            tracing::info!("{words}");
        }
    }

    /// Whether any game was left unfinished by an earlier session.
    pub fn has_left(&self) -> bool {
        !self.left.is_empty()
    }

    /// The newest game that an earlier session left unfinished on this client and such a board. All others are closed as
    /// aborted, except those that another client's bot may be about to take up again.
    ///
    /// # Errors
    /// The disk refused it.
    pub fn unfinished<P: Registered>(&mut self, empty: &P) -> anyhow::Result<Option<Unfinished<P>>> {
        let mut candidate = None;
        let since_ms = self.clock.wall_ms() - OTHERS_MS;
        for record in std::mem::take(&mut self.left).into_iter().rev() {
            let fits = candidate.is_none()
                && record.source.as_deref() == Some(&self.names.client)
                && P::Start::try_from(record.start.clone()).is_ok_and(|start| start == empty.beginning());
            let of_this_kind: Option<Record<P>> = record.clone().into_kind().ok();
            let position = of_this_kind.and_then(|record| record.replay().ok());
            match (fits, record.own_seat, position) {
                (true, Some(own_seat), Some(position)) => candidate = Some((record, own_seat, position)),
                _ if self.is_others(&record) && record.started_ms.is_some_and(|at_ms| at_ms >= since_ms) => {}
                _ => self.give_up(&record)?,
            }
        }
        let Some((record, own_seat, position)) = candidate else {
            return Ok(None);
        };
        let plies = position.plies();
        self.note(&format!(
            "found game {} unfinished after {plies} plies",
            self.called(&record.id)
        ))?;
        if let Some(keeper) = &mut self.keeper {
            keeper.begin_game(&record, self.clock.wall_ms())?;
        }
        self.game = Some(RecordedGame {
            id: record.id,
            start: record.start,
            own_seat,
            plies: plies as u32,
            opponent: None,
        });
        Ok(Some(Unfinished { position, own_seat }))
    }

    /// Whether it was played on another client.
    fn is_others(&self, record: &AnyRecord) -> bool {
        record.source.as_deref() != Some(&self.names.client)
    }

    /// Nobody goes on with it. It may have ended with its last ply all the same.
    fn give_up(&mut self, record: &AnyRecord) -> anyhow::Result<()> {
        let plies = record.plies.len();
        let outcome = record.replay().ok().and_then(|position| position.outcome());
        let verdict = outcome.map_or(Verdict::ABORTED, |outcome| Verdict::from(&outcome));
        self.note(&format!(
            "found game {} unfinished after {plies} plies: closed, {verdict}",
            self.called(&record.id)
        ))?;
        match &mut self.keeper {
            Some(keeper) => keeper.end_game(&record.id, verdict, self.clock.wall_ms()),
            None => Ok(()),
        }
    }

    /// A game begins.
    ///
    /// # Errors
    /// The disk refused it.
    pub fn begin<P: Registered>(&mut self, own_seat: Seat, empty: &P) -> anyhow::Result<()> {
        let mut names = [self.names.own.clone(), self.names.opponent.clone()];
        if own_seat == Seat::Second {
            names.swap(0, 1);
        }
        let record: Record<P> = Record {
            id: fresh_id(),
            names,
            own_seat: Some(own_seat),
            source: Some(self.names.client.clone()),
            engine: Some(self.names.engine.clone()),
            started_ms: Some(self.clock.wall_ms()),
            ..Record::started(empty.beginning())
        };
        if let Some(keeper) = &mut self.keeper {
            keeper.begin_game(&record, self.clock.wall_ms())?;
        }
        self.say(&format!(
            "game {}: we are {}",
            self.called(&record.id),
            own_seat.name()
        ));
        if let Some(words) = self.score.begins(self.clock.now_ms()) {
            self.say(&words);
        }
        self.game = Some(RecordedGame {
            id: record.id,
            start: record.start.into(),
            own_seat,
            plies: 0,
            opponent: None,
        });
        Ok(())
    }

    /// The opponent's name plate was read. Answers why this opponent is not wanted, if so.
    ///
    /// # Errors
    /// The disk refused it.
    pub(crate) fn meet(
        &mut self,
        plate: &Plate,
        filter: OpponentFilter<'_>,
    ) -> anyhow::Result<Option<String>> {
        let (Some(game), Some(keeper)) = (&mut self.game, &mut self.keeper) else {
            return Ok(None);
        };
        let known = game.opponent.as_deref();
        let opponent = keeper.meet(&game.id, plate, known, self.clock.wall_ms())?;
        let objection = filter.objection(&opponent, keeper.known_opponents());
        if known != Some(&opponent.id) {
            let (id, name) = (game.id.clone(), opponent.called().to_owned());
            game.opponent = Some(opponent.id);
            self.say(&format!("game {}: the opponent is {name}", self.called(&id)));
        }
        Ok(objection)
    }

    /// A ply was confirmed.
    ///
    /// # Errors
    /// The disk refused it.
    pub fn ply<M: Into<AnyMove> + Copy>(
        &mut self,
        index: u32,
        seat: Seat,
        ply: &Ply<M>,
    ) -> anyhow::Result<()> {
        let Some(game) = &mut self.game else { return Ok(()) };
        game.plies = index + 1;
        match &mut self.keeper {
            Some(keeper) => keeper.add_ply(&game.id, index as usize, seat, ply, self.clock.wall_ms()),
            None => {
                let play = game.start.name_of(ply.play.into());
                self.say(&format!("ply {}: {} plays {play}", index + 1, seat.name()));
                Ok(())
            }
        }
    }

    /// Plies were taken back; so many stay.
    ///
    /// # Errors
    /// The disk refused it.
    pub fn take_back(&mut self, plies: u32) -> anyhow::Result<()> {
        let Some(game) = &mut self.game else { return Ok(()) };
        game.plies = plies;
        if let Some(keeper) = &mut self.keeper {
            keeper.take_back(&game.id, plies as usize, self.clock.wall_ms())?;
        }
        self.say(&format!("taken back to ply {plies}"));
        Ok(())
    }

    /// The game in hand is over.
    ///
    /// # Errors
    /// The disk refused it.
    pub fn end(&mut self, verdict: Verdict) -> anyhow::Result<()> {
        let Some(game) = self.game.take() else {
            return Ok(());
        };
        let (result, end) = match verdict.winner {
            Some(seat) if seat == game.own_seat => ("won", Some(CountedEnd::Won)),
            Some(_) => ("lost", Some(CountedEnd::Lost)),
            None if verdict.reason == Reason::Aborted => ("no result", None),
            None => ("draw", Some(CountedEnd::Drawn)),
        };
        if let Some(end) = end {
            self.score.ends(end, self.clock.now_ms());
        }
        self.say(&format!(
            "game {}: {result} ({}) after {} plies",
            self.called(&game.id),
            verdict.reason.name(),
            game.plies
        ));
        match &mut self.keeper {
            Some(keeper) => keeper.end_game(&game.id, verdict, self.clock.wall_ms()),
            None => Ok(()),
        }
    }

    /// Something went wrong.
    ///
    /// # Errors
    /// The disk refused it.
    pub fn fault(&mut self, kind: &str, detail: &str) -> anyhow::Result<()> {
        if self.aloud {
            tracing::warn!("fault: {detail}");
        }
        let game = self.game.as_ref().map(|game| game.id.as_str());
        match &mut self.keeper {
            Some(keeper) => keeper.fault(game, kind, detail, self.clock.wall_ms()),
            None => Ok(()),
        }
    }

    /// Anything worth telling.
    ///
    /// # Errors
    /// The disk refused it.
    pub fn note(&mut self, words: &str) -> anyhow::Result<()> {
        self.say(words);
        match &mut self.keeper {
            Some(keeper) => keeper.note(words, self.clock.wall_ms()),
            None => Ok(()),
        }
    }

    /// What became of the disk since this was asked last.
    pub fn news(&mut self) -> Vec<News> {
        self.keeper.as_mut().map(Keeper::take_news).unwrap_or_default()
    }

    /// Writes what waits for the disk; answers whether nothing does any more.
    pub fn is_written(&mut self) -> bool {
        let now_ms = self.clock.wall_ms();
        self.keeper
            .as_mut()
            .is_none_or(|keeper| keeper.is_written(now_ms))
    }

    /// The session ends in order. A game in hand stays open, for the next session to go on with.
    ///
    /// # Errors
    /// The disk refused it.
    pub fn close(&mut self, why: &str) -> anyhow::Result<()> {
        self.note(&format!("session over: {why}"))?;
        let Some(keeper) = self.keeper.take() else {
            return Ok(());
        };
        for words in keeper.close(self.clock.wall_ms())? {
            self.say(&words);
        }
        Ok(())
    }
}

/// The end of an id: UUIDs of one hour begin alike.
fn short(id: &str) -> &str {
    id.rsplit('-').next().unwrap_or(id)
}

#[cfg(test)]
mod tests {
    use recordings::journal;
    use referee::{
        games::AnyPosition,
        gomoku::{self, Rule},
        point::Point,
        verdict::Reason,
    };
    use stats::store::{OpenMode, Store};

    use super::*;
    use archive::home::Home;

    fn keeper(home: &Home, id: &str, now_ms: i64) -> (Keeper, Vec<AnyRecord>) {
        let session = journal::SessionHead {
            session: id.to_owned(),
            program: "tengen".to_owned(),
            client: None,
            engine: None,
        };
        let (keeper, found) = Keeper::open(home, &session, now_ms).unwrap();
        (keeper, found.unfinished)
    }

    /// It was killed between the ply that won and its result.
    fn add_won_plies(keeper: &mut Keeper, game: &str, now_ms: i64) {
        for index in 0..9 {
            let seat = [Seat::First, Seat::Second][index % 2];
            let point = Point::new(index as u8 / 2, index as u8 % 2 * 5);
            let ply = Ply::bare(gomoku::Move::Place(point));
            keeper.add_ply(game, index, seat, &ply, now_ms).unwrap();
        }
    }

    #[test]
    fn games_of_another_client_are_left_to_its_own_bot_for_a_day() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::in_folder(folder.path());
        let clock = Stopwatch::start();
        let now_ms = clock.wall_ms();
        let empty = gomoku::Position::new(15, Rule::Freestyle).unwrap();
        let (mut killed, _) = keeper(&home, "killed", now_ms);
        for (id, source, started_ms) in [
            ("old ours", "bovo", now_ms - 5),
            ("ours", "bovo", now_ms),
            ("theirs", "practice", now_ms),
            ("forgotten", "practice", now_ms - OTHERS_MS - 60_000),
        ] {
            let record = Record {
                id: id.to_owned(),
                source: Some(source.to_owned()),
                own_seat: Some(Seat::First),
                started_ms: Some(started_ms),
                ..Record::blank(15, Rule::Freestyle)
            };
            killed.begin_game(&record, now_ms).unwrap();
            if id == "old ours" {
                add_won_plies(&mut killed, id, now_ms);
            }
        }
        drop(killed);
        let (taken_up, left) = keeper(&home, "second", now_ms);
        let names = Names {
            own: "Tengen".to_owned(),
            opponent: "Bovo".to_owned(),
            client: "bovo".to_owned(),
            engine: "random".to_owned(),
        };
        let mut recorder = Recorder::new(Some(taken_up), names, left, clock).silent();
        assert!(recorder.unfinished(&empty).unwrap().is_some());
        drop(recorder);
        let store = Store::open(&home.database, OpenMode::Read).unwrap();
        let verdict = |id: &str| store.find::<AnyPosition>(id).unwrap().unwrap().verdict;
        assert_eq!(verdict("forgotten"), Some(Verdict::ABORTED));
        let won = verdict("old ours").unwrap();
        assert_eq!((won.winner, won.reason), (Some(Seat::First), Reason::Five));
        let (_, left) = keeper(&home, "third", now_ms);
        let mut open: Vec<&str> = left.iter().map(|record| record.id.as_str()).collect();
        open.sort_unstable();
        assert_eq!(open, ["ours", "theirs"]);
    }
}
