package org.thetisdb.bench.versions;

import java.nio.file.Path;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.thetisdb.Database;
import org.thetisdb.DatabaseOptions;
import org.thetisdb.Record;
import org.thetisdb.Result;
import org.thetisdb.Session;
import org.thetisdb.bench.harness.StoreDirectory;

/** Thetis, embedded: the document is a node, its versions are what the database keeps of every commit anyway. */
final class ThetisStore implements VersionStore {
    private static final String CONSTRAINT = "CREATE CONSTRAINT FOR (d:Document) REQUIRE d.id IS UNIQUE";
    private static final String INSERT = "CREATE (d:Document {id: $id}) SET d += $properties";
    private static final String SET_COUNTER = "MATCH (d:Document {id: $id}) SET d.counter = $counter";
    private static final String VERSIONS =
            "CALL history.revisions($from, null) YIELD revision, time RETURN revision, time";
    private static final String READ = "MATCH (d:Document {id: $id}) RETURN properties(d) AS properties";
    private static final String COUNTER_HISTORY = "MATCH (d:Document {id: $id})"
            + " CALL history.values(d, 'counter') YIELD value RETURN count(value) AS versions, sum(value) AS sum";
    private static final String CHANGES =
            "CALL history.diff($from, $to) YIELD key, before, after RETURN key, before, after";

    @SuppressWarnings("NullAway.Init") // Set before it is read.
    private Path directory;

    private @Nullable Database database;
    /** By document, the revision that its insertion made. */
    private final Map<Long, Long> firstRevisions = new ConcurrentHashMap<>();

    @Override
    public String name() {
        return "thetis";
    }

    @Override
    public String description() {
        return "Thetis embedded, in this process; defaults (every commit on the device, all revisions kept); the"
                + " document is a node, a field a property, the items three lists; W3 lists the database's revisions"
                + " since the insertion, which are the document's; all files count in both lines of W5";
    }

    @Override
    public void open(Path newDirectory, long memoryBytes) {
        directory = newDirectory;
        database = Database.create(
                directory,
                DatabaseOptions.byDefault().withMemoryBytes(memoryBytes).withThreadCount(1));
        try (Session session = database.session()) {
            session.run(CONSTRAINT).consume();
        }
    }

    private Database database() {
        return Objects.requireNonNull(database, "the store is not open");
    }

    @Override
    public Client connect() {
        return new ThetisClient(database().session());
    }

    @Override
    public Size size() throws Exception {
        database().checkpoint();
        long bytes = StoreDirectory.bytes(directory);
        return new Size(bytes, bytes);
    }

    @Override
    public void close() {
        if (database != null) {
            database.close();
            database = null;
        }
    }

    private final class ThetisClient implements Client {
        private final Session session;

        ThetisClient(Session session) {
            this.session = session;
        }

        @Override
        public void insert(long id) {
            session.run(INSERT, Map.of("id", id, "properties", Document.properties(0)))
                    .consume();
            firstRevisions.put(id, session.lastRevision().orElseThrow());
        }

        @Override
        public void setCounter(long id, long counter) {
            session.run(SET_COUNTER, Map.of("id", id, "counter", counter)).consume();
        }

        @Override
        public List<Version> versions(long id) {
            List<Version> versions = new ArrayList<>();
            try (Result result = session.run(VERSIONS, Map.of("from", firstRevisions.get(id)))) {
                while (result.hasNext()) {
                    Record record = result.next();
                    ZonedDateTime time = (ZonedDateTime) record.get(1);
                    versions.add(new Version((Long) record.get(0), time.toInstant()));
                }
            }
            return versions;
        }

        @Override
        @SuppressWarnings("unchecked") // Maps of Cypher have texts for keys.
        public String readAt(long id, Version version) {
            try (Session past = session.at(version.revision());
                    Result result = past.run(READ, Map.of("id", id))) {
                return Document.json((Map<String, ?>) result.single().get(0));
            }
        }

        @Override
        public FieldHistory counterHistory(long id) {
            try (Result result = session.run(COUNTER_HISTORY, Map.of("id", id))) {
                Record record = result.single();
                return new FieldHistory((Long) record.get(0), (Long) record.get(1));
            }
        }

        @Override
        public List<Change> changes(long id, Version from, Version to) {
            List<Change> changes = new ArrayList<>();
            try (Result result = session.run(CHANGES, Map.of("from", from.revision(), "to", to.revision()))) {
                while (result.hasNext()) {
                    Record record = result.next();
                    changes.add(new Change(
                            (String) record.get(0), String.valueOf(record.get(1)), String.valueOf(record.get(2))));
                }
            }
            return changes;
        }

        @Override
        public void close() {
            session.close();
        }
    }
}
