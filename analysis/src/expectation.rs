//! How good a move was that lost so much of the expected result. Arithmetic only.

/// How good a move was that lost so much of the expected result, from 0 to 100: the curve that lichess.org publishes for
/// its accuracy.
pub(crate) fn accuracy(loss: f64) -> f64 {
    (103.1668 * (-0.043_54 * 100.0 * loss).exp() - 3.1669).clamp(0.0, 100.0)
}

/// How bad a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Mark {
    /// As good as the best, or nearly.
    Good,
    /// Lost a twentieth of a game.
    Inaccuracy,
    /// Lost a tenth.
    Mistake,
    /// Lost three twentieths or more.
    Blunder,
}

impl Mark {
    /// The mark of a move that lost so much of the expected result.
    pub(crate) fn of(loss: f64) -> Mark {
        match loss {
            loss if loss >= 0.15 => Mark::Blunder,
            loss if loss >= 0.10 => Mark::Mistake,
            loss if loss >= 0.05 => Mark::Inaccuracy,
            _ => Mark::Good,
        }
    }

    /// As annotators write it.
    pub(crate) fn sign(self) -> &'static str {
        match self {
            Mark::Good => "",
            Mark::Inaccuracy => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }

    /// In words.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Mark::Good => "good",
            Mark::Inaccuracy => "inaccuracy",
            Mark::Mistake => "mistake",
            Mark::Blunder => "blunder",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_lost_is_marked() {
        let told = |loss: f64| (Mark::of(loss).sign(), accuracy(loss).round() as u32);
        assert_eq!(told(0.0), ("", 100));
        assert_eq!(told(0.049), ("", 80));
        assert_eq!(told(0.05), ("?!", 80));
        assert_eq!(told(0.12), ("?", 58));
        assert_eq!(told(0.15), ("??", 51));
        assert_eq!(told(1.0), ("??", 0));
    }
}
