package org.thetisdb.importer.load;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.thetisdb.io.FileSystem;
import org.thetisdb.io.WritableFile;
import org.thetisdb.json.JsonWriter;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Decides what a wrong row means: an error, or a line of the report as long as no more than the tolerated number came.
 * The report is CSV if its name ends with {@code .csv}, else one JSON object per line. Thread safe.
 */
public final class ErrorCollector implements AutoCloseable {
    private static final int VALUE_LENGTH_MAX = 200;

    private final long tolerance;
    private final Optional<WritableFile> report;
    private final boolean reportIsCsv;
    private Positions positions = new Positions(List.of());
    private long reportOffset;
    private long count;

    /** @param tolerance wrong rows that do not stop the import */
    public ErrorCollector(FileSystem fileSystem, long tolerance, Optional<Path> reportFile) {
        this.tolerance = tolerance;
        reportIsCsv = reportFile.map(file -> file.toString().endsWith(".csv")).orElse(false);
        report = reportFile.map(fileSystem::create);
        if (reportIsCsv) {
            write("code,file,line,column,value,expected\n");
        }
    }

    synchronized void begin(Positions newPositions) {
        positions = newPositions;
    }

    boolean isTolerant() {
        return tolerance > 0;
    }

    public synchronized long count() {
        return count;
    }

    /** A wrong field or row. */
    void badRow(long position, String column, String value, String expected) {
        report(ErrorCode.IMPORT_BAD_ROW, "bad row", position, column, value, expected);
    }

    void duplicateId(long position, String column, String value, String space) {
        report(
                ErrorCode.IMPORT_DUPLICATE_ID,
                "duplicate id",
                position,
                column,
                value,
                "an id that no other row" + within(space) + " has");
    }

    /**
     * A value occurs twice that must not. All rows are in the graph already, so none can be left out any more.
     *
     * @param first where the value was first
     */
    synchronized void duplicateValue(long position, long first, String label, String property, String value) {
        String expected = "one :" + label + " with each value; the other is in file=" + positions.file(first)
                + ", line=" + Positions.line(first);
        count++;
        writeReport(
                ErrorCode.IMPORT_DUPLICATE_ID,
                positions.file(position),
                Positions.line(position),
                property,
                shown(value),
                expected);
        throw new ThetisException(
                ErrorCode.IMPORT_DUPLICATE_ID,
                "value of a unique index that occurs twice: file=" + positions.file(position) + ", line="
                        + Positions.line(position) + ", property=" + property + ", value=" + shown(value)
                        + "; expected " + expected
                        + "; correct one of them, or ask for the index by --index instead of --unique-index");
    }

    /** A value as messages have it. */
    static String shown(String value) {
        return value.length() > VALUE_LENGTH_MAX ? value.substring(0, VALUE_LENGTH_MAX) + "…" : value;
    }

    void danglingRelationship(long position, String column, String value, String space) {
        report(
                ErrorCode.IMPORT_DANGLING_RELATIONSHIP,
                "relationship to a node that does not exist",
                position,
                column,
                value,
                "the id of a node" + within(space));
    }

    /** Headers need not name an id space. */
    private static String within(String space) {
        return space.isEmpty() ? "" : " of id space '" + space + "'";
    }

    private synchronized void report(
            ErrorCode code, String what, long position, String column, String value, String expected) {
        count++;
        Path file = positions.file(position);
        long line = Positions.line(position);
        String shown = shown(value);
        writeReport(code, file, line, column, shown, expected);
        if (count > tolerance) {
            String next = tolerance == 0
                    ? "; correct it, or let up to N wrong rows be skipped with --bad-tolerance N --report FILE"
                    : "; stopped after " + count + " wrong rows, --bad-tolerance=" + tolerance;
            String place = "file=" + file + ", line=" + line + (column.isEmpty() ? "" : ", column=" + column);
            throw new ThetisException(
                    code, what + ": " + place + ", value='" + shown + "'; expected " + expected + next);
        }
    }

    private void writeReport(ErrorCode code, Path file, long line, String column, String value, String expected) {
        if (report.isEmpty()) {
            return;
        }
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("code", code.name());
        entry.put("file", file.toString());
        entry.put("line", line);
        entry.put("column", column);
        entry.put("value", value);
        entry.put("expected", expected);
        if (reportIsCsv) {
            StringBuilder row = new StringBuilder();
            entry.values().forEach(field -> row.append(row.isEmpty() ? "" : ",").append(csv(field.toString())));
            write(row.append('\n').toString());
        } else {
            write(JsonWriter.text(entry) + "\n");
        }
    }

    private static String csv(String text) {
        boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return plain && !text.isEmpty() ? text : '"' + text.replace("\"", "\"\"") + '"';
    }

    private void write(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        report.orElseThrow().write(reportOffset, MemorySegment.ofArray(bytes));
        reportOffset += bytes.length;
    }

    @Override
    public void close() {
        report.ifPresent(WritableFile::close);
    }
}
