package org.thetisdb.extending;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.Database;
import org.thetisdb.DatabaseOptions;
import org.thetisdb.Durability;
import org.thetisdb.Node;
import org.thetisdb.Record;
import org.thetisdb.Session;
import org.thetisdb.Transaction;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Goal: aggregates are given nodes, relationships and paths with all that they hold, however groups are kept. Method:
 * by examples, compared with what Cypher says of the same rows.
 */
final class EntityAggregateTest {
    @TempDir
    private Path folder;

    private static DatabaseOptions options() {
        return DatabaseOptions.byDefault().withDurability(Durability.OFF).withThreadCount(2);
    }

    private Database create(DatabaseOptions options) {
        Database database = Database.create(folder.resolve("db"), options);
        database.extend("entity")
                .classes(EntityAggregates.class.getDeclaredClasses())
                .aggregate("entity.all", Node.class, List.class, Collectors.toList())
                .register();
        return database;
    }

    private static void fill(Database database) {
        all(
                database,
                "CREATE (a:Person:Author {name: 'Ada', age: 36}), (b:Person {name: 'Bob', age: 41}),"
                        + " (c:Person {name: 'Cleo'}), (a)-[:KNOWS {since: 1833}]->(b)-[:KNOWS {since: 1840}]->(c)");
    }

    private static List<Object> all(Database database, String statement) {
        try (Session session = database.session()) {
            return all(session.run(statement).list());
        }
    }

    private static List<Object> all(List<Record> rows) {
        List<Object> values = new ArrayList<>();
        for (Record row : rows) {
            values.add(row.asMap().values().iterator().next());
        }
        return values;
    }

    @Test
    void aggregate_ofEntities_isGivenWhatTheyHold() {
        try (Database database = create(options())) {
            fill(database);
            assertThat(all(database, "MATCH (n:Person) RETURN entity.oldest(n).name AS name"))
                    .containsExactly("Bob");
            assertThat(all(database, "MATCH (n:Person) RETURN entity.names(n) AS names"))
                    .containsExactly(List.of("Ada", "Bob", "Cleo"));
            assertThat(all(database, "MATCH ()-[k:KNOWS]->() RETURN entity.years(k, 2) AS sum"))
                    .containsExactly(7346L);
            assertThat(all(
                            database,
                            "MATCH p = (:Author)-[*]->() RETURN [x IN nodes(entity.longest(p)) | x.name] AS n"))
                    .containsExactly(List.of("Ada", "Bob", "Cleo"));
            assertThat(all(
                            database,
                            "MATCH p = (n:Author)-[k]->() WITH n, k, p UNWIND [n, k, p, [n, {k: [k]}], 1, null]"
                                    + " AS x RETURN entity.kinds(x) AS kinds"))
                    .containsExactly(Map.of("Node", 2L, "Relationship", 2L, "Path", 1L, "Long", 1L, "null", 1L));
            assertThat(all(database, "MATCH (n:Author) RETURN entity.all(n) AS all"))
                    .first()
                    .asString()
                    .contains("Ada", "36");
            assertThatThrownBy(() -> all(database, "MATCH ()-[k]->() RETURN entity.oldest(k) AS x"))
                    .isInstanceOfSatisfying(
                            ThetisException.class,
                            error -> assertThat(error.code()).isEqualTo(ErrorCode.TYPE_MISMATCH));
        }
    }

    @Test
    void aggregate_ofNullsAndOfTheSameAgain_leavesThemOut() {
        try (Database database = create(options())) {
            fill(database);
            assertThat(all(database, "MATCH (n:Person) OPTIONAL MATCH (n)-->(m) RETURN size(entity.all(m)) AS count"))
                    .containsExactly(2L);
            assertThat(all(database, "MATCH (n:Nobody) RETURN entity.oldest(n) AS nobody"))
                    .containsExactly((Object) null);
            assertThat(all(
                            database,
                            "UNWIND range(1, 5000) AS x MATCH (n:Person)"
                                    + " RETURN size(entity.all(n)) + ' ' + size(entity.all(DISTINCT n)) AS sizes"))
                    .containsExactly("15000 3");
            assertThat(all(
                            database,
                            "MATCH (n:Person), (m:Person) WHERE n.name = m.name RETURN size(entity.all(m)) AS count"))
                    .containsExactly(3L);
        }
    }

    @Test
    void aggregate_withinATransaction_seesWhatWasWrittenAndMissesWhatWasDeleted() {
        try (Database database = create(options());
                Session session = database.session()) {
            fill(database);
            try (Transaction transaction = session.beginTransaction()) {
                assertThat(all(transaction
                                .run("MATCH (n:Person) SET n.name = n.name + '!' RETURN entity.names(n) AS names")
                                .list()))
                        .containsExactly(List.of("Ada!", "Bob!", "Cleo!"));
                assertThat(all(transaction
                                .run("MATCH (n:Person) RETURN entity.names(DISTINCT n) AS names")
                                .list()))
                        .containsExactly(List.of("Ada!", "Bob!", "Cleo!"));
            }
            assertThatThrownBy(() -> all(database, "MATCH (n:Person) DETACH DELETE n RETURN entity.names(n) AS names"))
                    .isInstanceOfSatisfying(ThetisException.class, error -> {
                        assertThat(error.code()).isEqualTo(ErrorCode.ENTITY_DELETED);
                        assertThat(error.position()).isPresent();
                    });
            assertThatThrownBy(
                            () -> all(database, "MATCH ()-[k]->() DELETE k RETURN entity.kinds(DISTINCT k) AS kinds"))
                    .isInstanceOfSatisfying(
                            ThetisException.class,
                            error -> assertThat(error.code()).isEqualTo(ErrorCode.ENTITY_DELETED));
            assertThat(all(database, "MATCH (n) RETURN count(*) AS count")).containsExactly(3L);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "share-bytes=0", "compile=always", "forced-exchanges chain-morsels=1", "compile=never"})
    void groups_ofManyNodes_areTheSameHoweverTheyAreKept(String variant) {
        for (int batchRows : new int[] {3, 1024}) {
            try (Database database = Database.create(
                    folder.resolve("db" + batchRows),
                    options().withBatchRows(batchRows).withEngineVariant(variant))) {
                database.extend("entity")
                        .classes(EntityAggregates.class.getDeclaredClasses())
                        .register();
                all(database, "UNWIND range(1, 6000) AS x CREATE (:Item {name: 'i' + x, age: x})");
                for (String statement : List.of(
                        "MATCH (n:Item) WITH n.age % 500 AS k, entity.names(n) AS a, collect(n.name) AS b",
                        "MATCH (n:Item) WITH n.age % 500 AS k, entity.names(DISTINCT n) AS a, collect(n.name) AS b",
                        "MATCH (n:Item) WITH n.age % 500 AS k, [entity.oldest(n).age] AS a, [max(n.age)] AS b",
                        "MATCH (n:Item) WITH entity.names(DISTINCT n) AS a, collect(n.name) AS b"
                                + " UNWIND range(1, 500) AS k WITH k, a, b")) {
                    assertThat(all(
                                    database,
                                    statement + " RETURN count(CASE WHEN size(a) = size(b)"
                                            + " AND all(x IN a WHERE x IN b) THEN 1 END) AS same"))
                            .as(statement)
                            .containsExactly(500L);
                }
            }
        }
    }

    @Test
    void groups_forWhichThereIsNoMemory_waitOnDiskAsNodes() {
        DatabaseOptions small = options().withQueryMemoryBytes(4 << 20);
        try (Database database = create(small)) {
            all(database, "UNWIND range(1, 30000) AS x CREATE (:Item {name: 'i' + x, age: x})");
            assertThat(all(
                            database,
                            "MATCH (n:Item) WITH n.age % 3000 AS k, entity.names(n) AS names"
                                    + " RETURN count(*) + ' ' + sum(size(names)) AS counts"))
                    .containsExactly("3000 30000");
            assertThat(all(
                            database,
                            "MATCH (n:Item) WITH n.age % 3000 AS k, entity.names(DISTINCT n) AS names"
                                    + " RETURN count(*) + ' ' + sum(size(names)) AS counts"))
                    .containsExactly("3000 30000");
        }
    }
}
