package org.thetisdb.engine.kernel;

import java.util.List;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.evaluation.Rows;
import org.thetisdb.storage.ColumnQuestion;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * A variable's property, about which its column can be asked where the variable is nodes that follow one upon the
 * other. Belongs to one worker.
 */
public final class ColumnProperty {
    private final Evaluator target;
    private final PropertyKey key;

    /**
     * @param target a variable
     * @param keysTogether as {@link PropertyEvaluator} has them
     */
    public ColumnProperty(Evaluator target, String key, List<String> keysTogether) {
        this.target = target;
        this.key = new PropertyKey(key, keysTogether);
    }

    /** Whether the rows are such that a column can be asked. */
    boolean isAskable(EvaluationContext context, Rows rows) {
        Vector nodes = target.evaluate(context, rows);
        return nodes.kind() == VectorKind.NODE
                && nodes.isOfRange()
                && nodes.range().isWhole()
                && key.isKnown(context);
    }

    /** Asks about all rows; returns whether the question was answered. */
    public boolean ask(EvaluationContext context, Rows rows, ColumnQuestion question) {
        if (!isAskable(context, rows)) {
            return false;
        }
        long first = target.evaluate(context, rows).range().first();
        key.announce(context);
        return context.reader()
                .askNodeProperty(key.id(), NodeIdLayout.chunk(first), NodeIdLayout.row(first), rows.count(), question);
    }
}
