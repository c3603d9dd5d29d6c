//! scratch
#![allow(clippy::disallowed_methods, reason="scratch")]
fn cpu() -> f64 { std::fs::read_to_string("/proc/thread-self/schedstat").unwrap().split(' ').next().unwrap().parse::<f64>().unwrap() / 1e6 }
fn main() {
    for path in std::env::args().skip(1) {
        let frame = vision::frame::Frame::from_image(image::open(&path).unwrap().to_rgb8());
        let a = cpu();
        let found = vision::locate::locate_all(&frame, &Default::default());
        println!("{path} {:.1} ms: {found:.2?}", cpu() - a);
    }
}
