package org.thetisdb.storage.checkpoint;

import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.column.LongValues;
import org.thetisdb.value.HeapSize;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorFullException;
import org.thetisdb.value.vector.VectorKind;

/**
 * Reads a property of a chunk's nodes as it is now, some rows at a time: as many as a batch has, or, where values are
 * long, so few that they take little memory together. One value at least, however long it is.
 *
 * <p>How long strings and lists are is found out by reading them: if they do not fit, fewer are read. Used once, by one
 * thread.
 */
final class ColumnPieces {
    /** What the values of a piece take, if it is not one value. */
    private static final int PIECE_BYTES_MAX = 2 << 20;

    private static final int SHRINKING = 8;

    private final GraphReader reader;
    private final int chunk;
    private final int key;
    private final int[] sets;
    private final Vector piece = new Vector();
    private int first;
    private int end;
    private int wantedRows = CheckpointRun.BATCH_ROWS;
    private long bytes;

    /** @param sets the label set of each row, or {@link GraphReader#NO_NODE}; what such a row has is null */
    ColumnPieces(GraphReader reader, int chunk, int key, int[] sets) {
        this.reader = reader;
        this.chunk = chunk;
        this.key = key;
        this.sets = sets;
    }

    /** Reads the next piece; false behind the last row. */
    boolean next() {
        first = end;
        if (first == sets.length) {
            return false;
        }
        int count = Math.min(wantedRows, sets.length - first);
        while (!read(count)) {
            count = Math.max(1, count / SHRINKING);
        }
        for (int index = 0; index < count; index++) {
            if (sets[first + index] == GraphReader.NO_NODE) {
                piece.setNull(index);
            }
        }
        reader.refresh();
        end = first + count;
        bytes = bytesOfPiece();
        long fitting = bytes <= PIECE_BYTES_MAX ? 2L * count : (long) count * PIECE_BYTES_MAX / bytes;
        wantedRows = Math.clamp(fitting, 1, CheckpointRun.BATCH_ROWS);
        return true;
    }

    /** Reads up to the piece that has a row, which is not before the one at hand. */
    void moveTo(int row) {
        while (row >= end) {
            next();
        }
    }

    private boolean read(int count) {
        piece.limitStringBytes(count == 1 ? Integer.MAX_VALUE : PIECE_BYTES_MAX);
        piece.objectBytes().limitMade(count == 1 ? Long.MAX_VALUE : PIECE_BYTES_MAX);
        try {
            reader.nodeProperty(key, chunk, first, count, piece);
            return true;
        } catch (VectorFullException tooMany) {
            reader.refresh();
            return false;
        }
    }

    private long bytesOfPiece() {
        if (piece.kind() != VectorKind.OBJECT) {
            return piece.stringBytes();
        }
        long ofObjects = 0;
        for (int row = 0; row < piece.count(); row++) {
            Object object = piece.isNull(row) ? null : piece.objects()[row];
            ofObjects += Math.max(LongValues.bytesOf(object), HeapSize.of(object));
        }
        return ofObjects;
    }

    /** The values; those of the next piece after {@link #next}. */
    Vector piece() {
        return piece;
    }

    /** The row of the piece's first value. */
    int first() {
        return first;
    }

    /** What texts and lists of the piece take, about. */
    long bytes() {
        return bytes;
    }
}
