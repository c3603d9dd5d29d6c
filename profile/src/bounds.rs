//! Every number that bounds the bot, in one place. Profiles and the command line may change some of them.

use crate::{
    attacks::Attacks,
    familiarity::Familiarity,
    request::{DrawRule, Grant},
    seat_preference::SeatPreference,
};

/// More cells than these that cannot be told at once lie under something.
pub const COVERED_CELLS: usize = 5;

/// Times are milliseconds, counts are attempts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Games to play before the session ends.
    pub games: u32,
    /// How well the client is known.
    pub familiarity: Familiarity,
    /// Between two looks.
    pub look_ms: u64,
    /// From a look that showed other pixels to the next one.
    pub look_soon_ms: u64,
    /// Between two questions whether the engine has answered.
    pub answer_ms: u64,
    /// Between the two readings that must agree. No pixel may change between them, so that the steps of the client's
    /// animations are shorter than this.
    pub settle_ms: u64,
    /// An empty board that stays empty this long is ours to open.
    pub first_move_ms: u64,
    /// From a click to the stone that it must have put, before it is clicked again.
    pub confirm_ms: u64,
    /// Clicks for one move, the first one included.
    pub clicks: u32,
    /// From asking for a new game to a fresh board.
    pub new_game_ms: u64,
    /// Times a new game is asked for before something stronger is tried.
    pub new_game_attempts: u32,
    /// An empty lobby: the client says all the time that it looks for an opponent.
    pub waiting_ms: u64,
    /// An opponent's silence.
    pub opponent_ms: u64,
    /// A reading with unclear cells that stays the same, before logic is asked what they must be.
    pub unclear_ms: u64,
    /// A reading with unclear cells that stays the same, before a winning line drawn over stones is thought of.
    pub ending_ms: u64,
    /// A board that no legal move explains, or that will not settle, before it counts as trouble.
    pub mismatch_ms: u64,
    /// A game whose board is not up: the client shows other screens.
    pub away_ms: u64,
    /// An opponent's silence before its first move; `None` is as later.
    pub first_reply_ms: Option<u64>,
    /// After so long no new game is begun.
    pub session_ms: Option<u64>,
    /// Lost games in a row that end the session.
    pub losses_in_a_row: Option<u32>,
    /// The engine's score below which, and its moves in a row after which, a game is resigned.
    pub resign: Option<(i32, u32)>,
    /// In which seat games are asked for.
    pub seat: SeatPreference,
    /// Moves that an opponent may take back in a game.
    pub take_back: Grant,
    /// From granting a take-back to its being seen: so long nothing is clicked, and a board that shows the position as it
    /// was still is no sign that nothing comes of it.
    pub take_back_ms: u64,
    /// When a draw is agreed to.
    pub draw: DrawRule,
    /// Rematches in a row with one opponent.
    pub rematch: Grant,
    /// After resigning or agreeing to a draw, for the client to say that the game is over; then play goes on.
    pub client_says_ms: u64,
    /// Whether the client shows who moves first: then it is not told from waiting.
    pub seat_is_shown: bool,
    /// Whose goal is shown where the field's row 0 is, in games that have goals.
    pub attacks: Attacks,
    /// A client that cannot be seen at all (covered, gone, minimised) before it counts as trouble.
    pub blind_ms: u64,
    /// For whatever lies over the board to go, before the session stops, or gives up a game that something in the client's
    /// own window hides.
    pub covered_ms: u64,
    /// Keys that are tried, one after the other, at something over the board that no screen describes.
    pub dismiss: Vec<String>,
    /// For something of which nothing is known to go from over the board, before our click on a hidden point that makes
    /// five counts as the end: longer than it takes to try a key, behind which the board may show.
    pub unknown_ms: u64,
    /// From a remedy to the next stable reading.
    pub remedy_ms: u64,
    /// Without a ply, a game that begins or a game that ends, before the session is taken for stuck; never less than
    /// what it waits for anyway.
    pub progress_ms: u64,
    /// For how long an opponent may be sought; `None` as long as a new game may be asked for, or the client says that it
    /// looks for one.
    pub seek_ms: Option<u64>,
    /// Between two lines that tell how the session goes; `None` tells it only on demand.
    pub health_ms: Option<u64>,
    /// Between two writings of the status card.
    pub status_ms: u64,
    /// For a screen that was answered to go from the board: until then nothing that is read there is believed.
    pub screen_ms: u64,
    /// For the disk to take what was played, before a new game is begun.
    pub disk_ms: u64,
    /// Between two games.
    pub rest_ms: u64,
    /// After an immediate stop: for a move in the air to land, so that the log equals the board.
    pub last_look_ms: u64,
    /// Times an engine may fail in one move.
    pub engine_failures: u32,
    /// Games in a row that end in a crash of the engine.
    pub engine_crashes: u32,
    /// Games in a row without a result.
    pub aborted_games: u32,
    /// Games in a row that are left because their opponents are not wanted.
    pub unwanted_games: u32,
    /// For one move of the engine; `None` leaves it to the engine's own limits.
    pub turn_ms: Option<u64>,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds {
            games: 1,
            familiarity: Familiarity::Profile,
            look_ms: 50,
            look_soon_ms: 10,
            answer_ms: 2,
            settle_ms: 80,
            first_move_ms: 1_500,
            confirm_ms: 1_500,
            clicks: 4,
            new_game_ms: 6_000,
            new_game_attempts: 4,
            waiting_ms: 12 * 3_600_000,
            opponent_ms: 180_000,
            unclear_ms: 400,
            ending_ms: 1_200,
            mismatch_ms: 3_000,
            away_ms: 60_000,
            first_reply_ms: None,
            session_ms: None,
            losses_in_a_row: None,
            resign: None,
            seat: SeatPreference::Any,
            take_back: Grant::Never,
            take_back_ms: 10_000,
            draw: DrawRule::Never,
            rematch: Grant::Never,
            client_says_ms: 10_000,
            seat_is_shown: false,
            attacks: Attacks::default(),
            blind_ms: 4_000,
            covered_ms: 600_000,
            dismiss: vec!["Escape".to_owned()],
            unknown_ms: 15_000,
            remedy_ms: 30_000,
            progress_ms: 900_000,
            seek_ms: None,
            health_ms: Some(300_000),
            status_ms: 10_000,
            screen_ms: 120,
            disk_ms: 300_000,
            rest_ms: 1_000,
            last_look_ms: 2_000,
            engine_failures: 2,
            engine_crashes: 3,
            aborted_games: 5,
            unwanted_games: 20,
            turn_ms: None,
        }
    }
}

impl Bounds {
    /// For a client of which nothing is known: a person starts its games, and few clicks tell whether it takes any.
    pub fn for_a_stranger() -> Bounds {
        Bounds {
            familiarity: Familiarity::Stranger,
            clicks: 3,
            new_game_ms: 20_000,
            new_game_attempts: 1,
            covered_ms: 60_000,
            dismiss: Vec::new(),
            ..Bounds::default()
        }
    }

    /// How long a game in hand may stand still: longer than all that it waits for by itself.
    pub fn patience_in_game_ms(&self) -> u64 {
        let waits_ms = [self.opponent_ms, self.turn_ms.unwrap_or(0), self.away_ms];
        let longest_ms = waits_ms.into_iter().fold(0, u64::saturating_add);
        self.progress_ms.max(longest_ms)
    }

    /// How long no game may begin: longer than it is asked for and sought by itself.
    pub fn patience_between_games_ms(&self) -> u64 {
        let asks_ms = self.new_game_ms.saturating_mul(u64::from(self.new_game_attempts));
        self.progress_ms
            .max(asks_ms.saturating_mul(2))
            .saturating_add(self.seek_ms.unwrap_or(0))
    }
}
