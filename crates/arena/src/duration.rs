//! Durations as people write them: `250ms`, `5s`, `2m`.

use std::time::Duration;

/// Reads a duration: a number, a fraction allowed, and a unit.
///
/// # Errors
/// A sentence that shows the text and what would have fitted.
pub fn parse(text: &str) -> Result<Duration, String> {
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

/// Writes a duration so that it reads back.
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
    fn what_is_written_reads_back() {
        for millis in [0, 1, 250, 1000, 90_000, 100_500] {
            let duration = Duration::from_millis(millis);
            assert_eq!(parse(&write(duration)), Ok(duration));
        }
    }

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
