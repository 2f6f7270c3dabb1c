package org.thetisdb.engine.write;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.cypher.bound.Write;
import org.thetisdb.engine.expression.ExpressionCompiler;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Columns;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Makes nodes and relationships for rows, one row after the other. Belongs to one worker. */
public final class CreateWork {
    /** No place: the node is not made, the rows bring it. */
    private static final int BROUGHT = -1;

    private final List<Write.NewNode> nodes;
    private final List<Write.NewRelationship> relationships;
    private final PropertySource[] nodeProperties;
    private final PropertySource[] relationshipProperties;
    private final PropertyList properties = new PropertyList();

    /** The columns of what is made, nodes first. */
    private final List<Vector> made = new ArrayList<>();

    private final int[] slots;
    private final int[] labelSets;
    private final int[] types;

    /** Where the relationships' ends are made, or {@link #BROUGHT}, and their columns if they are brought. */
    private final int[] startPlaces;

    private final int[] endPlaces;
    private final Vector[] starts;
    private final Vector[] ends;

    public CreateWork(
            List<Write.NewNode> nodes, List<Write.NewRelationship> relationships, ExpressionCompiler compiler) {
        this.nodes = nodes;
        this.relationships = relationships;
        this.nodeProperties = nodes.stream()
                .map(each -> new PropertySource(each.properties(), compiler))
                .toArray(PropertySource[]::new);
        this.relationshipProperties = relationships.stream()
                .map(each -> new PropertySource(each.properties(), compiler))
                .toArray(PropertySource[]::new);
        this.labelSets = new int[nodes.size()];
        this.types = new int[relationships.size()];
        this.starts = new Vector[types.length];
        this.ends = new Vector[types.length];
        this.slots = new int[nodes.size() + relationships.size()];
        Map<Variable, Integer> places = new HashMap<>();
        for (Write.NewNode node : nodes) {
            slots[made.size()] = node.variable().id();
            places.put(node.variable(), made.size());
            made.add(new Vector());
        }
        for (Write.NewRelationship relationship : relationships) {
            slots[made.size()] = relationship.variable().id();
            made.add(new Vector());
        }
        this.startPlaces = relationships.stream()
                .mapToInt(each -> places.getOrDefault(each.start(), BROUGHT))
                .toArray();
        this.endPlaces = relationships.stream()
                .mapToInt(each -> places.getOrDefault(each.end(), BROUGHT))
                .toArray();
    }

    /** The slots of what is made. */
    public int[] slots() {
        return slots;
    }

    /** The columns of what was made since {@link #reset}, in the order of {@link #slots}. */
    List<Vector> made() {
        return made;
    }

    /** Forgets what was made and makes room for so many rows. */
    void reset(int rowCount) {
        for (int place = 0; place < made.size(); place++) {
            // New vectors: those from before may be held by rows that were given out.
            Vector column = new Vector();
            column.reset(place < nodes.size() ? VectorKind.NODE : VectorKind.RELATIONSHIP, rowCount);
            made.set(place, column);
        }
    }

    /** Computes what {@link #create(GraphWriter, int, int)} needs, for all rows of a batch. */
    void begin(Worker worker, GraphWriter writer, Batch rows) {
        for (int node = 0; node < labelSets.length; node++) {
            nodeProperties[node].begin(worker, rows, writer);
            labelSets[node] = writer.labelSet(nodes.get(node).labels());
        }
        for (int index = 0; index < types.length; index++) {
            Write.NewRelationship relationship = relationships.get(index);
            relationshipProperties[index].begin(worker, rows, writer);
            types[index] = writer.transaction().type(relationship.type());
            if (startPlaces[index] == BROUGHT) {
                starts[index] = brought(relationship.start(), rows);
            }
            if (endPlaces[index] == BROUGHT) {
                ends[index] = brought(relationship.end(), rows);
            }
        }
    }

    /** Makes the pattern for a row of the batch; its entries go to a place of the columns. */
    void create(GraphWriter writer, int row, int at) {
        for (int node = 0; node < labelSets.length; node++) {
            nodeProperties[node].fill(row, writer, properties);
            made.get(node).longs()[at] =
                    writer.createNode(labelSets[node], nodes.get(node).labels().size(), properties);
        }
        for (int index = 0; index < types.length; index++) {
            Write.NewRelationship relationship = relationships.get(index);
            long start = startPlaces[index] == BROUGHT
                    ? brought(relationship.start(), starts[index], row)
                    : made.get(startPlaces[index]).longs()[at];
            long end = endPlaces[index] == BROUGHT
                    ? brought(relationship.end(), ends[index], row)
                    : made.get(endPlaces[index]).longs()[at];
            relationshipProperties[index].fill(row, writer, properties);
            Vector column = made.get(nodes.size() + index);
            column.longs()[at] = writer.createRelationship(start, types[index], end, properties);
            column.longs2()[at] = start;
            column.longs3()[at] = end;
        }
    }

    private static Vector brought(Variable variable, Batch rows) {
        return Columns.requiredNodes(rows, variable.id(), new Vector());
    }

    private static long brought(Variable variable, Vector column, int row) {
        if (column.isNull(row)) {
            throw new ThetisException(
                    ErrorCode.INVALID_ARGUMENT,
                    "a relationship cannot be made because one of its nodes is null: variable=" + variable.name()
                            + "; leave such rows out with WHERE " + variable.name() + " IS NOT NULL");
        }
        return column.longs()[row];
    }
}
