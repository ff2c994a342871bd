//! Colors, and the scale that shows a value as one.

use std::fmt;

/// A color: red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgb(pub u8, pub u8, pub u8);

/// The scale viridis at 0, 1/4, ..., 1: it rises in brightness throughout, so it survives print and color blindness.
const VIRIDIS: [Rgb; 5] = [
    Rgb(68, 1, 84),
    Rgb(59, 82, 139),
    Rgb(33, 145, 140),
    Rgb(94, 201, 98),
    Rgb(253, 231, 37),
];

impl Rgb {
    /// The color of a value from 0 (dark violet) to 1 (yellow); values outside get the nearer end.
    pub fn on_scale(value: f64) -> Rgb {
        let last = VIRIDIS.len() - 1;
        let value = if value.is_nan() { 0.0 } else { value };
        let position = value.clamp(0.0, 1.0) * last as f64;
        let index = (position as usize).min(last - 1);
        let (low, high) = (VIRIDIS[index], VIRIDIS[index + 1]);
        let mix = |low: u8, high: u8| {
            let share = position - index as f64;
            (f64::from(low) + share * (f64::from(high) - f64::from(low))).round() as u8
        };
        Rgb(mix(low.0, high.0), mix(low.1, high.1), mix(low.2, high.2))
    }

    /// Whether dark text reads better on it than light text.
    pub fn is_light(self) -> bool {
        let Rgb(red, green, blue) = self;
        299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue) > 140_000
    }
}

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}
