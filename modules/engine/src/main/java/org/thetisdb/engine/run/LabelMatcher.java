package org.thetisdb.engine.run;

import org.thetisdb.cypher.bound.LabelExpression;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.Snapshot;

/** A label expression, decided beforehand for every label set, so that testing a node is two array reads. Immutable. */
final class LabelMatcher {
    private final boolean[] matchesSet;
    private final int[] labelSetByChunk;

    LabelMatcher(LabelExpression expression, Snapshot snapshot) {
        Catalog catalog = snapshot.catalog();
        matchesSet = new boolean[catalog.labelSetCount()];
        for (int set = 0; set < matchesSet.length; set++) {
            matchesSet[set] = matches(expression, catalog.labelSet(set), catalog);
        }
        labelSetByChunk = java.util.stream.IntStream.range(0, snapshot.chunkCount())
                .map(snapshot::labelSet)
                .toArray();
    }

    static boolean matches(LabelExpression expression, int[] labels, Catalog catalog) {
        return switch (expression) {
            case LabelExpression.Name name ->
                contains(labels, catalog.labelId(name.name()).orElse(-1));
            case LabelExpression.Wildcard ignored -> labels.length > 0;
            case LabelExpression.Not not -> !matches(not.operand(), labels, catalog);
            case LabelExpression.And and -> and.operands().stream().allMatch(each -> matches(each, labels, catalog));
            case LabelExpression.Or or -> or.operands().stream().anyMatch(each -> matches(each, labels, catalog));
        };
    }

    private static boolean contains(int[] labels, int label) {
        for (int each : labels) {
            if (each == label) {
                return true;
            }
        }
        return false;
    }

    boolean matchesChunk(int chunk) {
        return matchesSet[labelSetByChunk[chunk]];
    }

    boolean matches(long node) {
        return matchesSet[labelSetByChunk[NodeIdLayout.chunk(node)]];
    }
}
