package org.thetisdb.engine.spill;

import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.RowFeed;

/** Rows on disk in their order, in batches of a worker's size. Used by one thread. */
public final class BlockFeed implements RowFeed {
    private final RowReader reader;
    private final int batchRows;
    private final Batch batch = new Batch(0);
    private final int[] places;
    private int place;
    private int blockRows;

    public BlockFeed(SpilledRows rows, int batchRows) {
        this(new RowReader(rows), batchRows);
    }

    /** The rows of a reader's blocks. */
    BlockFeed(RowReader reader, int batchRows) {
        this.reader = reader;
        this.batchRows = batchRows;
        this.places = new int[batchRows];
    }

    @Override
    public @Nullable Batch next() {
        while (place == blockRows) {
            if (!reader.next()) {
                return null;
            }
            place = 0;
            blockRows = reader.rows().count();
        }
        int count = Math.min(batchRows, blockRows - place);
        for (int row = 0; row < count; row++) {
            places[row] = place + row;
        }
        place += count;
        batch.fillFrom(reader.rows(), places, count);
        return batch;
    }
}
