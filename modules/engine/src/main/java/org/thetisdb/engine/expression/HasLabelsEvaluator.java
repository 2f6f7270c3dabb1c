package org.thetisdb.engine.expression;

import java.util.Arrays;
import org.thetisdb.cypher.bound.LabelExpression;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.RelationshipIdLayout;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.value.NodeReference;
import org.thetisdb.value.RelationshipReference;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** {@code n:A&!B}: decided beforehand for every label set and every type, so that a node costs two array reads. */
final class HasLabelsEvaluator implements Evaluator {
    private final Evaluator target;
    private final int[] labelSetByChunk;
    private final long[] matchesSet;
    private final long[] matchesType;
    private final Vector result = new Vector();

    HasLabelsEvaluator(Evaluator target, LabelExpression labels, Snapshot snapshot) {
        this.target = target;
        Catalog catalog = snapshot.catalog();
        labelSetByChunk = java.util.stream.IntStream.range(0, snapshot.chunkCount())
                .map(snapshot::labelSet)
                .toArray();
        matchesSet = new long[catalog.labelSetCount()];
        for (int set = 0; set < matchesSet.length; set++) {
            String[] names = Arrays.stream(catalog.labelSet(set))
                    .mapToObj(catalog::labelName)
                    .toArray(String[]::new);
            matchesSet[set] = matches(labels, names) ? 1 : 0;
        }
        matchesType = new long[catalog.typeCount()];
        for (int type = 0; type < matchesType.length; type++) {
            matchesType[type] = matches(labels, new String[] {catalog.typeName(type)}) ? 1 : 0;
        }
    }

    private static boolean matches(LabelExpression expression, String[] names) {
        return switch (expression) {
            case LabelExpression.Name name -> Arrays.asList(names).contains(name.name());
            case LabelExpression.Wildcard ignored -> names.length > 0;
            case LabelExpression.Not not -> !matches(not.operand(), names);
            case LabelExpression.And and -> and.operands().stream().allMatch(each -> matches(each, names));
            case LabelExpression.Or or -> or.operands().stream().anyMatch(each -> matches(each, names));
        };
    }

    @Override
    public Vector evaluate(EvaluationContext context, Rows rows) {
        int count = rows.count();
        Vector targets = target.evaluate(context, rows);
        result.reset(VectorKind.BOOLEAN, count);
        long[] into = result.longs();
        if (targets.kind() == VectorKind.NODE && !targets.hasNulls()) {
            long[] nodes = targets.longs();
            for (int row = 0; row < count; row++) {
                into[row] = matchesSet[labelSetByChunk[NodeIdLayout.chunk(nodes[row])]];
            }
            return result;
        }
        for (int row = 0; row < count; row++) {
            if (targets.isNull(row)) {
                result.setNull(row);
            } else {
                into[row] = single(targets, row);
            }
        }
        return result;
    }

    private long single(Vector targets, int row) {
        if (targets.kind() == VectorKind.NODE) {
            return node(targets.longs()[row]);
        }
        if (targets.kind() == VectorKind.RELATIONSHIP) {
            return matchesType[RelationshipIdLayout.type(targets.longs()[row])];
        }
        return switch (targets.valueAt(row)) {
            case NodeReference node -> node(node.id());
            case RelationshipReference relationship -> matchesType[RelationshipIdLayout.type(relationship.id())];
            case Object other -> throw Errors.type("a label test", "a node or relationship", other);
        };
    }

    private long node(long id) {
        return matchesSet[labelSetByChunk[NodeIdLayout.chunk(id)]];
    }
}
