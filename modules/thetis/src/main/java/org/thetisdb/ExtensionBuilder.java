package org.thetisdb;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.LongUnaryOperator;
import java.util.stream.Collector;
import org.thetisdb.engine.extension.ExtensionMaker;
import org.thetisdb.extension.DatabaseEvent;
import org.thetisdb.extension.ListenerFunction;
import org.thetisdb.extension.TriggerFunction;
import org.thetisdb.extension.TriggerPhase;
import org.thetisdb.session.DatabaseCore;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Gathers what an extension has, and registers it:
 *
 * {@snippet :
 * database.extend("text")
 *         .classes(TextFunctions.class)
 *         .function("text.shout", String.class, String.class, text -> text.toUpperCase(Locale.ROOT) + "!")
 *         .register();
 * }
 *
 * <p>Functions are called by queries from several threads at once, not for rows where an argument is null, and perhaps
 * more often than once for a row, or not at all. All methods throw a {@link ThetisException} of code {@link
 * ErrorCode#EXTENSION_INVALID} for what cannot be called. Belongs to one thread.
 */
public final class ExtensionBuilder {
    private final DatabaseCore core;
    private final ExtensionMaker maker;

    private ExtensionBuilder(DatabaseCore core, ExtensionMaker maker) {
        this.core = core;
        this.maker = maker;
    }

    static ExtensionBuilder of(DatabaseCore core, String name) {
        return new ExtensionBuilder(core, core.extend(name));
    }

    /**
     * Adds what classes have, by the annotations of {@code org.thetisdb.extension}.
     *
     * @param types public classes of exported packages
     * @return this
     */
    public ExtensionBuilder classes(Class<?>... types) {
        return classes(MethodHandles.publicLookup(), types);
    }

    /**
     * As {@link #classes(Class...)}, for classes that not everybody sees.
     *
     * @param lookup sees them, such as {@code MethodHandles.lookup()} of the caller
     * @param types with annotations
     * @return this
     */
    public ExtensionBuilder classes(MethodHandles.Lookup lookup, Class<?>... types) {
        for (Class<?> type : types) {
            maker.add(lookup, type);
        }
        return this;
    }

    /**
     * Adds a function from INTEGER to INTEGER, called without boxes.
     *
     * @param name with its namespace, such as {@code numbers.next}
     * @param function gives the same for the same
     * @return this
     */
    public ExtensionBuilder longFunction(String name, LongUnaryOperator function) {
        MethodType type = MethodType.methodType(long.class, long.class);
        maker.add(
                name, List.of(long.class), long.class, handle(LongUnaryOperator.class, "applyAsLong", type, function));
        return this;
    }

    /**
     * Adds a function from FLOAT to FLOAT, called without boxes.
     *
     * @param name with its namespace, such as {@code numbers.sigmoid}
     * @param function gives the same for the same
     * @return this
     */
    public ExtensionBuilder doubleFunction(String name, DoubleUnaryOperator function) {
        MethodType type = MethodType.methodType(double.class, double.class);
        maker.add(
                name,
                List.of(double.class),
                double.class,
                handle(DoubleUnaryOperator.class, "applyAsDouble", type, function));
        return this;
    }

    /**
     * Adds a function of one argument.
     *
     * @param <A> the argument's class
     * @param <R> the result's class
     * @param name with its namespace, such as {@code text.shout}
     * @param argument the class of the argument
     * @param result the class of the result, which may be null
     * @param function gives the same for the same
     * @return this
     */
    public <A, R> ExtensionBuilder function(
            String name, Class<A> argument, Class<R> result, Function<? super A, ? extends R> function) {
        MethodHandle handle =
                handle(Function.class, "apply", MethodType.methodType(Object.class, Object.class), function);
        maker.add(name, List.of(argument), result, typed(handle, result, argument));
        return this;
    }

    /**
     * Adds a function of two arguments.
     *
     * @param <A> the first argument's class
     * @param <B> the second argument's class
     * @param <R> the result's class
     * @param name with its namespace, such as {@code text.join}
     * @param first the class of the first argument
     * @param second the class of the second argument
     * @param result the class of the result, which may be null
     * @param function gives the same for the same
     * @return this
     */
    public <A, B, R> ExtensionBuilder function(
            String name,
            Class<A> first,
            Class<B> second,
            Class<R> result,
            BiFunction<? super A, ? super B, ? extends R> function) {
        MethodType type = MethodType.methodType(Object.class, Object.class, Object.class);
        MethodHandle handle = handle(BiFunction.class, "apply", type, function);
        maker.add(name, List.of(first, second), result, typed(handle, result, first, second));
        return this;
    }

    /**
     * Adds an aggregate function.
     *
     * @param <A> the argument's class
     * @param <R> the result's class
     * @param name with its namespace, such as {@code numbers.product}
     * @param argument the class of the argument
     * @param result the class of the result, which may be null
     * @param collector one state for each group and worker, combined in any order
     * @return this
     */
    public <A, R> ExtensionBuilder aggregate(
            String name, Class<A> argument, Class<R> result, Collector<? super A, ?, ? extends R> collector) {
        maker.add(name, argument, result, collector);
        return this;
    }

    /**
     * Adds a trigger that is about everything.
     *
     * @param name with its namespace, such as {@code audit.note}
     * @param phase when it is called
     * @param function is called by the thread of the transaction, or of several at once
     * @return this
     */
    public ExtensionBuilder trigger(String name, TriggerPhase phase, TriggerFunction function) {
        return trigger(name, phase, Set.of(), Set.of(), function);
    }

    /**
     * Adds a trigger.
     *
     * @param name with its namespace, such as {@code people.checkAge}
     * @param phase when it is called
     * @param labels of the nodes that it is about
     * @param types of the relationships that it is about; with no labels and no types, everything
     * @param function is called by the thread of the transaction, or of several at once
     * @return this
     */
    public ExtensionBuilder trigger(
            String name, TriggerPhase phase, Set<String> labels, Set<String> types, TriggerFunction function) {
        maker.add(name, phase, labels, types, function);
        return this;
    }

    /**
     * Adds a listener that wants to hear of all events.
     *
     * @param name with its namespace, such as {@code watch.all}
     * @param function is called afterwards, by one thread of the database
     * @return this
     */
    public ExtensionBuilder listener(String name, ListenerFunction function) {
        return listener(name, Set.of(DatabaseEvent.class), function);
    }

    /**
     * Adds a listener.
     *
     * @param name with its namespace, such as {@code watch.checkpoints}
     * @param events the classes of events that it wants to hear of
     * @param function is called afterwards, by one thread of the database
     * @return this
     */
    public ExtensionBuilder listener(
            String name, Set<Class<? extends DatabaseEvent>> events, ListenerFunction function) {
        maker.add(name, events, function);
        return this;
    }

    /** Makes all of it known to the database, at once; in place of the extension of the same name if there is one. */
    public void register() {
        core.requireOpen();
        core.register(maker.make());
    }

    private static MethodHandle typed(MethodHandle handle, Class<?> result, Class<?>... arguments) {
        return handle.asType(MethodType.methodType(result, arguments));
    }

    private static MethodHandle handle(Class<?> contract, String method, MethodType type, Object function) {
        try {
            return MethodHandles.publicLookup()
                    .findVirtual(contract, method, type)
                    .bindTo(function);
        } catch (ReflectiveOperationException missing) {
            throw new IllegalStateException(missing);
        }
    }
}
