package org.thetisdb.session;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.semantics.EntityMaker;
import org.thetisdb.engine.spill.ValueBytes;
import org.thetisdb.entity.EntityForms;
import org.thetisdb.storage.spill.SpillFile;
import org.thetisdb.value.Invariant;

/**
 * Rows of a completed result in a temporary file, in blocks, to be read once in their order:
 *
 * <pre>
 *   block   | length 4 | row | length 4 | row | …         row: its values as a list, by {@link ValueBytes}
 * </pre>
 *
 * <p>Entities are in it as {@link EntityForms}. Belongs to the session's thread, but for {@link #close}.
 */
final class SpooledRows implements AutoCloseable {
    private static final int BLOCK_BYTES = 256 << 10;

    private record Block(long offset, int bytes) {}

    private final SpillFile file;
    private final EntityMaker maker;
    private final ValueBytes valueBytes = new ValueBytes();
    private final List<Block> blocks = new ArrayList<>();
    private ByteBuffer pending = ByteBuffer.allocate(BLOCK_BYTES);
    private long rowCount;
    private int blocksRead;

    /** @param maker makes what is read */
    SpooledRows(SpillFile file, EntityMaker maker) {
        this.file = file;
        this.maker = maker;
    }

    /** Adds a row, whose entities are forms. */
    void add(@Nullable Object[] forms) {
        byte[] bytes = valueBytes.bytes(Arrays.asList(forms));
        if (pending.remaining() < Integer.BYTES + bytes.length) {
            writeBlock();
            if (pending.capacity() < Integer.BYTES + bytes.length) {
                pending = ByteBuffer.allocate(Math.addExact(Integer.BYTES, bytes.length));
            }
        }
        pending.putInt(bytes.length).put(bytes);
        rowCount++;
    }

    private void writeBlock() {
        int bytes = pending.position();
        if (bytes > 0) {
            Block block = new Block(file.reserve(bytes), bytes);
            file.write(block.offset(), pending.array(), 0, bytes);
            blocks.add(block);
            pending = ByteBuffer.allocate(BLOCK_BYTES);
        }
    }

    /** Nothing will be added any more: rows may be read. */
    void finish() {
        writeBlock();
        pending.limit(0);
    }

    /** How many rows were added. */
    long rowCount() {
        return rowCount;
    }

    /** The next row; to be called as often as there are rows. */
    @Nullable
    Object[] next() {
        if (!pending.hasRemaining()) {
            readBlock();
        }
        byte[] bytes = new byte[pending.getInt()];
        pending.get(bytes);
        List<?> forms = (List<?>) Invariant.present(valueBytes.value(bytes), "a row is a list");
        @Nullable Object[] values = new @Nullable Object[forms.size()];
        for (int index = 0; index < values.length; index++) {
            values[index] = EntityForms.made(forms.get(index), maker);
        }
        return values;
    }

    private void readBlock() {
        if (blocksRead == blocks.size()) {
            throw new NoSuchElementException("all rows were read: rowCount=" + rowCount);
        }
        Block block = blocks.get(blocksRead++);
        byte[] bytes = new byte[block.bytes()];
        file.read(block.offset(), bytes, bytes.length);
        pending = ByteBuffer.wrap(bytes);
    }

    @Override
    public void close() {
        file.close();
    }
}
