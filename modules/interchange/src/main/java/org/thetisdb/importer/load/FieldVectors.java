package org.thetisdb.importer.load;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.importer.csv.ColumnParser;
import org.thetisdb.importer.csv.FieldTable;
import org.thetisdb.importer.plan.PropertyField;
import org.thetisdb.storage.load.BulkLoader;
import org.thetisdb.value.vector.Vector;

/**
 * The values of a batch's properties. A field that is a property of the node and of relationships alike is parsed once.
 * One thread.
 */
final class FieldVectors {
    private final List<PropertyField> parsed = new ArrayList<>();
    private final List<Vector> vectors = new ArrayList<>();

    /** Some of the columns, as the loader takes them. */
    static final class Selection {
        private final int[] keys;
        private final Vector[] columns;
        private final Vector[] gathered;

        private Selection(int[] keys, Vector[] columns) {
            this.keys = keys;
            this.columns = columns;
            gathered = new Vector[columns.length];
            for (int index = 0; index < gathered.length; index++) {
                gathered[index] = new Vector();
            }
        }

        int[] keys() {
            return keys;
        }

        Vector[] columns() {
            return columns;
        }

        /** The columns' values of some rows only; valid until the next call. */
        Vector[] gather(int[] rows, int rowCount) {
            for (int index = 0; index < columns.length; index++) {
                gathered[index].gather(columns[index], rows, rowCount);
            }
            return gathered;
        }
    }

    Selection select(BulkLoader loader, List<PropertyField> properties) {
        int[] keys = new int[properties.size()];
        Vector[] columns = new Vector[keys.length];
        for (int index = 0; index < keys.length; index++) {
            PropertyField property = properties.get(index);
            keys[index] = loader.propertyKey(property.property());
            columns[index] = vector(property);
        }
        return new Selection(keys, columns);
    }

    private Vector vector(PropertyField wanted) {
        for (int index = 0; index < parsed.size(); index++) {
            PropertyField known = parsed.get(index);
            if (known.field() == wanted.field() && known.type().equals(wanted.type())) {
                return vectors.get(index);
            }
        }
        parsed.add(wanted);
        vectors.add(new Vector());
        return vectors.getLast();
    }

    void parse(FieldTable table, ColumnParser parser, BatchErrors errors) {
        for (int index = 0; index < parsed.size(); index++) {
            PropertyField property = parsed.get(index);
            parser.parse(table, property.field(), property.type(), vectors.get(index), errors);
        }
    }
}
