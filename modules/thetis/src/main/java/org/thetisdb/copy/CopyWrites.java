package org.thetisdb.copy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.cypher.DisplayText;
import org.thetisdb.cypher.QueryText;
import org.thetisdb.cypher.syntax.CopyTree;
import org.thetisdb.cypher.syntax.CopyTree.End;
import org.thetisdb.rows.RowEntity;
import org.thetisdb.rows.RowFile;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * The statements by which COPY writes a batch of rows, their parameters, and the expected results. Immutable.
 *
 * <p>A row of JSON lines may have a whole node or relationship instead of properties: a node brings its labels, a
 * relationship its properties, and a node in the column of a key has the key among its properties.
 */
final class CopyWrites {
    private final Optional<CopyTree.IntoRelationships> relationships;
    private final List<String> labels;
    private final String statement;

    /** @param rows what {@code $rows} is in the statement */
    record Write(String statement, List<Object> rows) {}

    /** @param tree makes nodes or relationships of rows */
    CopyWrites(CopyTree tree) {
        if (tree instanceof CopyTree.IntoRelationships copy) {
            relationships = Optional.of(copy);
            labels = List.of();
            statement = "UNWIND $rows AS row MATCH (a" + labels(copy.start().labels()) + " {"
                    + QueryText.name(copy.start().key()) + ": row.start}) MATCH (b"
                    + labels(copy.end().labels()) + " {"
                    + QueryText.name(copy.end().key())
                    + ": row.end}) CREATE (a)-[r:" + QueryText.name(copy.type())
                    + "]->(b) SET r = row.properties RETURN row.line AS line";
        } else {
            relationships = Optional.empty();
            labels = ((CopyTree.IntoNodes) tree).labels();
            statement = "";
        }
    }

    /** Labels as a pattern has them. */
    static String labels(Iterable<String> labels) {
        StringBuilder text = new StringBuilder();
        for (String label : labels) {
            text.append(':').append(QueryText.name(label));
        }
        return text.toString();
    }

    /**
     * What writes these rows.
     *
     * @throws ThetisException {@link ErrorCode#IMPORT_BAD_ROW} for a row without its keys
     */
    List<Write> writes(Path file, List<RowFile.Row> batch) {
        if (relationships.isPresent()) {
            List<Object> rows = new ArrayList<>(batch.size());
            batch.forEach(row -> rows.add(relationship(file, row, relationships.get())));
            return List.of(new Write(statement, rows));
        }
        Map<Set<String>, List<Object>> byLabels = new LinkedHashMap<>();
        for (RowFile.Row row : batch) {
            Optional<RowEntity> whole = whole(row.values());
            Set<String> all = new LinkedHashSet<>(labels);
            if (whole.isPresent() && whole.get() instanceof RowEntity.Node node) {
                all.addAll(node.labels());
                byLabels.computeIfAbsent(all, _ -> new ArrayList<>()).add(node.properties());
            } else {
                byLabels.computeIfAbsent(all, _ -> new ArrayList<>()).add(properties(file, row, row.values()));
            }
        }
        List<Write> writes = new ArrayList<>();
        byLabels.forEach((all, rows) ->
                writes.add(new Write("UNWIND $rows AS row CREATE (n" + labels(all) + ") SET n = row", rows)));
        return writes;
    }

    /** The node or relationship that is the whole row. */
    private static Optional<RowEntity> whole(Map<String, Object> values) {
        return values.size() == 1 && values.values().iterator().next() instanceof RowEntity entity
                ? Optional.of(entity)
                : Optional.empty();
    }

    private static Map<String, Object> properties(Path file, RowFile.Row row, Map<String, Object> values) {
        values.forEach((column, value) -> {
            if (value instanceof RowEntity
                    || value instanceof List<?> list && list.stream().anyMatch(RowEntity.class::isInstance)) {
                throw RowFile.badRow(
                        file,
                        row.line(),
                        column,
                        "values for properties, or a whole node alone in its row; COPY FROM without a label takes"
                                + " whole nodes and relationships");
            }
        });
        return values;
    }

    private static Map<String, Object> relationship(Path file, RowFile.Row row, CopyTree.IntoRelationships copy) {
        Map<String, Object> rest = new LinkedHashMap<>(row.values());
        rest.remove(copy.start().column());
        rest.remove(copy.end().column());
        Map<String, Object> properties =
                whole(rest).map(RowEntity::properties).orElseGet(() -> properties(file, row, rest));
        Map<String, Object> map = HashMap.newHashMap(4);
        map.put("line", row.line());
        map.put("start", key(file, row, copy.start()));
        map.put("end", key(file, row, copy.end()));
        map.put("properties", properties);
        return map;
    }

    private static Object key(Path file, RowFile.Row row, End end) {
        return keyIn(row, end)
                .orElseThrow(() -> RowFile.badRow(
                        file, row.line(), DisplayText.of(row.values()), "a value in the column " + end.column()));
    }

    private static Optional<Object> keyIn(RowFile.Row row, End end) {
        Object key = row.values().get(end.column());
        return Optional.ofNullable(
                key instanceof RowEntity entity ? entity.properties().get(end.key()) : key);
    }

    /**
     * Makes sure that each row has made one relationship.
     *
     * @param written what the statements returned: the line of each
     * @throws ThetisException {@link ErrorCode#IMPORT_DANGLING_RELATIONSHIP} for a key that no node has or several
     */
    void check(Path file, List<RowFile.Row> batch, List<Object[]> written) {
        if (relationships.isEmpty()) {
            return;
        }
        Map<Long, Integer> counts = HashMap.newHashMap(written.size());
        for (Object[] record : written) {
            counts.merge((Long) record[0], 1, Integer::sum);
        }
        for (RowFile.Row row : batch) {
            int count = counts.getOrDefault(row.line(), 0);
            if (count != 1) {
                CopyTree.IntoRelationships copy = relationships.get();
                throw new ThetisException(
                        ErrorCode.IMPORT_DANGLING_RELATIONSHIP,
                        (count == 0 ? "a node is missing" : "more than one node has the key") + ": file=" + file
                                + ", line=" + row.line() + ", start=" + node(copy.start(), row) + ", end="
                                + node(copy.end(), row) + "; expected each exactly once; nothing was copied");
            }
        }
    }

    private static String node(End end, RowFile.Row row) {
        return "(" + labels(end.labels()) + " {" + QueryText.name(end.key()) + ": "
                + DisplayText.of(keyIn(row, end).orElseThrow()) + "})";
    }
}
