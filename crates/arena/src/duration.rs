//! Durations as text: `250ms`, `5s`, `2m`.

use std::time::Duration;

/// Parses a number, with or without a fraction, and a unit.
///
/// # Errors
/// A message that quotes the text.
pub fn parse(text: &str) -> Result<Duration, String> {
    let error = || format!("expected a duration such as 250ms, 5s or 2m; found {text:?}");
    let digits = text
        .find(|symbol: char| !symbol.is_ascii_digit() && symbol != '.')
        .ok_or_else(error)?;
    let (number, unit) = text.split_at(digits);
    let number: f64 = number.parse().map_err(|_| error())?;
    let seconds = match unit {
        "us" => number / 1e6,
        "ms" => number / 1e3,
        "s" => number,
        "m" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(error()),
    };
    Duration::try_from_secs_f64(seconds).map_err(|_| format!("{text:?} is longer than a year"))
}

/// Inverse of [`parse`].
pub fn write(duration: Duration) -> String {
    if duration.subsec_nanos() == 0 {
        format!("{}s", duration.as_secs())
    } else {
        format!("{}ms", duration.as_secs_f64() * 1e3)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_round_trip() {
        for millis in [0, 1, 250, 1000, 90_000, 100_500] {
            let duration = Duration::from_millis(millis);
            assert_eq!(parse(&write(duration)), Ok(duration));
        }
    }

    #[test]
    fn a_unit_is_required() {
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
