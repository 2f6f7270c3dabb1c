package org.thetisdb.engine.spill;

import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.KeptParts;
import org.thetisdb.engine.pipeline.MemoryShare;
import org.thetisdb.engine.pipeline.RowFeed;
import org.thetisdb.engine.pipeline.RowStore;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;

/**
 * Ends a pipeline by keeping its rows in their order: in memory as long as a share holds them, else on disk. Used by
 * one thread at a time.
 */
public final class GatheredRows implements Stage {
    private final Worker worker;
    private final int[] slots;
    private final RowStore store;
    private final KeptParts parts;
    private @Nullable SpillOutput output;
    private @Nullable RowWriter writer;
    private long rowCount;

    /** @param rowBytes what whoever reads the rows from memory will take for each besides, of the same share */
    public GatheredRows(Worker worker, int[] slots, MemoryShare share, long rowBytes) {
        this.worker = worker;
        this.slots = slots.clone();
        this.store = new RowStore(slots, worker, share, rowBytes);
        this.parts = new KeptParts(worker, slots, this::keep);
    }

    @Override
    public void push(Batch rows) {
        parts.push(rows);
    }

    private void keep(Batch rows) {
        rowCount += rows.count();
        if (!store.hasRoomFor(rows)) {
            makeRoom();
        }
        store.append(rows);
        if (store.isOutgrown()) {
            makeRoom();
        }
    }

    private void makeRoom() {
        write();
        store.makeRoom();
    }

    private RowWriter write() {
        RowWriter target = writer;
        if (target == null) {
            SpillOutput made = new SpillOutput(worker.newSpillFile());
            target = new RowWriter(made, slots, RowWriter.BLOCK_BYTES);
            output = made;
            writer = target;
        }
        target.append(store.rows());
        return target;
    }

    /** How many rows were pushed. */
    long rowCount() {
        return rowCount;
    }

    /** Whether rows are on disk: then all are to be read by {@link #feed}. */
    public boolean isSpilled() {
        return writer != null;
    }

    /** The rows, if all are in memory. */
    public RowStore store() {
        return store;
    }

    /** All rows, once, from disk; to be called when all are there. */
    public RowFeed feed(int batchRows) {
        return new BlockFeed(spilled(), batchRows);
    }

    /** All rows, on disk; to be called once, when all are there. */
    SpilledRows spilled() {
        SpilledRows written = write().finish();
        store.clear();
        return written;
    }

    @Override
    public void finish() {
        // The rows stay until whoever owns them clears them.
    }

    @Override
    public boolean isSatisfied() {
        return false;
    }

    /** Forgets the rows and releases memory and disk. */
    public void clear() {
        store.clear();
        rowCount = 0;
        if (output != null) {
            output.close();
            output = null;
            writer = null;
        }
    }
}
