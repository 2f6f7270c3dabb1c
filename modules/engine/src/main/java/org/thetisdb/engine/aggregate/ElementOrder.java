package org.thetisdb.engine.aggregate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.engine.order.PrefixOrder;
import org.thetisdb.engine.order.SortKeys;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.semantics.ValueSemantics;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.engine.spill.ListFile;
import org.thetisdb.engine.spill.StoredList;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Puts the elements of a list in the order of ORDER BY. A long list is sorted run by run, and the runs are merged;
 * those of a list that is on disk, and what they become, are on disk as well:
 *
 * <pre>
 *   list  ──► run ──sort──► sorted run ─┐
 *         ──► run ──sort──► sorted run ─┼─► the least of all that are next ──► sorted list
 *         ──► run ──sort──► sorted run ─┘
 * </pre>
 *
 * <p>Used by one thread.
 */
final class ElementOrder {
    /** How many elements are sorted at once at most. */
    private static final int RUN_ELEMENTS_MAX = 1 << 20;

    private static final int PIECE_ELEMENTS = 1024;

    /** How many times its bytes on disk an element takes while it is sorted: unpacked, and once more in its order. */
    private static final int UNPACKED_FACTOR = 8;

    private final SortKeys keys;
    private final Comparator<@Nullable Object> order;
    private final long workingBytes;
    private final Runnable betweenPieces;

    /**
     * @param workingBytes what it may take for a list on disk, about; for one in memory it takes twice what that takes
     * @param betweenPieces is called now and then, and throws if the run is to end
     */
    ElementOrder(Step.ListOrder order, long workingBytes, Runnable betweenPieces) {
        Comparator<@Nullable Object> ascending = ValueSemantics::order;
        this.order = order == Step.ListOrder.ASCENDING ? ascending : ascending.reversed();
        this.keys = new SortKeys(new int[] {0}, new boolean[] {order == Step.ListOrder.ASCENDING});
        this.workingBytes = workingBytes;
        this.betweenPieces = betweenPieces;
    }

    /** The elements in their order. */
    GrowingList sorted(List<?> list) {
        Optional<ListFile> file =
                list instanceof StoredList stored ? Optional.of(stored.pieces().file()) : Optional.empty();
        int runElements = runElements(list);
        List<List<?>> runs = new ArrayList<>();
        for (int from = 0; from < list.size(); from += runElements) {
            int count = Math.min(runElements, list.size() - from);
            GrowingList run = run(list, from, count);
            if (count == list.size()) {
                return run;
            }
            file.ifPresent(each -> run.store(each, 0));
            runs.add(run.list());
        }
        return merged(runs, file);
    }

    private int runElements(List<?> list) {
        if (!(list instanceof StoredList stored) || stored.pieces().size() == 0) {
            return RUN_ELEMENTS_MAX;
        }
        long storedBytes = UNPACKED_FACTOR
                * stored.pieces().storedBytes()
                / stored.pieces().size();
        return (int) Math.clamp(
                workingBytes / (PrefixOrder.ROW_BYTES + storedBytes), (long) PIECE_ELEMENTS, (long) RUN_ELEMENTS_MAX);
    }

    private GrowingList run(List<?> list, int from, int count) {
        Vector elements = new Vector();
        elements.reset(VectorKind.NULL, 0);
        Vectors.appendElements(list, from, count, elements);
        Batch rows = new Batch(1);
        rows.hold(0, elements);
        rows.fill(count);
        Vector sorted = new Vector();
        sorted.gather(elements, PrefixOrder.sorted(rows, keys, betweenPieces), count);
        GrowingList run = new GrowingList();
        run.addRun(sorted, 0, count);
        betweenPieces.run();
        return run;
    }

    /** A run that is being read. */
    private record Reading(@Nullable Object next, Iterator<?> others) {}

    private GrowingList merged(List<List<?>> runs, Optional<ListFile> file) {
        Comparator<Reading> byNext = (one, other) -> order.compare(one.next(), other.next());
        PriorityQueue<Reading> readings = new PriorityQueue<>(Math.max(1, runs.size()), byNext);
        runs.forEach(run -> advance(run.iterator(), readings));
        GrowingList merged = new GrowingList();
        List<@Nullable Object> piece = new ArrayList<>(PIECE_ELEMENTS);
        while (!readings.isEmpty()) {
            Reading least = readings.remove();
            piece.add(least.next());
            advance(least.others(), readings);
            if (piece.size() == PIECE_ELEMENTS || readings.isEmpty()) {
                merged.addAll(piece);
                piece.clear();
                file.ifPresent(each -> merged.store(each, AggregateAccumulator.LONG_BYTES));
                betweenPieces.run();
            }
        }
        return merged;
    }

    private static void advance(Iterator<?> run, PriorityQueue<Reading> readings) {
        if (run.hasNext()) {
            readings.add(new Reading(run.next(), run));
        }
    }
}
