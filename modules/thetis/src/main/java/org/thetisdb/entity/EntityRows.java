package org.thetisdb.entity;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorFullException;
import org.thetisdb.value.vector.VectorKind;

/**
 * The rows of a result's batches, with what their nodes and relationships hold: read in blocks of rows, so that a
 * thousand nodes are not a thousand reads.
 *
 * <pre>
 *   batch   │ 16 rows │ 64 rows            │ 256 rows …            one block after another, as rows are asked for
 *               └─► EntityBlock of each column of nodes or relationships
 * </pre>
 *
 * <p>Whoever asks for few rows has few read. Where they hold much, a block has fewer rows. Belongs to one thread.
 */
public final class EntityRows {
    private static final int ROWS_FIRST = 16;
    private static final int ROWS_GROWTH = 4;
    static final int ROWS_MAX = 1 << 10;

    /** What the strings and lists of a block may take, unless it has one row. */
    private static final long BYTES_MAX = 1 << 20;

    private final EntityReader reader;
    private final EntityBlock[] blocks;
    private List<Vector> columns = List.of();
    private int rowCount;
    private boolean hasObjects;

    // The rows of the block.
    private int from;
    private int to;

    private int rowsNext = ROWS_FIRST;

    /** @param reader reads for nobody else meanwhile, and is refreshed and closed by others */
    public EntityRows(EntityReader reader, int columnCount) {
        this.reader = reader;
        blocks = new EntityBlock[columnCount];
        Arrays.setAll(blocks, index -> new EntityBlock());
    }

    /** Comes to a batch, whose columns stay as they are until the next one. */
    public void begin(IntFunction<Vector> batch, int newRowCount) {
        rowCount = newRowCount;
        from = 0;
        to = 0;
        columns = IntStream.range(0, blocks.length).mapToObj(batch).toList();
        hasObjects = columns.stream().anyMatch(column -> column.kind() == VectorKind.OBJECT);
    }

    /** Whether making the values of a row reads nothing of the graph. */
    public boolean isRead(int row) {
        return row >= from && row < to && !hasObjects;
    }

    /** A row's values, in which references are replaced. */
    public @Nullable Object[] values(int row) {
        if (row < from || row >= to) {
            read(row);
        }
        @Nullable Object[] values = new @Nullable Object[blocks.length];
        for (int index = 0; index < values.length; index++) {
            values[index] = value(index, row);
        }
        return values;
    }

    private @Nullable Object value(int index, int row) {
        Vector column = columns.get(index);
        if (column.isNull(row)) {
            return null;
        }
        return switch (column.kind()) {
            case NODE -> reader.node(blocks[index], column.longs()[row]);
            case RELATIONSHIP ->
                reader.relationship(blocks[index], column.longs()[row], column.longs2()[row], column.longs3()[row]);
            case OBJECT -> reader.resolve(column.objects()[row]);
            default -> column.valueAt(row);
        };
    }

    private void read(int row) {
        int rows = Math.min(rowsNext, rowCount - row);
        rowsNext = Math.min(ROWS_MAX, rowsNext * ROWS_GROWTH);
        while (!tryRead(row, rows)) {
            rows = Math.max(1, rows / ROWS_GROWTH);
            rowsNext = rows;
        }
        from = row;
        to = row + rows;
    }

    private boolean tryRead(int row, int rows) {
        long bytesMax = rows == 1 ? Long.MAX_VALUE : BYTES_MAX;
        try {
            for (int index = 0; index < blocks.length; index++) {
                switch (columns.get(index).kind()) {
                    case NODE -> reader.readNodes(begun(index, row, rows), bytesMax);
                    case RELATIONSHIP -> reader.readRelationships(begun(index, row, rows), bytesMax);
                    default -> {}
                }
            }
            return true;
        } catch (VectorFullException tooMany) {
            return false;
        }
    }

    private EntityBlock begun(int index, int row, int rows) {
        Vector column = columns.get(index);
        long[] ids = new long[rows];
        int count = 0;
        for (int each = row; each < row + rows; each++) {
            if (!column.isNull(each)) {
                ids[count++] = column.longs()[each];
            }
        }
        blocks[index].begin(ids, count);
        return blocks[index];
    }
}
