package org.thetisdb.storage.arena;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * Numbers in the order in which they were noted: a few on the heap, and what there is more of in an arena.
 *
 * <pre>
 *   pages of the arena   │ 0 … 1023 │ 1024 … 2047 │ …        rest (heap)   │ … │
 * </pre>
 *
 * <p>A page is a record: it is dropped with the arena. Not thread safe.
 */
public final class HandleLog {
    private static final int PAGE_BITS = 10;
    private static final int PAGE_NUMBERS = 1 << PAGE_BITS;
    private static final int FIRST_NUMBERS = 8;

    private final RecordArena arena;
    private long[] rest = new long[FIRST_NUMBERS];
    private int restCount;
    private int[] pages = {};
    private int pageCount;

    public HandleLog(RecordArena arena) {
        this.arena = arena;
    }

    /** How many numbers there are. */
    public long count() {
        return ((long) pageCount << PAGE_BITS) + restCount;
    }

    /** Notes a number. */
    public void add(long number) {
        if (restCount == rest.length) {
            if (restCount < PAGE_NUMBERS) {
                rest = Arrays.copyOf(rest, 2 * restCount);
            } else {
                movePage();
            }
        }
        rest[restCount++] = number;
    }

    private void movePage() {
        if (pageCount == pages.length) {
            pages = Arrays.copyOf(pages, Math.max(FIRST_NUMBERS, 2 * pageCount));
        }
        int page = arena.allocate((long) Long.BYTES * PAGE_NUMBERS);
        MemorySegment.copy(rest, 0, arena.block(page), ValueLayout.JAVA_LONG, RecordArena.offset(page), PAGE_NUMBERS);
        pages[pageCount++] = page;
        restCount = 0;
    }

    /** A number that was noted, by its place. */
    public long get(long index) {
        int page = (int) (index >>> PAGE_BITS);
        int place = (int) index & PAGE_NUMBERS - 1;
        return page == pageCount
                ? rest[place]
                : arena.block(pages[page])
                        .get(ValueLayout.JAVA_LONG, RecordArena.offset(pages[page]) + (long) Long.BYTES * place);
    }
}
