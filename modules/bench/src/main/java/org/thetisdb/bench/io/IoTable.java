package org.thetisdb.bench.io;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.thetisdb.bench.harness.Spread;

/** What was measured: operations in a millisecond, of all rounds. Used by one thread. */
final class IoTable {
    /**
     * Where a number belongs.
     *
     * @param ratio the file's length divided by the memory
     */
    record Cell(double ratio, IoPart part, Way way, int threads) {}

    private final Map<Cell, List<Double>> rates = new LinkedHashMap<>();
    private final Map<Way, String> complaints = new LinkedHashMap<>();

    /** Takes the output of a process. */
    void add(double ratio, Way way, String output) {
        for (String line : output.lines().toList()) {
            String[] words = line.split(" ");
            Cell cell = new Cell(ratio, IoPart.named(words[0]), way, Integer.parseInt(words[1]));
            rates.computeIfAbsent(cell, _ -> new ArrayList<>()).add(Double.parseDouble(words[2]));
        }
    }

    /** Notes why a process has failed. */
    void complain(Way way, String problem) {
        complaints.put(way, problem);
    }

    Map<Way, String> complaints() {
        return complaints;
    }

    /** The rounds of one number; nothing if it was not measured. */
    Optional<Spread> spread(Cell cell) {
        return Optional.ofNullable(rates.get(cell))
                .map(values -> Spread.of(
                        values.stream().mapToDouble(Double::doubleValue).toArray()));
    }

    /** Whether there is any number of a part and a ratio. */
    boolean has(double ratio, IoPart part) {
        return rates.keySet().stream().anyMatch(cell -> cell.ratio() == ratio && cell.part() == part);
    }
}
