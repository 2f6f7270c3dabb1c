package org.thetisdb.storage.base;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.thetisdb.io.PageBatch;
import org.thetisdb.io.PagedFile;
import org.thetisdb.io.ReadBatch;
import org.thetisdb.io.ReadEpoch;
import org.thetisdb.storage.PageCounts;
import org.thetisdb.storage.file.Foresight;
import org.thetisdb.storage.file.StoreMemories;
import org.thetisdb.storage.file.StoreMemory;

/**
 * The data files through the page cache, with one epoch for all of them. The epoch is entered by the first ensure after
 * a refresh and left by the refresh, so that a worker that waits for its consumer holds up nobody's eviction. Not
 * thread safe.
 */
final class ReaderMemories implements StoreMemories, Foresight.Wants, AutoCloseable {
    /**
     * What is read ahead at once. Enough for the pages of a batch, where every few pieces miss one; where nearly all is
     * in memory, looking further would take longer than the one page does.
     */
    private static final int PIECES_MAX = 1024;

    private static final int PIECES_MIN = 32;

    /** What is passed over at most: not much of what lies on other pages. */
    private static final int PASSED_OVER_MAX = 63;

    /** So many columns may take turns in a scan, each of them a batch ahead. */
    private static final int BATCHES_IN_USE = 8;

    /** Columns of a scan take turns, and of some a page lasts for long. */
    private static final int QUIET_MAX = 16;

    private final IntFunction<PagedFile> files;
    private final ReadEpoch epoch;
    private final Map<Integer, FileMemory> byFile = new HashMap<>();
    private int lastFile = -1;
    private @Nullable StoreMemory lastMemory;
    private long generation;
    private boolean entered;
    private Foresight foresight = Foresight.NONE;
    private final Foresight.Missing missing = new Foresight.Missing();

    /** While the foresight tells, nothing is read: what is missing is noted. */
    private boolean isTelling;

    /** Pages that this reader missed, or was the first to use, when somebody last wanted something read behind. */
    private long metCount;

    private int quietCount = QUIET_MAX;

    /** Halved whenever nothing was found but the page that was missing in any case, doubled when more was. */
    private int piecesMax = PIECES_MAX;

    private int piecesLeft;
    private boolean isFull;
    private int passedOver;

    /** Whether the last piece has ended at a page that others had noted. */
    private boolean isRepeated;

    /** @param files by their numbers, open for as long as this is */
    ReaderMemories(IntFunction<PagedFile> files, ReadEpoch epoch) {
        this.files = files;
        this.epoch = epoch;
    }

    /** One file. */
    private final class FileMemory implements StoreMemory {
        private final PagedFile file;
        private final MemorySegment memory;
        private final PageBatch batch;

        /** What was read behind lately, the last one last. */
        private final Queue<ReadBatch> behind = new ArrayDeque<>();

        private long behindBytes;

        FileMemory(PagedFile file) {
            this.file = file;
            memory = file.memory();
            batch = file.batch();
        }

        @Override
        public MemorySegment memory() {
            return memory;
        }

        @Override
        public void ensure(long offset, long bytes) {
            if (!entered) {
                epoch.enter();
                entered = true;
            }
            if (!file.isResident(epoch, offset, bytes)) {
                fetch(offset, bytes);
            }
        }

        /** A scan that is larger than what may be resident takes its own pages away, and not those of others. */
        private void loadBehind() {
            batch.loadBehind().ifPresent(ranges -> {
                behind.add(ranges);
                behindBytes += ranges.totalBytes();
                if (behind.size() > BATCHES_IN_USE) {
                    ReadBatch passed = behind.remove();
                    if (file.isMuch(behindBytes)) {
                        file.pass(passed);
                    }
                }
            });
        }

        private void fetch(long offset, long bytes) {
            boolean isNew = batch.want(offset, bytes);
            isFull |= batch.isFull();
            if (isTelling) {
                isRepeated = !isNew;
                passedOver = isNew ? 0 : Math.min(2 * passedOver + 1, PASSED_OVER_MAX);
                throw missing;
            }
            readAhead();
            file.ensureResident(epoch, offset, bytes);
        }

        @Override
        public void wantSoon(long offset, long bytes) {
            if (isTelling) {
                batch.want(offset, bytes);
                isFull |= batch.isFull();
            }
        }

        @Override
        public long generation() {
            return generation;
        }
    }

    @Override
    public StoreMemory of(int file) {
        StoreMemory memory = lastMemory;
        if (memory == null || file != lastFile) {
            memory = byFile.computeIfAbsent(file, number -> new FileMemory(files.apply(number)));
            lastMemory = memory;
            lastFile = file;
        }
        return memory;
    }

    @Override
    public Foresight foresee(Foresight next) {
        Foresight former = foresight;
        foresight = next;
        return former;
    }

    @Override
    public boolean isOpen() {
        return !isFull && piecesLeft-- > 0;
    }

    @Override
    public int step() {
        int step = isRepeated ? 1 + passedOver : 1;
        isRepeated = false;
        return step;
    }

    /** Has the foresight tell, and reads what it wants, as long as that is more than what is read in any case. */
    private void readAhead() {
        boolean isWorthIt = false;
        try {
            collect(foresight, piecesMax);
            for (FileMemory memory : byFile.values()) {
                if (memory.batch.isWorthIt()) {
                    isWorthIt = true;
                    memory.batch.load(epoch);
                }
            }
        } finally {
            byFile.values().forEach(memory -> memory.batch.clear());
        }
        piecesMax = isWorthIt ? Math.min(2 * piecesMax, PIECES_MAX) : Math.max(piecesMax / 2, PIECES_MIN);
    }

    @Override
    public void readBehind(Foresight next) {
        if (!entered || isQuiet()) {
            return;
        }
        try {
            collect(next, PIECES_MAX);
            byFile.values().forEach(FileMemory::loadBehind);
        } finally {
            byFile.values().forEach(memory -> memory.batch.clear());
        }
    }

    /** Whether all that was asked for lately was in memory: then the rest is, too, and telling it would cost more. */
    private boolean isQuiet() {
        long met = epoch.pageMisses() + epoch.readAheadUsed();
        quietCount = met == metCount ? Math.min(quietCount + 1, QUIET_MAX + 1) : 0;
        metCount = met;
        return quietCount > QUIET_MAX;
    }

    private void collect(Foresight teller, int pieces) {
        piecesLeft = pieces;
        passedOver = 0;
        isRepeated = false;
        isTelling = true;
        epoch.beginLookingAhead();
        try {
            teller.tell(this);
        } finally {
            isTelling = false;
            isFull = false;
            epoch.endLookingAhead();
        }
    }

    PageCounts pageCounts() {
        return new PageCounts(epoch.pageHits(), epoch.pageMisses(), epoch.readAhead(), epoch.readAheadUsed());
    }

    void refresh() {
        if (entered) {
            entered = false;
            generation++;
            epoch.exit();
        }
    }

    @Override
    public void close() {
        entered = false;
        epoch.close();
    }
}
