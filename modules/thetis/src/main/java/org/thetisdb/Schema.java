package org.thetisdb;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.thetisdb.storage.Catalog;

/**
 * The names that a database knows, each list in the order of their first use.
 *
 * @param labels all labels that a node ever had
 * @param types all types that a relationship ever had
 * @param propertyKeys all keys that a property ever had
 * @param indexes all indexes
 */
public record Schema(List<String> labels, List<String> types, List<String> propertyKeys, List<Index> indexes) {
    /** Takes copies of the lists. */
    public Schema {
        labels = List.copyOf(labels);
        types = List.copyOf(types);
        propertyKeys = List.copyOf(propertyKeys);
        indexes = List.copyOf(indexes);
    }

    /**
     * An index over the nodes with a label.
     *
     * @param label whose nodes it covers
     * @param propertyKey whose values it is ordered by
     * @param unique whether no two nodes with the label have equal values
     */
    public record Index(String label, String propertyKey, boolean unique) {}

    static Schema of(Catalog catalog) {
        List<Index> indexes = new ArrayList<>();
        for (Catalog.IndexDescriptor index : catalog.indexes()) {
            indexes.add(new Index(
                    catalog.labelName(index.labelId()),
                    catalog.propertyKeyName(index.propertyKeyId()),
                    index.unique()));
        }
        return new Schema(
                names(catalog.labelCount(), catalog::labelName),
                names(catalog.typeCount(), catalog::typeName),
                names(catalog.propertyKeyCount(), catalog::propertyKeyName),
                indexes);
    }

    private static List<String> names(int count, IntFunction<String> name) {
        List<String> names = new ArrayList<>(count);
        for (int id = 0; id < count; id++) {
            names.add(name.apply(id));
        }
        return names;
    }
}
