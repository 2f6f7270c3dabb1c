package org.thetisdb.importer.ids;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Merges sorted runs; of entries with equal keys, those of earlier runs come first. */
final class RunMerge {
    /** As many runs as are read at once, each with a buffer of its own. */
    static final int FAN_IN_MAX = 64;

    private static final int BUFFER_ENTRIES = 1024;

    /** Takes the merged entries in order. */
    interface Target {
        void entry(long[] entry);
    }

    private RunMerge() {}

    /** Merges until no more than {@link #FAN_IN_MAX} runs are left. */
    static List<Path> reduce(SpillArea area, List<Path> runs, int entryWords, int keyWords) {
        List<Path> current = runs;
        while (current.size() > FAN_IN_MAX) {
            List<Path> merged = new ArrayList<>();
            for (int from = 0; from < current.size(); from += FAN_IN_MAX) {
                List<Path> group = current.subList(from, Math.min(from + FAN_IN_MAX, current.size()));
                RunWriter writer = new RunWriter(area);
                try (writer) {
                    merge(area, group, entryWords, keyWords, entry -> writer.write(entry, 0, entryWords));
                }
                merged.add(writer.path());
            }
            current = merged;
        }
        return current;
    }

    /** Merges the runs, which are deleted. */
    static void merge(SpillArea area, List<Path> runs, int entryWords, int keyWords, Target target) {
        List<RunReader> readers = new ArrayList<>();
        try {
            RunReader[] heap = new RunReader[runs.size()];
            int[] ranks = new int[runs.size()];
            int size = 0;
            for (Path run : runs) {
                RunReader reader = new RunReader(area, run, entryWords, BUFFER_ENTRIES);
                readers.add(reader);
                if (reader.next()) {
                    heap[size] = reader;
                    ranks[size] = size;
                    size++;
                }
            }
            for (int index = size / 2 - 1; index >= 0; index--) {
                sink(heap, ranks, index, size, keyWords);
            }
            while (size > 0) {
                target.entry(heap[0].entry());
                if (!heap[0].next()) {
                    size--;
                    heap[0] = heap[size];
                    ranks[0] = ranks[size];
                }
                sink(heap, ranks, 0, size, keyWords);
            }
        } finally {
            readers.forEach(RunReader::close);
        }
    }

    private static void sink(RunReader[] heap, int[] ranks, int from, int size, int keyWords) {
        int parent = from;
        while (2 * parent + 1 < size) {
            int child = 2 * parent + 1;
            if (child + 1 < size && before(heap, ranks, child + 1, child, keyWords)) {
                child++;
            }
            if (!before(heap, ranks, child, parent, keyWords)) {
                return;
            }
            RunReader reader = heap[parent];
            heap[parent] = heap[child];
            heap[child] = reader;
            int rank = ranks[parent];
            ranks[parent] = ranks[child];
            ranks[child] = rank;
            parent = child;
        }
    }

    private static boolean before(RunReader[] heap, int[] ranks, int one, int other, int keyWords) {
        for (int word = 0; word < keyWords; word++) {
            int order = Long.compare(heap[one].entry()[word], heap[other].entry()[word]);
            if (order != 0) {
                return order < 0;
            }
        }
        return ranks[one] < ranks[other];
    }
}
