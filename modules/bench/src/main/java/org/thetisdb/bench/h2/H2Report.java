package org.thetisdb.bench.h2;

import java.util.List;
import java.util.Locale;
import org.thetisdb.bench.harness.Machine;
import org.thetisdb.bench.harness.Spread;

/** The tables, as markdown. */
final class H2Report {
    private static final double SMALL = 100;

    private H2Report() {}

    static String text(H2Options options, boolean isLimited, H2Times times) {
        StringBuilder text = new StringBuilder();
        Sizes sizes = new Sizes(options.factor());
        text.append(String.format(
                Locale.ROOT,
                "## H2's fifteen (reconstructed), factor %s%n%n%s- %,d customers, %,d orders, %,d items; %,d blobs%n"
                        + "- memory for data: %d MiB each; in a control group: %s%n"
                        + "- processes for each cell: %d, shots of each: %d%n- answers: %s%n",
                options.factor(),
                Machine.describe(),
                sizes.customers(),
                sizes.orders(),
                sizes.items(),
                sizes.blobs(),
                options.memoryBytes() >> 20,
                isLimited ? "yes" : "no, none can be made here",
                options.rounds(),
                options.shots(),
                times.different().isEmpty() ? "all agree" : "DIFFERENT: " + times.different()));
        table(text, options, times, true, "Single shot: the first in its process");
        table(text, options, times, false, "Steady state: all later ones");
        return text.toString();
    }

    private static void table(StringBuilder text, H2Options options, H2Times times, boolean isFirst, String title) {
        text.append(String.format("%n### %s%n%n| benchmark | unit |", title));
        for (Contender contender : options.contenders()) {
            text.append(' ').append(H2Options.label(contender)).append(" |");
        }
        text.append(String.format(
                "%n|---|---|%s%n", "---:|".repeat(options.contenders().size())));
        for (Task task : options.tasks()) {
            text.append("| ").append(task.label()).append(task.isRate() ? " | ops/s |" : " | ms |");
            List<Contender> contenders = options.contenders();
            for (Contender contender : contenders) {
                text.append(' ')
                        .append(cell(times, task, contenders.getFirst(), contender, isFirst))
                        .append(" |");
            }
            text.append(String.format("%n"));
        }
    }

    private static String cell(H2Times times, Task task, Contender first, Contender contender, boolean isFirst) {
        if (!times.has(task, contender)) {
            return "–";
        }
        Spread spread = times.spread(task, contender, isFirst);
        String values = spread.median() < SMALL ? spread.toString() : spread.rounded();
        if (contender == first || !times.has(task, first)) {
            return values;
        }
        double other = times.spread(task, first, isFirst).median();
        // How many times as fast, whichever way it is counted.
        double ratio = task.isRate() ? spread.median() / other : other / spread.median();
        return values + String.format(Locale.ROOT, " ×%.2f", ratio);
    }
}
