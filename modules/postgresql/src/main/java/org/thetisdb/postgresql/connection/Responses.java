package org.thetisdb.postgresql.connection;

import java.io.IOException;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.thetisdb.postgresql.failure.PostgresFailure;
import org.thetisdb.postgresql.type.PgType;
import org.thetisdb.postgresql.type.ResultColumn;
import org.thetisdb.postgresql.wire.MessageWriter;

/** What the server says, but for rows. */
final class Responses {
    private final MessageWriter writer;

    Responses(MessageWriter writer) {
        this.writer = writer;
    }

    MessageWriter writer() {
        return writer;
    }

    /** A message that is nothing but its letter. */
    void plain(char letter) throws IOException {
        writer.begin(letter).end();
    }

    void ready(char state) throws IOException {
        writer.begin('Z').int8(state).end();
        writer.send();
    }

    void complete(String tag) throws IOException {
        writer.begin('C').text(tag).end();
    }

    void parameter(String name, String value) throws IOException {
        writer.begin('S').text(name).text(value).end();
    }

    void parameterTypes(List<PgType> types) throws IOException {
        writer.begin('t').int16(types.size());
        types.forEach(type -> writer.int32(type.oid()));
        writer.end();
    }

    void columns(List<ResultColumn> columns, IntUnaryOperator format) throws IOException {
        writer.begin('T').int16(columns.size());
        for (int index = 0; index < columns.size(); index++) {
            ResultColumn column = columns.get(index);
            PgType type = column.type() == PgType.UNKNOWN ? PgType.TEXT : column.type();
            writer.text(column.name())
                    .int32(column.table())
                    .int16(column.place())
                    .int32(type.oid())
                    .int16(type.bytes())
                    .int32(-1)
                    .int16(format.applyAsInt(index));
        }
        writer.end();
    }

    /**
     * An error.
     *
     * @param text of the client, to which its place belongs
     */
    void error(PostgresFailure failure, String text) throws IOException {
        String severity = failure.isFatal() ? "FATAL" : "ERROR";
        begin('E', severity, failure.state().code(), failure.message());
        if (failure.detail().isPresent()) {
            writer.int8('D').text(plainText(failure.detail().get()));
        }
        if (failure.hint().isPresent()) {
            writer.int8('H').text(plainText(failure.hint().get()));
        }
        if (failure.offset().isPresent()) {
            int offset = Math.min(failure.offset().getAsInt(), text.length());
            writer.int8('P').text(Integer.toString(text.codePointCount(0, offset) + 1));
        }
        writer.int8(0).end();
    }

    /** A warning. */
    void warning(String code, String message) throws IOException {
        begin('N', "WARNING", code, message);
        writer.int8(0).end();
    }

    private void begin(char letter, String severity, String code, String message) {
        writer.begin(letter);
        writer.int8('S').text(severity).int8('V').text(severity);
        writer.int8('C').text(code).int8('M').text(plainText(message));
    }

    /** A zero would end it. */
    private static String plainText(String text) {
        return text.replace('\0', ' ');
    }
}
