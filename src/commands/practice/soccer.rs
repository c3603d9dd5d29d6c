//! Paper Soccer, as the command line offers it to practise.

use referee::soccer::{Blocked, Pitch, Position};
use vision::pitch::theme::{self, Theme};

use super::{Args, Offered, given};
use practice::{exercise::Exercise, setup::FieldDisplay};

impl Offered for Position {
    const THEME: &str = "mobile";

    fn theme(name: &str) -> Option<&'static Theme> {
        theme::by_name(name)
    }

    fn themes() -> Vec<&'static str> {
        theme::all().iter().map(|theme| theme.name).collect()
    }

    fn size(args: &Args) -> Pitch {
        args.pitch.unwrap_or(Position::SIZE)
    }

    fn rule(args: &Args) -> Blocked {
        let named = args.blocked.as_deref().and_then(Blocked::from_name);
        named.unwrap_or(Position::RULE)
    }

    fn display(args: &Args) -> FieldDisplay {
        FieldDisplay {
            hints: args.hints,
            last_turn: !args.no_last_move,
            hover: !args.no_hover,
        }
    }

    fn strange(args: &Args) -> Vec<&'static str> {
        given([
            (args.size.is_some(), "--size"),
            (args.rule.is_some(), "--rule"),
            (args.numbers, "--numbers"),
        ])
    }
}
