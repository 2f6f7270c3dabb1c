package org.thetisdb.importer.load;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.thetisdb.importer.csv.ColumnParser;
import org.thetisdb.importer.csv.FieldTable;
import org.thetisdb.importer.ids.IdSpace;
import org.thetisdb.importer.ids.KeyBatch;
import org.thetisdb.importer.plan.ForeignKey;
import org.thetisdb.importer.plan.NodeTable;
import org.thetisdb.storage.load.NodeAppender;

/** Turns batches of rows of one table into nodes and the relationships of their foreign keys. One thread. */
final class NodeLoad implements AutoCloseable {
    private final NodeTable plan;
    private final ImportTarget target;
    private final ColumnParser parser;
    private final BatchErrors errors;
    private final Optional<IdSpace> space;
    private final FieldVectors vectors = new FieldVectors();
    private final FieldVectors.Selection properties;
    private final KeyBatch keys = new KeyBatch();
    private final RowGroups groups = new RowGroups();
    private final List<ForeignKeyLoad> foreignKeys = new ArrayList<>();
    private final List<int[]> deferredFields = new ArrayList<>();
    private final DeferredRows[] deferred;
    private final Map<String, LabelSet> labelSets = new HashMap<>();
    private final boolean keepsPlaces;
    private long[] nodes = {};

    /** The labels that a text in the label field stands for, and where their nodes go. */
    private record LabelSet(List<String> labels, NodeAppender appender) {}

    NodeLoad(int tableIndex, ImportTarget target, RelationshipSink sink, ColumnParser parser, BatchErrors errors) {
        this.plan = target.plan().nodes().get(tableIndex);
        this.target = target;
        this.parser = parser;
        this.errors = errors;
        space = plan.idField() == NodeTable.NO_FIELD ? Optional.empty() : Optional.of(target.space(plan.idSpace()));
        properties = vectors.select(target.loader(), plan.properties());
        keepsPlaces = plan.properties().stream()
                .anyMatch(property -> target.plan().indexes().stream()
                        .anyMatch(index -> index.unique() && index.property().equals(property.property())));
        deferred = target.deferred().get(tableIndex);
        for (ForeignKey key : plan.foreignKeys()) {
            FieldVectors.Selection selection = vectors.select(target.loader(), key.properties());
            foreignKeys.add(new ForeignKeyLoad(key, key.field(), target, sink, errors, selection));
            deferredFields.add(deferredFields(key));
        }
    }

    /** The fields that a row put off keeps: the key first, then the properties in order. */
    static int[] deferredFields(ForeignKey key) {
        int[] fields = new int[1 + key.properties().size()];
        fields[0] = key.field();
        for (int index = 1; index < fields.length; index++) {
            fields[index] = key.properties().get(index - 1).field();
        }
        return fields;
    }

    void load(FieldTable table) {
        if (plan.labelField() == NodeTable.NO_FIELD) {
            load(table, "");
        } else {
            groups.divide(table, plan.labelField(), this::load);
        }
    }

    private void load(FieldTable table, String labelText) {
        parse(table);
        if (target.errors().isTolerant() && space.isPresent()) {
            dropDuplicates(table);
        }
        int rowCount = table.rowCount();
        if (rowCount == 0) {
            return;
        }
        if (nodes.length < rowCount) {
            nodes = new long[rowCount];
        }
        LabelSet labelSet = labelSets.computeIfAbsent(labelText, this::labelSet);
        labelSet.appender().append(properties.keys(), properties.columns(), rowCount, nodes);
        target.counts().addNodes(labelSet.labels(), rowCount);
        if (keepsPlaces) {
            target.places().add(nodes, table.lines(), rowCount);
        }
        if (space.isPresent()) {
            int duplicate = space.get().put(keys, nodes, table.lines());
            if (duplicate >= 0) {
                errors.duplicateId(table, duplicate, plan.idField(), plan.idSpace());
            }
        }
        for (int index = 0; index < foreignKeys.size(); index++) {
            ForeignKeyLoad key = foreignKeys.get(index);
            if (key.space().isSealed()) {
                key.append(table, nodes);
            } else {
                byte[] chunk = DeferredChunk.pack(table, deferredFields.get(index), nodes);
                if (chunk.length > 0) {
                    deferred[index].add(chunk);
                }
            }
        }
    }

    /** Parses all fields; rows that are wrong are dropped, and what is left is parsed again. */
    private void parse(FieldTable table) {
        do {
            errors.begin(plan.table().fieldNames(), table.rowCount());
            if (space.isPresent()) {
                keys.parse(table, plan.idField(), space.get().type(), errors);
                for (int row = 0; row < table.rowCount() && keys.absentCount() > 0; row++) {
                    if (keys.isAbsent(row)) {
                        errors.badField(table, row, plan.idField(), "an id");
                    }
                }
            }
            vectors.parse(table, parser, errors);
            foreignKeys.forEach(key -> key.parse(table));
            if (errors.any()) {
                table.drop(errors.marked());
            }
        } while (errors.any());
    }

    private void dropDuplicates(FieldTable table) {
        boolean[] duplicates = new boolean[table.rowCount()];
        space.orElseThrow().reserve(keys, duplicates);
        for (int row = 0; row < duplicates.length; row++) {
            if (duplicates[row]) {
                errors.duplicateId(table, row, plan.idField(), plan.idSpace());
            }
        }
        if (errors.any()) {
            table.drop(duplicates);
            parse(table);
        }
    }

    private LabelSet labelSet(String text) {
        TreeSet<String> labels = new TreeSet<>(plan.labels());
        String separator = String.valueOf((char) target.plan().format().listSeparator());
        for (String label : text.split(Pattern.quote(separator))) {
            if (!label.isBlank()) {
                labels.add(label.strip());
            }
        }
        int[] ids = labels.stream().mapToInt(target.loader()::label).toArray();
        return new LabelSet(List.copyOf(labels), target.loader().nodes(ids));
    }

    /** Closes the appenders: no more nodes of this table come from this thread. */
    @Override
    public void close() {
        labelSets.values().forEach(labelSet -> labelSet.appender().close());
        labelSets.clear();
    }
}
