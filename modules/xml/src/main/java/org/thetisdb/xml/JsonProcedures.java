package org.thetisdb.xml;

import java.util.Iterator;
import org.jspecify.annotations.Nullable;
import org.thetisdb.extension.CallContext;
import org.thetisdb.extension.TableProcedure;
import org.thetisdb.xml.document.Checkpoints;
import org.thetisdb.xml.document.Columns;
import org.thetisdb.xml.json.JsonNodes;
import org.thetisdb.xml.json.JsonText;
import org.thetisdb.xml.path.JsonPath;

/** Rows out of JSON. Thread safe; the rows of a call belong to one thread. */
public final class JsonProcedures {
    private JsonProcedures() {}

    /**
     * A row of a table.
     *
     * @param number from 1
     * @param row a map, or a list, as the columns are
     */
    public record TableRow(long number, Object row) {}

    /** {@return a row for each value that a path finds, with what the columns' paths find from there} */
    @TableProcedure(name = "json.table", description = "A row for each value that a JSONPath finds in a document.")
    public static Iterable<TableRow> table(CallContext context, Object document, String rowPath, Object columns) {
        Checkpoints checkpoints = new Checkpoints(context);
        Columns<JsonPath> paths = Columns.of(columns, Engines::jsonPath);
        Iterator<@Nullable Object> values = Engines.jsonPath(rowPath)
                .values(JsonText.document(document, checkpoints), checkpoints)
                .iterator();
        return () -> new Rows(values, paths, checkpoints);
    }

    private static final class Rows implements Iterator<TableRow> {
        private final Iterator<@Nullable Object> values;
        private final Columns<JsonPath> columns;
        private final Checkpoints checkpoints;
        private long number;

        Rows(Iterator<@Nullable Object> values, Columns<JsonPath> columns, Checkpoints checkpoints) {
            this.values = values;
            this.columns = columns;
            this.checkpoints = checkpoints;
        }

        @Override
        public boolean hasNext() {
            return values.hasNext();
        }

        @Override
        public TableRow next() {
            Object value = values.next();
            return new TableRow(++number, columns.row(path -> path.value(value, checkpoints)));
        }
    }

    /**
     * A value within a document.
     *
     * @param id from 0, in the order of the document
     * @param parent the id of the object or array around it; null for the document itself
     * @param kind {@code object}, {@code array}, {@code string}, {@code number}, {@code boolean} or {@code null}
     * @param key its name in an object
     * @param value of a string, number or boolean
     * @param position in the object or array, from 0
     */
    public record NodeRow(
            long id,
            @Nullable Long parent,
            String kind,
            @Nullable String key,
            @Nullable Object value,
            long position) {}

    /** {@return the values within a document, each after the one around it} */
    @TableProcedure(name = "json.nodes", description = "The values within a document, for a graph of them.")
    public static Iterable<NodeRow> nodes(CallContext context, Object document) {
        Checkpoints checkpoints = new Checkpoints(context);
        Iterator<JsonNodes.Row> rows = JsonNodes.of(JsonText.document(document, checkpoints), checkpoints);
        return () -> new Nodes(rows);
    }

    private record Nodes(Iterator<JsonNodes.Row> rows) implements Iterator<NodeRow> {
        @Override
        public boolean hasNext() {
            return rows.hasNext();
        }

        @Override
        public NodeRow next() {
            JsonNodes.Row row = rows.next();
            return new NodeRow(row.id(), row.parent(), row.kind(), row.key(), row.value(), row.position());
        }
    }
}
