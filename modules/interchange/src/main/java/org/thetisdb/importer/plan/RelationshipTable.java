package org.thetisdb.importer.plan;

import java.util.List;
import java.util.Map;
import org.thetisdb.importer.csv.ValueType;

/**
 * A table each row of which is a relationship.
 *
 * @param type of all rows; used where {@code typeField} is {@link NodeTable#NO_FIELD} or null in the row, empty if
 *     there is none
 */
public record RelationshipTable(
        Table table,
        String type,
        int typeField,
        int startField,
        String startSpace,
        int endField,
        String endSpace,
        List<PropertyField> properties) {
    public RelationshipTable {
        properties = List.copyOf(properties);
    }

    /** The same table with types for its untyped fields. */
    public RelationshipTable withTypes(Map<Integer, ValueType> types) {
        List<PropertyField> typed = PropertyField.withTypes(properties, types);
        return new RelationshipTable(table, type, typeField, startField, startSpace, endField, endSpace, typed);
    }
}
