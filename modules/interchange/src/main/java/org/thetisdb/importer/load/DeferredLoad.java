package org.thetisdb.importer.load;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.importer.csv.ColumnParser;
import org.thetisdb.importer.csv.FieldTable;
import org.thetisdb.importer.plan.ForeignKey;
import org.thetisdb.importer.plan.PropertyField;

/** Turns the rows put off for one foreign key into relationships. One thread. */
final class DeferredLoad {
    private final ColumnParser parser;
    private final BatchErrors errors;
    private final FieldVectors vectors = new FieldVectors();
    private final ForeignKeyLoad load;
    private final List<String> fieldNames = new ArrayList<>();
    private final FieldTable table = new FieldTable();

    DeferredLoad(
            ForeignKey key,
            List<String> tableFieldNames,
            ImportTarget target,
            RelationshipSink sink,
            ColumnParser parser,
            BatchErrors errors) {
        this.parser = parser;
        this.errors = errors;
        for (int field : NodeLoad.deferredFields(key)) {
            fieldNames.add(tableFieldNames.get(field));
        }
        List<PropertyField> properties = new ArrayList<>();
        for (PropertyField property : key.properties()) {
            properties.add(new PropertyField(properties.size() + 1, property.property(), property.type()));
        }
        load = new ForeignKeyLoad(key, 0, target, sink, errors, vectors.select(target.loader(), properties));
    }

    void load(byte[] chunk) {
        long[] nodes = DeferredChunk.unpack(chunk, fieldNames.size(), table);
        errors.begin(fieldNames, table.rowCount());
        load.parse(table);
        vectors.parse(table, parser, errors);
        load.append(table, nodes);
    }
}
