//! Plots as SVG. Each plot is drawn in a wide and a narrow form, so that its text is never scaled. The page's style
//! sheet replaces the colours according to the light or dark theme.

use super::words::{short, whole};
use crate::report::{Histogram, Standing};
use crate::statistics::Estimate;
use crate::tune::TunedParameter;
use anyhow::{Result, anyhow};
use plotters::chart::MeshStyle;
use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::ops::Range;

// Placeholder colours, from `INK` to `BAD`, which the style sheet replaces.
const INK: RGBColor = RGBColor(0x20, 0x20, 0x20);
const SOFT: RGBColor = RGBColor(0x60, 0x60, 0x60);
const GRID: RGBColor = RGBColor(0xE0, 0xE0, 0xE0);
const MAIN: RGBColor = RGBColor(0x10, 0x60, 0xB0);
const GOOD: RGBColor = RGBColor(0x20, 0x80, 0x40);
const BAD: RGBColor = RGBColor(0xB0, 0x30, 0x20);

/// The width in pixels of a full-width plot in a wide window.
const WIDE: u32 = 760;
/// The width in pixels of each of two plots side by side in a wide window.
const HALF: u32 = 500;

/// The width in pixels of any plot in a narrow window.
const NARROW: u32 = 340;

/// The font size that the crate `plotters` renders as 13 pixels.
const TEXT: f64 = 13.0 * 1.24;

/// The approximate width in pixels of a letter in the font size [`TEXT`].
const LETTER: u32 = 8;

/// The approximate maximum number of points per line.
const POINTS: usize = 700;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;
type Mesh<'a, 'b, 'c> = MeshStyle<'a, 'c, RangedCoordf64, RangedCoordf64, SVGBackend<'b>>;

/// Plots the rating of each participant with its interval as an error bar, one per row. `unit` is the label of the
/// horizontal axis.
pub(super) fn intervals(rows: &[&Standing], unit: &str) -> Result<String> {
    let ends = rows.iter().map(|row| row.estimate());
    let known = ends.flat_map(|Estimate { value, low, high }| [value, low, high]).flatten();
    let across = padded(known.chain([0.0]));
    figure(unit, WIDE, 46 + 30 * rows.len() as u32, |area, wide| {
        let cut = if wide { 28 } else { 13 };
        let letters = rows.iter().map(|row| row.participant.chars().count().min(cut)).max().unwrap_or(0) as u32;
        let label = 20 + letters * LETTER;
        let mut chart = axes(area, across.clone(), 0.0..rows.len() as f64, label, 40)?;
        mesh(&mut chart, unit, wide).disable_y_mesh().disable_y_axis().draw()?;
        let plotted = chart.plotting_area();
        for (number, row) in rows.iter().enumerate() {
            let y = rows.len() as f64 - number as f64 - 0.5;
            let Estimate { value, low, high } = row.estimate();
            if low.is_some() || high.is_some() {
                // If the interval has no bound on one side, the line extends to the edge of the plot.
                let ends = [(low.unwrap_or(across.start), y), (high.unwrap_or(across.end), y)];
                plotted.draw(&PathElement::new(ends, MAIN.stroke_width(2)))?;
            }
            for end in [low, high].into_iter().flatten() {
                plotted.draw(&PathElement::new([(end, y - 0.14), (end, y + 0.14)], MAIN.stroke_width(2)))?;
            }
            if let Some(value) = value {
                plotted.draw(&Circle::new((value, y), 5, MAIN.filled()))?;
            }
            let (_, middle) = plotted.map_coordinate(&(0.0, y));
            let style = text(INK).pos(Pos::new(HPos::Right, VPos::Center));
            area.draw(&Text::new(shortened(&row.participant, cut), (label as i32 - 8, middle), style))?;
        }
        Ok(())
    })
}

/// Plots the LLR values of a test as a line, with the two bounds that end the test. The line skips blocks without a
/// value. `unit` is the label of the horizontal axis.
pub(super) fn curve(values: &[Option<f64>], [lower, upper]: [f64; 2], unit: &str) -> Result<String> {
    let step = values.len().div_ceil(POINTS).max(1);
    let last = values.len().checked_sub(1);
    let shown = |at: usize| at.is_multiple_of(step) || Some(at) == last;
    let shown = values.iter().enumerate().filter(|&(at, _)| shown(at));
    let points = shown.filter_map(|(at, value)| Some(((at + 1) as f64, (*value)?)));
    let points: Vec<(f64, f64)> = std::iter::once((0.0, 0.0)).chain(points).collect();
    line(&points, values.len().max(1) as f64, &[(upper, GOOD, "H1"), (lower, BAD, "H0")], [unit, "LLR"])
}

/// Plots the values of a parameter after each of this number of iterations, with the value that was found. Its mark has
/// no label, which the values would cross.
pub(super) fn parameter(one: &TunedParameter, iterations: u64) -> Result<String> {
    let points: Vec<(f64, f64)> = one.curve.iter().map(|&(number, value)| (number as f64, value)).collect();
    line(&points, iterations.max(1) as f64, &[(one.value, GOOD, "")], ["iterations", &one.parameter.name])
}

/// Plots a line from 0 to `length`, with horizontal marks and the labels of both axes.
fn line(
    points: &[(f64, f64)],
    length: f64,
    marks: &[(f64, RGBColor, &str)],
    [unit, name]: [&str; 2],
) -> Result<String> {
    let heights = padded(points.iter().map(|&(_, value)| value).chain(marks.iter().map(|&(height, ..)| height)));
    figure(&format!("{name}, {unit}"), WIDE, 260, |area, wide| {
        let mut chart = axes(area, 0.0..length, heights.clone(), 54, 40)?;
        mesh(&mut chart, unit, wide).y_desc(name).draw()?;
        for &(height, colour, name) in marks {
            chart.plotting_area().draw(&PathElement::new([(0.0, height), (length, height)], colour.stroke_width(2)))?;
            if name.is_empty() {
                continue;
            }
            // At the left, because the line ends at a bound of a decided test.
            let (x, y) = chart.plotting_area().map_coordinate(&(0.0, height));
            let style = text(SOFT).pos(Pos::new(HPos::Left, VPos::Bottom));
            area.draw(&Text::new(name, (x + 4, y - 3), style))?;
        }
        chart.plotting_area().draw(&PathElement::new(points, MAIN.stroke_width(2)))?;
        Ok(())
    })
}

/// Plots a histogram. `unit` is the label of the horizontal axis, and `label` formats the numbers along the axis.
pub(super) fn histogram(bars: &Histogram, unit: &str, label: &dyn Fn(f64) -> String) -> Result<String> {
    let end = bars.from + bars.width * bars.counts.len().max(1) as f64;
    let highest = bars.counts.iter().copied().max().unwrap_or(0).max(1) as f64;
    figure(unit, HALF, 230, |area, wide| {
        let mut chart = axes(area, bars.from..end, 0.0..highest * 1.06, 54, 40)?;
        let (label, height) = (|value: &f64| label(*value), |value: &f64| whole(*value));
        let mut mesh = mesh(&mut chart, unit, wide);
        mesh.disable_x_mesh().y_labels(5).x_label_formatter(&label).y_label_formatter(&height).draw()?;
        for (number, &count) in bars.counts.iter().enumerate().filter(|&(_, &count)| count > 0) {
            let left = bars.from + bars.width * number as f64;
            // A narrow gap separates the bars.
            let (from, to) = (left + bars.width * 0.04, left + bars.width * 0.96);
            chart.plotting_area().draw(&Rectangle::new([(from, 0.0), (to, count as f64)], MAIN.mix(0.8).filled()))?;
        }
        Ok(())
    })
}

/// Returns the HTML of a plot: its wide form, `width` pixels wide, and its narrow form. `name` is the description for
/// screen readers. `draw` draws one form; its second argument is whether this is the wide form.
fn figure(name: &str, width: u32, height: u32, draw: impl Fn(&Area, bool) -> Result<(), DrawError>) -> Result<String> {
    let mut html = format!(
        "<div class=\"plot\" role=\"img\" aria-label=\"plot: {}\">",
        askama::filters::escape(name, askama::filters::Html)?
    );
    for (class, width) in [("wide", width), ("narrow", NARROW)] {
        let mut svg = String::new();
        {
            let area = SVGBackend::with_string(&mut svg, (width, height)).into_drawing_area();
            draw(&area, class == "wide").and_then(|()| area.present()).map_err(|error| anyhow!("{error}"))?;
        }
        html.push_str(&format!("<div class=\"{class}\">{svg}</div>"));
    }
    html.push_str("</div>");
    Ok(html)
}

fn axes<'a, 'b>(
    area: &'a Area<'b>,
    across: Range<f64>,
    up: Range<f64>,
    left: u32,
    below: u32,
) -> Result<Chart<'a, 'b>, DrawError> {
    let mut builder = ChartBuilder::on(area);
    // Half of the last label of the horizontal axis is beside the plot.
    builder.margin_top(8).margin_right(30).y_label_area_size(left).x_label_area_size(below);
    builder.build_cartesian_2d(across, up)
}

/// Returns the axes and grid of a chart, with the label `unit` on the horizontal axis.
fn mesh<'a, 'b, 'c>(chart: &'c mut Chart<'a, 'b>, unit: &str, wide: bool) -> Mesh<'a, 'b, 'c> {
    let style = text(SOFT);
    let mut mesh = chart.configure_mesh();
    mesh.light_line_style(TRANSPARENT).bold_line_style(GRID).axis_style(GRID).label_style(style.clone());
    mesh.axis_desc_style(style).x_labels(if wide { 8 } else { 5 }).y_labels(6).x_desc(unit);
    mesh.x_label_formatter(&|value| short(*value)).y_label_formatter(&|value| short(*value));
    mesh
}

/// The error type of the crate `plotters`.
type DrawError = DrawingAreaErrorKind<<SVGBackend<'static> as DrawingBackend>::ErrorType>;

fn text(colour: RGBColor) -> TextStyle<'static> {
    ("sans-serif", TEXT).into_font().color(&colour)
}

/// Returns a range with a margin around all numbers; never empty.
fn padded(numbers: impl Iterator<Item = f64>) -> Range<f64> {
    let (low, high) = numbers
        .filter(|number| number.is_finite())
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), number| (low.min(number), high.max(number)));
    if low > high {
        return 0.0..1.0;
    }
    let room = ((high - low) * 0.06).max(0.5);
    low - room..high + room
}

fn shortened(name: &str, length: usize) -> String {
    if name.chars().count() <= length {
        name.to_string()
    } else {
        name.chars().take(length - 1).chain(['\u{2026}']).collect()
    }
}
