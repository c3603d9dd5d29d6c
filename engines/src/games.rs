//! The registry of engines of every game: specs of one kind side by side, and players of one game as players of any. Who
//! lets engines play asks here, never which game it is. A further kind of game is a variant of [`AnySpec`].

use std::{fmt, path::Path};

use referee::{
    clock::TimeControl,
    games::{AnyMove, AnyPosition, GameKind, Registered},
    kind::Kind,
    player::{Cost, Limits, Player, PlayerError, Stop, Thought},
    verdict::Verdict,
};

use crate::{
    mcts::options::MctsOptions,
    registry::{self, Spec, SpecError},
    soccer::registry::{self as soccer, SoccerSpec},
};

/// An engine of some game and its settings. Printed, it is the normal form of the spec.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnySpec {
    /// Of Gomoku.
    Gomoku(Spec),
    /// Of Paper Soccer.
    Soccer(SoccerSpec),
}

/// A kind of game that there are engines for.
pub trait EngineKind: Kind + 'static {
    /// The engine that plays where nobody says which.
    const DEFAULT: &str;

    /// Reads a spec and makes the player it asks for.
    ///
    /// # Errors
    /// The spec is wrong, or what it names is not there.
    fn build(spec: &str) -> Result<Box<dyn Player<Self>>, SpecError>;
}

impl EngineKind for referee::gomoku::Position {
    const DEFAULT: &str = registry::DEFAULT;

    fn build(spec: &str) -> Result<Box<dyn Player<referee::gomoku::Position>>, SpecError> {
        AnySpec::read(GameKind::Gomoku, spec)?;
        registry::build(spec)
    }
}

impl EngineKind for referee::soccer::Position {
    const DEFAULT: &str = soccer::DEFAULT;

    fn build(spec: &str) -> Result<Box<dyn Player<referee::soccer::Position>>, SpecError> {
        AnySpec::read(GameKind::Soccer, spec)?;
        soccer::build(spec)
    }
}

/// The engine that plays a game where nobody says which.
pub fn default_spec(game: GameKind) -> &'static str {
    match game {
        GameKind::Gomoku => registry::DEFAULT,
        GameKind::Soccer => soccer::DEFAULT,
    }
}

impl fmt::Display for AnySpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnySpec::Gomoku(spec) => spec.fmt(f),
            AnySpec::Soccer(spec) => spec.fmt(f),
        }
    }
}

impl AnySpec {
    /// Reads the spec of an engine for this game.
    ///
    /// # Errors
    /// The spec is wrong, or names an engine of another game.
    pub fn read(game: GameKind, text: &str) -> Result<AnySpec, SpecError> {
        let of_game = |game| match game {
            GameKind::Gomoku => text.parse().map(AnySpec::Gomoku),
            GameKind::Soccer => text.parse().map(AnySpec::Soccer),
        };
        of_game(game).map_err(|error: SpecError| {
            let SpecError::UnknownEngine { name, .. } = &error else {
                return error;
            };
            let knows = |other: &GameKind| !matches!(of_game(*other), Err(SpecError::UnknownEngine { .. }));
            match GameKind::ALL.into_iter().find(knows) {
                Some(other) => SpecError::OtherGame {
                    name: name.clone(),
                    game,
                    other,
                },
                None => error,
            }
        })
    }

    /// Makes the player. External programs and devices are looked for here.
    ///
    /// # Errors
    /// The program could not be started, or the device not be opened.
    pub fn build(&self) -> Result<Box<dyn Player<AnyPosition>>, SpecError> {
        Ok(match self {
            AnySpec::Gomoku(spec) => Box::new(OfOneGame(spec.build()?)),
            AnySpec::Soccer(spec) => Box::new(OfOneGame(spec.build()?)),
        })
    }

    /// The same engine as a referee takes it: a program that dies has lost, and one that is silent is not waited for for
    /// ever, but `patience_ms` where there is no limit on time.
    #[must_use]
    pub fn refereed(mut self, control: TimeControl, patience_ms: u64) -> AnySpec {
        let most_ms = match control.turn_ms {
            Some(_) => None,
            None => Some(control.game_ms.unwrap_or(patience_ms)),
        };
        // Nobody has fallen silent who is only late by less than the referee allows.
        match &mut self {
            AnySpec::Gomoku(Spec::Pbrain(options)) => {
                options.tries = 1;
                options.grace_ms = options.grace_ms.max(control.grace_ms);
                options.timeout_turn_ms = options.timeout_turn_ms.or(most_ms);
            }
            AnySpec::Soccer(SoccerSpec::Codingame(options)) => {
                options.grace_ms = options.grace_ms.max(control.grace_ms);
                options.timeout_turn_ms = options.timeout_turn_ms.or(most_ms);
            }
            AnySpec::Gomoku(_) | AnySpec::Soccer(_) => {}
        }
        self
    }

    /// The same engine for one game of many: one that makes its moves by dice gets dice of its own for each `number`.
    #[must_use]
    pub fn for_game(&self, number: u64) -> AnySpec {
        let dice = |seed: &u64| seed ^ number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        match self {
            AnySpec::Gomoku(Spec::Random { seed }) => AnySpec::Gomoku(Spec::Random { seed: dice(seed) }),
            AnySpec::Soccer(SoccerSpec::Random { seed }) => {
                AnySpec::Soccer(SoccerSpec::Random { seed: dice(seed) })
            }
            AnySpec::Gomoku(Spec::Mcts(options)) => AnySpec::Gomoku(Spec::Mcts(MctsOptions {
                seed: dice(&options.seed),
                ..options.clone()
            })),
            AnySpec::Soccer(SoccerSpec::Mcts(options)) => AnySpec::Soccer(SoccerSpec::Mcts(MctsOptions {
                seed: dice(&options.seed),
                ..options.clone()
            })),
            other => other.clone(),
        }
    }

    /// Whether it makes its moves by dice.
    pub fn is_random(&self) -> bool {
        matches!(
            self,
            AnySpec::Gomoku(Spec::Random { .. } | Spec::Mcts(_))
                | AnySpec::Soccer(SoccerSpec::Random { .. } | SoccerSpec::Mcts(_))
        )
    }

    /// Whether it is a device.
    pub fn is_device(&self) -> bool {
        matches!(self, AnySpec::Gomoku(Spec::Device(_)))
    }

    /// The file of an external program.
    pub fn program(&self) -> Option<&Path> {
        match self {
            AnySpec::Gomoku(Spec::Pbrain(options)) => Some(&options.program),
            AnySpec::Soccer(SoccerSpec::Codingame(options)) => Some(&options.program),
            AnySpec::Gomoku(_) | AnySpec::Soccer(_) => None,
        }
    }

    /// What the engine is called, and whether it tells scores. Engines of one name tell them in the same units.
    pub fn scores(&self) -> (&'static str, bool) {
        match self {
            AnySpec::Gomoku(Spec::Alphabeta(_)) => ("alphabeta", true),
            AnySpec::Gomoku(Spec::Classic { .. }) => ("classic", true),
            AnySpec::Gomoku(Spec::Mcts(_)) | AnySpec::Soccer(SoccerSpec::Mcts(_)) => ("mcts", true),
            AnySpec::Gomoku(Spec::Alphazero(_)) => ("alphazero", true),
            AnySpec::Gomoku(Spec::Device(_)) => ("device", true),
            AnySpec::Gomoku(Spec::Pbrain(_)) => ("pbrain", false),
            AnySpec::Soccer(SoccerSpec::Soccer(_)) => ("soccer", true),
            AnySpec::Soccer(SoccerSpec::Thesis { .. }) => ("soccer:thesis", true),
            AnySpec::Soccer(SoccerSpec::Codingame(_)) => ("codingame", false),
            AnySpec::Gomoku(Spec::Random { .. }) | AnySpec::Soccer(SoccerSpec::Random { .. }) => {
                ("random", false)
            }
        }
    }
}

/// A player of one game where any game may come.
struct OfOneGame<P>(Box<dyn Player<P>>);

impl<P> OfOneGame<P>
where
    P: Registered,
    for<'a> &'a P: TryFrom<&'a AnyPosition>,
{
    fn seen(position: &AnyPosition) -> Result<&P, PlayerError> {
        let other = || PlayerError::Unsupported(format!("it is a game of {}", position.kind()));
        position.try_into().map_err(|_| other())
    }
}

impl<P> Player<AnyPosition> for OfOneGame<P>
where
    P: Registered,
    for<'a> &'a P: TryFrom<&'a AnyPosition>,
{
    fn name(&self) -> String {
        self.0.name()
    }

    fn new_game(&mut self, position: &AnyPosition) -> Result<(), PlayerError> {
        self.0.new_game(Self::seen(position)?)
    }

    fn think(&mut self, position: &AnyPosition, limits: &Limits) -> Result<Thought<AnyMove>, PlayerError> {
        let thought = self.0.think(Self::seen(position)?, limits)?;
        Ok(Thought {
            play: thought.play.into(),
            score: thought.score,
            depth: thought.depth,
            nodes: thought.nodes,
            line: thought.line.into_iter().map(P::Move::into).collect(),
        })
    }

    fn ponder(&mut self, position: &AnyPosition, stop: &Stop) {
        if let Ok(position) = Self::seen(position) {
            self.0.ponder(position, stop);
        }
    }

    fn game_over(&mut self, position: &AnyPosition, verdict: Verdict) -> Option<String> {
        self.0.game_over(Self::seen(position).ok()?, verdict)
    }

    fn move_costs(&self) -> Vec<Cost> {
        self.0.move_costs()
    }
}

#[cfg(test)]
mod tests {
    use referee::{
        game::Game,
        games::AnyStart,
        gomoku::{Rule, Start},
        kind::Kind as _,
        play::{PlayOptions, play_game},
        soccer::Rules,
    };

    use super::*;

    #[test]
    fn an_engine_of_each_game_plays_it_and_no_other() {
        let starts: [AnyStart; 2] = [Start::free(7, Rule::Freestyle).into(), Rules::default().into()];
        for start in starts {
            let player = || {
                AnySpec::read(start.kind(), "random:seed=4")
                    .unwrap()
                    .build()
                    .unwrap()
            };
            let game = Game::new(AnyPosition::begin(&start).unwrap(), TimeControl::default());
            let (mut one, mut other) = (player(), player());
            let played = play_game(game, [&mut *one, &mut *other], &PlayOptions::default(), &mut || 0);
            assert!(played.game.verdict().unwrap().reason.is_by_rules(), "{start}");
        }
        let mut player = AnySpec::read(GameKind::Soccer, "soccer:nodes=10")
            .unwrap()
            .build()
            .unwrap();
        let board = AnyPosition::begin(&Start::free(7, Rule::Freestyle).into()).unwrap();
        let refused = player.think(&board, &Limits::default()).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "engine cannot play this game: it is a game of gomoku"
        );
    }

    #[test]
    fn an_engine_of_another_game_is_told_so() {
        let check = |game, spec: &str, expected: &str| {
            let error = AnySpec::read(game, spec).unwrap_err();
            assert_eq!(format!("{error}; {}", error.hint()), expected);
        };
        check(
            GameKind::Gomoku,
            "soccer:thesis",
            "engine `soccer` does not play gomoku; it plays soccer: give --game soccer, or another engine",
        );
        check(
            GameKind::Soccer,
            "classic:depth=9000",
            "engine `classic` does not play soccer; it plays gomoku: give --game gomoku, or another engine",
        );
        let unknown = AnySpec::read(GameKind::Soccer, "deepthought").unwrap_err();
        assert!(unknown.hint().contains("soccer:thesis"), "{}", unknown.hint());
    }

    #[test]
    fn each_game_of_many_has_dice_of_its_own() {
        let spec = AnySpec::read(GameKind::Soccer, "random:seed=4").unwrap();
        assert_ne!(spec.for_game(0), spec.for_game(1));
        assert_eq!(spec.for_game(1), spec.for_game(1));
        let spec = AnySpec::read(GameKind::Soccer, "soccer").unwrap();
        assert_eq!(spec.for_game(1), spec);
    }
}
