//! Writes SVG: the few shapes that our pictures are made of, each with a class that a style sheet gives its colours to. It
//! knows neither pages nor what is drawn.

use std::fmt::Write as _;

/// What the style sheet of a page with pictures begins with.
pub const STYLE: &str = "
svg { width: 100%; height: auto; font: 13px system-ui, sans-serif; }
svg text { fill: currentColor; }
svg .grid { stroke: var(--faint); stroke-width: 1; }
";

/// An `<svg>` element in the making.
pub struct Svg(String);

/// Which end of its words a text's place is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The left.
    Start,
    /// The middle.
    Middle,
    /// The right.
    End,
}

impl Anchor {
    fn name(self) -> &'static str {
        match self {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        }
    }
}

impl Svg {
    /// A picture of this part of the plane (left, top, width, height), told in words to those who do not see it.
    pub fn new(view: [f64; 4], label: &str) -> Svg {
        let [left, top, width, height] = view.map(number);
        let label = escaped(label);
        Svg(format!(
            r#"<svg viewBox="{left} {top} {width} {height}" role="img" aria-label="{label}">"#
        ))
    }

    /// A straight line.
    pub fn line(&mut self, class: &str, from: (f64, f64), to: (f64, f64)) {
        let [x1, y1, x2, y2] = [from.0, from.1, to.0, to.1].map(number);
        self.add(format_args!(
            r#"<line class="{class}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>"#
        ));
    }

    /// A line through these places.
    pub fn polyline(&mut self, class: &str, places: impl IntoIterator<Item = (f64, f64)>) {
        let spelled = |(x, y)| format!("{},{}", number(x), number(y));
        let places: Vec<String> = places.into_iter().map(spelled).collect();
        let places = places.join(" ");
        self.add(format_args!(r#"<polyline class="{class}" points="{places}"/>"#));
    }

    /// A rectangle from its upper left corner; `title` is what a pointer over it is told, nothing if it is empty.
    pub fn rect(&mut self, class: &str, corner: (f64, f64), size: (f64, f64), title: &str) {
        let [x, y, width, height] = [corner.0, corner.1, size.0, size.1].map(number);
        self.add(format_args!(
            r#"<rect class="{class}" x="{x}" y="{y}" width="{width}" height="{height}">"#
        ));
        self.close("rect", title);
    }

    /// A circle; `title` as for a rectangle.
    pub fn circle(&mut self, class: &str, middle: (f64, f64), radius: f64, title: &str) {
        let [x, y, radius] = [middle.0, middle.1, radius].map(number);
        self.add(format_args!(
            r#"<circle class="{class}" cx="{x}" cy="{y}" r="{radius}">"#
        ));
        self.close("circle", title);
    }

    /// Horizontal and vertical strokes, each from its beginning to its end.
    pub fn strokes(&mut self, class: &str, strokes: &[[(f64, f64); 2]]) {
        let spelled = |[from, to]: &[(f64, f64); 2]| {
            let [x1, y1, x2, y2] = [from.0, from.1, to.0, to.1].map(number);
            format!("M{x1} {y1}L{x2} {y2}")
        };
        let path: String = strokes.iter().map(spelled).collect();
        self.add(format_args!(r#"<path class="{class}" d="{path}"/>"#));
    }

    /// Words.
    pub fn text(&mut self, class: &str, at: (f64, f64), anchor: Anchor, words: &str) {
        let ([x, y], anchor, words) = ([at.0, at.1].map(number), anchor.name(), escaped(words));
        self.add(format_args!(
            r#"<text class="{class}" x="{x}" y="{y}" text-anchor="{anchor}">{words}</text>"#
        ));
    }

    /// Words around their middle, turned by so many degrees to the right.
    pub(crate) fn turned_text(&mut self, at: (f64, f64), degrees: i32, words: &str) {
        let ([x, y], words) = ([at.0, at.1].map(number), escaped(words));
        self.add(format_args!(
            r#"<text x="{x}" y="{y}" text-anchor="middle" transform="rotate({degrees} {x} {y})">{words}</text>"#
        ));
    }

    /// What `draw` draws, under a class of its own.
    pub fn group(&mut self, class: &str, draw: impl FnOnce(&mut Svg)) {
        self.add(format_args!(r#"<g class="{class}">"#));
        draw(self);
        self.0.push_str("</g>");
    }

    /// What `draw` draws, as a link to this address.
    pub fn link(&mut self, address: &str, draw: impl FnOnce(&mut Svg)) {
        let address = escaped(address);
        self.add(format_args!(r#"<a href="{address}">"#));
        draw(self);
        self.0.push_str("</a>");
    }

    /// The whole element. One with links is no single picture to those who hear it: they go through its links.
    pub fn finish(mut self) -> String {
        if self.0.contains("<a href=") {
            self.0 = self.0.replacen(r#"role="img""#, r#"role="group""#, 1);
        }
        self.0.push_str("</svg>");
        self.0
    }

    fn add(&mut self, element: std::fmt::Arguments<'_>) {
        let written = self.0.write_fmt(element);
        written.expect("a text takes whatever is written");
    }

    fn close(&mut self, element: &str, title: &str) {
        if title.is_empty() {
            self.0.truncate(self.0.len() - 1);
            self.0.push_str("/>");
        } else {
            let title = escaped(title);
            self.add(format_args!("<title>{title}</title></{element}>"));
        }
    }
}

/// To a hundredth of a unit, and no longer than that needs.
fn number(value: f64) -> String {
    let rounded = format!("{value:.2}");
    let short = rounded.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" {
        "0".to_owned()
    } else {
        short.to_owned()
    }
}

fn escaped(words: &str) -> String {
    words
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_spelled_shortly_and_words_are_only_words() {
        let check = |draw: fn(&mut Svg), expected: &str| {
            let mut svg = Svg::new([0.0, -1.0, 10.0, 5.5], "a \"picture\"");
            draw(&mut svg);
            let role = if expected.contains("<a ") { "group" } else { "img" };
            let expected = format!(
                r#"<svg viewBox="0 -1 10 5.5" role="{role}" aria-label="a &quot;picture&quot;">{expected}</svg>"#
            );
            assert_eq!(svg.finish(), expected);
        };
        check(
            |svg| svg.line("a", (0.0, 1.004), (2.126, -0.001)),
            r#"<line class="a" x1="0" y1="1" x2="2.13" y2="0"/>"#,
        );
        check(
            |svg| svg.circle("b", (1.5, 2.0), 0.44, ""),
            r#"<circle class="b" cx="1.5" cy="2" r="0.44"/>"#,
        );
        check(
            |svg| svg.rect("", (1.0, 2.0), (100.0, 20.0), "a < b & c"),
            r#"<rect class="" x="1" y="2" width="100" height="20"><title>a &lt; b &amp; c</title></rect>"#,
        );
        check(
            |svg| svg.polyline("c", [(1.0, 2.0), (3.0, 4.25)]),
            r#"<polyline class="c" points="1,2 3,4.25"/>"#,
        );
        check(
            |svg| {
                svg.link("#d", |svg| {
                    svg.group("e", |svg| svg.text("f", (0.0, 0.0), Anchor::End, "<g>"))
                })
            },
            r##"<a href="#d"><g class="e"><text class="f" x="0" y="0" text-anchor="end">&lt;g&gt;</text></g></a>"##,
        );
        check(
            |svg| svg.strokes("h", &[[(0.5, 1.0), (4.0, 1.0)], [(1.0, 0.5), (1.0, 4.0)]]),
            r#"<path class="h" d="M0.5 1L4 1M1 0.5L1 4"/>"#,
        );
        check(
            |svg| svg.turned_text((1.0, 2.0), -90, "i"),
            r#"<text x="1" y="2" text-anchor="middle" transform="rotate(-90 1 2)">i</text>"#,
        );
    }
}
