package org.thetisdb.postgresql.connection;

import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.thetisdb.Record;
import org.thetisdb.Result;

/** Rows, one after another. */
sealed interface RowSource extends AutoCloseable {
    boolean hasNext();

    /** The next row: values in order of the columns. */
    List<@Nullable Object> next();

    @Override
    void close();

    /** Rows of the graph. */
    record OfResult(Result result) implements RowSource {
        @Override
        public boolean hasNext() {
            return result.hasNext();
        }

        @Override
        public List<@Nullable Object> next() {
            Record row = result.next();
            return row.values();
        }

        @Override
        public void close() {
            result.close();
        }
    }

    /** Rows that are known. */
    record OfList(Iterator<List<@Nullable Object>> rows) implements RowSource {
        @Override
        public boolean hasNext() {
            return rows.hasNext();
        }

        @Override
        public List<@Nullable Object> next() {
            return rows.next();
        }

        @Override
        public void close() {
            // They hold nothing.
        }
    }
}
