//! Scale of an axis: maps values to positions and chooses round ticks.

#[derive(Clone, Debug)]
pub(super) struct Scale {
    low: f64,
    high: f64,
    is_log: bool,
}

impl Scale {
    /// A scale that covers all values. A logarithmic scale ignores values that are not positive.
    pub(super) fn new(values: impl Iterator<Item = f64>, is_log: bool) -> Scale {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.filter(|value| value.is_finite() && (!is_log || *value > 0.0)) {
            low = low.min(value);
            high = high.max(value);
        }
        if low > high {
            (low, high) = if is_log { (1.0, 10.0) } else { (0.0, 1.0) };
        }
        if is_log {
            low = 10f64.powf(low.log10().floor());
            high = 10f64.powf(high.log10().ceil());
            if low == high {
                high *= 10.0;
            }
        } else {
            // Include zero if it is near.
            if low > 0.0 && low < high * 0.6 {
                low = 0.0;
            }
            let step = step(high - low);
            low = (low / step).floor() * step;
            high = (high / step).ceil() * step;
            if low == high {
                high += step;
            }
        }
        Scale { low, high, is_log }
    }

    /// Position of a value, 0 at the low end and 1 at the high end.
    pub(super) fn map(&self, value: f64) -> f64 {
        let position = if self.is_log {
            let value = value.max(self.low);
            (value / self.low).ln() / (self.high / self.low).ln()
        } else {
            (value - self.low) / (self.high - self.low)
        };
        position.clamp(-0.02, 1.02)
    }

    pub(super) fn ticks(&self) -> Vec<f64> {
        if self.is_log {
            let decades = (self.high / self.low).log10().round() as i32;
            (0..=decades)
                .map(|decade| self.low * 10f64.powi(decade))
                .collect()
        } else {
            let step = step(self.high - self.low);
            let count = ((self.high - self.low) / step).round() as i32;
            (0..=count)
                .map(|index| self.low + step * f64::from(index))
                .collect()
        }
    }
}

/// A step of 1, 2 or 5 times a power of ten, for about six intervals.
fn step(span: f64) -> f64 {
    let rough = if span > 0.0 { span / 6.0 } else { 1.0 };
    let power = 10f64.powf(rough.log10().floor());
    let factor = rough / power;
    let round = if factor > 5.0 {
        10.0
    } else if factor > 2.0 {
        5.0
    } else if factor > 1.0 {
        2.0
    } else {
        1.0
    };
    round * power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_cover_all_values() {
        let scale = Scale::new([0.1, 0.93].into_iter(), false);
        assert_eq!(scale.ticks().first(), Some(&0.0));
        assert!((scale.map(0.93) - 0.93).abs() < 1e-9);
        let log = Scale::new([3.0, 25_000.0].into_iter(), true);
        assert_eq!(log.ticks().len(), 6);
        let single = Scale::new([5.0].into_iter(), false);
        assert!(single.map(5.0).is_finite());
    }
}
