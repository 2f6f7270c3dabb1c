package org.thetisdb.rows;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** A file of rows, read once from front to back. Belongs to one thread. */
public interface RowFile extends AutoCloseable {
    /**
     * A row.
     *
     * @param line where it begins; the file's first line is 1
     * @param values the values by their columns' names; no nulls
     */
    record Row(long line, Map<String, Object> values) {}

    /**
     * The next rows, as many as are at hand, and at least one; empty at the end.
     *
     * @throws ThetisException {@link ErrorCode#IMPORT_BAD_ROW} with the line
     */
    List<Row> next();

    @Override
    void close();

    /** The error for a row that is wrong. */
    static ThetisException badRow(Path file, long line, String found, String expected) {
        return new ThetisException(
                ErrorCode.IMPORT_BAD_ROW,
                "bad row: file=" + file + ", line=" + line + ", found='" + found + "'; expected " + expected
                        + "; nothing was copied");
    }
}
