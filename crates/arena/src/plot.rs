//! Line plots as SVG, for reports, the web page and print.
//!
//! Each axis is linear or logarithmic. Published series are dashed with open marks, in the color of our corresponding
//! series. The palette is that of Okabe and Ito, which is safe for color-blind readers; marks differ as well.

mod scale;

use std::fmt::Write as _;

use scale::Scale;

/// A plot.
#[derive(Clone, Debug, Default)]
pub struct Plot {
    /// File name without extension.
    pub name: String,
    /// Title.
    pub title: String,
    /// Label of the x-axis.
    pub x_label: String,
    /// Label of the y-axis.
    pub y_label: String,
    /// Whether the x-axis is logarithmic.
    pub log_x: bool,
    /// Whether the y-axis is logarithmic.
    pub log_y: bool,
    /// The series.
    pub series: Vec<Series>,
}

/// A series of points.
#[derive(Clone, Debug, Default)]
pub struct Series {
    /// Name in the legend.
    pub name: String,
    /// Index of the color; a published series has that of ours.
    pub color: usize,
    /// Whether it was published in a paper.
    pub is_paper: bool,
    /// Points (x, y) from left to right.
    pub points: Vec<(f64, f64)>,
    /// Both ends of each point's error bar; may be empty. An infinite end is not drawn.
    pub intervals: Vec<(f64, f64)>,
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 400.0;
const LEFT: f64 = 72.0;
const RIGHT: f64 = 184.0;
const TOP: f64 = 44.0;
const BOTTOM: f64 = 56.0;
/// Longest series with marks.
const MAX_MARKS: usize = 60;
const COLORS: [&str; 7] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000",
];

impl Plot {
    /// Renders SVG.
    pub fn to_svg(&self) -> String {
        let points = || self.series.iter().flat_map(|series| &series.points);
        let x = Scale::new(points().map(|point| point.0), self.log_x);
        let y = Scale::new(points().map(|point| point.1), self.log_y);
        let x_pixel = |value: f64| LEFT + x.map(value) * (WIDTH - LEFT - RIGHT);
        let y_pixel = |value: f64| HEIGHT - BOTTOM - y.map(value) * (HEIGHT - TOP - BOTTOM);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
             font-family=\"system-ui, sans-serif\" font-size=\"12\">\n<title>{0}</title>\n\
             <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n\
             <text x=\"{LEFT}\" y=\"24\" font-size=\"15\" font-weight=\"600\" fill=\"#222\">{0}</text>\n",
            escape(&self.title)
        );
        let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
        for tick in x.ticks() {
            let at = x_pixel(tick);
            let _ = writeln!(
                svg,
                "<path d=\"M{at:.1} {TOP}V{bottom}\" stroke=\"#e4e4e4\"/>\
                 <text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#555\">{}</text>",
                bottom + 18.0,
                tick_label(tick)
            );
        }
        for tick in y.ticks() {
            let at = y_pixel(tick);
            let _ = writeln!(
                svg,
                "<path d=\"M{LEFT} {at:.1}H{right}\" stroke=\"#e4e4e4\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"#555\">{}</text>",
                LEFT - 8.0,
                at + 4.0,
                tick_label(tick)
            );
        }
        let _ = write!(
            svg,
            "<path d=\"M{LEFT} {TOP}V{bottom}H{right}\" fill=\"none\" stroke=\"#888\"/>\n\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#222\">{}</text>\n\
             <text transform=\"translate(18 {:.1}) rotate(-90)\" text-anchor=\"middle\" fill=\"#222\">{}</text>\n",
            f64::midpoint(LEFT, right),
            HEIGHT - 16.0,
            escape(&self.x_label),
            f64::midpoint(TOP, bottom),
            escape(&self.y_label)
        );
        for (index, series) in self.series.iter().enumerate() {
            svg += &draw(series, &x_pixel, &y_pixel);
            svg += &legend(series, index);
        }
        svg + "</svg>\n"
    }

    /// The points as CSV.
    pub fn to_csv(&self) -> String {
        let mut text = String::from("series,from_paper,x,y,low,high\n");
        for series in &self.series {
            for (index, (x, y)) in series.points.iter().enumerate() {
                let ends = series.intervals.get(index);
                let ends =
                    ends.map_or_else(|| ",".to_owned(), |(low, high)| format!("{low},{high}"));
                let _ = writeln!(
                    text,
                    "{},{},{x},{y},{ends}",
                    crate::export::quoted(&series.name),
                    series.is_paper,
                );
            }
        }
        text
    }
}

fn draw(series: &Series, x_pixel: &dyn Fn(f64) -> f64, y_pixel: &dyn Fn(f64) -> f64) -> String {
    let color = COLORS[series.color % COLORS.len()];
    let dash = if series.is_paper {
        " stroke-dasharray=\"5 4\""
    } else {
        ""
    };
    let path: Vec<String> = series
        .points
        .iter()
        .map(|&(x, y)| format!("{:.1} {:.1}", x_pixel(x), y_pixel(y)))
        .collect();
    let mut svg = format!(
        "<path d=\"M{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"{dash}/>\n",
        path.join("L")
    );
    for (&(x, y), &(low, high)) in series.points.iter().zip(&series.intervals) {
        let end = |end: f64| if end.is_finite() { end } else { y };
        let _ = write!(
            svg,
            "<path d=\"M{0:.1} {1:.1}V{2:.1}\" stroke=\"{color}\" opacity=\"0.6\"/>",
            x_pixel(x),
            y_pixel(end(low)),
            y_pixel(end(high))
        );
    }
    // In a long series the marks would hide the line.
    if series.points.len() <= MAX_MARKS {
        for &(x, y) in &series.points {
            svg += &mark(series, x_pixel(x), y_pixel(y));
        }
    }
    svg + "\n"
}

/// A circle, square or triangle by color; open for published series.
fn mark(series: &Series, x: f64, y: f64) -> String {
    let color = COLORS[series.color % COLORS.len()];
    let fill = if series.is_paper { "#fff" } else { color };
    let style = format!("fill=\"{fill}\" stroke=\"{color}\" stroke-width=\"1.5\"");
    match series.color % 3 {
        0 => format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\" {style}/>"),
        1 => format!(
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"6.4\" height=\"6.4\" {style}/>",
            x - 3.2,
            y - 3.2
        ),
        _ => format!("<path d=\"M{:.1} {:.1}l4 7h-8z\" {style}/>", x, y - 4.5),
    }
}

fn legend(series: &Series, index: usize) -> String {
    let color = COLORS[series.color % COLORS.len()];
    let (x, y) = (WIDTH - RIGHT + 14.0, TOP + 10.0 + 20.0 * index as f64);
    let dash = if series.is_paper {
        " stroke-dasharray=\"5 4\""
    } else {
        ""
    };
    format!(
        "<path d=\"M{x} {y}h26\" stroke=\"{color}\" stroke-width=\"2\"{dash}/>{}\
         <text x=\"{}\" y=\"{}\" fill=\"#222\">{}</text>\n",
        mark(series, x + 13.0, y),
        x + 34.0,
        y + 4.0,
        escape(&series.name)
    )
}

/// A short tick label.
fn tick_label(value: f64) -> String {
    let size = value.abs();
    if size >= 1e6 {
        format!("{}M", value / 1e6)
    } else if size >= 1e4 {
        format!("{}k", value / 1e3)
    } else {
        let text = format!("{value:.3}");
        let text = text.trim_end_matches('0').trim_end_matches('.');
        if text.is_empty() || text == "-0" {
            "0".to_owned()
        } else {
            text.to_owned()
        }
    }
}

/// Escapes text for XML.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_every_point_and_escapes_text() {
        let plot = Plot {
            title: "a < b & c".into(),
            log_x: true,
            series: vec![
                Series {
                    name: "ours".into(),
                    points: vec![(1.0, 0.5), (100.0, 0.25), (1000.0, 0.0)],
                    intervals: vec![(0.4, 0.6), (0.1, 0.4), (0.0, f64::INFINITY)],
                    ..Series::default()
                },
                Series {
                    name: "paper".into(),
                    is_paper: true,
                    points: vec![(10.0, 0.3)],
                    ..Series::default()
                },
            ],
            ..Plot::default()
        };
        let svg = plot.to_svg();
        assert!(svg.contains("a &lt; b &amp; c") && !svg.contains("NaN"));
        // Three points of ours, one published, and two in the legend.
        assert_eq!(svg.matches("<circle").count(), 6);
        assert_eq!(plot.to_csv().lines().count(), 5);
        assert!(Plot::default().to_svg().ends_with("</svg>\n"));
    }

    #[test]
    fn tick_labels_are_short() {
        for (value, text) in [
            (0.0, "0"),
            (0.25, "0.25"),
            (20_000.0, "20k"),
            (1.5e6, "1.5M"),
            (-3.0, "-3"),
        ] {
            assert_eq!(tick_label(value), text);
        }
    }
}
