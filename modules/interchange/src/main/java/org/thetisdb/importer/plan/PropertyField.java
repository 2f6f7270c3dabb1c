package org.thetisdb.importer.plan;

import java.util.List;
import java.util.Map;
import org.thetisdb.importer.csv.ValueType;

/** A field of a table that becomes a property. */
public record PropertyField(int field, String property, ValueType type) {
    /** The same properties, those of some fields with other types. */
    static List<PropertyField> withTypes(List<PropertyField> properties, Map<Integer, ValueType> types) {
        return properties.stream()
                .map(each -> new PropertyField(each.field, each.property, types.getOrDefault(each.field, each.type)))
                .toList();
    }
}
