package org.thetisdb.engine.extension;

import java.lang.invoke.MethodHandle;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.BaseStream;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.fence.FencedCall;
import org.thetisdb.engine.procedure.Procedure;
import org.thetisdb.engine.procedure.ProcedureContext;
import org.thetisdb.extension.CallContext;
import org.thetisdb.value.ThetisException;

/**
 * Runs a method that gives a stream or an iterable of records, of which each is a row. Thread safe.
 *
 * @param name of the procedure
 * @param parameters of the method, without the context
 * @param method takes the context and then an Object each, and returns an Object
 * @param columns read the components of a record, each of an Object as an Object
 */
record RowsOfProcedure(
        String name,
        List<ExtensionParameter> parameters,
        MethodHandle method,
        List<MethodHandle> columns,
        ExtensionHost host)
        implements Procedure.Body {
    @Override
    public void run(ProcedureContext context, @Nullable Object[] arguments, Procedure.Rows rows) {
        Object[] given = new Object[arguments.length + 1];
        host.use().addCall();
        CallContext asked = context::checkpoint;
        given[0] = asked;
        for (int index = 0; index < arguments.length; index++) {
            if (arguments[index] == null && !parameters.get(index).takesNull()) {
                return;
            }
            given[index + 1] = new ArgumentColumn(name, parameters.get(index))
                    .object(
                            arguments[index],
                            value -> EntityArguments.made(
                                    value, context.reader(), host.types().maker()));
        }
        @Nullable Object made = guarded(context, RowsOfProcedure::atNoRow, () -> (Object) method.invokeExact(given));
        switch (made) {
            case BaseStream<?, ?> stream -> {
                try {
                    giveAll(context, guarded(context, RowsOfProcedure::atNoRow, stream::iterator), rows);
                } finally {
                    closed(context, stream);
                }
            }
            case Iterable<?> iterable ->
                giveAll(context, guarded(context, RowsOfProcedure::atNoRow, iterable::iterator), rows);
            case null, default -> {}
        }
    }

    private static String atNoRow() {
        return "";
    }

    private void closed(ProcedureContext context, BaseStream<?, ?> stream) {
        guarded(context, () -> ", while its rows are closed", () -> {
            stream.close();
            return stream;
        });
    }

    private void giveAll(ProcedureContext context, Iterator<?> from, Procedure.Rows rows) {
        boolean isWanted = true;
        for (long row = 0; isWanted; row++) {
            long current = row;
            Optional<@Nullable Object[]> values = guarded(
                    context,
                    () -> ", row=" + current,
                    () -> from.hasNext() ? Optional.of(values(from.next())) : Optional.empty());
            if (values.isEmpty()) {
                return;
            }
            context.checkpoint();
            host.use().addRow();
            isWanted = rows.add(values.get());
        }
    }

    @SuppressWarnings("Catching") // Components are read by their accessors, which may throw anything.
    private @Nullable Object[] values(Object row) throws Throwable {
        @Nullable Object[] values = new @Nullable Object[columns.size()];
        for (int index = 0; index < values.length; index++) {
            values[index] =
                    host.types().results().apply((Object) columns.get(index).invokeExact(row));
        }
        return values;
    }

    /** Work that may throw anything. */
    private interface Work<T> {
        T run() throws Throwable;
    }

    @SuppressWarnings("Catching") // Whatever it throws is told with the procedure's name.
    private <T> T guarded(ProcedureContext context, Supplier<String> where, Work<T> work) {
        ExtensionUse.Span span = host.use().begin();
        try (FencedCall _ = host.fence().enter(context.stop())) {
            return work.run();
        } catch (ThetisException error) {
            context.checkpoint();
            throw error;
        } catch (Throwable thrown) {
            context.checkpoint();
            throw ExtensionErrors.failed(name, where.get(), thrown);
        } finally {
            host.use().end(span);
        }
    }
}
