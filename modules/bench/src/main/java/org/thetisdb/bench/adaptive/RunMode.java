package org.thetisdb.bench.adaptive;

import java.util.List;

/** How a process runs its statements. */
enum RunMode {
    /** No code is made. */
    INTERPRETED("interpreted", "compile=never"),
    /** Code is made before the first row. */
    COMPILED("compiled", "compile=always"),
    /** What users have. */
    ADAPTIVE("adaptive", ""),
    /** The same once more: what differs from {@link #ADAPTIVE} is noise. */
    ADAPTIVE_AGAIN("adaptive again", "");

    /** All of them, in the order of tables. */
    static final List<RunMode> ALL = List.of(values());

    /** Code on and off. */
    static final List<RunMode> ON_AND_OFF = List.of(INTERPRETED, ADAPTIVE, ADAPTIVE_AGAIN);

    private final String label;
    private final String variant;

    RunMode(String label, String variant) {
        this.label = label;
        this.variant = variant;
    }

    /** Its name in tables and plots. */
    String label() {
        return label;
    }

    /** The variant of the engine. */
    String variant() {
        return variant;
    }
}
