package org.thetisdb.importer.load;

import java.util.Arrays;
import java.util.OptionalLong;

/**
 * Where the nodes of some tables came from, so that what is found out about a node at the end can be told by file and
 * line. Rows that follow each other become nodes that follow each other, so a few runs are all there is to keep: three
 * words for each, about one run for a thousand rows. Thread safe.
 */
final class NodePlaces {
    private static final int RUN_WORDS = 3;

    private long[] runs = new long[RUN_WORDS * 64];
    private int runCount;

    /** The first {@code count} nodes came from these positions. */
    synchronized void add(long[] nodes, long[] positions, int count) {
        int begin = 0;
        for (int row = 1; row <= count; row++) {
            boolean goesOn =
                    row < count && nodes[row] == nodes[row - 1] + 1 && positions[row] == positions[row - 1] + 1;
            if (!goesOn) {
                addRun(nodes[begin], positions[begin], row - begin);
                begin = row;
            }
        }
    }

    private void addRun(long node, long position, long count) {
        int at = RUN_WORDS * runCount;
        if (at == runs.length) {
            runs = Arrays.copyOf(runs, 2 * runs.length);
        }
        runs[at] = node;
        runs[at + 1] = position;
        runs[at + 2] = count;
        runCount++;
    }

    /** The position of a node's row; nothing if its table was not kept. */
    synchronized OptionalLong find(long node) {
        for (int run = 0; run < runCount; run++) {
            long offset = node - runs[RUN_WORDS * run];
            if (offset >= 0 && offset < runs[RUN_WORDS * run + 2]) {
                return OptionalLong.of(runs[RUN_WORDS * run + 1] + offset);
            }
        }
        return OptionalLong.empty();
    }
}
