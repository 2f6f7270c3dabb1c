package org.thetisdb.engine.scan;

import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.semantics.ElementIds;
import org.thetisdb.engine.semantics.Errors;
import org.thetisdb.value.vector.Vector;

/**
 * Joins each row with the node whose element id is given, or with the nodes of a list of them. Whatever is no element
 * id of a node that exists, a number or a relationship's id among it, equals none: it finds nothing and is no error.
 */
public final class NodeByElementIdStage implements Stage {
    private static final long[] NONE = {};

    private final Worker worker;
    private final Evaluator id;
    private final boolean anyOf;
    private final Stage next;
    private final NodeJoin join;

    public NodeByElementIdStage(Worker worker, Evaluator id, boolean anyOf, int slot, Stage next) {
        this.worker = worker;
        this.id = id;
        this.anyOf = anyOf;
        this.next = next;
        this.join = new NodeJoin(worker, slot, next);
    }

    @Override
    public void push(Batch input) {
        Vector ids = id.evaluate(worker.evaluation(), input);
        join.begin(input);
        long[] found = NONE;
        for (int row = 0; row < input.count() && join.isOpen(); row++) {
            if (row == 0 || !id.isConstant()) {
                found = found(ids.valueAt(row));
            }
            join.addAll(row, found, found.length);
        }
        join.end();
    }

    private long[] found(@Nullable Object value) {
        if (value == null) {
            return NONE;
        }
        if (!anyOf) {
            return node(value).stream().toArray();
        }
        if (!(value instanceof List<?> list)) {
            throw Errors.type("IN", "a LIST on its right", value);
        }
        return list.stream()
                .map(this::node)
                .flatMapToLong(OptionalLong::stream)
                .distinct()
                .toArray();
    }

    private OptionalLong node(@Nullable Object value) {
        OptionalLong node = value instanceof String text ? ElementIds.node(text) : OptionalLong.empty();
        return node.isPresent() && worker.reader().nodeExists(node.getAsLong()) ? node : OptionalLong.empty();
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
