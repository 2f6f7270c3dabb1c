package org.thetisdb.bench.lucene;

import java.util.Locale;
import org.thetisdb.bench.harness.Machine;
import org.thetisdb.bench.harness.Spread;

/** The tables, as markdown. */
final class LuceneReport {
    private LuceneReport() {}

    static String text(LuceneOptions options, long indexBytes, LuceneTimes times) {
        StringBuilder text = new StringBuilder();
        text.append(String.format(
                Locale.ROOT,
                "## Lucene: %,d documents, %,d MiB%n%n%s- vector module: %s; JVMs for each cell: %d%n"
                        + "- answers: %s%n%nMicroseconds a query, median [least..greatest] over rounds of %d.%n",
                options.documentCount(),
                indexBytes >> 20,
                Machine.describe(),
                options.vectorModule() ? "yes" : "no",
                options.rounds(),
                times.agree() ? "all agree" : "DIFFERENT",
                LuceneChild.QUERIES));
        for (Situation situation : options.situations()) {
            table(text, options, situation, times);
        }
        return text.toString();
    }

    private static void table(StringBuilder text, LuceneOptions options, Situation situation, LuceneTimes times) {
        text.append(String.format("%n### %s%n%n| query |", LuceneOptions.label(situation)));
        for (DirectoryKind directory : options.directories()) {
            text.append(' ').append(LuceneOptions.label(directory)).append(" |");
        }
        text.append(String.format(
                "%n|---|%s%n", "---:|".repeat(options.directories().size())));
        for (Question question : Question.values()) {
            text.append("| ").append(LuceneOptions.label(question)).append(" |");
            double first = times.micros(situation, options.directories().getFirst(), question)
                    .median();
            for (DirectoryKind directory : options.directories()) {
                Spread micros = times.micros(situation, directory, question);
                text.append(String.format(Locale.ROOT, " %s ×%.2f |", micros.rounded(), micros.median() / first));
            }
            text.append(String.format("%n"));
        }
    }
}
