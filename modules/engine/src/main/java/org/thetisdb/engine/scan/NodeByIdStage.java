package org.thetisdb.engine.scan;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.value.vector.Vector;

/** Joins each row with the node whose id is given, if there is one. */
public final class NodeByIdStage implements Stage {
    private final Worker worker;
    private final Evaluator id;
    private final Stage next;
    private final NodeJoin join;

    public NodeByIdStage(Worker worker, Evaluator id, int slot, Stage next) {
        this.worker = worker;
        this.id = id;
        this.next = next;
        this.join = new NodeJoin(worker, slot, next);
    }

    @Override
    public void push(Batch input) {
        Vector ids = id.evaluate(worker.evaluation(), input);
        join.begin(input);
        for (int row = 0; row < input.count() && join.isOpen(); row++) {
            OptionalLong node = node(ids.valueAt(row));
            if (node.isPresent() && worker.reader().nodeExists(node.getAsLong())) {
                join.add(row, node.getAsLong());
            }
        }
        join.end();
    }

    /** Equality as Cypher has it: 1.0 is the id 1. */
    private static OptionalLong node(@Nullable Object value) {
        return switch (value) {
            case null -> OptionalLong.empty();
            case Long number -> OptionalLong.of(number);
            case Double number when number == number.longValue() -> OptionalLong.of(number.longValue());
            default -> OptionalLong.empty();
        };
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
