package org.thetisdb.bench.plot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What a plot shows. Immutable.
 *
 * @param title above it
 * @param horizontal what the horizontal axis is about, with its unit if it has one
 * @param vertical the same for the vertical axis
 * @param kind how values are drawn
 * @param isLogarithmic whether equal ratios have equal lengths on the vertical axis; only what is positive is drawn
 * @param categories the places of the horizontal axis, from left to right
 * @param series what is drawn, a colour each; at most {@link #SERIES_MAX}
 */
public record Chart(
        String title,
        String horizontal,
        String vertical,
        Kind kind,
        boolean isLogarithmic,
        List<String> categories,
        List<Series> series) {
    /** As many as there are colours. */
    public static final int SERIES_MAX = 6;

    /** How values are drawn. */
    public enum Kind {
        /** Bars of all series beside each other in each place. */
        BARS,
        /** A line for each series. */
        LINES
    }

    /**
     * Values with a name.
     *
     * @param values one for each category; what is not a number is left out
     */
    public record Series(String name, List<Double> values) {
        public Series {
            values = List.copyOf(values);
        }
    }

    /**
     * Takes copies of the lists.
     *
     * @throws IllegalArgumentException if there are too many series, or one has not a value for each category
     */
    public Chart {
        categories = List.copyOf(categories);
        series = List.copyOf(series);
        if (series.size() > SERIES_MAX) {
            throw new IllegalArgumentException("too many series: count=" + series.size() + ", most=" + SERIES_MAX);
        }
        for (Series each : series) {
            if (each.values().size() != categories.size()) {
                throw new IllegalArgumentException("values and categories differ in number: series=" + each.name()
                        + ", values=" + each.values().size() + ", categories=" + categories.size());
            }
        }
    }

    /** The text of an SVG file. */
    public String svg() {
        return new SvgChart(this).draw();
    }

    /** Writes the plot into a folder, which is made if it is not there. */
    public void write(Path folder, String name) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve(name + ".svg"), svg());
    }
}
