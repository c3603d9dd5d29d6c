//! One stone put and taken back with everything the evaluation knows kept up to date: what a node of the search costs before
//! anything is searched. For both engines of our own.

use divan::{Bencher, black_box};
use engines::alphabeta::bench::{self, Evaluation};
use hardware_core::{
    board::{Cell, SearchBoard, side},
    color::Color,
    point::Point,
    rule::Rule,
};
use referee::color;

fn main() {
    divan::main();
}

/// Every free point of a middle game once.
#[divan::bench]
fn alphabeta(bencher: Bencher<'_, '_>) {
    let position = &bench::positions()[2];
    let mut evaluation = Evaluation::of(position);
    bencher.bench_local(|| evaluation.put_everywhere());
}

/// The same on the board of the devices.
#[divan::bench]
fn hardware_core(bencher: Bencher<'_, '_>) {
    let mut board = SearchBoard::<{ side(15) }>::new(15, Rule::Freestyle);
    for point in bench::positions()[2].board().points() {
        let color = match bench::positions()[2].stone(point) {
            Some(color::Color::Black) => Color::Black,
            Some(color::Color::White) => Color::White,
            None => continue,
        };
        board.place(board.cell(Point::new(point.x, point.y)), color);
    }
    let points = (0..15).flat_map(|y| (0..15).map(move |x| Point::new(x, y)));
    let free: Vec<Cell> = points
        .filter(|&point| board.is_empty(point))
        .map(|point| board.cell(point))
        .collect();
    bencher.bench_local(|| {
        for &cell in &free {
            black_box(board.place(cell, Color::Black));
            board.remove(cell, Color::Black);
        }
    });
}
