package org.thetisdb.engine.kernel;

import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.evaluation.Rows;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** id(), startNode(), endNode() over typed vectors: a copy of one array. */
public final class EntityEvaluator implements Evaluator {
    /** Which array. */
    public enum Part {
        ID,
        START_NODE,
        END_NODE
    }

    private final Part part;
    private final Evaluator argument;
    private final Evaluator general;
    private final Vector result = new Vector();

    /** @param general for arguments that are not typed */
    public EntityEvaluator(Part part, Evaluator argument, Evaluator general) {
        this.part = part;
        this.argument = argument;
        this.general = general;
    }

    @Override
    public Vector evaluate(EvaluationContext context, Rows rows) {
        Vector entities = argument.evaluate(context, rows);
        boolean typed =
                entities.kind() == VectorKind.RELATIONSHIP || part == Part.ID && entities.kind() == VectorKind.NODE;
        if (!typed) {
            return general.evaluate(context, rows);
        }
        int count = rows.count();
        result.reset(part == Part.ID ? VectorKind.INTEGER : VectorKind.NODE, count);
        long[] from = switch (part) {
            case ID -> entities.longs();
            case START_NODE -> entities.longs2();
            case END_NODE -> entities.longs3();
        };
        System.arraycopy(from, 0, result.longs(), 0, count);
        Vectors.addNulls(entities, false, result);
        return result;
    }
}
