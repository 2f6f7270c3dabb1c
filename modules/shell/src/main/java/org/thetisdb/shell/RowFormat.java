package org.thetisdb.shell;

import java.util.List;
import org.thetisdb.Record;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Writes the rows of one result. Calls come in order: begin, any number of rows, end. One thread. */
public interface RowFormat {
    void begin(List<String> columns);

    void row(Record row);

    void end();

    /** The names that {@code --format} takes. */
    List<String> NAMES = List.of("table", "csv", "json", "jsonl");

    /** A format by its name. */
    static RowFormat of(String name, Output output) {
        return switch (name) {
            case "table" -> new TableFormat(output);
            case "csv" -> new CsvFormat(output);
            case "json" -> new JsonFormat(output, true);
            case "jsonl" -> new JsonFormat(output, false);
            default ->
                throw new ThetisException(
                        ErrorCode.USAGE, "unknown format: " + name + "; choose one of " + String.join(", ", NAMES));
        };
    }
}
