package org.thetisdb.engine.extension;

import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.aggregate.AggregateAccumulator;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.fence.FencedCall;
import org.thetisdb.extension.Aggregate;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.Invariant;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * An extension's aggregate for many groups: an object of its class for each of them. What these take is asked of them
 * again whenever an eighth more rows have come. Belongs to one worker.
 */
final class AggregateExtensionAccumulator implements AggregateAccumulator {
    private static final Object NOTHING = new Object();

    private static final int STATES_LENGTH_MIN = 16;
    private static final int ROWS_BETWEEN_COUNTS = 4096;

    /** What a place among the states takes, and the head of an object. */
    private static final int PLACE_BYTES = 24;

    private final AggregateExtension function;
    private final Supplier<EvaluationContext.Run> run;
    private final ArgumentColumns arguments;
    private final Object[] arrays;
    private @Nullable Supplier<EvaluationContext> evaluation;
    private @Nullable Aggregate<?>[] states = {};
    private Object[] receivers = {};
    private boolean[] others = {};
    private long rows;
    private long countedRows;
    private long stateBytes;

    /** @param run that it works for, when it works */
    AggregateExtensionAccumulator(AggregateExtension function, Supplier<EvaluationContext.Run> run) {
        this.function = function;
        this.run = run;
        this.arguments = new ArgumentColumns(function.name(), function.parameters());
        this.arrays = new Object[function.parameters().size() + 1];
    }

    @Override
    public void readThrough(Supplier<EvaluationContext> reading) {
        evaluation = reading;
    }

    @Override
    public void reserve(int groupCount) {
        if (states.length < groupCount) {
            int grown = states.length + (states.length >> 1);
            states = Arrays.copyOf(states, Math.max(groupCount, Math.max(STATES_LENGTH_MIN, grown)));
        }
    }

    @Override
    public void add(int[] groups, Vector[] given, long @Nullable [] multiplicities, int count) {
        arguments.begin(given, count);
        boolean @Nullable [] skipped = arguments.skipped();
        receivers = receivers.length < count ? new Object[count] : receivers;
        for (int row = 0; row < count; row++) {
            if (skipped == null || !skipped[row]) {
                receivers[row] = state(groups[row]);
            }
        }
        arrays[0] = receivers;
        call(function.adding(), multiplicities, skipped, count);
    }

    @Override
    public void addToOne(int[] groups, Vector[] given, long @Nullable [] multiplicities, int count) {
        arguments.begin(given, count);
        if (count > 0) {
            arrays[0] = state(groups[0]);
            call(function.addingToOne(), multiplicities, arguments.skipped(), count);
        }
    }

    private void call(BatchCall call, long @Nullable [] multiplicities, boolean @Nullable [] skipped, int count) {
        arguments.fill(arrays, 1, count, this::made);
        rows += count;
        call(call, skipped, count);
        long times = 2;
        while (multiplicities != null && hasMore(multiplicities, times, skipped, count)) {
            call(call, others, count);
            times++;
        }
    }

    /** Leaves out the rows that count fewer times; says whether there are others. */
    private boolean hasMore(long[] multiplicities, long times, boolean @Nullable [] skipped, int count) {
        others = others.length < count ? new boolean[count] : others;
        boolean some = false;
        for (int row = 0; row < count; row++) {
            others[row] = multiplicities[row] < times || skipped != null && skipped[row];
            some |= !others[row];
        }
        return some;
    }

    private void call(BatchCall call, boolean @Nullable [] skipped, int count) {
        ExtensionUse.Span span = ExtensionUse.begin();
        try (FencedCall _ = function.host().fence().enter(run.get().stop())) {
            call.call(NOTHING, arrays, NOTHING, skipped, count);
        } catch (CallFailedException failure) {
            run.get().stop().checkpoint();
            throw ExtensionErrors.failed(function.name(), failure, arguments);
        } finally {
            function.host().use().endCall(span, count, run.get().options().extensions());
        }
    }

    /** With what nodes, relationships and paths hold. */
    private @Nullable Object made(@Nullable Object value) {
        GraphReader reader = Invariant.present(evaluation, "the graph can be read before values come")
                .get()
                .reader();
        return EntityArguments.made(value, reader, function.host().types().maker());
    }

    private Aggregate<?> state(int group) {
        Aggregate<?> known = states[group];
        if (known != null) {
            return known;
        }
        Aggregate<?> made = guarded(", while a state is made", function.maker());
        states[group] = made;
        return made;
    }

    @SuppressWarnings("Catching") // Whatever it throws is told with the aggregate's name.
    private <T> T guarded(String where, Supplier<T> work) {
        ExtensionUse.Span span = ExtensionUse.begin();
        try (FencedCall _ = function.host().fence().enter(run.get().stop())) {
            return work.get();
        } catch (Throwable thrown) {
            run.get().stop().checkpoint();
            throw ExtensionErrors.failed(function.name(), where, thrown);
        } finally {
            function.host().use().end(span, run.get().options().extensions());
        }
    }

    @Override
    public void merge(AggregateAccumulator other, int[] otherGroups, int[] groups, int count) {
        AggregateExtensionAccumulator more = (AggregateExtensionAccumulator) other;
        for (int index = 0; index < count; index++) {
            Aggregate<?> state = more.states[otherGroups[index]];
            more.states[otherGroups[index]] = null;
            if (state != null) {
                merge(groups[index], state);
            }
        }
        rows += count;
    }

    private void merge(int group, Aggregate<?> other) {
        Aggregate<?> known = states[group];
        if (known == null) {
            states[group] = other;
            return;
        }
        guarded(", while two states are merged", () -> {
            merged(known, other);
            return known;
        });
    }

    /** All states are of one class. */
    @SuppressWarnings("unchecked")
    private static <A extends Aggregate<A>> void merged(Aggregate<?> known, Aggregate<?> other) {
        ((A) known).merge((A) other);
    }

    @Override
    public int stateColumnCount() {
        return 1;
    }

    @Override
    public Vector[] states(int[] groups, int count) {
        Vector saved = new Vector();
        saved.reset(VectorKind.NULL, count);
        for (int index = 0; index < count; index++) {
            Aggregate<?> state = states[groups[index]];
            states[groups[index]] = null;
            if (state != null) {
                saved.setValue(index, saved(state));
            }
        }
        return new Vector[] {saved};
    }

    private Object saved(Aggregate<?> state) {
        Object saved = guarded(
                ", while a state is saved",
                () -> function.host().types().results().apply(state.save()));
        if (saved == null) {
            throw new ThetisException(
                    ErrorCode.MEMORY_EXHAUSTED,
                    "there is no memory for the states of " + function.name()
                            + "(), and they cannot wait on disk; have its class override save() and restore(), or raise"
                            + " the limit");
        }
        return saved;
    }

    @Override
    public void addStates(Vector[] saved, int[] groups, int count) {
        for (int row = 0; row < count; row++) {
            Object value = saved[0].valueAt(row);
            if (value != null) {
                merge(groups[row], restored(value));
            }
        }
        rows += count;
    }

    private Aggregate<?> restored(Object saved) {
        Object made = Invariant.present(made(saved), "what is something stays something");
        return guarded(", while a state is restored", () -> {
            Aggregate<?> state = function.maker().get();
            state.restore(made);
            return state;
        });
    }

    @Override
    public void result(int firstGroup, int count, Vector into) {
        into.reset(VectorKind.NULL, count);
        for (int index = 0; index < count; index++) {
            Aggregate<?> state = state(firstGroup + index);
            into.setValue(index, result(state));
        }
    }

    private @Nullable Object result(Aggregate<?> state) {
        Object[] result = guarded(", while a result is made", () ->
                new Object[] {function.host().types().results().apply(state.result())});
        return result[0];
    }

    private long countedBytes() {
        long bytes = 0;
        for (Aggregate<?> state : states) {
            bytes += state == null ? 0 : state.bytes();
        }
        return bytes;
    }

    @Override
    public long bytes() {
        if (rows > countedRows + countedRows / 8 + ROWS_BETWEEN_COUNTS) {
            countedRows = rows;
            stateBytes = guarded(", while the bytes of its states are counted", this::countedBytes);
        }
        return stateBytes + (long) PLACE_BYTES * states.length;
    }
}
