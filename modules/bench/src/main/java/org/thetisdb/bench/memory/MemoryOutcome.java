package org.thetisdb.bench.memory;

import java.util.List;
import org.thetisdb.bench.harness.MeasuredProcess;

/**
 * What a step took, and how it ended.
 *
 * @param name the step's
 * @param process its process
 * @param groupBytes the most that its group held; 0 without a group
 * @param killCount how many processes of the group were killed for want of memory
 */
record MemoryOutcome(String name, MeasuredProcess process, long groupBytes, long killCount) {
    private static final String OUT_OF_MEMORY = "OutOfMemoryError";

    /** How Thetis reports one. */
    private static final String HEAP_EXHAUSTED = "THETIS-5001";

    private static final int ERROR_CHARS_MAX = 160;

    /** Whether nothing was killed, and no error was seen. */
    boolean succeeded() {
        return killCount == 0 && process.succeeded() && !outOfMemory();
    }

    /** Whether the JVM has run out of memory, which a program may have survived. */
    boolean outOfMemory() {
        return List.of(process.errors(), process.head()).stream()
                .anyMatch(text -> text.contains(OUT_OF_MEMORY) || text.contains(HEAP_EXHAUSTED));
    }

    /** In a few words what happened. */
    String verdict() {
        if (killCount > 0) {
            return "killed by the system";
        }
        if (outOfMemory()) {
            return OUT_OF_MEMORY;
        }
        return process.succeeded() ? "–" : "exit code " + process.exitCode() + ": " + error();
    }

    /** The line that says what went wrong: messages have codes; else the last one. */
    private String error() {
        String[] lines = process.errors().split("\n");
        String found = lines[lines.length - 1];
        for (String line : lines) {
            if (line.contains("THETIS")) {
                found = line;
                break;
            }
        }
        return found.substring(0, Math.min(ERROR_CHARS_MAX, found.length())).replace("|", "\\|");
    }
}
