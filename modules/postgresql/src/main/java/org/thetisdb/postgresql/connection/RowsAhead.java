package org.thetisdb.postgresql.connection;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.thetisdb.postgresql.failure.PostgresFailure;
import org.thetisdb.postgresql.type.ResultColumn;
import org.thetisdb.postgresql.wire.MessageWriter;

/**
 * Rows of a cursor that are read and written down while the client is busy with those that it has got.
 *
 * <pre>
 *   client     FETCH 10000 ─┐        works on them ─ ─ ─ ─ FETCH 10000 ─┐        …
 *   server                  └ rows ─►  reads ahead, 256 rows at a time  └ they are there
 * </pre>
 *
 * <p>Only for one who fetches many at a time, from a cursor that gives them quickly: nobody should have to wait for a
 * row that was not asked for. An error on the way is told when its row is.
 *
 * <p>One thread.
 */
final class RowsAhead {
    /** Who fetches fewer may want no more. */
    private static final long ROWS_MIN = 100;

    private static final long NANOS_PER_ROW_MAX = 10_000;
    private static final int BYTES_MAX = 1 << 20;
    private static final int ROWS_AT_A_TIME = 256;

    private final List<ResultColumn> columns;
    private final LongSupplier nanoTime;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final MessageWriter writer = new MessageWriter(bytes);
    private final List<List<@Nullable Object>> values = new ArrayList<>();
    private int[] ends = new int[ROWS_AT_A_TIME];
    private Form form = new Form(List.of(), ZoneOffset.UTC);
    private int taken;
    private long wanted;
    private Optional<PostgresFailure> failure = Optional.empty();

    /** How rows are written; other forms need other bytes. */
    record Form(List<Integer> formats, ZoneId zone) {}

    /** @param nanoTime the time in nanoseconds, as of {@link System#nanoTime} */
    RowsAhead(List<ResultColumn> columns, LongSupplier nanoTime) {
        this.columns = columns;
        this.nanoTime = nanoTime;
    }

    /** The client has got so many rows, as many as it wanted, in so long a time: it may want as many again. */
    void expect(long rows, long nanos, Form asBefore) {
        if (!isEmpty()) {
            // They have been written down in another form, perhaps.
            return;
        }
        boolean isQuick = nanos <= rows * NANOS_PER_ROW_MAX;
        wanted = rows >= ROWS_MIN && isQuick && failure.isEmpty() ? rows : 0;
        form = asBefore;
    }

    /** Whether there is more to read ahead. */
    boolean isWanted() {
        return wanted > 0;
    }

    private boolean isEmpty() {
        return taken == values.size();
    }

    /** Reads some rows more; what it throws is to be handed to {@link #fail}. */
    void read(RowSource rows) throws IOException {
        RowWriter rowWriter = new RowWriter(writer, columns, this::format, form.zone());
        long startNanos = nanoTime.getAsLong();
        int count = 0;
        while (count < ROWS_AT_A_TIME && wanted > 0) {
            if (bytes.size() > BYTES_MAX || !rows.hasNext()) {
                wanted = 0;
                return;
            }
            List<@Nullable Object> row = rows.next();
            rowWriter.row(row);
            writer.send();
            add(row);
            count++;
            wanted--;
        }
        boolean isQuick = nanoTime.getAsLong() - startNanos <= count * NANOS_PER_ROW_MAX;
        wanted = isQuick ? wanted : 0;
    }

    /** There is an error instead of the next row. */
    void fail(PostgresFailure thrown) {
        failure = Optional.of(thrown);
        wanted = 0;
    }

    private int format(int column) {
        return Portal.format(form.formats(), column);
    }

    private void add(List<@Nullable Object> row) {
        if (values.size() == ends.length) {
            ends = Arrays.copyOf(ends, 2 * ends.length);
        }
        ends[values.size()] = bytes.size();
        values.add(row);
    }

    /**
     * Gives rows that were read.
     *
     * @param rowsMax how many at most
     * @return how many there were
     * @throws PostgresFailure what has come instead of the next row, when all before it were given
     */
    long write(RowWriter target, MessageWriter output, Form wantedForm, long rowsMax) throws IOException {
        int last = (int) Math.min(values.size(), taken + rowsMax);
        int count = last - taken;
        if (count > 0 && wantedForm.equals(form)) {
            int start = taken == 0 ? 0 : ends[taken - 1];
            output.messages(bytes.toByteArray(), start, ends[last - 1]);
        } else {
            for (int row = taken; row < last; row++) {
                target.row(values.get(row));
            }
        }
        skip(count);
        if (count < rowsMax && failure.isPresent()) {
            PostgresFailure thrown = failure.get();
            failure = Optional.empty();
            throw thrown;
        }
        return count;
    }

    /** Passes by rows that were read; gives how many there were. */
    long skip(long rowsMax) {
        int count = (int) Math.min(values.size() - taken, rowsMax);
        taken += count;
        if (isEmpty()) {
            values.clear();
            bytes.reset();
            taken = 0;
        }
        return count;
    }
}
