package org.thetisdb.bench.io;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.thetisdb.bench.harness.Machine;
import org.thetisdb.bench.harness.Spread;
import org.thetisdb.bench.plot.Chart;

/** The tables and plots of a run, as markdown and SVG. Used by one thread. */
final class IoReport {
    /** As many as a plot has colours. */
    private static final List<Way> PLOTTED = List.of(
            Way.MAPPED_NORMAL, Way.MAPPED_AHEAD, Way.PREAD, Way.CACHE_PREAD, Way.CACHE_DIRECT, Way.CACHE_DIRECT_SMALL);

    private final IoOptions options;
    private final IoTable table;
    private final double[] fioRates;

    IoReport(IoOptions options, IoTable table, double[] fioRates) {
        this.options = options;
        this.table = table;
        this.fioRates = fioRates;
    }

    String text() throws IOException {
        StringBuilder text = new StringBuilder(head());
        for (IoPart part : options.parts()) {
            for (double ratio : options.ratios()) {
                if (table.has(ratio, part)) {
                    text.append(table(ratio, part));
                }
            }
        }
        table.complaints()
                .forEach((way, problem) ->
                        text.append("\n- ").append(way.label()).append(": ").append(problem));
        return text.append('\n').toString();
    }

    private String head() throws IOException {
        return String.format(
                Locale.ROOT,
                "# Ways to read a file%n%n%s- file: %d MiB on %s%n- operations in a millisecond, 16 reads each; median"
                        + " [least..greatest] of %d rounds of %d s%n- fio, io_uring at depth 32 past the system's"
                        + " cache, the same unit: %s%n",
                Machine.describe(),
                options.fileBytes() >> 20,
                device(options.directory()),
                options.rounds(),
                options.seconds(),
                fioRates.length == 0 ? "not there" : text(Spread.of(fioRates)));
    }

    /** File system and device, with what the kernel says about it. */
    private static String device(Path directory) throws IOException {
        String name = Files.getFileStore(directory).name();
        String device = name.substring(name.lastIndexOf('/') + 1);
        Path queue = Path.of("/sys/block").resolve(device).resolve("queue");
        String more = Files.isDirectory(queue)
                ? String.format(
                        Locale.ROOT,
                        ", rotational %s, scheduler %s, reads ahead %s KiB",
                        Files.readString(queue.resolve("rotational")).strip(),
                        Files.readString(queue.resolve("scheduler")).strip(),
                        Files.readString(queue.resolve("read_ahead_kb")).strip())
                : "";
        return Files.getFileStore(directory).type() + ", device " + device + more;
    }

    private String table(double ratio, IoPart part) {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%n## %s, file : memory = %s (%d MiB)%n%n| way |",
                part.label(),
                ratioText(ratio),
                options.groupBytes(ratio) >> 20));
        for (int threads : options.threadCounts()) {
            text.append(' ').append(threads).append(threads == 1 ? " thread |" : " threads |");
        }
        text.append("\n|---|")
                .append("---:|".repeat(options.threadCounts().size()))
                .append('\n');
        for (Way way : options.ways()) {
            text.append("| ").append(way.label()).append(" |");
            for (int threads : options.threadCounts()) {
                Optional<Spread> spread = table.spread(new IoTable.Cell(ratio, part, way, threads));
                text.append(' ').append(spread.map(IoReport::text).orElse("–")).append(" |");
            }
            text.append('\n');
        }
        return text.toString();
    }

    private static String ratioText(double ratio) {
        return ratio == Math.rint(ratio) ? Long.toString(Math.round(ratio)) : Double.toString(ratio);
    }

    private static String text(Spread spread) {
        if (spread.least() == spread.greatest()) {
            return text(spread.median());
        }
        return String.format(
                Locale.ROOT, "%s [%s..%s]", text(spread.median()), text(spread.least()), text(spread.greatest()));
    }

    private static String text(double rate) {
        return String.format(Locale.ROOT, rate >= 100 ? "%.0f" : rate >= 10 ? "%.1f" : "%.2f", rate);
    }

    /** Draws each table into a folder. */
    void plot(Path folder) throws IOException {
        for (IoPart part : options.parts()) {
            for (double ratio : options.ratios()) {
                if (table.has(ratio, part)) {
                    chart(ratio, part).write(folder, "io-" + part.label() + "-" + ratioText(ratio));
                }
            }
        }
    }

    private Chart chart(double ratio, IoPart part) {
        List<Chart.Series> series = PLOTTED.stream()
                .filter(options.ways()::contains)
                .map(way -> new Chart.Series(
                        way.label(),
                        options.threadCounts().stream()
                                .map(threads -> table.spread(new IoTable.Cell(ratio, part, way, threads))
                                        .map(Spread::median)
                                        .orElse(Double.NaN))
                                .collect(Collectors.toList())))
                .toList();
        return new Chart(
                part.label() + ", file : memory = " + ratioText(ratio),
                "threads",
                "operations in a millisecond",
                Chart.Kind.LINES,
                true,
                options.threadCounts().stream().map(String::valueOf).toList(),
                series);
    }
}
