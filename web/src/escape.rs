//! Bytes within text: pictures as addresses of their own.

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// A picture as an address that holds it (RFC 2397, RFC 4648).
pub(crate) fn data_uri(kind: &str, bytes: &[u8]) -> String {
    let mut text = format!("data:{kind};base64,");
    for three in bytes.chunks(3) {
        let byte = |index: usize| u32::from(three.get(index).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * place) & 63) as usize];
            text.push(if place > three.len() {
                '='
            } else {
                char::from(digit)
            });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_examples() {
        let check = |bytes: &str, text: &str| {
            assert_eq!(
                data_uri("image/png", bytes.as_bytes()),
                format!("data:image/png;base64,{text}")
            )
        };
        check("", "");
        check("f", "Zg==");
        check("fo", "Zm8=");
        check("foo", "Zm9v");
        check("foobar", "Zm9vYmFy");
    }
}
