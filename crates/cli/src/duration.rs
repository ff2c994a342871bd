//! Durations as people write them: `250ms`, `5s`, `2m`.

use std::time::Duration;

/// Reads a duration: a number, a fraction allowed, and a unit.
pub(crate) fn parse(text: &str) -> Result<Duration, String> {
    let refuse = || format!("{text:?} is not a duration such as 250ms, 5s or 2m");
    let digits = text
        .find(|symbol: char| !symbol.is_ascii_digit() && symbol != '.')
        .ok_or_else(refuse)?;
    let (number, unit) = text.split_at(digits);
    let number: f64 = number.parse().map_err(|_| refuse())?;
    let seconds = match unit {
        "us" => number / 1e6,
        "ms" => number / 1e3,
        "s" => number,
        "m" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(refuse()),
    };
    Duration::try_from_secs_f64(seconds).map_err(|_| refuse())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_units() {
        assert_eq!(parse("250ms"), Ok(Duration::from_millis(250)));
        assert_eq!(parse("5s"), Ok(Duration::from_secs(5)));
        assert_eq!(parse("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(parse("0.5s"), Ok(Duration::from_millis(500)));
        for bad in [
            "",
            "5",
            "s",
            "-5s",
            "5 s",
            "1e9s",
            "5parsecs",
            "..s",
            "99999999999999999999999h",
        ] {
            assert!(parse(bad).unwrap_err().contains(bad), "{bad}");
        }
    }
}
