package org.thetisdb.engine.spill;

import java.nio.ByteBuffer;
import org.thetisdb.storage.spill.SpillFile;
import org.thetisdb.storage.spill.VectorCodec;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.Vector;

/**
 * Pieces of lists in a temporary file, each a block of one column ({@link SpillBlockLayout}). Lists refer to it and
 * may outlive the run that made them, so it is closed when nobody can come any more, unless its run does so before.
 *
 * <p>Thread safe: any number of threads may write and read pieces at once.
 */
public final class ListFile {
    /**
     * Where a piece is.
     *
     * @param offset of its block in the file
     * @param bytes the block's length
     */
    record Place(long offset, int bytes) {}

    private final SpillFile file;
    private final ValueBytes values = new ValueBytes();

    /** @param file of this object alone */
    public ListFile(SpillFile file) {
        this.file = file;
    }

    /** Whether nodes, relationships or paths are in one of the lists. */
    boolean refers() {
        return values.hasReferences();
    }

    /**
     * Writes the entries of a vector.
     *
     * @throws ThetisException {@link ErrorCode#DISK_FULL}, {@link ErrorCode#IO_FAILED}
     */
    @SuppressWarnings("ByteBufferBackingArray") // Allocated here, from offset 0.
    Place write(Vector piece) {
        byte[][] variants = values.vectors().variants(piece);
        values.noteKind(piece.kind());
        long bytesMax = SpillBlockLayout.HEADER_BYTES + VectorCodec.bytesMax(piece, variants);
        if (bytesMax > Integer.MAX_VALUE - Long.BYTES) {
            throw new ThetisException(
                    ErrorCode.LIMIT_EXCEEDED,
                    "an element of a list is too long to be put on disk: bytes=" + bytesMax + ", bytesMax="
                            + Integer.MAX_VALUE + "; let the query collect shorter values");
        }
        ByteBuffer buffer = ByteBuffer.allocate((int) bytesMax).position(SpillBlockLayout.HEADER_BYTES);
        VectorCodec.put(buffer, piece, variants);
        int bytes = buffer.position();
        SpillBlockLayout.seal(buffer.array(), 0, bytes, piece.count(), 1);
        long offset = file.reserve(bytes);
        file.write(offset, buffer.array(), 0, bytes);
        return new Place(offset, bytes);
    }

    /**
     * Reads a piece again.
     *
     * @param count its entries
     * @throws ThetisException {@link ErrorCode#IO_FAILED}, {@link ErrorCode#CHECKSUM_MISMATCH}
     */
    Vector read(long offset, int bytes, int count) {
        byte[] block = new byte[bytes];
        file.read(offset, block, bytes);
        SpillBlockLayout.check(block, 0, bytes, count, 1);
        Vector piece = new Vector();
        values.vectors().get(ByteBuffer.wrap(block).position(SpillBlockLayout.HEADER_BYTES), count, piece);
        return piece;
    }
}
