package org.thetisdb.storage.log;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Collects the operations of a transaction for the log: in memory while they are few, and from then on in a file
 * beside the log, a piece at a time, which becomes a segment when the transaction commits.
 *
 * <pre>
 *   changes() ─► bytes ──fewer than a piece──► Operations in memory ──────────► a record of the log
 *                  │
 *                  └────a piece is full──────► PartsFile ─► … ─► rest ────────► a segment of the log
 * </pre>
 *
 * <p>Invariants: in memory there is never more than a piece and one operation; nothing of the log changes before the
 * commit, whatever becomes of the transaction; after {@link #close} no file is left that the log has not got.
 *
 * <p>One thread at a time.
 */
public final class OperationSpool implements AutoCloseable {
    private final Supplier<RedoLog> log;
    private final SpoolRoom room;
    private final ChangeEncoder encoder = new ChangeEncoder();
    private int pieceBytes;
    private @Nullable PartsFile parts;
    private long partBytes;
    private long count;

    /**
     * A spool without operations.
     *
     * @param log asked for when there are too many operations for memory, and not before
     * @param room how many bytes are kept in memory before they are written, about
     */
    public OperationSpool(Supplier<RedoLog> log, SpoolRoom room) {
        this.log = log;
        this.room = room;
        this.pieceBytes = room.pieceBytes();
    }

    /**
     * Where the next operation is to be put; to be asked for again for each.
     *
     * @throws ThetisException {@link ErrorCode#DISK_FULL}, {@link ErrorCode#IO_FAILED} if those before it could not be
     *     written: the transaction cannot commit any more
     */
    public Changes next() {
        if (encoder.sizeBytes() >= pieceBytes) {
            int larger = room.enlarge(pieceBytes);
            if (larger == pieceBytes) {
                writePart();
            }
            pieceBytes = larger;
        }
        count++;
        return encoder;
    }

    private void writePart() {
        PartsFile file = parts;
        if (file == null) {
            file = log.get().newParts();
            parts = file;
        }
        partBytes += encoder.sizeBytes();
        file.append(encoder.toBytes());
        encoder.clear();
    }

    /** How many bytes all operations so far have. */
    public long bytes() {
        return partBytes + encoder.sizeBytes();
    }

    /** How many operations there are so far. */
    public long count() {
        return count;
    }

    public boolean isEmpty() {
        return bytes() == 0;
    }

    /**
     * All operations, to be committed and to be read until this is closed; what is in a file is on the device. Nothing
     * may be added any more.
     *
     * @throws ThetisException as {@link #next}
     */
    public Operations finish() {
        PartsFile file = parts;
        if (file != null) {
            file.sync();
        }
        return soFar();
    }

    /** All operations so far, to be read until others are added. */
    public Operations soFar() {
        KeptOperations rest = new KeptOperations(encoder.toBytes());
        PartsFile file = parts;
        return file == null ? rest : new SpooledOperations(file, rest);
    }

    /** Removes what was written, unless it was committed; what {@link #finish} gave stays. */
    @Override
    public void close() {
        partBytes = bytes();
        encoder.release();
        room.giveBack(pieceBytes);
        pieceBytes = room.pieceBytes();
        PartsFile file = parts;
        if (file != null) {
            file.discard();
        }
    }
}
