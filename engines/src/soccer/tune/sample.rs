//! A position of the usual field as the network sees it, and what it turned out to be worth.

use referee::{
    seat::Seat,
    soccer::{Direction, Node, Pitch},
};

use crate::soccer::{
    grid::Grid,
    network::{INPUTS, LINES, for_each_line_input, for_each_node_input, line_input},
    survey::Survey,
};

/// One position with its worth.
#[derive(Clone, Debug, PartialEq)]
pub struct ValuedPosition {
    /// The inputs that are lit, in order.
    pub(in crate::soccer) inputs: Vec<u16>,
    /// What it is worth to the side that goes on, from -1 to 1.
    pub worth: f32,
}

impl ValuedPosition {
    /// Of a position in which `seat` goes on, and that `survey` has looked at.
    pub(in crate::soccer) fn new(
        grid: &Grid,
        ball: Node,
        seat: Seat,
        survey: &Survey,
        worth: f32,
    ) -> ValuedPosition {
        let mut inputs = Vec::new();
        for_each_line_input(grid, seat, |input| inputs.push(input as u16));
        for_each_node_input(ball, seat, survey.classes(), |input| inputs.push(input as u16));
        inputs.sort_unstable();
        ValuedPosition { inputs, worth }
    }
}

/// For each input the one that a mirror along the length of the field shows.
pub(super) fn mirror() -> Vec<u16> {
    let pitch = Pitch::USUAL;
    let stride = usize::from(pitch.stride());
    let flip = |node: usize| node / stride * stride + (stride - 1 - node % stride);
    let places = pitch.places();
    let classes = (INPUTS - LINES) / places - 1;
    let mut mirrored: Vec<u16> = (0..INPUTS as u16).collect();
    for node in pitch.nodes() {
        for way in Direction::ALL {
            if pitch.neighbor(node, way).is_some() {
                let there = line_input(Seat::First, Node(flip(node.index()) as u8), way.mirrored());
                mirrored[line_input(Seat::First, node, way)] = there as u16;
            }
        }
        for class in 0..classes {
            let input = |node: usize| LINES + node * classes + class;
            mirrored[input(node.index())] = input(flip(node.index())) as u16;
        }
        let ball = |node: usize| LINES + places * classes + node;
        mirrored[ball(node.index())] = ball(flip(node.index())) as u16;
    }
    mirrored
}
