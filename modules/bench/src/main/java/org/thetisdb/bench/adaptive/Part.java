package org.thetisdb.bench.adaptive;

import java.util.Arrays;
import java.util.List;

/** An experiment. */
enum Part {
    /** The 1st, 2nd, 10th and 1,000th run of each query, in a cold and in a warm process. */
    RUNS("runs"),
    /** The latency of short reads. */
    SHORT("short"),
    /** What planning and compiling take, by the number of hops. */
    HOPS("hops"),
    /** The share of rows that compiled code took. */
    MODES("modes"),
    /** Statements in each of a process' first ten seconds. */
    FIRST_SECONDS("first-seconds");

    private final String label;

    Part(String label) {
        this.label = label;
    }

    /** Its name on the command line. */
    String label() {
        return label;
    }

    /** The names of all. */
    static List<String> labels() {
        return Arrays.stream(values()).map(Part::label).toList();
    }

    /**
     * The part of that name.
     *
     * @throws IllegalArgumentException if there is none
     */
    static Part named(String label) {
        return Arrays.stream(values())
                .filter(part -> part.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no such part: --parts=" + label));
    }
}
