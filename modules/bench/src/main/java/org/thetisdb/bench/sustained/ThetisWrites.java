package org.thetisdb.bench.sustained;

import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.thetisdb.Database;
import org.thetisdb.DatabaseOptions;
import org.thetisdb.Session;

/** Thetis, embedded: an item is a node that an index finds. */
final class ThetisWrites implements SustainedStore {
    private static final String INDEX = "CREATE INDEX FOR (i:Item) ON (i.id)";
    private static final String COMMIT = "UNWIND range($first, $last) AS id CREATE (:Item {id: id, part: id % 1000,"
            + " size: 3 * id, name: 'the name of item ' + toString(id)})";
    private static final String COUNT = "MATCH (i:Item) RETURN count(i) AS count";

    private @Nullable Database database;

    @Override
    public String description() {
        return "Thetis embedded; defaults (every commit on the device, all revisions kept); a heap of half the memory;"
                + " an item is a node with an index over its id";
    }

    @Override
    public void open(Path directory, long memoryBytes) {
        database = Database.create(directory, DatabaseOptions.byDefault().withMemoryBytes(memoryBytes));
        try (Session session = database.session()) {
            session.run(INDEX).consume();
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
    public long count() {
        try (Session session = database().session()) {
            return (Long) session.run(COUNT).single().get(0);
        }
    }

    @Override
    public long processId() {
        return ProcessHandle.current().pid();
    }

    @Override
    public void close() {
        if (database != null) {
            database.close();
            database = null;
        }
    }

    private record ThetisClient(Session session) implements Client {
        @Override
        public void commit(long firstId, int itemCount) {
            session.run(COMMIT, Map.of("first", firstId, "last", firstId + itemCount - 1))
                    .consume();
        }

        @Override
        public void close() {
            session.close();
        }
    }
}
