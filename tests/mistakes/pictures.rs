//! Pictures, and parts of them.

use super::Case;

pub(super) const CASES: &[Case] = &[
    (
        "a picture of nothing",
        "client picture DIR/part.png",
        "nothing to take a picture of",
    ),
    (
        "a part of a picture that is not in it",
        "client picture DIR/part.png --image DIR/grey.png --area 300,0,50,50",
        "--area 300,0,50,50 is not in the content, which has 320 x 200 pixels",
    ),
    (
        "a part of a picture that shows nothing",
        "client picture DIR/part.png --image DIR/grey.png --area 10,10,50,50",
        "--area 10,10,50,50 is of one colour",
    ),
    (
        "a part that is no PNG",
        "client picture DIR/part.jpg --image DIR/grey.png",
        "DIR/part.jpg is no name of a PNG picture",
    ),
    (
        "a picture without a board",
        "read DIR/grey.png",
        "DIR/grey.png: no board found",
    ),
    ("a picture that is none", "read DIR/text.png", "DIR/text.png: "),
    (
        "a picture that is not there",
        "read DIR/none.png",
        "DIR/none.png: ",
    ),
    (
        "a picture that claims to be too large",
        "read DIR/huge.png",
        "DIR/huge.png: 22000 x 22000 pixels are more than",
    ),
    (
        "such a picture of a client",
        "client check bovo --image DIR/huge.png",
        "DIR/huge.png: 22000 x 22000 pixels are more than",
    ),
    (
        "such a picture to calibrate with",
        "calibrate DIR/huge.png --name x --out DIR",
        "DIR/huge.png: 22000 x 22000 pixels are more than",
    ),
    (
        "such a picture as a template",
        "watch --client DIR/large",
        "template \"over.png\": 22000 x 22000 pixels are more than",
    ),
    (
        "a folder in place of a picture",
        "read DIR",
        "cannot read picture DIR: it is no file",
    ),
];
