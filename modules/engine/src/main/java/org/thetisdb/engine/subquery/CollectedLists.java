package org.thetisdb.engine.subquery;

import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.aggregate.AggregateAccumulator;
import org.thetisdb.engine.aggregate.GroupRuns;
import org.thetisdb.engine.aggregate.GrowingList;
import org.thetisdb.engine.pipeline.MemoryCharge;
import org.thetisdb.engine.pipeline.MemoryShare;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.spill.StoredLists;
import org.thetisdb.storage.spill.SpillFile;
import org.thetisdb.value.HeapSize;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * The lists of a COLLECT subquery, one for each outer row of a batch, while their elements come. Most such lists are
 * short: together they are kept as they came, without anything for each list, as long as they are little.
 *
 * <pre>
 *   little   rows      [  2  |  0  |  2  |  7  | … ]   of each element, its outer row
 *            elements  [ 'a' | 'b' | 'c' | 'd' | … ]
 *     │ too much, or more than what a worker always gets while memory is short
 *     ▼
 *   much     a {@link GrowingList} for each outer row, which goes to disk where it is long and memory is short
 * </pre>
 *
 * <p>What it takes is charged until the next batch begins, the lists that were made included. Belongs to one worker.
 */
final class CollectedLists {
    /** So much a worker always gets. */
    private static final long SURE_BYTES = MemoryShare.WORKING_BYTES;

    /** So much is ordered by rows in no time, and may be there twice while lists are made. */
    private static final long LITTLE_BYTES = 2 << 20;

    private final Worker worker;
    private final MemoryCharge charge;
    private final Supplier<SpillFile> newFile;
    private final StoredLists storedLists = new StoredLists();
    private final GroupRuns runs = new GroupRuns();
    private int listCount;
    private Vector elements = new Vector();
    private int[] rows = {};
    private @Nullable GrowingList[] lists = {};
    private boolean isMuch;
    private long listBytes;

    CollectedLists(Worker worker) {
        this.worker = worker;
        this.charge = new MemoryCharge(worker, "CollectSubquery");
        this.newFile = worker::newLastingFile;
    }

    /** Forgets the lists of the batch before, and begins with empty ones. */
    void begin(int outerCount) {
        charge.release();
        listCount = outerCount;
        clearElements();
        lists = new GrowingList[0];
        isMuch = false;
        listBytes = 0;
    }

    private void clearElements() {
        if (littleBytes() > SURE_BYTES || elements.kind() == VectorKind.OBJECT) {
            elements = new Vector();
            rows = new int[0];
        } else {
            elements.reset(VectorKind.NULL, 0);
        }
    }

    /** Adds an element, which may be null, to the list of each outer row that is named; a row may be named again. */
    void add(long[] outerRows, Vector values, int count) {
        int before = elements.count();
        noteRows(outerRows, before, count);
        if (isMuch) {
            addToLists(values, count);
        } else {
            elements.append(values, count);
            if (isTooMuch(littleBytes())) {
                makeLists();
            }
        }
        charge();
    }

    private void noteRows(long[] outerRows, int before, int count) {
        if (rows.length < before + count) {
            rows = Arrays.copyOf(rows, Math.max(before + count, before + (before >> 1)));
        }
        for (int row = 0; row < count; row++) {
            rows[before + row] = (int) outerRows[row];
        }
    }

    private boolean isTooMuch(long bytes) {
        return bytes > SURE_BYTES && (bytes > LITTLE_BYTES || !charge.growIfThereIs(2 * bytes));
    }

    private long littleBytes() {
        return elements.bytesReserved() + (long) Integer.BYTES * rows.length;
    }

    private void makeLists() {
        isMuch = true;
        lists = new GrowingList[listCount];
        addToLists(elements, elements.count());
        clearElements();
    }

    /** Those of one outer row mostly follow each other. */
    private void addToLists(Vector values, int count) {
        int end;
        for (int from = 0; from < count; from = end) {
            end = from + 1;
            while (end < count && rows[end] == rows[from]) {
                end++;
            }
            addToList(rows[from], values, from, end - from);
        }
    }

    private void addToList(int outerRow, Vector values, int from, int count) {
        GrowingList list = lists[outerRow];
        if (list == null) {
            list = new GrowingList();
            lists[outerRow] = list;
            listBytes += list.bytes();
        }
        long before = list.bytes();
        list.addAll(values, from, count);
        listBytes += list.bytes() - before;
    }

    /** Long lists go to disk where there is no memory for all of them; short ones, if that makes too little room. */
    private void charge() {
        if (isMuch && worker.query().canSpill() && !isThereMemory()) {
            storeLists(AggregateAccumulator.LONG_BYTES);
            if (!isThereMemory()) {
                storeLists(AggregateAccumulator.SHORT_BYTES);
            }
        }
        charge.growToWork(isMuch ? listBytes : littleBytes());
    }

    private boolean isThereMemory() {
        return listBytes <= worker.query().shareBytesMax() && charge.growIfThereIs(listBytes);
    }

    private void storeLists(long bytesMin) {
        listBytes = 0;
        for (GrowingList list : lists) {
            if (list != null) {
                list.store(storedLists.file(newFile), bytesMin);
                listBytes += list.bytes();
            }
        }
        charge.shrinkTo(listBytes);
    }

    /** Makes the column of all lists, empty ones included. Nothing may be added any more. */
    void take(Vector into) {
        into.reset(VectorKind.OBJECT, listCount);
        Arrays.fill(into.objects(), 0, listCount, List.of());
        if (isMuch) {
            takeLists(into);
        } else {
            takeLittle(into);
        }
    }

    private void takeLists(Vector into) {
        for (int row = 0; row < listCount; row++) {
            GrowingList list = lists[row];
            if (list != null) {
                into.objects()[row] = list.list();
            }
        }
        lists = new GrowingList[0];
        storedLists.clear();
    }

    private void takeLittle(Vector into) {
        int count = elements.count();
        runs.arrange(rows, count, listCount);
        Vector ordered = elements;
        if (!areInOrder()) {
            ordered = new Vector();
            ordered.gather(elements, runs.rows(), count);
        }
        long bytes = 0;
        for (int row = 0; row < listCount; row++) {
            int from = runs.from(row);
            if (from < runs.end(row)) {
                GrowingList list = new GrowingList();
                list.addAll(ordered, from, runs.end(row) - from);
                into.objects()[row] = list.list();
                bytes += HeapSize.of(into.objects()[row]);
            }
        }
        clearElements();
        charge.shrinkTo(bytes);
        charge.growToWork(bytes);
    }

    private boolean areInOrder() {
        for (int element = 1; element < elements.count(); element++) {
            if (rows[element] < rows[element - 1]) {
                return false;
            }
        }
        return true;
    }
}
