//! Of which layers a network is made, and its text form: `conv32,conv64,conv128` is the published one (docs/sources.md
//! `S1.5`). Knows no numbers.

use std::{fmt, str::FromStr};

/// Planes that a position is told in: own stones, the opponent's, its last move, and all ones for the first player.
pub(crate) const PLANES: usize = 4;
/// Planes that the head for moves makes before its full layer.
pub(super) const POLICY_PLANES: usize = 4;
/// The same of the head for the value.
pub(super) const VALUE_PLANES: usize = 2;
/// Width of the hidden layer of the head for the value.
pub(super) const VALUE_HIDDEN: usize = 64;

/// Layers that a body may have, and planes of one.
const LAYERS_MAX: usize = 64;
const FILTERS_MAX: usize = 1024;

/// One layer of the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layer {
    /// 3 x 3 convolution with so many filters, then ReLU.
    Convolution(usize),
    /// Two 3 x 3 convolutions as wide as what comes in, which is added to what they make (He and others, 2015).
    Residual,
    /// Mean and maximum of every plane, by a full layer, are added to every point of every plane (after KataGo).
    Pooling,
}

/// The layers between the planes of a position and the two heads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layers(Vec<Layer>);

/// A text that names no body.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no layers `{text}`: {why}")]
pub struct BadLayers {
    text: String,
    why: String,
}

impl Layers {
    /// The published one.
    pub fn published() -> Layers {
        Layers([32, 64, 128].map(Layer::Convolution).to_vec())
    }

    /// Its layers, the one beside the planes first.
    pub fn layers(&self) -> &[Layer] {
        &self.0
    }
}

impl fmt::Display for Layers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.0.iter().map(|layer| match layer {
            Layer::Convolution(filters) => format!("conv{filters}"),
            Layer::Residual => "residual".to_owned(),
            Layer::Pooling => "pool".to_owned(),
        });
        f.write_str(&names.collect::<Vec<_>>().join(","))
    }
}

impl FromStr for Layers {
    type Err = BadLayers;

    fn from_str(text: &str) -> Result<Layers, BadLayers> {
        let bad = |why: &str| BadLayers {
            text: text.to_owned(),
            why: why.to_owned(),
        };
        let layer = |name: &str| match name.trim() {
            "residual" => Ok(Layer::Residual),
            "pool" => Ok(Layer::Pooling),
            name => name
                .strip_prefix("conv")
                .and_then(|filters| filters.parse().ok())
                .filter(|filters| (1..=FILTERS_MAX).contains(filters))
                .map(Layer::Convolution)
                .ok_or_else(|| bad("layers are convN (N filters, to 1024), residual and pool")),
        };
        let layers = text.split(',').map(layer).collect::<Result<Vec<_>, _>>()?;
        match layers.as_slice() {
            [Layer::Convolution(_), ..] if layers.len() <= LAYERS_MAX => Ok(Layers(layers)),
            [Layer::Convolution(_), ..] => Err(bad("there are more than 64")),
            _ => Err(bad("the first is a convolution")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_and_their_text() {
        let check = |text: &str, expected: Result<&str, &str>| match (text.parse::<Layers>(), expected) {
            (Ok(body), Ok(normal)) => assert_eq!(body.to_string(), normal),
            (Err(error), Err(why)) => assert_eq!(error.to_string(), format!("no layers `{text}`: {why}")),
            (read, _) => panic!("{text}: {read:?}"),
        };
        check("conv32,conv64,conv128", Ok("conv32,conv64,conv128"));
        check(
            "conv8, residual,pool, residual",
            Ok("conv8,residual,pool,residual"),
        );
        check("residual", Err("the first is a convolution"));
        let names = "layers are convN (N filters, to 1024), residual and pool";
        check("", Err(names));
        check("conv0", Err(names));
        check("conv9999", Err(names));
        check(&vec!["conv1"; 65].join(","), Err("there are more than 64"));
        assert_eq!(Layers::published().to_string(), "conv32,conv64,conv128");
    }
}
