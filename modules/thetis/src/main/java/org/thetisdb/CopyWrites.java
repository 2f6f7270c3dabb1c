package org.thetisdb;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.thetisdb.cypher.syntax.CopyTree;
import org.thetisdb.cypher.syntax.CopyTree.End;
import org.thetisdb.importer.rows.RowFile;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** The statement by which COPY writes a batch of rows, its parameter, and what must come out. Immutable. */
final class CopyWrites {
    private final Optional<CopyTree.IntoRelationships> relationships;
    private final String statement;

    /** @param tree copies from a file */
    CopyWrites(CopyTree tree) {
        if (tree instanceof CopyTree.IntoRelationships copy) {
            relationships = Optional.of(copy);
            statement = "UNWIND $rows AS row MATCH (a" + labels(copy.start().labels()) + " {"
                    + CypherText.name(copy.start().key()) + ": row.start}) MATCH (b"
                    + labels(copy.end().labels()) + " {"
                    + CypherText.name(copy.end().key())
                    + ": row.end}) CREATE (a)-[r:" + CypherText.name(copy.type())
                    + "]->(b) SET r = row.properties RETURN row.line AS line";
        } else {
            relationships = Optional.empty();
            statement =
                    "UNWIND $rows AS row CREATE (n" + labels(((CopyTree.IntoNodes) tree).labels()) + ") SET n = row";
        }
    }

    private static String labels(List<String> labels) {
        StringBuilder text = new StringBuilder();
        for (String label : labels) {
            text.append(':').append(CypherText.name(label));
        }
        return text.toString();
    }

    String statement() {
        return statement;
    }

    /**
     * What {@code $rows} is.
     *
     * @throws ThetisException {@link ErrorCode#IMPORT_BAD_ROW} for a row without its keys
     */
    List<Object> parameter(Path file, List<RowFile.Row> batch) {
        List<Object> rows = new ArrayList<>(batch.size());
        for (RowFile.Row row : batch) {
            rows.add(relationships.isEmpty() ? row.values() : relationship(file, row));
        }
        return rows;
    }

    private Map<String, Object> relationship(Path file, RowFile.Row row) {
        CopyTree.IntoRelationships copy = relationships.orElseThrow();
        Map<String, Object> properties = new LinkedHashMap<>(row.values());
        properties.remove(copy.start().column());
        properties.remove(copy.end().column());
        Map<String, Object> map = HashMap.newHashMap(4);
        map.put("line", row.line());
        map.put("start", key(file, row, copy.start()));
        map.put("end", key(file, row, copy.end()));
        map.put("properties", properties);
        return map;
    }

    private static Object key(Path file, RowFile.Row row, End end) {
        Object key = row.values().get(end.column());
        if (key == null) {
            throw RowFile.badRow(
                    file, row.line(), CypherText.of(row.values()), "a value in the column " + end.column());
        }
        return key;
    }

    /**
     * Makes sure that each row has made one relationship.
     *
     * @param written what the statement returned
     * @throws ThetisException {@link ErrorCode#IMPORT_DANGLING_RELATIONSHIP} for a key that no node has or several
     */
    void check(Path file, List<RowFile.Row> batch, List<Record> written) {
        if (relationships.isEmpty()) {
            return;
        }
        Map<Long, Integer> counts = HashMap.newHashMap(written.size());
        for (Record record : written) {
            counts.merge(record.getLong("line"), 1, Integer::sum);
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
        return "(" + labels(end.labels()) + " {" + CypherText.name(end.key()) + ": "
                + CypherText.of(row.values().get(end.column())) + "})";
    }
}
