package org.thetisdb.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.Database;
import org.thetisdb.DatabaseOptions;
import org.thetisdb.Durability;
import org.thetisdb.Record;
import org.thetisdb.Result;
import org.thetisdb.Session;
import org.thetisdb.TestOptions;
import org.thetisdb.Transaction;
import org.thetisdb.TransactionContext;
import org.thetisdb.query.SnbData.Case;
import org.thetisdb.snb.UpdateBatch;
import org.thetisdb.snb.UpdateStatement;
import org.thetisdb.snb.UpdateStream;

/** All inserts and deletes of the data folder beside the project, while others read; answers in every state. */
class SnbUpdatesTest {
    private static final String PROJECTED = "projected-fk.json";
    private static final long CACHE_BYTES = 128L << 20;
    private static final long NO_CHECKPOINT_BYTES = Long.MAX_VALUE;
    private static final int READER_COUNT = 2;
    private static final int CLIENT_COUNT = 8;
    private static final int SETS_PER_QUERY = 2;

    /** Each names what must be as many in any snapshot. */
    private static final List<List<String>> EQUAL_COUNTS = List.of(
            List.of(
                    "MATCH (m:Message) RETURN count(*) AS count",
                    "MATCH (:Message)-[r:HAS_CREATOR]->(:Person) RETURN count(r) AS count",
                    "MATCH (m:Message)-[:IS_LOCATED_IN]->(c:Country) RETURN count(*) AS count"),
            List.of(
                    "MATCH (p:Post) RETURN count(*) AS count",
                    "MATCH (:Forum)-[r:CONTAINER_OF]->(:Post) RETURN count(r) AS count"),
            List.of(
                    "MATCH (c:Comment) RETURN count(*) AS count",
                    "MATCH (c:Comment)-[:REPLY_OF]->(m:Message) RETURN count(*) AS count"));

    @TempDir
    static Path folder;

    /** A text with parameters. */
    private record Question(String text, Map<String, Object> parameters) {}

    /** Runs a batch's statements. */
    private interface Application {
        void apply(Session session, UpdateBatch batch);
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

    private static DatabaseOptions options(long checkpointBytes) {
        DatabaseOptions options = DatabaseOptions.byDefault()
                .withMemoryBytes(CACHE_BYTES)
                .withThreadCount(2)
                .withDurability(Durability.OFF);
        return TestOptions.withCheckpointBytes(options, checkpointBytes);
    }

    @Test
    void tiny_afterAllUpdates_answersAreTheSameHoweverTheyWereMade() throws Exception {
        SnbData data = data("sf0.003");
        Path one = folder.resolve("tiny");
        data.load("sf0.003", PROJECTED, one);
        List<Question> questions;
        List<Table> expected;
        try (Database database = Database.open(one, options(200_000))) {
            updateBesideReaders(data, "sf0.003", database);
            questions = questions(data.cases("sf0.1"), database);
            expected = answers(questions, database);
            assertThat(expected).filteredOn(each -> !each.rows().isEmpty()).hasSizeGreaterThan(expected.size() / 2);
            database.checkpoint();
            requireSame(questions, expected, database, "after a checkpoint");
        }
        assertThat(newestDataFile(one)).as("checkpoints").isGreaterThan(2);
        try (Database database = Database.open(one, options(NO_CHECKPOINT_BYTES))) {
            requireSound(database);
            requireSame(questions, expected, database, "opened again");
        }
        Path other = folder.resolve("tiny-by-days");
        data.load("sf0.003", PROJECTED, other);
        try (Database database = Database.open(other, options(NO_CHECKPOINT_BYTES))) {
            update(data, "sf0.003", database, ofWholeDays(texts(data)));
            requireSame(questions, expected, database, "a transaction a day, all in memory");
        }
        try (Database database = Database.open(other, options(NO_CHECKPOINT_BYTES))) {
            requireSame(questions, expected, database, "a transaction a day, replayed");
            database.checkpoint();
            requireSound(database);
            requireSame(questions, expected, database, "a transaction a day, after a checkpoint");
        }
        Path shared = folder.resolve("tiny-by-clients");
        data.load("sf0.003", PROJECTED, shared);
        try (Database database = Database.open(shared, options(200_000))) {
            updateByClients(data, "sf0.003", database);
            requireSame(questions, expected, database, "by several clients");
            database.checkpoint();
            requireSame(questions, expected, database, "by several clients, after a checkpoint");
        }
    }

    @Test
    @Tag("long")
    void small_updatedBySeveralClients_answersAsNeo4j() throws Exception {
        SnbData data = data("sf0.1");
        Path directory = folder.resolve("small-by-clients");
        data.load("sf0.1", PROJECTED, directory);
        List<Case> cases = data.casesAfterUpdates();
        try (Database database = Database.open(directory, options(16L << 20))) {
            updateByClients(data, "sf0.1", database);
            requireExpected(cases, database, "after the last update");
        }
        try (Database database = Database.open(directory, options(NO_CHECKPOINT_BYTES))) {
            database.checkpoint();
            requireSound(database);
            requireExpected(cases, database, "opened again");
        }
    }

    @Test
    @Tag("long")
    void small_updatedBesideReadersAndCheckpoints_answersAsNeo4j() throws Exception {
        SnbData data = data("sf0.1");
        Path directory = folder.resolve("small");
        data.load("sf0.1", PROJECTED, directory);
        List<Case> cases = data.casesAfterUpdates();
        try (Database database = Database.open(directory, options(16L << 20))) {
            updateBesideReaders(data, "sf0.1", database);
            requireExpected(cases, database, "after the last update");
            database.checkpoint();
            requireExpected(cases, database, "after a checkpoint");
        }
        assertThat(newestDataFile(directory)).as("checkpoints").isGreaterThan(2);
        try (Database database = Database.open(directory, options(NO_CHECKPOINT_BYTES))) {
            requireSound(database);
            requireExpected(cases, database, "opened again");
        }
    }

    @Test
    @Tag("long")
    void small_allUpdatesInMemory_answersAsNeo4j() throws Exception {
        SnbData data = data("sf0.1");
        Path directory = folder.resolve("small-in-memory");
        data.load("sf0.1", PROJECTED, directory);
        List<Case> cases = data.casesAfterUpdates();
        try (Database database = Database.open(directory, options(NO_CHECKPOINT_BYTES))) {
            update(data, "sf0.1", database, ofStatements(texts(data)));
            requireExpected(cases, database, "all in memory");
        }
        try (Database database = Database.open(directory, options(NO_CHECKPOINT_BYTES))) {
            assertThat(database.replayed().records()).isGreaterThan(150_000);
            requireExpected(cases, database, "all replayed");
            database.checkpoint();
            requireExpected(cases, database, "after a checkpoint");
            requireSound(database);
        }
    }

    private static void updateBesideReaders(SnbData data, String scale, Database database) throws Exception {
        List<Question> questions = questions(data.cases("sf0.1"), database).stream()
                .filter(each -> isShort(data, each))
                .toList();
        AtomicBoolean ended = new AtomicBoolean();
        AtomicLong readCount = new AtomicLong();
        try (ExecutorService readers = Executors.newFixedThreadPool(READER_COUNT)) {
            List<Future<?>> futures = new ArrayList<>();
            for (int reader = 0; reader < READER_COUNT; reader++) {
                int first = reader;
                futures.add(readers.submit(() -> read(database, questions, first, ended, readCount)));
            }
            try {
                update(data, scale, database, ofStatements(texts(data)));
            } finally {
                ended.set(true);
            }
            for (Future<?> future : futures) {
                future.get();
            }
        }
        assertThat(readCount.get()).as("reads beside the updates").isGreaterThan(READER_COUNT);
    }

    private static boolean isShort(SnbData data, Question question) {
        return Stream.of(
                        "is-1", "is-2", "is-3", "is-4", "is-5", "is-6", "is-7", "ic-2", "ic-8", "ic-7", "ic-4", "ic-13")
                .anyMatch(query -> text(data, query).equals(question.text()));
    }

    /** Reads until asked to end: each question twice in one transaction, and counts that must agree. */
    private static void read(
            Database database, List<Question> questions, int first, AtomicBoolean ended, AtomicLong readCount) {
        try (Session session = database.session()) {
            for (int index = first; !ended.get(); index++) {
                Question question = questions.get(index % questions.size());
                List<String> counts = EQUAL_COUNTS.get(index % EQUAL_COUNTS.size());
                session.executeRead(transaction -> {
                    Table before = answer(transaction, question);
                    List<Table> counted = counts.stream()
                            .map(text -> answer(transaction, new Question(text, Map.of())))
                            .toList();
                    assertThat(counted).as("%s", counts).allMatch(counted.getFirst()::equals);
                    assertThat(answer(transaction, question))
                            .as("%s again in the transaction", question)
                            .isEqualTo(before);
                    return null;
                });
                readCount.incrementAndGet();
            }
        }
    }

    private static void update(SnbData data, String scale, Database database, Application application)
            throws IOException {
        try (Session session = database.session();
                UpdateStream updates = data.updates(scale)) {
            for (Optional<UpdateBatch> batch = updates.next(); batch.isPresent(); batch = updates.next()) {
                application.apply(session, batch.get());
            }
        }
    }

    private static Map<String, String> texts(SnbData data) {
        Map<String, String> texts = new HashMap<>();
        UpdateStream.QUERIES.forEach(query -> texts.put(query, text(data, query)));
        return texts;
    }

    private static String text(SnbData data, String query) {
        try {
            return data.queryText(query);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Application ofStatements(Map<String, String> texts) {
        return (session, batch) -> batch.statements()
                .forEach(each ->
                        session.run(texts.get(each.query()), each.parameters()).consume());
    }

    private static void updateByClients(SnbData data, String scale, Database database) throws IOException {
        try (ExecutorService clients = Executors.newFixedThreadPool(CLIENT_COUNT)) {
            update(data, scale, database, ofWaves(texts(data), database, clients));
        }
    }

    private static Application ofWaves(Map<String, String> texts, Database database, ExecutorService clients) {
        return (session, batch) -> {
            for (List<UpdateStatement> wave : batch.waves()) {
                List<Callable<Object>> tasks = new ArrayList<>();
                wave.forEach(each -> tasks.add(() -> run(database, texts, each)));
                runAll(clients, tasks);
            }
        };
    }

    private static Object run(Database database, Map<String, String> texts, UpdateStatement statement) {
        try (Session session = database.session()) {
            return session.run(texts.get(statement.query()), statement.parameters())
                    .consume();
        }
    }

    private static void runAll(ExecutorService clients, List<Callable<Object>> tasks) {
        try {
            for (Future<Object> future : clients.invokeAll(tasks)) {
                future.get();
            }
        } catch (InterruptedException | ExecutionException failure) {
            throw new IllegalStateException("a client failed", failure);
        }
    }

    private static Application ofWholeDays(Map<String, String> texts) {
        return (session, batch) -> {
            try (Transaction transaction = session.beginTransaction()) {
                for (UpdateStatement each : batch.statements()) {
                    transaction.run(texts.get(each.query()), each.parameters()).consume();
                }
                transaction.commit();
            }
        };
    }

    /** The questions of the small network, with persons, messages and names that this database has. */
    private static List<Question> questions(Map<String, List<Case>> cases, Database database) {
        Map<String, List<Object>> known = new HashMap<>();
        try (Session session = database.session()) {
            List<Object> persons = column(session, "MATCH (p:Person) RETURN p.id AS value ORDER BY p.id % 31, p.id");
            List.of("personId", "person1Id").forEach(name -> known.put(name, persons));
            known.put("person2Id", persons.reversed());
            known.put(
                    "messageId",
                    column(session, "MATCH (m:Message) RETURN m.id AS value ORDER BY m.id % 97, m.id LIMIT 500"));
            known.put("firstName", column(session, "MATCH (p:Person) RETURN p.firstName AS value ORDER BY p.id"));
            List<Object> tags = column(
                    session,
                    "MATCH (t:Tag)<-[:HAS_TAG]-(:Message) RETURN t.name AS value, count(*) AS count "
                            + "ORDER BY count DESC, value LIMIT 5");
            List.of("tag", "tagName", "tagA").forEach(name -> known.put(name, tags));
            known.put("tagB", tags.reversed());
        }
        List<Question> questions = new ArrayList<>();
        for (List<Case> each : cases.values()) {
            for (Case example : each.subList(0, Math.min(each.size(), SETS_PER_QUERY))) {
                Map<String, Object> parameters = new LinkedHashMap<>(example.parameters());
                parameters.replaceAll((name, value) -> known.containsKey(name)
                        ? known.get(name).get(questions.size() % known.get(name).size())
                        : value);
                questions.add(new Question(example.text(), parameters));
            }
        }
        return questions;
    }

    private static List<Object> column(Session session, String text) {
        return session.run(text).list().stream().map(each -> each.get("value")).toList();
    }

    private static Table table(Result result) {
        return new Table(
                result.keys(), result.list().stream().map(Record::values).toList());
    }

    private static Table answer(TransactionContext transaction, Question question) {
        return table(transaction.run(question.text(), question.parameters()));
    }

    private static List<Table> answers(List<Question> questions, Database database) {
        try (Session session = database.session()) {
            return questions.stream()
                    .map(each -> table(session.run(each.text(), each.parameters())))
                    .toList();
        }
    }

    private static void requireSame(List<Question> questions, List<Table> expected, Database database, String state) {
        List<Table> found = answers(questions, database);
        for (int index = 0; index < expected.size(); index++) {
            assertThat(found.get(index))
                    .as("%s: %s", state, questions.get(index))
                    .isEqualTo(expected.get(index));
        }
    }

    /** All that differs, for one fault shows itself in many answers. */
    private static void requireExpected(List<Case> cases, Database database, String state) {
        List<String> differences = new ArrayList<>();
        try (Session session = database.session()) {
            for (Case each : cases) {
                SnbAnswer.difference(each, table(session.run(each.text(), each.parameters())))
                        .ifPresent(difference -> differences.add(each + ": " + difference));
            }
        }
        assertThat(differences).as(state).isEmpty();
    }

    private static void requireSound(Database database) {
        assertThat(database.check((phase, itemCount) -> {}).findings()).isEmpty();
    }

    /** The number of the newest data file: as many checkpoints have been. */
    private static int newestDataFile(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("data-"))
                    .mapToInt(name -> Integer.parseInt(name.replaceAll("\\D", "")))
                    .max()
                    .orElse(0);
        }
    }
}
