package org.thetisdb.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.store.GraphStore;
import tools.jackson.databind.JsonNode;

/** Every expected answer of the data folder beside the project, under several configurations. */
class SnbAnswersTest {
    private static final String PROJECTED = "projected-fk.json";
    private static final String MERGED = "merged-fk.json";
    private static final long CACHE_BYTES = 128L << 20;
    private static final long LARGE_CACHE_BYTES = 600L << 20;
    private static final TestConfiguration PLAIN = TestConfiguration.DEFAULT.withCacheBytes(CACHE_BYTES);
    private static final TestConfiguration SEVEN_ROWS =
            new TestConfiguration("batches of seven rows, two threads", 7, 2, CACHE_BYTES, "auto", false);

    @TempDir
    static Path folder;

    private static final Map<String, TestDatabase> OPEN = new HashMap<>();

    @AfterAll
    static void close() {
        closeAll();
    }

    private static void closeAll() {
        OPEN.values().forEach(TestDatabase::close);
        OPEN.clear();
    }

    private static SnbData data(String scale) {
        Optional<SnbData> data = SnbData.find();
        boolean present = data.isPresent() && data.get().has(scale);
        if (!present) {
            System.out.println("skipped: ../shared/data/snb-" + scale + " is not there");
        }
        assumeTrue(present, "../shared/data/snb-" + scale + " is not there");
        return data.orElseThrow();
    }

    /** A scale's database, imported when it is first asked for; one configuration is open at a time. */
    private static synchronized TestDatabase database(
            SnbData data, String scale, String mapping, Function<Path, TestConfiguration> configuration) {
        Path directory = folder.resolve(scale);
        if (!Files.isDirectory(directory)) {
            data.load(scale, mapping, directory);
        }
        TestConfiguration wanted = configuration.apply(directory);
        String key = scale + " " + wanted.name();
        TestDatabase database = OPEN.get(key);
        if (database == null) {
            closeAll();
            database = new TestDatabase(directory, wanted);
            OPEN.put(key, database);
        }
        return database;
    }

    private static TestConfiguration quarterOf(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            long bytes = files.mapToLong(file -> file.toFile().length()).sum();
            return new TestConfiguration("a quarter of the database's size", 1024, 2, bytes / 4, "auto", false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @TestFactory
    Stream<DynamicTest> tiny() throws IOException {
        return answers("sf0.003", PROJECTED, List.of(directory -> PLAIN, directory -> SEVEN_ROWS));
    }

    @TestFactory
    Stream<DynamicTest> small() throws IOException {
        return answers(
                "sf0.1", PROJECTED, List.of(directory -> PLAIN, directory -> SEVEN_ROWS, SnbAnswersTest::quarterOf));
    }

    private static Stream<DynamicTest> answers(
            String scale, String mapping, List<Function<Path, TestConfiguration>> configurations) throws IOException {
        SnbData data = data(scale);
        Map<String, List<SnbData.Case>> cases = data.cases(scale);
        List<DynamicTest> tests = new ArrayList<>();
        for (Function<Path, TestConfiguration> configuration : configurations) {
            for (Map.Entry<String, List<SnbData.Case>> query : cases.entrySet()) {
                String text = data.queryText(query.getKey());
                String name = query.getKey() + " " + configurations.indexOf(configuration);
                tests.add(DynamicTest.dynamicTest(scale + " " + name, () -> {
                    TestDatabase database = database(data, scale, mapping, configuration);
                    for (SnbData.Case each : query.getValue()) {
                        Table found = database.run(text, each.parameters());
                        assertThat(SnbAnswer.difference(each, found))
                                .as("%s", each)
                                .isEmpty();
                    }
                }));
            }
        }
        return tests.stream();
    }

    @Test
    void counts_ofTheSmallNetwork_areThoseOfTheData() throws IOException {
        SnbData data = data("sf0.1");
        TestDatabase database = database(data, "sf0.1", PROJECTED, directory -> PLAIN);
        JsonNode counts = data.counts("sf0.1");
        Table nodes = database.run("MATCH (n) RETURN count(*) AS count", Map.of());
        assertThat(nodes.rows()).containsExactly(List.of(counts.get("nodes").asLong()));
        Table relationships = database.run("MATCH ()-[r]->() RETURN count(r) AS count", Map.of());
        assertThat(relationships.rows())
                .containsExactly(List.of(counts.get("relationships").asLong()));
        counts.get("nodesByLabel")
                .properties()
                .forEach(each -> assertThat(
                                database.run("MATCH (n:" + each.getKey() + ") RETURN count(*) AS count", Map.of())
                                        .rows())
                        .as(each.getKey())
                        .containsExactly(List.of(each.getValue().asLong())));
        counts.get("relationshipsByType")
                .properties()
                .forEach(each -> assertThat(
                                database.run("MATCH ()-[:" + each.getKey() + "]->() RETURN count(*) AS count", Map.of())
                                        .rows())
                        .as(each.getKey())
                        .containsExactly(List.of(each.getValue().asLong())));
    }

    @Test
    void check_ofTheSmallNetwork_findsNothing() {
        SnbData data = data("sf0.1");
        database(data, "sf0.1", PROJECTED, directory -> PLAIN);
        closeAll();
        try (GraphStore store = GraphStore.open(folder.resolve("sf0.1"), PLAIN.storeOptions())) {
            assertThat(store.check((phase, itemCount) -> {}).findings()).isEmpty();
        }
    }

    /**
     * Counts as the data's README gives them, and every query; then with a quarter of the database's size as memory.
     */
    @Tag("long")
    @Test
    void large_importedInTheMergedLayout_answersEveryQuery() throws IOException {
        SnbData data = data("sf1");
        for (boolean scarce : new boolean[] {false, true}) {
            TestDatabase database = database(
                    data,
                    "sf1",
                    MERGED,
                    directory -> scarce
                            ? quarterOf(directory)
                            : TestConfiguration.DEFAULT.withCacheBytes(LARGE_CACHE_BYTES));
            Snapshot snapshot = database.snapshot();
            assertThat(snapshot.statistics().nodeCount()).isEqualTo(3_040_877);
            assertThat(snapshot.statistics().relationshipCount()).isEqualTo(17_404_936);
            Table knows = database.run("MATCH (:Person)-[:KNOWS]->(:Person) RETURN count(*) AS count", Map.of());
            assertThat(knows.rows()).containsExactly(List.of(173_191L));
            for (Map.Entry<String, List<Map<String, Object>>> query :
                    data.largeParameters().entrySet()) {
                Table found = database.run(
                        data.queryText(query.getKey()), query.getValue().getLast());
                assertThat(found.columns()).as(query.getKey()).isNotEmpty();
            }
        }
    }
}
