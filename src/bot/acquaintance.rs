//! How well a client is known, and what that makes of trouble. Pure.

use vision::reconcile::Mismatch;

use super::trouble::Trouble;

/// How well a client is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Acquaintance {
    /// It has a profile: what goes wrong is mended.
    #[default]
    Profile,
    /// Nothing is known but its window's title. What goes wrong may be no accident at all (another game, a picture of a
    /// board): it is looked at again, and told.
    Stranger,
}

impl Acquaintance {
    /// What a reading that no move explains is taken for: stones that go from a known client's board were read wrongly,
    /// those of a stranger may be captured.
    pub fn suspects(self, trouble: Trouble, mismatch: &Mismatch) -> Trouble {
        match (self, trouble, mismatch) {
            (
                Acquaintance::Stranger,
                Trouble::Mismatch(why),
                Mismatch::Vanished(_) | Mismatch::Recolored(_),
            ) => Trouble::OtherGame(why),
            (_, trouble, _) => trouble,
        }
    }
}
