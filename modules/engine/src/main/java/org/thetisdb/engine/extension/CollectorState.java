package org.thetisdb.engine.extension;

import java.util.function.BiConsumer;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Collector;
import org.jspecify.annotations.Nullable;
import org.thetisdb.extension.Aggregate;

/** A collector of {@code java.util.stream} as the state of a group. Belongs to one thread at a time. */
final class CollectorState implements Aggregate<CollectorState> {
    private final BiConsumer<Object, Object> accumulator;
    private final BinaryOperator<Object> combiner;
    private final Function<Object, Object> finisher;
    private Object container;

    /** @param collector takes what it is given as Objects; the caller sees to their class */
    @SuppressWarnings("unchecked")
    CollectorState(Collector<?, ?, ?> collector) {
        Collector<Object, Object, Object> plain = (Collector<Object, Object, Object>) collector;
        this.accumulator = plain.accumulator();
        this.combiner = plain.combiner();
        this.finisher = plain.finisher();
        this.container = plain.supplier().get();
    }

    void add(Object value) {
        accumulator.accept(container, value);
    }

    @Override
    public void merge(CollectorState other) {
        container = combiner.apply(container, other.container);
    }

    @Override
    public @Nullable Object result() {
        return finisher.apply(container);
    }
}
