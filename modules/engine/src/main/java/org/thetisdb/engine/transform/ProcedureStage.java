package org.thetisdb.engine.transform;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.bound.CypherType;
import org.thetisdb.cypher.bound.ProcedureSignature;
import org.thetisdb.engine.ExtensionMeter;
import org.thetisdb.engine.InnerStatements;
import org.thetisdb.engine.StopSignal;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.procedure.Procedure;
import org.thetisdb.engine.procedure.ProcedureContext;
import org.thetisdb.engine.semantics.ValueTypes;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.Invariant;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.ThetisException.Position;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Joins each row with the rows that a procedure gives for it. One without columns is called for its effect, and
 * the row stays.
 */
public final class ProcedureStage implements Stage, ProcedureContext {
    /**
     * What is taken of a result.
     *
     * @param columns places among the procedure's columns
     * @param slots where each goes
     * @param optional whether a row without any is kept, with nulls
     */
    public record Taken(int[] columns, int[] slots, boolean optional) {}

    private final Worker worker;
    private final Procedure procedure;
    private final Evaluator[] arguments;
    private final Taken taken;
    private final Optional<Position> place;
    private final Stage next;
    private final Batch joined;
    private final Vector[] outputs;
    private final boolean isVoid;
    private @Nullable Batch input;
    private int[] rows = {};
    private int capacity;
    private int count;
    private int inputRow;
    private boolean gaveRow;

    /** Whether the rows given so far are being pushed: an error is then not the procedure's. */
    private boolean handsOn;

    /** @param place the call's place in the query's text */
    public ProcedureStage(
            Worker worker,
            Procedure procedure,
            Evaluator[] arguments,
            Taken taken,
            Optional<Position> place,
            Stage next) {
        this.worker = worker;
        this.procedure = procedure;
        this.arguments = arguments;
        this.taken = taken;
        this.place = place;
        this.next = next;
        this.isVoid = procedure.signature().columns().isEmpty();
        this.joined = worker.newBatch();
        this.outputs = new Vector[taken.slots().length];
        for (int output = 0; output < outputs.length; output++) {
            outputs[output] = new Vector();
            joined.hold(taken.slots()[output], outputs[output]);
        }
    }

    @Override
    public void push(Batch batch) {
        input = batch;
        capacity = worker.batchRows();
        if (rows.length < capacity) {
            rows = new int[capacity];
        }
        Vector[] given = new Vector[arguments.length];
        for (int index = 0; index < given.length; index++) {
            given[index] = arguments[index].evaluate(worker.evaluation(), batch);
        }
        clear();
        for (inputRow = 0; inputRow < batch.count() && !next.isSatisfied(); inputRow++) {
            gaveRow = false;
            call(given);
            if (!gaveRow && (isVoid || taken.optional())) {
                append(new Object[procedure.signature().columns().size()]);
            }
        }
        if (count > 0 && !next.isSatisfied()) {
            flush();
        }
        input = null;
    }

    private void call(Vector[] given) {
        handsOn = false;
        try {
            procedure.body().run(this, values(given), this::add);
        } catch (ThetisException failure) {
            throw handsOn || place.isEmpty() ? failure : failure.at(place.get());
        }
    }

    private @Nullable Object[] values(Vector[] given) {
        @Nullable Object[] values = new Object[given.length];
        List<ProcedureSignature.Parameter> parameters = procedure.signature().parameters();
        for (int index = 0; index < values.length; index++) {
            values[index] = given[index].valueAt(inputRow);
            if (values[index] instanceof Long number
                    && parameters.get(index).type().kind() == CypherType.Kind.FLOAT) {
                values[index] = (double) number;
            }
            if (!ValueTypes.matches(values[index], parameters.get(index).type())) {
                throw new ThetisException(
                        ErrorCode.TYPE_MISMATCH,
                        procedure.signature().name() + " cannot take an argument of type "
                                + ValueTypes.name(values[index]) + ": parameter="
                                + parameters.get(index).name() + ", type="
                                + parameters.get(index).type() + "; expected " + procedure.signature());
            }
        }
        return values;
    }

    private boolean add(@Nullable Object... values) {
        if (!next.isSatisfied()) {
            append(values);
        }
        return !next.isSatisfied();
    }

    private void append(@Nullable Object[] values) {
        gaveRow = true;
        rows[count] = inputRow;
        for (int output = 0; output < outputs.length; output++) {
            Object value = values[taken.columns()[output]];
            if (count == 0 && value != null) {
                outputs[output].reset(VectorKind.of(value), 0);
            }
            outputs[output].resize(count + 1);
            outputs[output].setValue(count, value);
        }
        count++;
        if (count == capacity) {
            flush();
        }
    }

    private void clear() {
        count = 0;
        for (Vector output : outputs) {
            output.reset(VectorKind.NULL, 0);
        }
    }

    private void flush() {
        joined.fillFrom(Invariant.present(input, "a procedure gives rows while it is called"), rows, count);
        handsOn = true;
        next.push(joined);
        worker.betweenBatches();
        handsOn = false;
        clear();
    }

    @Override
    public Snapshot snapshot() {
        return worker.snapshot();
    }

    @Override
    public GraphReader reader() {
        return worker.reader();
    }

    @Override
    public Optional<GraphTransaction> transaction() {
        return worker.query().transaction();
    }

    @Override
    public boolean takes(int column) {
        return Arrays.stream(taken.columns()).anyMatch(each -> each == column);
    }

    @Override
    public InnerStatements.Inner begin(String text, Map<String, Object> parameters, boolean mayWrite) {
        return worker.begin(text, parameters, mayWrite);
    }

    @Override
    public void end(InnerStatements.Inner inner) {
        worker.endInner(inner);
    }

    @Override
    public ExtensionMeter extensions() {
        return worker.query().options().extensions();
    }

    @Override
    public StopSignal stop() {
        return worker.query().stop();
    }

    @Override
    public void checkpoint() {
        worker.query().checkpoint();
    }

    @Override
    public void finish() {
        next.finish();
    }

    @Override
    public boolean isSatisfied() {
        return next.isSatisfied();
    }
}
