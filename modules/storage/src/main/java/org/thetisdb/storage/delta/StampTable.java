package org.thetisdb.storage.delta;

import org.thetisdb.storage.arena.RecordArena;

/**
 * The stamps of a delta by number, as records have them in four bytes.
 *
 * <pre>
 * mark 0 what was there before the first revision ({@link Stamp#BASE}), or nobody, where the field may be empty &gt; 0
 * the number of a stamp &lt; 0 committed: so many revisions after the base's, negated
 * </pre>
 *
 * <p>A mark is made with a number; whoever meets it in a record after the commit puts the revision in its place, so
 * that the next one need not look the stamp up. That may be done twice, with the same result. Thread safe.
 */
final class StampTable {
    static final int BASE = 0;

    private static final int HEAP_BYTES = 32;

    private final RecordArena arena;
    private final long baseRevision;
    private final GrowingTable<Stamp> stamps = new GrowingTable<>();
    private int count;

    StampTable(RecordArena arena, long baseRevision) {
        this.arena = arena;
        this.baseRevision = baseRevision;
    }

    /** Takes a stamp in, and returns its mark. */
    int add(Stamp stamp) {
        long after = stamp.revision() - baseRevision;
        return after > 0 && after <= Integer.MAX_VALUE ? (int) -after : addUncommitted(stamp);
    }

    private synchronized int addUncommitted(Stamp stamp) {
        int number = count + 1;
        stamps.getOrMake(number, () -> stamp);
        count = number;
        return number;
    }

    /** About what the table takes of the heap. */
    synchronized long heapBytes() {
        return (long) HEAP_BYTES * count;
    }

    private Stamp stamp(int number) {
        Stamp stamp = stamps.get(number);
        assert stamp != null : "records bear stamps that are known: number=" + number;
        return stamp == null ? Stamp.NOBODY : stamp;
    }

    /** The revision of a mark, {@link Stamp#UNCOMMITTED} if its transaction has not committed. */
    long revision(int mark) {
        return mark == BASE ? 0 : mark < 0 ? baseRevision - mark : stamp(mark).revision();
    }

    boolean isCommitted(int mark) {
        return revision(mark) != Stamp.UNCOMMITTED;
    }

    /** Whether a reader sees what bears the mark. */
    boolean sees(int mark, Visibility visibility) {
        if (mark <= 0) {
            return mark == BASE || baseRevision - mark <= visibility.revision();
        }
        Stamp stamp = stamp(mark);
        return stamp.revision() <= visibility.revision() || stamp == visibility.own();
    }

    /**
     * As {@link #sees}, of a mark in a record, which is shortened for those who come next.
     *
     * @param field where it is, by its distance from the beginning of the record
     */
    boolean sees(int record, long field, int mark, Visibility visibility) {
        int shortened = shortened(mark);
        if (shortened != mark) {
            long at = RecordArena.offset(record) + field;
            RecordArena.INT.compareAndSet(arena.block(record), at, mark, shortened);
        }
        return sees(shortened, visibility);
    }

    /** The mark that says the revision, where a stamp is known to be committed; else the same. */
    int shortened(int mark) {
        if (mark > 0) {
            long after = stamp(mark).revision() - baseRevision;
            return after > 0 && after <= Integer.MAX_VALUE ? (int) -after : mark;
        }
        return mark;
    }
}
