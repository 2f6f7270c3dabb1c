package org.thetisdb.bench.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;

/** Plots as SVG. */
class ChartTest {
    private static final List<Chart.Series> SERIES = List.of(
            new Chart.Series("one & two", List.of(1.0, 10.0, 100.0)),
            new Chart.Series("other", List.of(2.0, Double.NaN, 200.0)));

    @TempDir
    private Path folder;

    private static Chart chart(Chart.Kind kind, boolean isLogarithmic, List<Chart.Series> series) {
        return new Chart("Times <all>", "query", "milliseconds", kind, isLogarithmic, List.of("a", "b", "c"), series);
    }

    private static Document parsed(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void bars_areOneForEachNumber() throws Exception {
        String svg = chart(Chart.Kind.BARS, true, SERIES).svg();
        Document document = parsed(svg);
        assertThat(document.getDocumentElement().getTagName()).isEqualTo("svg");
        // The background, two in the legend, and five numbers.
        assertThat(document.getElementsByTagName("rect").getLength()).isEqualTo(1 + 2 + 5);
        assertThat(svg)
                .contains(
                        "milliseconds", ">query<", "one &amp; two", "Times &lt;all&gt;", "prefers-color-scheme: dark");
    }

    @Test
    void lines_leaveOutWhatIsNoNumber() throws Exception {
        Document document = parsed(chart(Chart.Kind.LINES, false, SERIES).svg());
        assertThat(document.getElementsByTagName("polyline").getLength()).isEqualTo(2);
        assertThat(document.getElementsByTagName("circle").getLength()).isEqualTo(5);
    }

    @Test
    void aPlot_ofNothing_hasAxes() throws Exception {
        assertThat(parsed(chart(Chart.Kind.LINES, true, List.of()).svg())
                        .getElementsByTagName("line")
                        .getLength())
                .isPositive();
    }

    @Test
    void writing_makesTheFolder() throws IOException {
        Path plots = folder.resolve("plots");
        chart(Chart.Kind.BARS, true, SERIES).write(plots, "times");
        assertThat(Files.readString(plots.resolve("times.svg")))
                .startsWith("<svg")
                .endsWith("</svg>\n");
    }

    @Test
    void values_areAsManyAsCategories() {
        assertThatThrownBy(() -> chart(Chart.Kind.BARS, true, List.of(new Chart.Series("short", List.of(1.0)))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("series=short, values=1, categories=3");
    }
}
