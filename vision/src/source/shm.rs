//! The fast way to the screen's pixels on X11: the server writes them into memory that it shares with us (MIT-SHM),
//! and nothing is copied through the connection. The memory is kept from grab to grab.

use std::{fs::File, sync::Arc};

use image::RgbImage;
use memmap2::Mmap;
use x11rb::{
    connection::{Connection, RequestConnection},
    protocol::{
        shm::{self, ConnectionExt as _},
        xproto::{ConnectionExt as _, GetGeometryReply, ImageFormat, ImageOrder, Screen, Setup},
    },
    rust_connection::RustConnection,
};

use crate::{
    area::Area,
    frame::Frame,
    source::{CaptureError, FrameSource},
};

/// Bytes a pixel in the server's pictures, at the depths that are handled here.
const BYTES: usize = 4;

/// The extension by which an X server says that it runs inside Wayland.
const XWAYLAND: &str = "XWAYLAND";

/// The root window of an X display.
pub struct ShmSource {
    connection: RustConnection,
    root: u32,
    order: [usize; 3],
    segment: Option<Segment>,
}

/// Memory shared with the server; unmapped here when dropped, detached there by [`ShmSource::detach`].
struct Segment {
    id: shm::Seg,
    memory: Mmap,
}

impl ShmSource {
    /// Connects to the display that the environment names.
    ///
    /// # Errors
    /// [`CaptureError::NoDisplay`], or [`CaptureError::Unsupported`] if the server is on another machine or its
    /// pixels are not four bytes of 8-bit red, green and blue.
    pub fn open() -> Result<ShmSource, CaptureError> {
        let (connection, number) =
            x11rb::connect(None).map_err(|error| CaptureError::NoDisplay(error.to_string()))?;
        let unsupported = |what: &str| CaptureError::Unsupported(what.to_owned());
        // An X server inside Wayland shows its own windows only; the rest of the screen would be black.
        if connection
            .extension_information(XWAYLAND)
            .map_err(failed)?
            .is_some()
        {
            return Err(unsupported("X11 shared memory under Wayland"));
        }
        if connection
            .extension_information(shm::X11_EXTENSION_NAME)
            .map_err(failed)?
            .is_none()
        {
            return Err(unsupported("X11 shared memory"));
        }
        let version = connection
            .shm_query_version()
            .map_err(failed)?
            .reply()
            .map_err(failed)?;
        if (version.major_version, version.minor_version) < (1, 2) {
            return Err(unsupported("X11 shared memory before version 1.2"));
        }
        let setup = connection.setup();
        let screen = &setup.roots[number];
        let order = byte_order(setup, screen).ok_or_else(|| unsupported("this pixel format"))?;
        let root = screen.root;
        let mut source = ShmSource {
            connection,
            root,
            order,
            segment: None,
        };
        // A server on another machine names the extension and then cannot share: better known here than at a grab.
        source
            .attach(BYTES)
            .map_err(|error| CaptureError::Unsupported(format!("X11 shared memory ({error})")))?;
        Ok(source)
    }

    fn attach(&mut self, bytes: usize) -> Result<(), CaptureError> {
        self.detach();
        let id = self.connection.generate_id().map_err(failed)?;
        let size = u32::try_from(bytes).map_err(failed)?;
        let reply = self
            .connection
            .shm_create_segment(id, size, false)
            .map_err(failed)?;
        let file = File::from(reply.reply().map_err(failed)?.shm_fd);
        #[expect(
            unsafe_code,
            reason = "sharing memory with the server is ten times faster than the wire"
        )]
        let memory = {
            // SAFETY: the memory stays mapped as long as the map lives, whatever becomes of the server. Only the
            // server writes to it, and only between our request for a picture and its reply; the bytes are read
            // after the reply and before the next request. The server made the file with the size asked for and
            // does not cut it.
            unsafe { Mmap::map(&file) }.map_err(failed)?
        };
        if memory.len() < bytes {
            return Err(failed(format!(
                "shared memory has {} bytes instead of {bytes}",
                memory.len()
            )));
        }
        self.segment = Some(Segment { id, memory });
        Ok(())
    }

    fn detach(&mut self) {
        if let Some(segment) = self.segment.take() {
            // A server that is gone has let go of it already.
            let _ = self.connection.shm_detach(segment.id);
        }
    }
}

impl Drop for ShmSource {
    fn drop(&mut self) {
        self.detach();
        let _ = self.connection.flush();
    }
}

impl FrameSource for ShmSource {
    fn screen(&mut self) -> Result<Area, CaptureError> {
        // Asked for each time: a screen changes its size when a monitor is plugged in.
        let root = self.connection.get_geometry(self.root).map_err(failed)?;
        Ok(area_of(&root.reply().map_err(failed)?))
    }

    fn grab(&mut self, area: Area) -> Result<Frame, CaptureError> {
        let bytes = area.width as usize * area.height as usize * BYTES;
        if self
            .segment
            .as_ref()
            .is_none_or(|segment| segment.memory.len() < bytes)
        {
            let screen = self.screen()?;
            super::check_on_screen(area, screen)?;
            self.attach(bytes)?;
        }
        let segment = self.segment.as_ref().ok_or_else(|| failed("no shared memory"))?;
        // Both questions go out before the first answer is awaited. Of an area off the screen, whose sides are 16-bit numbers
        // in X, whatever is answered is not looked at.
        let root = self.connection.get_geometry(self.root).map_err(failed)?;
        let request = self.connection.shm_get_image(
            self.root,
            area.x as i16,
            area.y as i16,
            area.width as u16,
            area.height as u16,
            u32::MAX,
            ImageFormat::Z_PIXMAP.into(),
            segment.id,
            0,
        );
        let (root, reply) = (root.reply(), request.map_err(failed)?.reply());
        super::check_on_screen(area, area_of(&root.map_err(failed)?))?;
        let reply = reply.map_err(failed)?;
        if reply.size as usize != bytes {
            return Err(failed(format!(
                "the server gave {} bytes instead of {bytes}",
                reply.size
            )));
        }
        let image = to_rgb(&segment.memory[..bytes], area.width, area.height, self.order);
        Ok(Frame {
            image: Arc::new(image),
            origin: (area.x, area.y),
        })
    }
}

fn area_of(root: &GetGeometryReply) -> Area {
    Area::new(0, 0, u32::from(root.width), u32::from(root.height))
}

fn failed(error: impl std::fmt::Display) -> CaptureError {
    CaptureError::Failed(error.to_string())
}

/// Which of a pixel's four bytes are red, green and blue; `None` if they are not three whole bytes.
fn byte_order(setup: &Setup, screen: &Screen) -> Option<[usize; 3]> {
    let depth = screen.root_depth;
    let format = setup.pixmap_formats.iter().find(|format| format.depth == depth)?;
    if !matches!(depth, 24 | 32) || usize::from(format.bits_per_pixel) != 8 * BYTES {
        return None;
    }
    let visuals = screen.allowed_depths.iter().flat_map(|depth| &depth.visuals);
    let visual = visuals
        .into_iter()
        .find(|visual| visual.visual_id == screen.root_visual)?;
    let byte = |mask: u32| {
        let shift = mask.trailing_zeros();
        let whole = shift.is_multiple_of(8) && mask.checked_shr(shift) == Some(0xff);
        let from_low = (shift / 8) as usize;
        let from_first = if setup.image_byte_order == ImageOrder::LSB_FIRST {
            from_low
        } else {
            BYTES - 1 - from_low
        };
        whole.then_some(from_first)
    };
    Some([
        byte(visual.red_mask)?,
        byte(visual.green_mask)?,
        byte(visual.blue_mask)?,
    ])
}

/// `pixels` holds `width * height` pixels of four bytes.
fn to_rgb(pixels: &[u8], width: u32, height: u32, order: [usize; 3]) -> RgbImage {
    let mut image = RgbImage::new(width, height);
    let bytes: &mut [u8] = &mut image;
    if order == [2, 1, 0] {
        // The order of nearly every display: with constant indices this loop becomes byte shuffles.
        convert(bytes, pixels, |pixel| [pixel[2], pixel[1], pixel[0]]);
    } else {
        convert(bytes, pixels, |pixel| order.map(|byte| pixel[byte]));
    }
    image
}

#[inline(always)]
fn convert(rgb: &mut [u8], pixels: &[u8], pick: impl Fn(&[u8; BYTES]) -> [u8; 3]) {
    let (pixels, _) = pixels.as_chunks::<BYTES>();
    let (rgb, _) = rgb.as_chunks_mut::<3>();
    for (to, from) in rgb.iter_mut().zip(pixels) {
        *to = pick(from);
    }
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;

    #[test]
    fn bytes_become_red_green_blue_in_either_order() {
        let pixels = [3, 2, 1, 255, 6, 5, 4, 0];
        let image = to_rgb(&pixels, 2, 1, [2, 1, 0]);
        assert_eq!(
            (image.get_pixel(0, 0), image.get_pixel(1, 0)),
            (&Rgb([1, 2, 3]), &Rgb([4, 5, 6]))
        );
        let image = to_rgb(&pixels, 2, 1, [1, 2, 3]);
        assert_eq!(
            (image.get_pixel(0, 0), image.get_pixel(1, 0)),
            (&Rgb([2, 1, 255]), &Rgb([5, 4, 0]))
        );
    }
}
