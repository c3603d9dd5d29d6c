//! How the practice client looks: its model drawn into memory. It decides nothing and remembers no game, only what it
//! has drawn: a look at an unchanged picture draws nothing, and a small change draws little.

mod blank;
pub(crate) mod board;
mod cover;
mod field;
mod gomoku;
mod ink;
mod page;
mod panel;
pub mod parlor;
mod soccer;
mod stone;

use std::{collections::HashMap, fmt};

use image::{Rgb, RgbImage};
use referee::seat::Seat;
use vision::{
    area::Area,
    calibration::Calibration,
    paint::{canvas::Canvas, shape::Spot},
};

use self::{
    board::{blit, copy},
    cover::Cover,
    page::Leaf,
    panel::{Cards, Piece},
};
use crate::{exercise::Exercise, layout::Layout, model::Model};

/// Where a drawing's random grain begins; the same board every time.
const GRAIN: u64 = 1;

/// A kind of game that the client can draw.
pub trait Pictured: Exercise {
    /// How a board looks.
    type Theme: fmt::Debug + Sync + 'static;
    /// Draws boards.
    type Easel: Easel<Self>;
    /// Where a board lies in a picture, as who reads it has to know.
    type Place: Clone + fmt::Debug + PartialEq + Send;

    /// Where the board lies whose points are there.
    fn place(size: Self::Size, points: Calibration) -> Self::Place;

    /// Whether a board in that look tells what its points are called.
    fn names_points(theme: &Self::Theme) -> bool;

    /// What stands beside a player's name: whose it is on the board.
    fn sign(canvas: &mut Canvas, theme: &Self::Theme, seat: Seat, centre: Spot, radius: f64);
}

/// A board's picture, kept up to date.
pub trait Easel<P: Pictured>: Send {
    /// A board of that size in that look, its points `pitch` pixels apart.
    fn new(theme: &'static P::Theme, size: P::Size, pitch: f64) -> Self;
    /// Where the points are in the picture.
    fn calibration(&self) -> Calibration;
    /// The picture of the scene that was shown last.
    fn image(&self) -> &RgbImage;
    /// Brings the picture up to date, and says which parts of it are new. It is the same as one painted at once.
    fn show(&mut self, scene: &P::Scene) -> Vec<Part>;
    /// A scene painted at once.
    fn paint(&self, scene: &P::Scene) -> RgbImage;
}

/// A part of a picture: left, top, width, height.
pub(crate) type Part = (u32, u32, u32, u32);

/// Remembered parts of the panel; more are forgotten.
const PIECES_MAX: usize = 2_000;
/// Remembered pages without a board; more are forgotten.
const LEAVES_MAX: usize = 20;

/// Draws one board in one look.
pub(super) struct Face<P: Pictured> {
    theme: &'static P::Theme,
    board: P::Easel,
    pieces: HashMap<(u32, u32, Piece), RgbImage>,
    cards: Cards,
    leaves: HashMap<Leaf, RgbImage>,
    shown: Option<Shown<P>>,
}

/// Everything that is to be seen, as data: equal views look equal.
#[derive(Clone, PartialEq)]
struct View<P: Pictured> {
    body: Body<P>,
    pieces: Vec<(Area, Piece)>,
    cover: Cover,
}

#[derive(Clone, PartialEq)]
enum Body<P: Pictured> {
    Board(P::Scene),
    Leaf(Leaf),
}

impl<P: Pictured> View<P> {
    fn of(model: &Model<P>, layout: &Layout, now_ms: u64) -> View<P> {
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
struct Shown<P: Pictured> {
    view: View<P>,
    image: RgbImage,
}

impl<P: Pictured> Face<P> {
    /// A face with a board of that size, its points `pitch` pixels apart.
    pub(super) fn new(theme: &'static P::Theme, size: P::Size, pitch: f64) -> Face<P> {
        Face {
            theme,
            board: P::Easel::new(theme, size, pitch),
            pieces: HashMap::new(),
            cards: Cards::default(),
            leaves: HashMap::new(),
            shown: None,
        }
    }

    /// The board's picture in pixels.
    pub(super) fn board_size(&self) -> (u32, u32) {
        self.board.image().dimensions()
    }

    /// Where the points are in the board's picture.
    pub(super) fn calibration(&self) -> Calibration {
        self.board.calibration()
    }

    /// The whole content of the window, drawn from nothing.
    pub(super) fn draw(&self, model: &Model<P>, layout: &Layout, now_ms: u64) -> RgbImage {
        let view = View::of(model, layout, now_ms);
        let mut image = desk(layout);
        for (area, piece) in &view.pieces {
            let size = (area.width, area.height);
            let picture = panel::draw::<P>(piece, size, layout.scale, self.theme, &mut Cards::default());
            blit(&mut image, &picture, area.x as u32, area.y as u32);
        }
        let body = match &view.body {
            Body::Board(scene) => self.board.paint(scene),
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
    pub(super) fn refresh(&mut self, model: &Model<P>, layout: &Layout, now_ms: u64) {
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

    fn anew(&mut self, view: &View<P>, layout: &Layout) -> RgbImage {
        let mut image = desk(layout);
        for (area, piece) in &view.pieces {
            self.put_piece(&mut image, *area, piece, layout.scale);
        }
        if let Body::Board(scene) = &view.body {
            self.board.show(scene);
        }
        self.put_body(&mut image, view, layout);
        image
    }

    fn repaired(
        &mut self,
        before: &View<P>,
        mut image: RgbImage,
        view: &View<P>,
        layout: &Layout,
    ) -> RgbImage {
        for ((area, piece), (_, old)) in view.pieces.iter().zip(&before.pieces) {
            if piece != old {
                self.put_piece(&mut image, *area, piece, layout.scale);
            }
        }
        let (left, top) = (layout.board.x as u32, layout.board.y as u32);
        let bare = view.cover.is_nothing() && before.cover.is_nothing();
        match (&before.body, &view.body) {
            (Body::Board(_), Body::Board(scene)) => {
                let parts = self.board.show(scene);
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
                    self.board.show(scene);
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
        let (theme, cards) = (self.theme, &mut self.cards);
        let picture = self
            .pieces
            .entry((area.width, area.height, piece.clone()))
            .or_insert_with(|| panel::draw::<P>(piece, (area.width, area.height), scale, theme, cards));
        blit(image, picture, area.x as u32, area.y as u32);
    }

    /// Page and cover. The board has been brought up to date.
    fn put_body(&mut self, image: &mut RgbImage, view: &View<P>, layout: &Layout) {
        let (left, top) = (layout.board.x as u32, layout.board.y as u32);
        let body = match &view.body {
            Body::Board(_) => self.board.image(),
            Body::Leaf(leaf) => {
                if self.leaves.len() > LEAVES_MAX {
                    self.leaves.clear();
                }
                let drawn = self.leaves.entry(leaf.clone());
                drawn.or_insert_with(|| page::draw(leaf, layout))
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
