package org.thetisdb.bench.compare;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.thetisdb.bench.compare.Comparison.Verdict;
import org.thetisdb.bench.harness.Machine;
import org.thetisdb.bench.harness.Spread;

/** Turns a comparison into markdown. */
final class CompareReport {
    private final CompareOptions options;
    private final CommitBuild base;
    private final CommitBuild head;

    CompareReport(CompareOptions options, CommitBuild base, CommitBuild head) {
        this.options = options;
        this.base = base;
        this.head = head;
    }

    /** What is compared, where and how. */
    String head() {
        return String.format(
                Locale.ROOT,
                "# This tree beside %s%n%n%s- base: %s%n- head: %s%n- data: %s%n"
                        + "- ratio: head/base, median [least..greatest] over pairs of rounds,"
                        + " one of each order of loading%n",
                options.commit(),
                Machine.describe(),
                base.commit(),
                head.commit(),
                options.data());
    }

    /** A line for each query, and what follows from them. */
    String table(List<Comparison> comparisons) {
        StringBuilder text = new StringBuilder("""

                | query | base ms | head ms | head / base | base bytes | head bytes | |
                |---|---:|---:|---:|---:|---:|---|
                """);
        comparisons.forEach(comparison -> text.append(row(comparison)));
        text.append('\n');
        for (Comparison comparison : comparisons) {
            for (String complaint : comparison.complaints()) {
                text.append("- ")
                        .append(comparison.query())
                        .append(", ")
                        .append(complaint)
                        .append('\n');
            }
        }
        return text.append(summary(comparisons)).toString();
    }

    private static String row(Comparison comparison) {
        return String.format(
                Locale.ROOT,
                "| %s | %s | %s | %s | %s | %s | %s |%n",
                comparison.query(),
                millis(comparison.baseMillis()),
                millis(comparison.headMillis()),
                comparison.ratio().map(Spread::toString).orElse("–"),
                bytes(comparison.baseBytes()),
                bytes(comparison.headBytes()),
                word(comparison.verdict()));
    }

    private static String word(Verdict verdict) {
        return verdict == Verdict.EVEN ? "" : verdict.name().toLowerCase(Locale.ROOT);
    }

    private static String summary(List<Comparison> comparisons) {
        Map<Verdict, Long> counts =
                comparisons.stream().collect(Collectors.groupingBy(Comparison::verdict, Collectors.counting()));
        double mean = Math.exp(comparisons.stream()
                .map(Comparison::ratio)
                .flatMap(Optional::stream)
                .mapToDouble(ratio -> Math.log(ratio.median()))
                .average()
                .orElse(Double.NaN));
        long slower = counts.getOrDefault(Verdict.SLOWER, 0L);
        long wrong = counts.getOrDefault(Verdict.WRONG, 0L);
        return String.format(
                Locale.ROOT,
                "%n%s: %d measured, %d slower than %.2f times the base beyond the noise, %d faster, %d wrong,"
                        + " %d new; geometric mean of the ratios %.3f%n",
                slower + wrong == 0 ? "No worse" : "WORSE",
                comparisons.size(),
                slower,
                Comparison.RATIO_MAX,
                counts.getOrDefault(Verdict.FASTER, 0L),
                wrong,
                counts.getOrDefault(Verdict.NEW, 0L),
                mean);
    }

    private static String millis(double millis) {
        if (Double.isNaN(millis)) {
            return "–";
        }
        return String.format(Locale.ROOT, millis < 0.1 ? "%.5f" : millis < 10 ? "%.3f" : "%.1f", millis);
    }

    private static String bytes(Optional<Double> bytes) {
        return bytes.map(count -> String.format(Locale.ROOT, "%,.0f", count)).orElse("–");
    }
}
