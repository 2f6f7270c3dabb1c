package org.thetisdb.storage.delta;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.arena.HandleTable;
import org.thetisdb.storage.arena.RecordArena;

/**
 * The stamps of a delta by number, as records have them in four bytes.
 *
 * <pre>
 *   mark   0      what was there before the first revision, or nobody, where the field may be empty
 *         &gt; 0     the number of a stamp: of a transaction that has not ended, or that was met before it had
 *         &lt; 0     committed: so many revisions after the base's, negated
 * </pre>
 *
 * <p>A mark is made with a number; whoever meets it in a record after the commit puts the revision in its place, so
 * that the next one need not look the stamp up. That may be done twice, with the same result. Of a transaction that has
 * ended the table keeps the revision, in four bytes; of one that was rolled back nothing. Thread safe.
 */
final class StampTable {
    static final int BASE = 0;

    private static final int RECENT = 64;

    private record Recent(int number, Stamp stamp) {}

    private final RecordArena arena;
    private final long baseRevision;
    private final Map<Integer, Stamp> running = new ConcurrentHashMap<>();

    /** The last transactions, by the lower bits of their numbers, ended or not: those are asked for most. */
    private final AtomicReferenceArray<Recent> recent = new AtomicReferenceArray<>(RECENT);

    /** By number, how many revisions after the base's a transaction has committed. */
    private final HandleTable ended;

    private final AtomicInteger count = new AtomicInteger();

    StampTable(RecordArena arena, long baseRevision) {
        this.arena = arena;
        this.baseRevision = baseRevision;
        this.ended = new HandleTable(arena);
    }

    /** Takes a stamp in, and returns its mark. */
    int add(Stamp stamp) {
        int after = after(stamp.revision());
        if (after > 0) {
            return -after;
        }
        int number = count.incrementAndGet();
        running.put(number, stamp);
        recent.set(number & RECENT - 1, new Recent(number, stamp));
        return number;
    }

    private @Nullable Stamp recent(int number) {
        Recent found = recent.get(number & RECENT - 1);
        return found == null || found.number() != number ? null : found.stamp();
    }

    private @Nullable Stamp running(int number) {
        Stamp found = recent(number);
        return found == null ? running.get(number) : found;
    }

    /** The transaction of a mark has ended: all that it has written is committed, or was taken back. */
    void end(int mark) {
        Stamp stamp = mark > 0 ? running.get(mark) : null;
        if (stamp != null) {
            int after = after(stamp.revision());
            if (after > 0) {
                ended.set(mark, after);
            }
            if (after > 0 || !stamp.isCommitted()) {
                running.remove(mark);
            }
        }
    }

    /** How many revisions after the base's, if that is a number to be kept; else 0. */
    private int after(long revision) {
        long after = revision - baseRevision;
        return after > 0 && after <= Integer.MAX_VALUE ? (int) after : 0;
    }

    /** The revision of a mark, {@link Stamp#UNCOMMITTED} if its transaction has not committed. */
    long revision(int mark) {
        return mark <= 0 ? (mark == BASE ? 0 : baseRevision - mark) : revisionOf(mark);
    }

    private long revisionOf(int number) {
        Stamp begun = recent(number);
        if (begun != null) {
            return begun.revision();
        }
        int after = ended.get(number);
        if (after == 0) {
            Stamp stamp = running.get(number);
            if (stamp != null) {
                return stamp.revision();
            }
            // It ended between the two looks, if it did not end before by a rollback.
            after = ended.get(number);
        }
        return after == 0 ? Stamp.UNCOMMITTED : baseRevision + after;
    }

    boolean isCommitted(int mark) {
        return revision(mark) != Stamp.UNCOMMITTED;
    }

    /** Whether a reader sees what bears the mark. */
    boolean sees(int mark, Visibility visibility) {
        if (mark == BASE) {
            return true;
        }
        long revision = revision(mark);
        return revision <= visibility.revision() || isOwn(mark, revision, visibility.own());
    }

    /** A transaction's snapshot shows what it has written also when it has ended. */
    private boolean isOwn(int mark, long revision, Stamp own) {
        return revision == Stamp.UNCOMMITTED ? running(mark) == own : revision == own.revision();
    }

    /**
     * As {@link #sees}, of a mark in a record, which is shortened for those who come next.
     *
     * @param field where it is, by its distance from the beginning of the record
     */
    boolean sees(int record, long field, int mark, Visibility visibility) {
        if (mark > 0 && recent(mark) == visibility.own()) {
            return true;
        }
        int shortened = shortened(mark);
        // In the file, a page that is written must be brought back to the device for that.
        if (shortened != mark && !arena.isInFile()) {
            long at = RecordArena.offset(record) + field;
            RecordArena.INT.compareAndSet(arena.block(record), at, mark, shortened);
        }
        return sees(shortened, visibility);
    }

    /** The mark that says the revision, where a stamp is known to be committed; else the same. */
    int shortened(int mark) {
        int after = mark > 0 ? after(revisionOf(mark)) : 0;
        return after > 0 ? -after : mark;
    }
}
