package org.thetisdb.storage.delta;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.arena.RecordArena;
import org.thetisdb.storage.runs.EntryCursor;
import org.thetisdb.storage.runs.TransactionRuns;

/**
 * What large transactions have put into lists when there was no memory left for lists: sorted runs, those of one
 * transaction together ({@link org.thetisdb.storage.runs}), beside what is in {@link LinkLists}.
 *
 * <p>An entry here says that its transaction has made the relationship, or, in runs of their own, that it has deleted
 * one of the base; and no more. One that was made here and is deleted gets an entry in the lists, too, which says to
 * look at the link, and counts before this one. A rollback drops the transaction's runs as a whole.
 *
 * <p>A reader passes over the runs that it does not see without a look at their entries: who reads beside a large
 * transaction does not wait for it. Thread safe.
 */
final class LinkRuns {
    private final RecordArena arena;
    private final StampTable stamps;
    private volatile Part[] parts = {};

    /** The runs of one transaction, of one of the two reasons, and its mark. */
    private static final class Part {
        private final TransactionRuns runs;
        private final boolean deletions;

        /** Another that says the same takes its place when the transaction has committed. */
        private volatile int mark;

        Part(TransactionRuns runs, boolean deletions, int mark) {
            this.runs = runs;
            this.deletions = deletions;
            this.mark = mark;
        }

        long tag() {
            return (long) mark << 1 | (deletions ? 1 : 0);
        }
    }

    LinkRuns(RecordArena arena, StampTable stamps) {
        this.arena = arena;
        this.stamps = stamps;
    }

    /** Whether no transaction has any. */
    boolean isEmpty() {
        return parts.length == 0;
    }

    /**
     * Runs for a transaction that has none yet of the kind.
     *
     * @param deletions whether they are for relationships of the base that it deletes, or for those that it makes
     */
    synchronized TransactionRuns begin(boolean deletions, int mark) {
        TransactionRuns runs = new TransactionRuns(arena);
        Part[] more = Arrays.copyOf(parts, parts.length + 1);
        more[parts.length] = new Part(runs, deletions, mark);
        parts = more;
        return runs;
    }

    /** Forgets a transaction's runs: it has rolled back. */
    synchronized void drop(TransactionRuns runs) {
        parts = Arrays.stream(parts).filter(part -> part.runs != runs).toArray(Part[]::new);
        runs.drop();
    }

    /** Whether there are entries of a type, side and chunk that a reader sees; null for one who sees all. */
    boolean has(int type, boolean forward, int chunk, @Nullable Visibility visibility) {
        for (Part part : parts) {
            if (part.runs.has(type, forward, chunk) && sees(part, visibility)) {
                return true;
            }
        }
        return false;
    }

    private boolean sees(Part part, @Nullable Visibility visibility) {
        return visibility == null || stamps.sees(part.mark, visibility);
    }

    /** Calls for each type, side and chunk of which there are entries, more than once perhaps. */
    void forEachPlace(TransactionRuns.PlaceVisitor visitor) {
        for (Part part : parts) {
            part.runs.forEachPlace(visitor);
        }
    }

    /** As {@link #forEachPlace}, of one chunk. */
    void forEachPlaceOf(int chunk, TransactionRuns.PlaceVisitor visitor) {
        for (Part part : parts) {
            part.runs.forEachPlaceOf(chunk, visitor);
        }
    }

    /** The mark of whoever has made or deleted what a cursor is at. */
    static int mark(EntryCursor at) {
        return (int) (at.tag() >> 1);
    }

    /** Whether it was deleted. */
    static boolean isDeletion(EntryCursor at) {
        return (at.tag() & 1) != 0;
    }

    /**
     * Puts a cursor before the entries of a node's list that a reader sees.
     *
     * @param neighbour those to this one or to greater ones
     * @param visibility null for one who sees all
     */
    void start(
            EntryCursor into, int type, boolean forward, long node, long neighbour, @Nullable Visibility visibility) {
        into.clear();
        for (Part part : parts) {
            if (sees(part, visibility)) {
                part.mark = stamps.shortened(part.mark);
                part.runs.start(into, type, forward, node, neighbour, part.tag());
            }
        }
    }
}
