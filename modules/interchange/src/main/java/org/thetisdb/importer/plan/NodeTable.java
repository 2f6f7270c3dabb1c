package org.thetisdb.importer.plan;

import java.util.List;
import java.util.Map;
import org.thetisdb.importer.csv.ValueType;

/**
 * A table each row of which is a node.
 *
 * @param labels that every node gets
 * @param labelField the field with more labels; {@link #NO_FIELD} if there is none
 * @param idField the field with the node's id; {@link #NO_FIELD} if nothing refers to these nodes
 * @param idSpace the name of the space that the ids belong to
 */
public record NodeTable(
        Table table,
        List<String> labels,
        int labelField,
        int idField,
        String idSpace,
        List<PropertyField> properties,
        List<ForeignKey> foreignKeys) {
    public static final int NO_FIELD = -1;

    public NodeTable {
        labels = List.copyOf(labels);
        properties = List.copyOf(properties);
        foreignKeys = List.copyOf(foreignKeys);
    }

    /** The same table with types for its untyped fields. */
    public NodeTable withTypes(Map<Integer, ValueType> types) {
        List<PropertyField> typed = PropertyField.withTypes(properties, types);
        return new NodeTable(table, labels, labelField, idField, idSpace, typed, foreignKeys);
    }
}
