//! Keys and what they ask for. Digits gather until Enter.

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::AnyReplay;

/// More digits than any game has plies.
const DIGITS_MAX: usize = 4;

/// What the person wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KeyCommand {
    /// Leave.
    Quit,
    /// Start or stop autoplay.
    Play,
    /// Another place.
    Go(Step),
}

/// A way to another place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Forward(usize),
    Back(usize),
    To(usize),
    /// To the end of the turn.
    ForwardTurn,
    /// To the beginning of the turn, or of the one before.
    BackTurn,
}

impl Step {
    pub(super) fn take(self, replay: &mut AnyReplay) {
        let at = replay.at();
        match self {
            Step::Forward(plies) => replay.jump(at.saturating_add(plies)),
            Step::Back(plies) => replay.jump(at.saturating_sub(plies)),
            Step::To(place) => replay.jump(place),
            Step::ForwardTurn => {
                replay.forward_turn();
            }
            Step::BackTurn => {
                replay.back_turn();
            }
        }
    }
}

/// The number being typed.
#[derive(Debug, Default)]
pub(super) struct Keys {
    digits: String,
}

impl Keys {
    /// The number so far.
    pub(super) fn typed(&self) -> String {
        self.digits.clone()
    }

    pub(super) fn press(&mut self, key: KeyEvent) -> Option<KeyCommand> {
        if key.kind == KeyEventKind::Release {
            return None;
        }
        if let KeyCode::Char(digit @ '0'..='9') = key.code {
            if self.digits.len() < DIGITS_MAX {
                self.digits.push(digit);
            }
            return None;
        }
        let typed = std::mem::take(&mut self.digits);
        match key.code {
            KeyCode::Char('c' | 'd') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                Some(KeyCommand::Quit)
            }
            KeyCode::Char('q') => Some(KeyCommand::Quit),
            KeyCode::Esc if typed.is_empty() => Some(KeyCommand::Quit),
            KeyCode::Backspace => {
                self.digits = typed;
                self.digits.pop();
                None
            }
            KeyCode::Enter => typed.parse().ok().map(|place| KeyCommand::Go(Step::To(place))),
            KeyCode::Char(' ') => Some(KeyCommand::Play),
            KeyCode::Right | KeyCode::Char('l') => Some(KeyCommand::Go(Step::Forward(1))),
            KeyCode::Left | KeyCode::Char('h') => Some(KeyCommand::Go(Step::Back(1))),
            KeyCode::Char('t') => Some(KeyCommand::Go(Step::ForwardTurn)),
            KeyCode::Char('T') => Some(KeyCommand::Go(Step::BackTurn)),
            KeyCode::PageDown | KeyCode::Down => Some(KeyCommand::Go(Step::Forward(10))),
            KeyCode::PageUp | KeyCode::Up => Some(KeyCommand::Go(Step::Back(10))),
            KeyCode::Home | KeyCode::Char('g') => Some(KeyCommand::Go(Step::To(0))),
            KeyCode::End | KeyCode::Char('G') => Some(KeyCommand::Go(Step::To(usize::MAX))),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_keys_ask_for() {
        let check = |codes: &[KeyCode], expected: Option<KeyCommand>| {
            let mut keys = Keys::default();
            let commands = codes.iter().map(|&code| keys.press(KeyEvent::from(code)));
            assert_eq!(commands.last().flatten(), expected, "{codes:?}");
        };
        let char = KeyCode::Char;
        check(
            &[char('1'), char('2'), KeyCode::Enter],
            Some(KeyCommand::Go(Step::To(12))),
        );
        check(
            &[char('1'), char('2'), KeyCode::Backspace, KeyCode::Enter],
            Some(KeyCommand::Go(Step::To(1))),
        );
        check(&[char('9'); 9], None);
        check(&[KeyCode::Enter], None);
        check(&[char('3'), KeyCode::Esc], None);
        check(&[KeyCode::Esc], Some(KeyCommand::Quit));
        check(&[char(' ')], Some(KeyCommand::Play));
        check(
            &[char('3'), KeyCode::Right],
            Some(KeyCommand::Go(Step::Forward(1))),
        );
        check(&[char('t')], Some(KeyCommand::Go(Step::ForwardTurn)));
        check(&[char('T')], Some(KeyCommand::Go(Step::BackTurn)));
        check(&[KeyCode::Home], Some(KeyCommand::Go(Step::To(0))));
        let mut keys = Keys::default();
        let interrupt = KeyEvent::new(char('c'), KeyModifiers::CONTROL);
        assert_eq!(keys.press(interrupt), Some(KeyCommand::Quit));
    }
}
