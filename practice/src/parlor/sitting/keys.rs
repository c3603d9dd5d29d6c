//! What keys do at the board at home.

use referee::point::Point;

use super::{Deed, Sheet, Sitting, SittingAction, SittingKey};
use crate::parlor::{
    hosted::Hosted,
    wishes::{Knob, Twist},
};

/// What each key does, for people: the key and its meaning.
pub const KEYS: [(&str, &str); 10] = [
    ("arrows", "move the cursor"),
    ("Enter", "place there"),
    ("u", "undo"),
    ("n", "new game"),
    ("g", "games that were kept"),
    ("Tab", "choose side, engine, board"),
    ("PageUp, PageDown", "earlier, later moves"),
    ("Esc", "close, hide the cursor"),
    ("?", "these keys"),
    ("q", "quit"),
];

impl<P: Hosted> Sitting<P> {
    pub(super) fn key(&mut self, key: SittingKey) -> Vec<SittingAction<P>> {
        if key == SittingKey::Quit {
            return vec![SittingAction::Quit];
        }
        if self.sheet.is_some() {
            return self.key_on_sheet(key);
        }
        match key {
            SittingKey::Deed(deed) => self.perform(deed),
            SittingKey::Scroll(lines) => {
                self.scroll(lines);
                Vec::new()
            }
            SittingKey::Panel => {
                self.marked = match self.marked {
                    Some(_) => None,
                    None => Some(Knob::Side),
                };
                Vec::new()
            }
            _ => match self.marked {
                Some(knob) => self.key_on_panel(key, knob),
                None => self.key_on_board(key),
            },
        }
    }

    fn key_on_sheet(&mut self, key: SittingKey) -> Vec<SittingAction<P>> {
        match (key, &mut self.sheet) {
            (SittingKey::Arrow(_, down), Some(Sheet::Games { lines, chosen })) => {
                let last = lines.len().saturating_sub(1);
                *chosen = chosen.saturating_add_signed(isize::from(down)).min(last);
                Vec::new()
            }
            (SittingKey::Enter, Some(Sheet::Games { lines, chosen })) if !lines.is_empty() => {
                let chosen = *chosen;
                self.open_kept(chosen)
            }
            (SittingKey::Arrow(..) | SittingKey::Scroll(_), _) => Vec::new(),
            (SittingKey::Deed(Deed::New), _) => {
                self.sheet = None;
                self.perform(Deed::New)
            }
            _ => {
                self.sheet = None;
                Vec::new()
            }
        }
    }

    fn key_on_panel(&mut self, key: SittingKey, knob: Knob) -> Vec<SittingAction<P>> {
        match key {
            SittingKey::Arrow(0, down) => {
                let at = Knob::ALL.iter().position(|known| *known == knob).unwrap_or(0);
                let last = Knob::ALL.len() - 1;
                self.marked = Some(Knob::ALL[at.saturating_add_signed(isize::from(down)).min(last)]);
                Vec::new()
            }
            SittingKey::Arrow(across, _) => {
                let twist = if across < 0 { Twist::Back } else { Twist::On };
                let actions = self.turn(knob, twist);
                // A game that begins anew leaves the keys where they were.
                self.marked = Some(knob);
                actions
            }
            SittingKey::Enter => {
                self.marked = None;
                self.begin()
            }
            _ => {
                self.marked = None;
                Vec::new()
            }
        }
    }

    fn key_on_board(&mut self, key: SittingKey) -> Vec<SittingAction<P>> {
        match key {
            // The first arrow shows where it is.
            SittingKey::Arrow(..) if !self.is_cursor_shown => self.is_cursor_shown = true,
            SittingKey::Arrow(across, down) => self.move_cursor(across, down),
            SittingKey::Enter if self.is_cursor_shown => return self.place(self.cursor),
            SittingKey::Escape => self.is_cursor_shown = false,
            _ => {}
        }
        Vec::new()
    }

    fn move_cursor(&mut self, across: i8, down: i8) {
        let (size, _) = P::chosen(&self.start);
        let Point { x, y } = self.cursor;
        let moved = x.checked_add_signed(across).zip(y.checked_add_signed(down));
        let moved = moved.map(|(x, y)| Point::new(x, y));
        if let Some(point) = moved.filter(|point| P::is_point(size, *point)) {
            self.cursor = point;
        }
    }

    fn scroll(&mut self, lines: i32) {
        let all = self.position.listed().len();
        let scrolled = self.scrolled.saturating_add_signed(lines as isize);
        self.scrolled = scrolled.min(all.saturating_sub(1));
    }
}
