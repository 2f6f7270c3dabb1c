package org.thetisdb.engine.extension;

import java.util.Iterator;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.BaseStream;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.extension.RowsOfProcedure.Statements;
import org.thetisdb.engine.fence.FencedCall;
import org.thetisdb.engine.procedure.Procedure;
import org.thetisdb.engine.procedure.ProcedureContext;
import org.thetisdb.extension.CallContext;
import org.thetisdb.value.Invariant;
import org.thetisdb.value.ThetisException;

/** One call of a procedure, from its method to the last of its rows. Belongs to the thread that calls. */
final class RunOfProcedure {
    /** What rows take is counted for so many of them at once, */
    private static final int ROWS_COUNTED = 1024;

    /** and for as long as that at most, so that others see it go on. */
    private static final long NANOS_COUNTED = 10_000_000;

    private final RowsOfProcedure procedure;
    private final ProcedureContext context;
    private final Procedure.Rows rows;
    private final ExtensionHost host;

    /** While code of the extension runs: what it is held to, and since when it is counted. */
    private @Nullable FencedCall fenced;

    private ExtensionUse.@Nullable Span span;

    /** What is not counted yet. */
    private long newRows;

    private long newNanos;
    private long newBytes;

    /** @param rows takes what it gives */
    RunOfProcedure(RowsOfProcedure procedure, ProcedureContext context, Procedure.Rows rows) {
        this.procedure = procedure;
        this.context = context;
        this.rows = rows;
        this.host = procedure.host();
    }

    /** @param arguments null only where the method takes it */
    void run(@Nullable Object[] arguments) {
        host.use().add(1, 0, 0, 0, context.extensions());
        try {
            runWithStatements(arguments);
        } finally {
            count();
        }
    }

    private void runWithStatements(@Nullable Object[] arguments) {
        if (procedure.statements() == Statements.NONE) {
            CallContext asked = context::checkpoint;
            giveAll(asked, arguments);
            return;
        }
        try (StatementsOfCall statements =
                new StatementsOfCall(this, context, procedure.statements() == Statements.ALL)) {
            giveAll(statements, arguments);
            statements.requireWhole();
        }
    }

    String name() {
        return procedure.name();
    }

    HostTypes types() {
        return host.types();
    }

    private void giveAll(CallContext asked, @Nullable Object[] arguments) {
        @Nullable Object[] given = new @Nullable Object[arguments.length + 1];
        given[0] = asked;
        for (int index = 0; index < arguments.length; index++) {
            given[index + 1] = new ArgumentColumn(name(), procedure.parameters().get(index))
                    .object(arguments[index], value -> EntityArguments.made(value, context.reader(), types().maker()));
        }
        @Nullable
        Object made = guarded(
                RunOfProcedure::atNoRow, () -> (Object) procedure.method().invokeExact(given));
        switch (made) {
            case BaseStream<?, ?> stream -> {
                try {
                    giveAll(guarded(RunOfProcedure::atNoRow, stream::iterator));
                } finally {
                    closed(stream);
                }
            }
            case Iterable<?> iterable -> giveAll(guarded(RunOfProcedure::atNoRow, iterable::iterator));
            case null, default -> {}
        }
    }

    private static String atNoRow() {
        return "";
    }

    private void closed(BaseStream<?, ?> stream) {
        guarded(() -> ", while its rows are closed", () -> {
            stream.close();
            return stream;
        });
    }

    private void giveAll(Iterator<?> from) {
        boolean isWanted = true;
        for (long row = 0; isWanted; row++) {
            long current = row;
            Optional<@Nullable Object[]> values = guarded(
                    () -> ", row=" + current,
                    () -> from.hasNext() ? Optional.of(values(from.next())) : Optional.empty());
            if (values.isEmpty()) {
                return;
            }
            context.checkpoint();
            newRows++;
            isWanted = rows.add(values.get());
        }
    }

    @SuppressWarnings("Catching") // Components are read by their accessors, which may throw anything.
    private @Nullable Object[] values(Object row) throws Throwable {
        @Nullable Object[] values = new @Nullable Object[procedure.columns().size()];
        for (int index = 0; index < values.length; index++) {
            values[index] = types().results()
                    .apply((Object) procedure.columns().get(index).invokeExact(row));
        }
        return values;
    }

    /** Work that may throw anything. */
    private interface Work<T> {
        T run() throws Throwable;
    }

    @SuppressWarnings("Catching") // Whatever it throws is told with the procedure's name.
    private <T> T guarded(Supplier<String> where, Work<T> work) {
        span = ExtensionUse.begin();
        try (FencedCall call = host.fence().enter(context.stop())) {
            fenced = call;
            return work.run();
        } catch (ThetisException error) {
            context.checkpoint();
            throw error;
        } catch (Throwable thrown) {
            context.checkpoint();
            throw ExtensionErrors.failed(name(), where.get(), thrown);
        } finally {
            fenced = null;
            end(Invariant.present(span, "work is counted from when it has begun"));
        }
    }

    private void end(ExtensionUse.Span work) {
        newNanos += work.nanos();
        newBytes += work.bytes();
        if (newRows >= ROWS_COUNTED || newNanos >= NANOS_COUNTED) {
            count();
        }
    }

    private void count() {
        host.use().add(0, newRows, newNanos, newBytes, context.extensions());
        newRows = 0;
        newNanos = 0;
        newBytes = 0;
    }

    /** Work of the database for the call, which is neither counted as the extension's nor held to its fence. */
    <T> T outside(Supplier<T> work) {
        FencedCall call = fenced;
        if (call == null) {
            return work.get();
        }
        call.pause();
        end(Invariant.present(span, "work is counted from when it has begun"));
        try {
            return work.get();
        } finally {
            span = ExtensionUse.begin();
            call.resume();
        }
    }
}
