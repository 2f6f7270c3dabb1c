package org.thetisdb.bench.h2;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.thetisdb.bench.harness.Spread;

/** What the processes wrote down, and whether their answers agree. Used by one thread. */
final class H2Times {
    private record Place(Task task, Contender contender, boolean isFirst) {}

    private final Map<Place, List<Double>> values = new HashMap<>();
    private final Map<String, String> digests = new HashMap<>();
    private final TreeSet<String> different = new TreeSet<>();

    /** Takes the lines of one process in. */
    void add(Task task, Contender contender, List<String> lines) {
        for (String line : lines) {
            String[] words = line.split(" ", 3);
            boolean isFirst = words[0].equals("0");
            values.computeIfAbsent(new Place(task, contender, isFirst), _ -> new ArrayList<>())
                    .add(Double.parseDouble(words[1]));
            String former = digests.putIfAbsent(task.label() + " " + words[0], words[2]);
            if (former != null && !former.equals(words[2])) {
                different.add(task.label() + " by " + H2Options.label(contender));
            }
        }
    }

    /** Which answers differ from those of the contender that came first. */
    List<String> different() {
        return List.copyOf(different);
    }

    boolean has(Task task, Contender contender) {
        return values.containsKey(new Place(task, contender, true));
    }

    /**
     * The values of a contender.
     *
     * @param isFirst those of the first shots, one of each process; else of all others
     */
    Spread spread(Task task, Contender contender, boolean isFirst) {
        return Spread.of(values.getOrDefault(new Place(task, contender, isFirst), List.of()).stream()
                .mapToDouble(Double::doubleValue)
                .toArray());
    }
}
