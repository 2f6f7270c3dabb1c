package org.thetisdb.shell.format;

import java.util.List;
import org.thetisdb.Record;

/** Writes the rows of one result. Calls come in order: begin, any number of rows, end. One thread. */
public interface RowFormat {
    void begin(List<String> columns);

    void row(Record row);

    void end();
}
