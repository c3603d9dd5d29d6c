//! The pictures that a profile names, read from its folder.

use vision::picture::{self, PictureError};

use crate::{
    client::Profile,
    folder::{self, FileRefusal, ReadFile},
    limits,
    template_names::template_names,
};
use base::user_error::UserError;

/// All pictures that a profile names, by file name.
///
/// # Errors
/// One is missing, leads out of the folder, is no picture or too large; or there are too many.
pub(super) fn load(
    profile: &Profile,
    shown: &str,
    file: ReadFile<'_>,
) -> Result<Vec<(String, image::RgbImage)>, UserError> {
    let mut templates: Vec<(String, image::RgbImage)> = Vec::new();
    let mut pixels = 0;
    for name in template_names(profile) {
        if templates.iter().any(|(known, _)| known == name) {
            continue;
        }
        let picture = load_template(name, shown, file)?;
        pixels += u64::from(picture.width()) * u64::from(picture.height());
        if pixels > limits::ALL_PIXELS || templates.len() == limits::PICTURES {
            return Err(UserError::new(
                format!(
                    "{shown} names too many templates: {} with {pixels} pixels by {:?}",
                    templates.len() + 1,
                    name
                ),
                format!(
                    "at most {} with {} pixels together",
                    limits::PICTURES,
                    limits::ALL_PIXELS
                ),
            ));
        }
        templates.push((name.to_owned(), picture));
    }
    Ok(templates)
}

fn load_template(name: &str, shown: &str, file: ReadFile<'_>) -> Result<image::RgbImage, UserError> {
    if !folder::stays_inside(name) {
        return Err(UserError::new(
            format!("{shown} names template {name:?}, which {}", FileRefusal::Outside),
            "put the picture beside profile.toml and give its name alone",
        ));
    }
    let bytes = file(name, limits::PICTURE_BYTES).map_err(|refusal| {
        let hint = match refusal {
            FileRefusal::Missing => "put the picture beside profile.toml",
            FileRefusal::Outside => "put the picture itself beside profile.toml, not a link",
            _ => "templates are small PNG pictures",
        };
        UserError::new(format!("{shown} names template {name:?}, which {refusal}"), hint)
    })?;
    picture::from_bytes(&bytes, limits::PICTURE_PIXELS).map_err(|error| {
        let hint = match error {
            PictureError::TooLarge { .. } => {
                "cut out the small part that tells the screen: `tengen client picture`"
            }
            PictureError::Unreadable(_) => "templates are PNG pictures",
        };
        UserError::new(format!("template {name:?}: {error}"), hint)
    })
}
