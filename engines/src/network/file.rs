//! A network as a file: safetensors, with what it is for and of in its description. Whatever bytes come, they are a network
//! or an error.

use std::collections::HashMap;

use referee::gomoku::{self, Rule};
use safetensors::{Dtype, SafeTensors, tensor::TensorView};
use serde::{Deserialize, Serialize};

use super::{NetworkKind, PolicyValueNetwork, plan::Plan};

/// What the description is called among the file's own words.
const DESCRIPTION: &str = "tengen";
/// The form of the description.
const FORM: u32 = 1;

/// Why bytes are no network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetworkFileError {
    /// It is no file of this format.
    #[error("it is no safetensors file: {0}")]
    Format(String),
    /// It has no description of ours.
    #[error("it is no network of this program: {0}")]
    Foreign(String),
    /// A tensor is not what the description says.
    #[error("tensor `{name}` {problem}")]
    Tensor {
        /// Its name.
        name: String,
        /// What is wrong with it.
        problem: String,
    },
}

/// What stands in the file besides numbers.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Description {
    form: u32,
    game: String,
    size: u8,
    rule: Rule,
    layers: String,
    /// How it was made.
    made: String,
}

impl PolicyValueNetwork<f32> {
    /// The file of this network. `made` tells people how it was made.
    pub fn to_bytes(&self, made: &str) -> Vec<u8> {
        let description = Description {
            form: FORM,
            game: "gomoku".to_owned(),
            size: self.kind.size,
            rule: self.kind.rule,
            layers: self.kind.body.to_string(),
            made: made.to_owned(),
        };
        let tensors = self.plan.tensors.iter();
        spell(
            tensors.map(|tensor| {
                (
                    tensor.name.clone(),
                    &tensor.shape[..],
                    &self.numbers[tensor.at.clone()],
                )
            }),
            &description,
        )
    }

    /// The network in such a file.
    ///
    /// # Errors
    /// It is none.
    pub fn from_bytes(bytes: &[u8]) -> Result<PolicyValueNetwork<f32>, NetworkFileError> {
        let (description, tensors) = read::<Description>(bytes)?;
        let foreign = |why: String| NetworkFileError::Foreign(why);
        if description.form != FORM || description.game != "gomoku" {
            let Description { form, game, .. } = description;
            return Err(foreign(format!("it is of form {form}, for {game}")));
        }
        if !gomoku::SIZES.contains(&description.size) {
            return Err(foreign(gomoku::BadSize(description.size).to_string()));
        }
        let kind = NetworkKind {
            size: description.size,
            rule: description.rule,
            body: description
                .layers
                .parse()
                .map_err(|error| foreign(format!("{error}")))?,
        };
        let plan = Plan::new(&kind.body, kind.size);
        let mut all = Vec::new();
        for tensor in &plan.tensors {
            all.extend(numbers(&tensors, &tensor.name, &tensor.shape)?);
        }
        Ok(PolicyValueNetwork {
            kind,
            plan,
            numbers: all,
        })
    }
}

/// How the network of a file was made, in the words of whoever made it.
///
/// # Errors
/// It is none.
pub fn made(bytes: &[u8]) -> Result<String, NetworkFileError> {
    Ok(read::<Description>(bytes)?.0.made)
}

/// A file with these tensors (name, shape, numbers) and this description.
pub(crate) fn spell<'a>(
    tensors: impl Iterator<Item = (String, &'a [usize], &'a [f32])>,
    description: &impl Serialize,
) -> Vec<u8> {
    let spelled: Vec<(String, Vec<usize>, Vec<u8>)> = tensors
        .map(|(name, shape, numbers)| {
            let bytes = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
            (name, shape.to_vec(), bytes)
        })
        .collect();
    let views = spelled.iter().map(|(name, shape, bytes)| {
        let view = TensorView::new(Dtype::F32, shape.clone(), bytes);
        (
            name,
            view.expect("four bytes a number, as many as the shape says"),
        )
    });
    let description = serde_json::to_string(description).expect("a description is plain data");
    let words = HashMap::from([(DESCRIPTION.to_owned(), description)]);
    safetensors::serialize(views, Some(words)).expect("tensors with names and a short description")
}

/// The description and the tensors of a file.
pub(crate) fn read<'a, D: for<'d> Deserialize<'d>>(
    bytes: &'a [u8],
) -> Result<(D, SafeTensors<'a>), NetworkFileError> {
    let format = |error: safetensors::SafeTensorError| NetworkFileError::Format(error.to_string());
    let (_, head) = SafeTensors::read_metadata(bytes).map_err(format)?;
    let words = head.metadata().as_ref().and_then(|words| words.get(DESCRIPTION));
    let words = words.ok_or_else(|| NetworkFileError::Foreign("it has no description".to_owned()))?;
    let description = serde_json::from_str(words);
    let description = description.map_err(|error| NetworkFileError::Foreign(error.to_string()))?;
    Ok((description, SafeTensors::deserialize(bytes).map_err(format)?))
}

/// The numbers of one tensor, all of them finite.
pub(crate) fn numbers(
    tensors: &SafeTensors<'_>,
    name: &str,
    shape: &[usize],
) -> Result<Vec<f32>, NetworkFileError> {
    let wrong = |problem: String| NetworkFileError::Tensor {
        name: name.to_owned(),
        problem,
    };
    let found = tensors.tensor(name).map_err(|_| wrong("is missing".to_owned()))?;
    if found.shape() != shape || found.dtype() != Dtype::F32 {
        let problem = format!("is {:?} {:?}, not F32 {shape:?}", found.dtype(), found.shape());
        return Err(wrong(problem));
    }
    let number = |bytes: &[u8; 4]| f32::from_le_bytes(*bytes);
    let numbers: Vec<f32> = found.data().as_chunks().0.iter().map(number).collect();
    match numbers.iter().all(|number| number.is_finite()) {
        true => Ok(numbers),
        false => Err(wrong("holds what is no number".to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use dice::Dice;

    use super::*;

    fn network() -> PolicyValueNetwork<f32> {
        let kind = NetworkKind {
            size: 6,
            rule: Rule::Standard,
            body: "conv3,residual,pool".parse().unwrap(),
        };
        PolicyValueNetwork::scattered(kind, &mut Dice::new(3))
    }

    #[test]
    fn a_network_comes_back_from_its_file() {
        let network = network();
        let bytes = network.to_bytes("by hand");
        assert_eq!(PolicyValueNetwork::from_bytes(&bytes).unwrap(), network);
        assert_eq!(made(&bytes).unwrap(), "by hand");
        assert_eq!(network.to_bytes("by hand"), bytes);
    }

    #[test]
    fn what_is_no_network_is_told() {
        let check = |bytes: &[u8], expected: &str| {
            let error = PolicyValueNetwork::from_bytes(bytes).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        };
        let bytes = network().to_bytes("by hand");
        check(b"", "it is no safetensors file: ");
        check(b"(;GM[4]SZ[15];B[hh])", "it is no safetensors file: ");
        check(&bytes[..bytes.len() - 1], "it is no safetensors file: ");
        let foreign = safetensors::serialize(std::iter::empty::<(String, TensorView<'_>)>(), None).unwrap();
        check(
            &foreign,
            "it is no network of this program: it has no description",
        );
        let spelled = |layers: &str, size: u8, numbers: &[f32]| {
            let description = Description {
                form: FORM,
                game: "gomoku".to_owned(),
                size,
                rule: Rule::Freestyle,
                layers: layers.to_owned(),
                made: String::new(),
            };
            let tensor = ("body.0.weight".to_owned(), &[1_usize, 4, 3, 3][..], numbers);
            spell([tensor].into_iter(), &description)
        };
        let zeros = [0.0; 36];
        check(&spelled("conv1", 9, &zeros), "tensor `body.0.bias` is missing");
        check(
            &spelled("conv2", 9, &zeros),
            "tensor `body.0.weight` is F32 [1, 4, 3, 3], not F32 [2, 4, 3, 3]",
        );
        check(
            &spelled("conv1", 9, &[f32::NAN; 36]),
            "tensor `body.0.weight` holds what is no number",
        );
        check(
            &spelled("conv1", 4, &zeros),
            "it is no network of this program: board size 4 ",
        );
        check(
            &spelled("pool", 9, &zeros),
            "it is no network of this program: no layers `pool`",
        );
    }

    #[test]
    fn any_changed_byte_gives_a_network_or_an_error() {
        let bytes = network().to_bytes("by hand");
        let mut dice = Dice::new(9);
        for _ in 0..3_000 {
            let mut changed = bytes.clone();
            // The head is where a change does most.
            let at = if dice.chance(0.7) {
                dice.below(900.min(bytes.len()))
            } else {
                dice.below(bytes.len())
            };
            changed[at] = dice.bits() as u8;
            if dice.chance(0.2) {
                changed.truncate(dice.below(bytes.len()));
            }
            let _ = PolicyValueNetwork::from_bytes(&changed);
        }
    }
}
