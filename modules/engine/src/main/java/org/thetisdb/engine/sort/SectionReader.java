package org.thetisdb.engine.sort;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.QueryContext;

/**
 * Cuts sorted runs into sections of their common order, without comparing more than a few rows of each. In one step all
 * windows are filled; the least of their last rows is the bound; what comes no later than the bound is in memory, and
 * goes to the section:
 *
 * <pre>
 *   run 1   ▪▪▪▪▪▪▪▪▪│▪▪▪            ▪ rows in the windows, by their keys
 *   run 2   ▪▪▪▪▪▪▪▪▪│  ← the bound
 *   run 3   ▪▪▪▪▪▪▪▪▪│▪▪▪▪▪▪▪
 *            section   stays
 * </pre>
 *
 * <p>Of rows that compare as equal, those of an earlier run come first, so that the order is total: rows equal to the
 * bound go along if they are of its run or of an earlier one. A section takes several steps if it has room for them: a
 * stable sort makes of its rows what one step would have given.
 *
 * <p>Used by one thread at a time.
 */
final class SectionReader {
    private final List<RunWindow> windows;
    private final long sectionBytes;
    private final QueryContext query;
    private final int[] counts;
    private long skipCount;
    private long leftCount;

    /**
     * @param runs in the order in which equal rows come
     * @param first rows that are left out at the begin
     * @param count how many follow at most
     * @param sectionBytes when a section is full
     */
    SectionReader(List<RunWindow> runs, long first, long count, long sectionBytes, QueryContext query) {
        this.windows = runs;
        this.counts = new int[runs.size()];
        this.skipCount = first;
        this.leftCount = count;
        this.sectionBytes = sectionBytes;
        this.query = query;
    }

    /** Puts the next rows into a section that is begun; false if there are none. */
    boolean read(MergeSection section) {
        boolean hasMore = leftCount > 0;
        while (hasMore && section.heldBytes() < sectionBytes) {
            query.checkpoint();
            hasMore = step(section);
        }
        int first = (int) Math.min(skipCount, section.rowCount());
        int count = (int) Math.min(section.rowCount() - first, leftCount);
        section.handOut(first, first + count);
        skipCount = 0;
        leftCount -= count;
        return count > 0;
    }

    /** Takes the rows up to a bound; false if there are none. */
    private boolean step(MergeSection section) {
        long count = 0;
        windows.forEach(RunWindow::fill);
        int bound = bound();
        @Nullable Batch boundBlock = bound < 0 ? null : windows.get(bound).lastBlock();
        for (int run = 0; run < counts.length; run++) {
            RunWindow window = windows.get(run);
            counts[run] = boundBlock == null ? window.rowCount() : window.countUpTo(boundBlock, run <= bound);
            count += counts[run];
        }
        boolean isSkipped = section.rowCount() == 0 && count <= skipCount;
        skipCount -= isSkipped ? count : 0;
        for (int run = 0; run < counts.length; run++) {
            if (isSkipped) {
                windows.get(run).skip(counts[run]);
            } else {
                windows.get(run).moveTo(section, counts[run]);
            }
        }
        return count > 0;
    }

    /** The run whose window ends first; negative if no run goes on behind its window. */
    private int bound() {
        int least = -1;
        for (int run = 0; run < counts.length; run++) {
            RunWindow window = windows.get(run);
            if (!window.isAtEnd() && (least < 0 || window.endsBefore(windows.get(least)))) {
                least = run;
            }
        }
        return least;
    }
}
