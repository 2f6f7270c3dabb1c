package org.thetisdb.engine.kernel;

import org.thetisdb.cypher.bound.LabelExpression;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.evaluation.GraphValues;
import org.thetisdb.engine.evaluation.LabelTest;
import org.thetisdb.engine.evaluation.Rows;
import org.thetisdb.engine.semantics.Errors;
import org.thetisdb.storage.RelationshipIdLayout;
import org.thetisdb.value.NodeReference;
import org.thetisdb.value.RelationshipReference;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** {@code n:A&!B}. */
public final class HasLabelsEvaluator implements Evaluator {
    private final Evaluator target;
    private final LabelTest test;
    private final Vector result = new Vector();

    public HasLabelsEvaluator(Evaluator target, LabelExpression labels) {
        this.target = target;
        this.test = new LabelTest(labels);
    }

    @Override
    public Vector evaluate(EvaluationContext context, Rows rows) {
        int count = rows.count();
        Vector targets = target.evaluate(context, rows);
        test.begin(context);
        result.reset(VectorKind.BOOLEAN, count);
        boolean isNode = targets.kind() == VectorKind.NODE;
        if (isNode) {
            GraphValues.requireLive(context, targets, count);
            test.test(targets.longs(), targets.hasNulls() ? targets.nulls() : null, count, result.longs());
            if (!targets.hasNulls()) {
                return result;
            }
        }
        for (int row = 0; row < count; row++) {
            if (targets.isNull(row)) {
                result.setNull(row);
            } else if (!isNode) {
                result.longs()[row] = single(context, targets, row) ? 1 : 0;
            }
        }
        return result;
    }

    private boolean single(EvaluationContext context, Vector targets, int row) {
        if (targets.kind() == VectorKind.RELATIONSHIP) {
            return test.matchesType(RelationshipIdLayout.type(targets.longs()[row]));
        }
        Object value = targets.valueAt(row);
        return switch (value) {
            case NodeReference node -> {
                GraphValues.requireLive(context, VectorKind.NODE, node.id());
                yield test.matches(node.id());
            }
            case RelationshipReference relationship -> test.matchesType(RelationshipIdLayout.type(relationship.id()));
            case null, default -> throw Errors.type("a label test", "a node or relationship", value);
        };
    }
}
