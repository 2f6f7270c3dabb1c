package org.thetisdb.storage.index;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.file.Extent;
import org.thetisdb.storage.file.ExtentWriter;
import org.thetisdb.storage.spill.SpillBlock;
import org.thetisdb.storage.spill.SpillPool;
import org.thetisdb.value.Invariant;
import org.thetisdb.value.ThetisException;

/**
 * Collects sorted runs and merges them into an index. {@link #add} may be called by several threads; {@link #build}
 * once, afterwards.
 */
public final class IndexBuilder {
    private static final int READ_BYTES_MAX = 64 << 10;
    private static final int READ_BYTES_MIN = 1 << 10;

    private final SpillPool pool;
    private final Optional<DuplicateValue> onDuplicate;
    private final List<SpillBlock> runs = new ArrayList<>();

    /** Makes the error about a value that occurs twice in an index that must be unique. */
    @FunctionalInterface
    public interface DuplicateValue {
        /**
         * @param value in words
         * @param node one of those that have it
         * @param otherNode another one
         */
        ThetisException problem(String value, long node, long otherNode);
    }

    /** @param onDuplicate of an index that must be unique */
    public IndexBuilder(SpillPool pool, Optional<DuplicateValue> onDuplicate) {
        this.pool = pool;
        this.onDuplicate = onDuplicate;
    }

    public void add(IndexRun run) {
        add(run.sort());
    }

    /** As {@link #add(IndexRun)}, where another thread has sorted the run. */
    public void add(IndexRun.Sorted sorted) {
        if (sorted.bytes().length > 0) {
            SpillBlock block = pool.add(sorted.bytes());
            synchronized (this) {
                runs.add(block);
            }
        }
    }

    /**
     * Writes the index.
     *
     * @return where its root lies
     * @throws ThetisException what the builder was given to make, if the index is unique and a value occurs twice
     */
    public Extent build(ExtentWriter extents) {
        Merged merged = new Merged();
        IndexWriter writer = new IndexWriter(extents);
        SortKey previous = new SortKey();
        long previousNode = 0;
        while (merged.next()) {
            RunCursor cursor = merged.cursor();
            if (onDuplicate.isPresent()) {
                checkUnique(previous, previousNode, cursor);
                previous.copyFrom(cursor.key);
                previousNode = cursor.node;
            }
            writer.add(cursor.key, cursor.node, false);
        }
        return writer.finish();
    }

    /** Instead of {@link #build}, if all runs are of {@link KeyChanges}: their entries, and those that went. */
    public IndexEntries changes() {
        Merged merged = new Merged();
        return new IndexEntries() {
            @Override
            public boolean advance() {
                return merged.next();
            }

            @Override
            public SortKey key() {
                return merged.cursor().key;
            }

            @Override
            public long node() {
                return KeyChanges.node(merged.cursor().node);
            }

            @Override
            public boolean isTombstone() {
                return KeyChanges.isTombstone(merged.cursor().node);
            }
        };
    }

    /** A walk over the entries of all runs, which are freed on the way. */
    private final class Merged {
        private final PriorityQueue<RunCursor> others =
                new PriorityQueue<>(Math.max(1, runs.size()), IndexBuilder::compare);
        private @Nullable RunCursor least;

        Merged() {
            int readBytes =
                    Math.clamp(pool.limitBytes() / 4 / Math.max(1, runs.size()), READ_BYTES_MIN, READ_BYTES_MAX);
            for (SpillBlock run : runs) {
                RunCursor cursor = new RunCursor(run, readBytes);
                cursor.advance();
                others.add(cursor);
            }
        }

        boolean next() {
            RunCursor given = least;
            if (given != null && given.advance()) {
                RunCursor second = others.peek();
                // As long as this run stays ahead of the others, the queue may stay as it is.
                if (second == null || compare(given, second) <= 0) {
                    return true;
                }
                others.add(given);
            } else if (given != null) {
                given.run.free();
            }
            least = others.poll();
            return least != null;
        }

        RunCursor cursor() {
            return Invariant.present(least, "a walk is asked for its entry while it has one");
        }
    }

    private void checkUnique(SortKey previous, long previousNode, RunCursor next) {
        if (previous.tag == next.key.tag && previous.compareWithinTag(next.key) == 0) {
            throw onDuplicate.orElseThrow().problem(next.key.describe(), previousNode, next.node);
        }
    }

    private static int compare(RunCursor left, RunCursor right) {
        if (left.key.tag != right.key.tag) {
            return Integer.compare(left.key.tag, right.key.tag);
        }
        int byKey = left.key.compareWithinTag(right.key);
        return byKey != 0 ? byKey : Long.compare(left.node, right.node);
    }

    /** Reads a run from front to back. */
    private static final class RunCursor {
        private final SpillBlock run;
        private final int readBytes;
        private final SortKey key = new SortKey();
        private long node;
        private byte[] buffer;
        private ByteBuffer view = ByteBuffer.allocate(0);
        private int consumed;

        RunCursor(SpillBlock run, int readBytes) {
            this.run = run;
            this.readBytes = Math.min(readBytes, run.length());
            this.buffer = new byte[this.readBytes];
        }

        boolean advance() {
            if (view.remaining() == 0 && consumed == run.length()) {
                return false;
            }
            need(IndexRun.ENTRY_FIXED_BYTES);
            key.tag = view.get();
            key.head = view.getLong();
            int length = view.getInt();
            need(length + Long.BYTES);
            key.tailBytes = 0;
            key.putBytes(view.array(), view.position(), length);
            view.position(view.position() + length);
            node = view.getLong();
            return true;
        }

        /** Makes the next bytes of the run available, as many as there are. */
        private void need(int bytes) {
            if (view.remaining() >= bytes || consumed == run.length()) {
                return;
            }
            int left = view.remaining();
            byte[] next = buffer.length >= bytes + left ? buffer : new byte[bytes + readBytes];
            System.arraycopy(view.array(), view.position(), next, 0, left);
            int count = Math.min(next.length - left, run.length() - consumed);
            byte[] part = left == 0 ? next : new byte[count];
            run.read(consumed, part, count);
            if (left > 0) {
                System.arraycopy(part, 0, next, left, count);
            }
            consumed += count;
            buffer = next;
            view = ByteBuffer.wrap(next, 0, left + count);
        }
    }
}
