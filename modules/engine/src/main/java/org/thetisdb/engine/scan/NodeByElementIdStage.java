package org.thetisdb.engine.scan;

import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.hash.NodeBits;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.MemoryCharge;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.semantics.ElementIds;
import org.thetisdb.engine.semantics.ElementRuns;
import org.thetisdb.engine.semantics.Errors;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Joins each row with the node whose element id is given, or with the nodes of a list of them. Whatever is no element
 * id of a node that exists, a number or a relationship's id among it, equals none: it finds nothing and is no error.
 */
public final class NodeByElementIdStage implements Stage {
    private static final long[] NONE = {};

    /** Of longer lists, the nodes are not kept beside the list. */
    private static final int LIST_ELEMENTS_MAX = 4096;

    private final Worker worker;
    private final Evaluator id;
    private final boolean anyOf;
    private final Stage next;
    private final NodeJoin join;
    private final MemoryCharge charge;

    public NodeByElementIdStage(Worker worker, Evaluator id, boolean anyOf, int slot, Stage next) {
        this.worker = worker;
        this.id = id;
        this.anyOf = anyOf;
        this.next = next;
        this.join = new NodeJoin(worker, slot, next);
        this.charge = new MemoryCharge(worker, "NodeByElementId");
    }

    @Override
    public void push(Batch input) {
        Vector ids = id.evaluate(worker.evaluation(), input);
        join.begin(input);
        long[] found = NONE;
        for (int row = 0; row < input.count() && join.isOpen(); row++) {
            Object value = ids.valueAt(row);
            if (anyOf && value instanceof List<?> list && list.size() > LIST_ELEMENTS_MAX) {
                joinLong(list, row);
                continue;
            }
            if (row == 0 || !id.isConstant()) {
                found = found(value);
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

    private void joinLong(List<?> list, int row) {
        NodeBits joined = new NodeBits();
        for (Vector run : ElementRuns.of(list, VectorKind.NULL)) {
            worker.query().checkpoint();
            for (int element = 0; element < run.count() && join.isOpen(); element++) {
                OptionalLong node = node(run.valueAt(element));
                if (node.isPresent() && joined.add(node.getAsLong())) {
                    join.add(row, node.getAsLong());
                }
            }
            charge.growTo(joined.bytes());
        }
        charge.release();
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
