//! The token: which ones are accepted, and random ones.

use std::io;
use std::net::IpAddr;

/// Characters of a token where other machines can connect; shorter ones can be guessed.
const MIN_LENGTH: usize = 8;
/// Characters of any token.
const MAX_LENGTH: usize = 256;

/// Why a token is not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    /// It is empty.
    #[error("the token is empty: leave --token out for a random one")]
    Empty,
    /// It can be guessed.
    #[error(
        "the token is shorter than {MIN_LENGTH} characters, but other machines can connect to {0}"
    )]
    Short(IpAddr),
    /// It is too long for a cookie.
    #[error("the token is longer than {MAX_LENGTH} characters")]
    Long,
    /// It would change in an address or a cookie.
    #[error("the token may contain only letters, digits, \".\", \"_\", \"~\" and \"-\", not {0:?}")]
    Character(char),
}

/// Checks a token for a server on this address.
///
/// # Errors
/// When it is empty, guessable, or not plain text.
pub fn check_token(token: &str, address: IpAddr) -> Result<(), TokenError> {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "._~-".contains(letter);
    if token.is_empty() {
        Err(TokenError::Empty)
    } else if let Some(letter) = token.chars().find(|&letter| !is_plain(letter)) {
        Err(TokenError::Character(letter))
    } else if !address.is_loopback() && token.len() < MIN_LENGTH {
        Err(TokenError::Short(address))
    } else if token.len() > MAX_LENGTH {
        Err(TokenError::Long)
    } else {
        Ok(())
    }
}

/// 128 random bits.
pub(crate) fn random_hex() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_that_protect_nothing_are_refused() {
        let [public, loopback] = ["0.0.0.0", "127.0.0.1"].map(|text| text.parse().unwrap());
        for address in [public, loopback] {
            assert_eq!(check_token("", address), Err(TokenError::Empty));
            assert_eq!(
                check_token("        ", address),
                Err(TokenError::Character(' '))
            );
            assert_eq!(
                check_token("abc;def&ghi", address),
                Err(TokenError::Character(';'))
            );
            assert_eq!(
                check_token("abcd\n1234", address),
                Err(TokenError::Character('\n'))
            );
            assert_eq!(
                check_token("grün1234", address),
                Err(TokenError::Character('ü'))
            );
            assert_eq!(
                check_token(&"x".repeat(257), address),
                Err(TokenError::Long)
            );
            assert_eq!(check_token("0123-4567", address), Ok(()));
        }
        assert_eq!(check_token("abc", public), Err(TokenError::Short(public)));
        assert_eq!(check_token("abc", loopback), Ok(()));
        let random = random_hex().unwrap();
        assert_eq!(check_token(&random, public), Ok(()));
        assert_ne!(random, random_hex().unwrap());
    }
}
