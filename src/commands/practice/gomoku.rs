//! Gomoku, as the command line offers it to practise.

use referee::gomoku::{Position, Rule};
use vision::theme::{self, Theme};

use super::{Args, Offered, given};
use practice::{exercise::Exercise, setup::BoardDisplay};

impl Offered for Position {
    const THEME: &str = "kaya";

    fn theme(name: &str) -> Option<&'static Theme> {
        theme::by_name(name)
    }

    fn themes() -> Vec<&'static str> {
        theme::all().iter().map(|theme| theme.name).collect()
    }

    fn size(args: &Args) -> u8 {
        args.size.unwrap_or(Position::SIZE)
    }

    fn rule(args: &Args) -> Rule {
        let named = args.rule.as_deref().and_then(Rule::from_name);
        named.unwrap_or(Position::RULE)
    }

    fn display(args: &Args) -> BoardDisplay {
        BoardDisplay {
            numbers: args.numbers,
            last_move: !args.no_last_move,
            hover: !args.no_hover,
        }
    }

    fn strange(args: &Args) -> Vec<&'static str> {
        given([
            (args.pitch.is_some(), "--pitch"),
            (args.blocked.is_some(), "--blocked"),
            (args.hints, "--hints"),
            (args.undo, "--undo"),
        ])
    }
}
