package org.thetisdb.shell.statement;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.Record;
import org.thetisdb.Result;
import org.thetisdb.ResultSummary;
import org.thetisdb.Session;
import org.thetisdb.Transaction;
import org.thetisdb.shell.format.ResultLayout;
import org.thetisdb.shell.format.RowFormat;
import org.thetisdb.shell.format.RowFormats;
import org.thetisdb.shell.output.Figures;
import org.thetisdb.shell.output.Output;
import org.thetisdb.value.Notification;
import org.thetisdb.value.ThetisException;

/** Runs one statement and writes what comes of it: rows, changes, a plan. One thread, but for {@link #cancel}. */
public final class StatementRun {
    /** The count of rows is published to other threads by the thousand. */
    private static final long COUNTED_ROWS_MASK = 1023;

    private final Session session;
    private final Optional<Transaction> transaction;
    private final Output output;
    private final Output errors;
    private final ResultLayout layout;

    /** Null before the statement has a result, and after it. */
    private volatile @Nullable Result running;

    private volatile boolean cancelled;
    private volatile long rowCount;

    /** As the other one, with everything in full. */
    public StatementRun(Session session, Optional<Transaction> transaction, Output output, Output errors) {
        this(session, transaction, output, errors, ResultLayout.WHOLE);
    }

    /** @param transaction in which to run; if empty, a statement that writes is committed by itself */
    public StatementRun(
            Session session, Optional<Transaction> transaction, Output output, Output errors, ResultLayout layout) {
        this.session = session;
        this.transaction = transaction;
        this.output = output;
        this.errors = errors;
        this.layout = layout;
    }

    /** How many rows have come, or were copied to or from a file, roughly; callable from any thread. */
    public long rowCount() {
        return Math.max(rowCount, session.copiedRows());
    }

    /** Ends the statement soon with an error; callable from any thread. */
    public void cancel() {
        cancelled = true;
        Result result = running;
        if (result == null) {
            // A statement that writes has no result before it is done.
            session.cancel();
        } else {
            result.cancel();
        }
    }

    /**
     * Runs and writes.
     *
     * @param format one of {@link RowFormats#NAMES}
     * @param timer whether to tell the time, on the standard error
     * @throws QueryFailure for errors of the query, with their place in its source
     */
    public void run(Statement statement, Map<String, ?> parameters, String format, boolean timer) {
        long start = System.nanoTime();
        try (Result result = transaction.isPresent()
                ? transaction.get().run(statement.text(), parameters)
                : session.run(statement.text(), parameters)) {
            running = result;
            if (cancelled) {
                result.cancel();
            }
            Optional<String> plan = result.plan();
            if (plan.isPresent()) {
                output.println(plan.get().stripTrailing());
            } else {
                write(result, format);
            }
            tell(result.summary().notifications(), statement, format);
        } catch (ThetisException failure) {
            throw statement.failure(failure);
        } finally {
            running = null;
        }
        if (timer) {
            output.flush();
            errors.println(Figures.time(System.nanoTime() - start)).flush();
        }
    }

    private void tell(List<Notification> notifications, Statement statement, String format) {
        if (!notifications.isEmpty()) {
            output.flush();
            NotificationOutput.write(notifications, statement, format, errors);
        }
    }

    private void write(Result result, String format) {
        boolean forPeople = RowFormats.isForPeople(format);
        if (!result.keys().isEmpty() || format.equals("json")) {
            RowFormat rows = RowFormats.of(format, output, layout);
            rows.begin(result.keys());
            long count = 0;
            while (result.hasNext()) {
                Record row = result.next();
                rows.row(row);
                if ((++count & COUNTED_ROWS_MASK) == 0) {
                    rowCount = count;
                }
            }
            rows.end();
        }
        ResultSummary summary = result.summary();
        List<String> remarks = new ArrayList<>();
        if (summary.counters().containsUpdates()) {
            remarks.add(summary.counters()
                    + (transaction.isPresent() ? ", not committed yet" : ", revision " + summary.revision()));
        }
        result.plan().map(String::stripTrailing).ifPresent(remarks::add);
        Output target = forPeople ? output : errors;
        remarks.forEach(target::println);
        if (!forPeople && !remarks.isEmpty()) {
            output.flush();
            target.flush();
        }
    }
}
