package org.thetisdb.engine.semantics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.thetisdb.engine.hash.TagDirectory;
import org.thetisdb.value.vector.PackedList;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * The elements of a list as vectors, found by their hashes. The vectors are those of the list where it has any, so that
 * nothing is there twice; an element's number counts through all of them.
 */
final class ElementTable implements ListIndex.Elements {
    private static final int COMPARED_ELEMENTS_MAX = 6;
    private static final int ENTRIES_MIN = 32;
    private static final long RUN_BYTES = 160;

    private final List<Vector> runs = new ArrayList<>();

    /** For each run the number of its first element; then that of all. */
    private int[] starts = new int[4];

    private final TagDirectory directory = new TagDirectory(ENTRIES_MIN);

    private ElementTable() {}

    static Optional<ListIndex.Elements> of(List<?> list, VectorKind kind, ListIndex.Room room) {
        ElementTable table = new ElementTable();
        long runBytes = 0;
        for (Vector run : ElementRuns.of(list, kind)) {
            runBytes += list instanceof PackedList ? 0 : RUN_BYTES + run.bytesReserved();
            int count = Math.addExact(table.count(), run.count());
            // While a directory grows, it is there twice.
            if (!room.growTo(runBytes + TagDirectory.bytes(count) * 3 / 2)) {
                return Optional.empty();
            }
            table.add(run, count);
        }
        return Optional.of(table);
    }

    private int count() {
        return starts[runs.size()];
    }

    private void add(Vector run, int countAfter) {
        int entry = count();
        runs.add(run);
        if (runs.size() == starts.length) {
            starts = Arrays.copyOf(starts, starts.length * 2);
        }
        starts[runs.size()] = countAfter;
        if (countAfter > COMPARED_ELEMENTS_MAX) {
            directory.reserve(countAfter);
        }
        for (int place = 0; place < run.count(); place++) {
            long hash = ValueSemantics.hash(run, place);
            int at = directory.place(hash);
            while (!TagDirectory.isEmpty(directory.word(at))) {
                at = directory.after(at);
            }
            directory.put(at, hash, entry++);
        }
    }

    @Override
    public boolean contains(Vector values, int row) {
        return count() > COMPARED_ELEMENTS_MAX ? isFound(values, row) : comparesEqual(values, row);
    }

    private boolean comparesEqual(Vector values, int row) {
        for (int entry = 0; entry < count(); entry++) {
            if (isEqual(values, row, entry)) {
                return true;
            }
        }
        return false;
    }

    private boolean isFound(Vector values, int row) {
        long hash = ValueSemantics.hash(values, row);
        int place = directory.place(hash);
        long word = directory.word(place);
        while (!TagDirectory.isEmpty(word)) {
            if (TagDirectory.isTagged(word, hash) && isEqual(values, row, TagDirectory.entry(word))) {
                return true;
            }
            place = directory.after(place);
            word = directory.word(place);
        }
        return false;
    }

    private boolean isEqual(Vector values, int row, int entry) {
        int run = 0;
        if (runs.size() > 1) {
            int found = Arrays.binarySearch(starts, 0, runs.size(), entry);
            run = found < 0 ? -found - 2 : found;
        }
        return ValueSemantics.equal(values, row, runs.get(run), entry - starts[run]) == ValueSemantics.TRUE;
    }
}
