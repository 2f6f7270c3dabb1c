package org.thetisdb.entity;

import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.thetisdb.value.PathReference;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorFullException;

/**
 * The rows of a result's batches, with what their nodes and relationships hold: read in portions of rows, so that a
 * thousand nodes are not a thousand reads.
 *
 * <pre>
 *   batch   │ 16 rows │ 64 rows            │ 256 rows …            one portion after another, as rows are asked for
 *               └─► EntityColumns of each column of nodes or relationships
 * </pre>
 *
 * <p>Whoever asks for few rows has few read. Where they hold much, a portion has fewer rows. A single one is read by
 * itself, when it is asked for: most statements that are run often give one row. Belongs to one thread.
 */
public final class EntityRows {
    private static final int ROWS_FIRST = 16;
    private static final int ROWS_GROWTH = 4;

    /** A result keeps a portion as long as its user looks at it, and there may be many results. */
    static final int ROWS_MAX = 1 << 9;

    /** What the strings and lists of a portion may take. */
    private static final long BYTES_MAX = 512 << 10;

    /** How long the paths of a portion may be together. */
    private static final int HOPS_MAX = 1 << 14;

    private static final EntityColumns[] NOTHING = {};

    private final EntityReader reader;
    private final Vector[] columns;

    /** By column, what nodes or relationships in the rows of the portion hold; empty until there is a portion. */
    private EntityColumns[] held = NOTHING;

    /** Of the relationships of paths, whose nodes are in {@link #held}. */
    private EntityColumns[] ofPaths = NOTHING;

    /** By column, whether it has paths only in the rows of the portion. */
    private boolean[] arePaths = {};

    private int rowCount;

    /** Whether there are values in the rows of the portion that may have to be read one by one. */
    private boolean hasOthers;

    // The rows of the portion.
    private int from;
    private int to;

    private int rowsNext = ROWS_FIRST;

    /** @param reader reads for nobody else meanwhile, and is refreshed and closed by others */
    public EntityRows(EntityReader reader, int columnCount) {
        this.reader = reader;
        columns = new Vector[columnCount];
    }

    /** Comes to a batch, whose columns stay as they are until the next one. */
    public void begin(IntFunction<Vector> batch, int newRowCount) {
        rowCount = newRowCount;
        from = 0;
        to = 0;
        Arrays.setAll(columns, batch);
    }

    /** Whether making the values of a row reads nothing of the graph. */
    public boolean isRead(int row) {
        return row >= from && row < to && !hasOthers;
    }

    /** A row's values, in which references are replaced. */
    public @Nullable Object[] values(int row) {
        boolean isOfPortion = row >= from && row < to || read(row);
        @Nullable Object[] values = new @Nullable Object[columns.length];
        for (int index = 0; index < values.length; index++) {
            Vector column = columns[index];
            values[index] = column.isNull(row) ? null : isOfPortion ? ofPortion(index, row) : alone(column, row);
        }
        return values;
    }

    private @Nullable Object ofPortion(int index, int row) {
        Vector column = columns[index];
        return switch (column.kind()) {
            case NODE -> reader.node(held[index], column.longs()[row]);
            case RELATIONSHIP ->
                reader.relationship(held[index], column.longs()[row], column.longs2()[row], column.longs3()[row]);
            case OBJECT ->
                arePaths[index]
                        ? reader.path(held[index], ofPaths[index], (PathReference) column.objects()[row])
                        : reader.resolve(column.objects()[row]);
            default -> column.valueAt(row);
        };
    }

    private @Nullable Object alone(Vector column, int row) {
        return switch (column.kind()) {
            case NODE -> reader.node(column.longs()[row]);
            case RELATIONSHIP -> reader.relationship(column.longs()[row], column.longs2()[row], column.longs3()[row]);
            case OBJECT -> reader.resolve(column.objects()[row]);
            default -> column.valueAt(row);
        };
    }

    /** Reads a portion that begins with a row; false if it would be that row alone. */
    private boolean read(int row) {
        int rows = Math.min(rowsNext, rowCount - row);
        rowsNext = Math.min(ROWS_MAX, rowsNext * ROWS_GROWTH);
        while (rows > 1 && !tryRead(row, rows)) {
            rows /= ROWS_GROWTH;
            rowsNext = Math.max(1, rows);
        }
        from = row;
        to = rows > 1 ? row + rows : row;
        return rows > 1;
    }

    private boolean tryRead(int row, int rows) {
        if (held.length < columns.length) {
            held = made(columns.length);
            ofPaths = made(columns.length);
            arePaths = new boolean[columns.length];
        }
        long bytesMax = BYTES_MAX / columns.length;
        hasOthers = false;
        try {
            for (int index = 0; index < columns.length; index++) {
                switch (columns[index].kind()) {
                    case NODE -> reader.readNodes(begun(index, row, rows), bytesMax);
                    case RELATIONSHIP -> reader.readRelationships(begun(index, row, rows), bytesMax);
                    case OBJECT -> readObjects(index, row, rows, bytesMax);
                    default -> {}
                }
            }
            return true;
        } catch (VectorFullException tooMany) {
            return false;
        }
    }

    private static EntityColumns[] made(int count) {
        EntityColumns[] made = new EntityColumns[count];
        Arrays.setAll(made, index -> new EntityColumns());
        return made;
    }

    /** Reads what paths have; other values are read when they are asked for. */
    private void readObjects(int index, int row, int rows, long bytesMax) {
        Vector column = columns[index];
        arePaths[index] = arePaths(column, row, rows);
        hasOthers |= !arePaths[index];
        if (!arePaths[index]) {
            return;
        }
        LongStream.Builder nodes = LongStream.builder();
        LongStream.Builder relationships = LongStream.builder();
        int hops = 0;
        for (int each = row; each < row + rows; each++) {
            if (column.valueAt(each) instanceof PathReference path) {
                hops += path.length();
                if (hops > HOPS_MAX) {
                    throw new VectorFullException();
                }
                path.nodes().forEach(node -> nodes.add(node.id()));
                path.relationships().forEach(relationship -> relationships.add(relationship.id()));
            }
        }
        reader.readNodes(begun(held[index], nodes), bytesMax);
        reader.readRelationships(begun(ofPaths[index], relationships), bytesMax);
    }

    private static boolean arePaths(Vector column, int row, int rows) {
        for (int each = row; each < row + rows; each++) {
            if (!column.isNull(each) && !(column.objects()[each] instanceof PathReference)) {
                return false;
            }
        }
        return true;
    }

    private static EntityColumns begun(EntityColumns entities, LongStream.Builder builder) {
        long[] ids = builder.build().toArray();
        entities.begin(ids, ids.length);
        return entities;
    }

    private EntityColumns begun(int index, int row, int rows) {
        Vector column = columns[index];
        long[] ids = new long[rows];
        int count = 0;
        for (int each = row; each < row + rows; each++) {
            if (!column.isNull(each)) {
                ids[count++] = column.longs()[each];
            }
        }
        held[index].begin(ids, count);
        return held[index];
    }
}
