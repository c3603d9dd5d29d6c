//! What may go wrong between a client's window and whoever looks at it and clicks on it: pictures that are old or torn,
//! clicks that get lost, come twice or late. Faults wait in a row, each for the next picture or click.

use std::collections::VecDeque;

use image::RgbImage;

use crate::face::board::copy;

/// One fault to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InjectedFault {
    /// The next so many looks show the client as it was when the fault was made.
    StaleFrames(u32),
    /// The next look after the client changed shows its upper half new and its lower half old.
    TornFrame,
    /// The next click does not arrive.
    LostClick,
    /// The next click arrives twice.
    DoubleClick,
    /// The next click arrives so many milliseconds later, where the pointer was.
    LateClick(u64),
}

/// What becomes of one click.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Click {
    Once,
    Never,
    Twice,
    Later(u64),
}

/// An old picture of the client, and what it is still good for.
#[derive(Clone, Debug)]
enum OldPicture {
    Stale { image: RgbImage, looks: u32 },
    Torn { image: RgbImage },
}

/// The faults that wait.
#[derive(Clone, Debug, Default)]
pub(super) struct Faults {
    clicks: VecDeque<Click>,
    pictures: VecDeque<OldPicture>,
}

impl Faults {
    /// Puts a fault at the end of its row; `image` is the client as it looks at this moment.
    pub(super) fn push(&mut self, fault: InjectedFault, image: impl FnOnce() -> RgbImage) {
        match fault {
            InjectedFault::StaleFrames(0) => {}
            InjectedFault::StaleFrames(looks) => self.pictures.push_back(OldPicture::Stale {
                image: image(),
                looks,
            }),
            InjectedFault::TornFrame => self.pictures.push_back(OldPicture::Torn { image: image() }),
            InjectedFault::LostClick => self.clicks.push_back(Click::Never),
            InjectedFault::DoubleClick => self.clicks.push_back(Click::Twice),
            InjectedFault::LateClick(ms) => self.clicks.push_back(Click::Later(ms)),
        }
    }

    /// What becomes of the click that is made now.
    pub(super) fn click(&mut self) -> Click {
        self.clicks.pop_front().unwrap_or(Click::Once)
    }

    /// Whether any picture is still to be spoilt.
    pub(super) fn spoil_pictures(&self) -> bool {
        !self.pictures.is_empty()
    }

    /// What a look sees instead of `picture`, if anything.
    pub(super) fn look(&mut self, picture: &RgbImage) -> Option<RgbImage> {
        match self.pictures.front_mut()? {
            OldPicture::Stale { image, looks } => {
                *looks -= 1;
                if *looks > 0 {
                    return Some(image.clone());
                }
                match self.pictures.pop_front() {
                    Some(OldPicture::Stale { image, .. }) => Some(image),
                    _ => None,
                }
            }
            OldPicture::Torn { image } if image == picture => None,
            OldPicture::Torn { image } => {
                let mut torn = std::mem::take(image);
                self.pictures.pop_front();
                let (width, height) = picture.dimensions();
                copy(&mut torn, (0, 0), picture, (0, 0, width, height / 2));
                Some(torn)
            }
        }
    }
}
