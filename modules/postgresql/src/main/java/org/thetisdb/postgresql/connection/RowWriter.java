package org.thetisdb.postgresql.connection;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.thetisdb.postgresql.statement.CopyOptions;
import org.thetisdb.postgresql.type.BinaryFormat;
import org.thetisdb.postgresql.type.Conversion;
import org.thetisdb.postgresql.type.ResultColumn;
import org.thetisdb.postgresql.type.TextFormat;
import org.thetisdb.postgresql.wire.MessageWriter;

/** Writes rows, as results and for COPY. */
final class RowWriter {
    private final MessageWriter writer;
    private final List<ResultColumn> columns;
    private final IntUnaryOperator format;
    private final ZoneId zone;
    private final StringBuilder text = new StringBuilder();
    private final StringBuilder line = new StringBuilder();

    /**
     * For rows of some columns.
     *
     * @param format of a column by its place: 0 for text, 1 for binary
     */
    RowWriter(MessageWriter writer, List<ResultColumn> columns, IntUnaryOperator format, ZoneId zone) {
        this.writer = writer;
        this.columns = columns;
        this.format = format;
        this.zone = zone;
    }

    /** A row of a result. An error leaves nothing of it. */
    void row(List<@Nullable Object> values) throws IOException {
        writer.begin('D').int16(columns.size());
        boolean whole = false;
        try {
            for (int index = 0; index < columns.size(); index++) {
                value(index, values.get(index));
            }
            whole = true;
        } finally {
            if (!whole) {
                writer.abandon();
            }
        }
        writer.end();
    }

    private void value(int index, @Nullable Object value) {
        if (value == null) {
            writer.int32(-1);
            return;
        }
        ResultColumn column = columns.get(index);
        Object converted = Conversion.to(column.type(), value, zone);
        if (format.applyAsInt(index) == 1) {
            BinaryFormat.write(writer, column.type(), converted, zone);
        } else if (converted instanceof String plain) {
            writer.value(plain);
        } else {
            text.setLength(0);
            TextFormat.append(text, column.type(), converted, zone);
            writer.value(text);
        }
    }

    /** The line of names in front of a copy. */
    void copyHeader(CopyOptions options) throws IOException {
        line.setLength(0);
        for (int index = 0; index < columns.size(); index++) {
            line.append(index == 0 ? "" : options.delimiter());
            copyText(columns.get(index).name(), options);
        }
        copyLine();
    }

    /** A line of a copy. */
    void copyRow(List<@Nullable Object> values, CopyOptions options) throws IOException {
        line.setLength(0);
        for (int index = 0; index < columns.size(); index++) {
            if (index > 0) {
                line.append(options.delimiter());
            }
            @Nullable Object value = values.get(index);
            if (value == null) {
                line.append(options.nullText());
                continue;
            }
            ResultColumn column = columns.get(index);
            text.setLength(0);
            TextFormat.append(text, column.type(), Conversion.to(column.type(), value, zone), zone);
            copyText(text.toString(), options);
        }
        copyLine();
    }

    private void copyLine() throws IOException {
        line.append('\n');
        writer.begin('d')
                .bytes(line.toString().getBytes(StandardCharsets.UTF_8))
                .end();
    }

    private void copyText(String value, CopyOptions options) {
        if (options.csv()) {
            csv(value, options);
            return;
        }
        for (int index = 0; index < value.length(); index++) {
            char unit = value.charAt(index);
            switch (unit) {
                case '\\' -> line.append("\\\\");
                case '\n' -> line.append("\\n");
                case '\r' -> line.append("\\r");
                case '\t' -> line.append("\\t");
                case '\b' -> line.append("\\b");
                case '\f' -> line.append("\\f");
                case '\u000B' -> line.append("\\v");
                default -> line.append(unit == options.delimiter() ? "\\" : "").append(unit);
            }
        }
    }

    private void csv(String value, CopyOptions options) {
        boolean quoted = value.equals(options.nullText()) || value.equals("\\.");
        for (int index = 0; index < value.length() && !quoted; index++) {
            char unit = value.charAt(index);
            quoted = unit == options.delimiter() || unit == options.quote() || unit == '\n' || unit == '\r';
        }
        if (!quoted) {
            line.append(value);
            return;
        }
        line.append(options.quote());
        for (int index = 0; index < value.length(); index++) {
            char unit = value.charAt(index);
            if (unit == options.quote() || unit == options.escape()) {
                line.append(options.escape());
            }
            line.append(unit);
        }
        line.append(options.quote());
    }
}
