package org.thetisdb.rows;

import java.util.List;

/** Rows that come one by one, to be written into a file. One thread. */
public interface RowSource extends AutoCloseable {
    /** The names of the columns, in order. */
    List<String> columns();

    /** Whether there is another row. */
    boolean hasNext();

    /** The values of the next row, one for each column: what a result has, and maps for what a file has as objects. */
    Object[] next();

    @Override
    void close();
}
