package org.thetisdb.bench.plot;

import java.util.List;
import java.util.Locale;

/**
 * Draws one chart.
 *
 * <pre>
 *   title
 *   ▪ series ▪ series
 *   10 ┤────────────────
 *      │ ▐▌▐  ▐▌▐   ▐▌▐
 *    1 ┤─▐▌▐──▐▌▐───▐▌▐─
 *       place place place
 * </pre>
 */
final class SvgChart {
    private static final int LEFT = 70;
    private static final int RIGHT = 20;
    private static final int TOP = 64;
    private static final int BOTTOM = 110;
    private static final int PLOT_HEIGHT = 260;
    private static final int WIDTH_MIN = 640;
    private static final int BAR_WIDTH = 12;
    private static final int LEGEND_GAP = 24;
    private static final int CHARACTER_WIDTH = 7;
    private static final double DOT_RADIUS = 3;
    /** A renderer that knows no media queries takes the light colours. */
    private static final String STYLE = """
            <style>
            text { font: 12px sans-serif; fill: #1f2328; }
            .title { font-size: 15px; font-weight: bold; }
            .paper { fill: #ffffff; }
            .rule { stroke: #d8dee4; }
            .axis { stroke: #1f2328; }
            polyline { fill: none; stroke-width: 2; }
            .c0 { fill: #0969da; } .c1 { fill: #bc4c00; } .c2 { fill: #1a7f37; }
            .l0 { stroke: #0969da; } .l1 { stroke: #bc4c00; } .l2 { stroke: #1a7f37; }
            .c3 { fill: #8250df; } .c4 { fill: #9a6700; } .c5 { fill: #cf222e; }
            .l3 { stroke: #8250df; } .l4 { stroke: #9a6700; } .l5 { stroke: #cf222e; }
            @media (prefers-color-scheme: dark) {
              text { fill: #e6edf3; } .paper { fill: #0d1117; } .rule { stroke: #30363d; } .axis { stroke: #e6edf3; }
              .c0 { fill: #58a6ff; } .c1 { fill: #f0883e; } .c2 { fill: #3fb950; }
              .l0 { stroke: #58a6ff; } .l1 { stroke: #f0883e; } .l2 { stroke: #3fb950; }
              .c3 { fill: #bc8cff; } .c4 { fill: #d29922; } .c5 { fill: #ff7b72; }
              .l3 { stroke: #bc8cff; } .l4 { stroke: #d29922; } .l5 { stroke: #ff7b72; }
            }
            </style>
            """;

    private final Chart chart;
    private final AxisScale scale;
    private final double placeWidth;
    private final int width;
    private final StringBuilder text = new StringBuilder();

    SvgChart(Chart chart) {
        this.chart = chart;
        this.scale = AxisScale.of(
                chart.series().stream()
                        .flatMap(series -> series.values().stream())
                        .mapToDouble(Double::doubleValue)
                        .toArray(),
                chart.isLogarithmic());
        int count = Math.max(1, chart.categories().size());
        double least =
                chart.kind() == Chart.Kind.BARS ? BAR_WIDTH * (chart.series().size() + 1.0) : 0;
        this.placeWidth = Math.max(least, (double) (WIDTH_MIN - LEFT - RIGHT) / count);
        this.width = (int) (LEFT + RIGHT + placeWidth * count);
    }

    String draw() {
        int height = TOP + PLOT_HEIGHT + BOTTOM;
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\""
                        + " role=\"img\">%n",
                width, height, width, height);
        add("<title>%s</title>%n", escaped(chart.title()));
        text.append(STYLE);
        add("<rect class=\"paper\" width=\"%d\" height=\"%d\"/>%n", width, height);
        add("<text class=\"title\" x=\"%d\" y=\"24\">%s</text>%n", LEFT, escaped(chart.title()));
        legend();
        axes();
        for (int series = 0; series < chart.series().size(); series++) {
            if (chart.kind() == Chart.Kind.BARS) {
                bars(series);
            } else {
                line(series);
            }
        }
        return text.append("</svg>\n").toString();
    }

    @SuppressWarnings("AnnotateFormatMethod") // The annotation is in a library that nothing else needs.
    private void add(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values));
    }

    private void legend() {
        int left = LEFT;
        for (int series = 0; series < chart.series().size(); series++) {
            String name = chart.series().get(series).name();
            add("<rect class=\"c%d\" x=\"%d\" y=\"38\" width=\"10\" height=\"10\"/>%n", series, left);
            add("<text x=\"%d\" y=\"47\">%s</text>%n", left + 14, escaped(name));
            left += LEGEND_GAP + 14 + CHARACTER_WIDTH * name.length();
        }
    }

    private void axes() {
        int bottom = TOP + PLOT_HEIGHT;
        for (double tick : scale.ticks()) {
            double y = y(tick);
            add("<line class=\"rule\" x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\"/>%n", LEFT, y, width - RIGHT, y);
            add("<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>%n", LEFT - 6, y + 4, AxisScale.label(tick));
        }
        add("<line class=\"axis\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>%n", LEFT, bottom, width - RIGHT, bottom);
        for (int place = 0; place < chart.categories().size(); place++) {
            add(
                    "<text text-anchor=\"end\" transform=\"translate(%.1f,%d) rotate(-30)\">%s</text>%n",
                    middle(place) + 4, bottom + 16, escaped(chart.categories().get(place)));
        }
        add(
                "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>%n",
                width / 2, bottom + BOTTOM - 8, escaped(chart.horizontal()));
        add(
                "<text text-anchor=\"middle\" transform=\"translate(16,%d) rotate(-90)\">%s</text>%n",
                TOP + PLOT_HEIGHT / 2, escaped(chart.vertical()));
    }

    private double y(double value) {
        return TOP + PLOT_HEIGHT * (1 - scale.place(value));
    }

    private double middle(int place) {
        return LEFT + placeWidth * (place + 0.5);
    }

    private void bars(int series) {
        int count = chart.series().size();
        double barWidth = placeWidth / (count + 1);
        List<Double> values = chart.series().get(series).values();
        for (int place = 0; place < values.size(); place++) {
            double value = values.get(place);
            if (scale.holds(value)) {
                double left = middle(place) + barWidth * (series - count / 2.0);
                double y = y(value);
                add(
                        "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" class=\"c%d\">"
                                + "<title>%s: %s</title></rect>%n",
                        left,
                        y,
                        barWidth * 0.9,
                        Math.max(1, TOP + PLOT_HEIGHT - y),
                        series,
                        escaped(chart.series().get(series).name()),
                        AxisScale.label(value));
            }
        }
    }

    private void line(int series) {
        StringBuilder points = new StringBuilder();
        List<Double> values = chart.series().get(series).values();
        for (int place = 0; place < values.size(); place++) {
            double value = values.get(place);
            if (scale.holds(value)) {
                points.append(String.format(Locale.ROOT, "%.1f,%.1f ", middle(place), y(value)));
                add(
                        "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" class=\"c%d\"/>%n",
                        middle(place), y(value), DOT_RADIUS, series);
            }
        }
        add("<polyline points=\"%s\" class=\"l%d\"/>%n", points.toString().strip(), series);
    }

    private static String escaped(String plain) {
        return plain.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
