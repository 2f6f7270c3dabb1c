package org.thetisdb.engine.trail;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.value.NodeReference;
import org.thetisdb.value.PathReference;
import org.thetisdb.value.RelationshipReference;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Adds a path made of the columns of a pattern: node, relationship or list of relationships, node, … in the order in
 * which the pattern is written. The nodes inside a list's stretch are those at the relationships' other ends. A path
 * with an element that is null is null.
 */
public final class BuildPathStage implements Stage {
    private final int[] elementSlots;
    private final Stage next;
    private final Batch extended;
    private final Vector paths = new Vector();

    public BuildPathStage(Worker worker, int pathSlot, int[] elementSlots, Stage next) {
        this.elementSlots = elementSlots.clone();
        this.next = next;
        this.extended = worker.newBatch();
        extended.hold(pathSlot, paths);
    }

    @Override
    public void push(Batch rows) {
        int count = rows.count();
        Vector[] elements = new Vector[elementSlots.length];
        for (int element = 0; element < elements.length; element++) {
            elements[element] = rows.column(elementSlots[element]);
        }
        paths.reset(VectorKind.OBJECT, count);
        for (int row = 0; row < count; row++) {
            paths.setValue(row, path(elements, row));
        }
        extended.fillFrom(rows);
        next.push(extended);
    }

    private static @Nullable PathReference path(Vector[] elements, int row) {
        for (Vector element : elements) {
            if (element.isNull(row)) {
                return null;
            }
        }
        List<NodeReference> nodes = new ArrayList<>();
        List<RelationshipReference> relationships = new ArrayList<>();
        nodes.add((NodeReference) elements[0].valueAt(row));
        for (int element = 1; element < elements.length; element += 2) {
            NodeReference end = (NodeReference) elements[element + 1].valueAt(row);
            Object stretch = elements[element].valueAt(row);
            if (stretch instanceof List<?> list) {
                walk(list, nodes, relationships);
            } else {
                relationships.add((RelationshipReference) stretch);
                nodes.add(end);
            }
        }
        return new PathReference(nodes, relationships);
    }

    /** Follows a list from the last node on. */
    private static void walk(List<?> list, List<NodeReference> nodes, List<RelationshipReference> relationships) {
        long node = nodes.getLast().id();
        for (Object element : list) {
            RelationshipReference relationship = (RelationshipReference) element;
            node = relationship.startNode() == node ? relationship.endNode() : relationship.startNode();
            relationships.add(relationship);
            nodes.add(new NodeReference(node));
        }
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
