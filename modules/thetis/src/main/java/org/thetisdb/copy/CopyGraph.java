package org.thetisdb.copy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.cypher.DisplayText;
import org.thetisdb.cypher.QueryText;
import org.thetisdb.rows.RowEntity;
import org.thetisdb.rows.RowFile;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Makes the nodes and relationships that a file has as a whole, each once, however many rows it occurs in.
 *
 * <pre>
 *   file ─► first pass: nodes ─► made: id in the file ─► id in the graph ─► second pass: relationships
 * </pre>
 *
 * <p>The ids of all nodes are kept in memory, since a relationship may refer to any. One run, one thread.
 */
final class CopyGraph {
    private final Path file;

    /** By their ids in the file; those that a statement is about to make are there with {@link #MAKING}. */
    private final Map<String, Long> made = new HashMap<>();

    private final Set<String> seenRelationships = new HashSet<>();
    private boolean hasRelationships;

    private static final long MAKING = -1;

    CopyGraph(Path file) {
        this.file = file;
    }

    /** The statement that makes the nodes of these rows; its result must be passed to {@link #noteMade}. */
    List<CopyWrites.Write> nodes(List<RowFile.Row> batch) {
        Map<List<String>, List<Object>> rows = new LinkedHashMap<>();
        for (RowFile.Row row : batch) {
            for (RowEntity entity : entities(row)) {
                switch (entity) {
                    case RowEntity.Relationship _ -> hasRelationships = true;
                    case RowEntity.Node node -> {
                        if (node.id().isEmpty() || made.putIfAbsent(node.id().get(), MAKING) == null) {
                            Map<String, Object> values = new HashMap<>();
                            node.id().ifPresent(id -> values.put("id", id));
                            values.put("properties", node.properties());
                            rows.computeIfAbsent(node.labels(), _ -> new ArrayList<>())
                                    .add(values);
                        }
                    }
                }
            }
        }
        List<CopyWrites.Write> writes = new ArrayList<>();
        rows.forEach((labels, values) -> writes.add(new CopyWrites.Write(
                "UNWIND $rows AS row CREATE (n" + CopyWrites.labels(labels)
                        + ") SET n = row.properties RETURN row.id AS id, id(n) AS node",
                values)));
        return writes;
    }

    /** @param written what the statements returned: the id in the file, if there is one, and that in the graph */
    void noteMade(List<Object[]> written) {
        for (Object[] record : written) {
            if (record[0] instanceof String id) {
                made.put(id, (Long) record[1]);
            }
        }
    }

    /** Whether the file has to be read again. */
    boolean hasRelationships() {
        return hasRelationships;
    }

    /** The statement that makes the relationships of these rows, once all nodes exist. */
    List<CopyWrites.Write> relationships(List<RowFile.Row> batch) {
        Map<String, List<Object>> rows = new LinkedHashMap<>();
        for (RowFile.Row row : batch) {
            for (RowEntity entity : entities(row)) {
                boolean isNew = entity instanceof RowEntity.Relationship found
                        && (found.id().isEmpty()
                                || seenRelationships.add(found.id().get()));
                if (isNew) {
                    RowEntity.Relationship relationship = (RowEntity.Relationship) entity;
                    Map<String, Object> values = new HashMap<>();
                    values.put("start", node(row, relationship.start()));
                    values.put("end", node(row, relationship.end()));
                    values.put("properties", relationship.properties());
                    rows.computeIfAbsent(relationship.type(), _ -> new ArrayList<>())
                            .add(values);
                }
            }
        }
        List<CopyWrites.Write> writes = new ArrayList<>();
        rows.forEach((type, values) -> writes.add(new CopyWrites.Write(
                "UNWIND $rows AS row MATCH (a) WHERE id(a) = row.start MATCH (b) WHERE id(b) = row.end CREATE (a)-[r:"
                        + QueryText.name(type) + "]->(b) SET r = row.properties",
                values)));
        return writes;
    }

    private long node(RowFile.Row row, String id) {
        return Optional.ofNullable(made.get(id))
                .orElseThrow(() -> new ThetisException(
                        ErrorCode.IMPORT_DANGLING_RELATIONSHIP,
                        "the file has a relationship without its node: file=" + file + ", line=" + row.line()
                                + ", node=" + id + "; nothing was copied; copy the nodes into the same file, as in"
                                + " COPY (MATCH (a)-[r]->(b) RETURN a, r, b) TO …, or find them by their keys, as in"
                                + " COPY (:Person {id: a})-[:KNOWS]->(:Person {id: b}) FROM …"));
    }

    private List<RowEntity> entities(RowFile.Row row) {
        List<RowEntity> entities = new ArrayList<>();
        row.values().forEach((column, value) -> add(row, column, value, entities));
        return entities;
    }

    private void add(RowFile.Row row, String column, Object value, List<RowEntity> into) {
        switch (value) {
            case RowEntity entity -> into.add(entity);
            case List<?> list -> list.forEach(each -> add(row, column, each, into));
            default ->
                throw RowFile.badRow(
                        file,
                        row.line(),
                        DisplayText.of(value),
                        "whole nodes and relationships in column " + column + "; write COPY Label FROM for properties");
        }
    }
}
