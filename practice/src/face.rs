//! How the practice client looks: its model drawn into memory. It decides nothing and remembers no game, only what it
//! has drawn: a look at an unchanged picture draws nothing, and a small change draws little.

pub(crate) mod board;
mod cover;
mod ink;
mod page;
mod panel;
mod stone;

use std::collections::HashMap;

use image::{Rgb, RgbImage};
use vision::{
    area::Area,
    calibration::Calibration,
    paint::{Painter, Scene},
    theme::Theme,
};

use self::{
    board::{Board, blit, copy},
    cover::Cover,
    page::Leaf,
    panel::Piece,
};
use crate::{layout::Layout, model::Model};

/// Where a drawing's random grain begins; the same board every time.
const GRAIN: u64 = 1;

/// Remembered parts of the panel; more are forgotten.
const PIECES_MAX: usize = 2_000;

/// Draws one board in one look.
pub(super) struct Face {
    theme: &'static Theme,
    painter: Painter,
    board: Board,
    pieces: HashMap<(u32, u32, Piece), RgbImage>,
    shown: Option<Shown>,
}

/// Everything that is to be seen, as data: equal views look equal.
#[derive(Clone, PartialEq)]
struct View {
    body: Body,
    pieces: Vec<(Area, Piece)>,
    cover: Cover,
}

#[derive(Clone, PartialEq)]
enum Body {
    Board(Scene),
    Leaf(Leaf),
}

impl View {
    fn of(model: &Model, layout: &Layout, now_ms: u64) -> View {
        let body = match page::leaf(model) {
            Some(leaf) => Body::Leaf(leaf),
            None => Body::Board(model.scene(now_ms)),
        };
        View {
            body,
            pieces: panel::pieces(model, layout, now_ms),
            cover: Cover::of(model),
        }
    }

    fn areas(&self) -> impl Iterator<Item = Area> {
        self.pieces.iter().map(|(area, _)| *area)
    }
}

/// A view and its picture.
struct Shown {
    view: View,
    image: RgbImage,
}

impl Face {
    /// A face with a board of `size` x `size` points, `pitch` pixels apart.
    pub(super) fn new(theme: &'static Theme, size: u8, pitch: f64) -> Face {
        let painter = Painter::new(theme, size, size, pitch, GRAIN);
        let board = Board::new(&painter, theme);
        Face {
            theme,
            painter,
            board,
            pieces: HashMap::new(),
            shown: None,
        }
    }

    /// The board's picture in pixels.
    pub(super) fn board_size(&self) -> (u32, u32) {
        self.board.image().dimensions()
    }

    /// Where the points are in the board's picture.
    pub(super) fn calibration(&self) -> Calibration {
        self.painter.calibration()
    }

    /// The whole content of the window, drawn from nothing.
    pub(super) fn draw(&self, model: &Model, layout: &Layout, now_ms: u64) -> RgbImage {
        let view = View::of(model, layout, now_ms);
        let mut image = desk(layout);
        for (area, piece) in &view.pieces {
            let picture = panel::draw(piece, (area.width, area.height), layout.scale, self.theme);
            blit(&mut image, &picture, area.x as u32, area.y as u32);
        }
        let body = match &view.body {
            Body::Board(scene) => self.painter.paint(scene).image,
            Body::Leaf(leaf) => page::draw(leaf, layout),
        };
        let body = if view.cover.is_nothing() {
            body
        } else {
            view.cover.over(&body, layout)
        };
        blit(&mut image, &body, layout.board.x as u32, layout.board.y as u32);
        image
    }

    /// The same picture, made from the last one.
    pub(super) fn refresh(&mut self, model: &Model, layout: &Layout, now_ms: u64) {
        let view = View::of(model, layout, now_ms);
        let mut last = self.shown.take();
        if last
            .as_ref()
            .is_some_and(|last| !last.view.areas().eq(view.areas()))
        {
            last = None;
        }
        let image = match last {
            Some(Shown { view: before, image }) => self.repaired(&before, image, &view, layout),
            None => self.anew(&view, layout),
        };
        self.shown = Some(Shown { view, image });
    }

    /// The picture that was made last; nothing before the first one.
    pub(super) fn picture(&self) -> Option<&RgbImage> {
        self.shown.as_ref().map(|shown| &shown.image)
    }

    fn anew(&mut self, view: &View, layout: &Layout) -> RgbImage {
        let mut image = desk(layout);
        for (area, piece) in &view.pieces {
            self.put_piece(&mut image, *area, piece, layout.scale);
        }
        if let Body::Board(scene) = &view.body {
            self.board.show(&self.painter, scene);
        }
        self.put_body(&mut image, view, layout);
        image
    }

    fn repaired(&mut self, before: &View, mut image: RgbImage, view: &View, layout: &Layout) -> RgbImage {
        for ((area, piece), (_, old)) in view.pieces.iter().zip(&before.pieces) {
            if piece != old {
                self.put_piece(&mut image, *area, piece, layout.scale);
            }
        }
        let (left, top) = (layout.board.x as u32, layout.board.y as u32);
        let bare = view.cover.is_nothing() && before.cover.is_nothing();
        match (&before.body, &view.body) {
            (Body::Board(_), Body::Board(scene)) => {
                let parts = self.board.show(&self.painter, scene);
                if bare {
                    for part in parts {
                        let to = (left + part.0, top + part.1);
                        copy(&mut image, to, self.board.image(), part);
                    }
                } else if !parts.is_empty() || before.cover != view.cover {
                    self.put_body(&mut image, view, layout);
                }
            }
            _ if before.body == view.body && before.cover == view.cover => {}
            _ => {
                if let Body::Board(scene) = &view.body {
                    self.board.show(&self.painter, scene);
                }
                self.put_body(&mut image, view, layout);
            }
        }
        image
    }

    fn put_piece(&mut self, image: &mut RgbImage, area: Area, piece: &Piece, scale: f64) {
        if self.pieces.len() > PIECES_MAX {
            self.pieces.clear();
        }
        let theme = self.theme;
        let picture = self
            .pieces
            .entry((area.width, area.height, piece.clone()))
            .or_insert_with(|| panel::draw(piece, (area.width, area.height), scale, theme));
        blit(image, picture, area.x as u32, area.y as u32);
    }

    /// Page and cover. The board has been brought up to date.
    fn put_body(&self, image: &mut RgbImage, view: &View, layout: &Layout) {
        let (left, top) = (layout.board.x as u32, layout.board.y as u32);
        let leaf;
        let body = match &view.body {
            Body::Board(_) => self.board.image(),
            Body::Leaf(page) => {
                leaf = page::draw(page, layout);
                &leaf
            }
        };
        if view.cover.is_nothing() {
            blit(image, body, left, top);
        } else {
            blit(image, &view.cover.over(body, layout), left, top);
        }
    }
}

/// A window with nothing in it.
fn desk(layout: &Layout) -> RgbImage {
    RgbImage::from_pixel(layout.width, layout.height, Rgb(ink::DESK))
}
