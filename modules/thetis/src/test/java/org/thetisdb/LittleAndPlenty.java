package org.thetisdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The same graph twice: once with 1 MiB for queries, so that much of them goes to disk, and once with plenty. What a
 * statement gives must be the same.
 */
final class LittleAndPlenty implements AutoCloseable {
    private final Database little;
    private final Database plenty;

    private LittleAndPlenty(Database little, Database plenty) {
        this.little = little;
        this.plenty = plenty;
    }

    /** @param statements make the graph */
    static LittleAndPlenty create(Path folder, String... statements) {
        DatabaseOptions options =
                DatabaseOptions.byDefault().withDurability(Durability.OFF).withThreadCount(2);
        LittleAndPlenty both = new LittleAndPlenty(
                Database.create(folder.resolve("little"), options.withQueryMemoryBytes(1 << 20)),
                Database.create(folder.resolve("plenty"), options));
        for (Database database : both.all()) {
            try (Session session = database.session()) {
                for (String statement : statements) {
                    session.run(statement).consume();
                }
            }
        }
        return both;
    }

    Database little() {
        return little;
    }

    List<Database> all() {
        return List.of(plenty, little);
    }

    /** Both give the same rows. */
    void assertSame(String statement) {
        assertThat(rows(little, statement)).isEqualTo(rows(plenty, statement));
    }

    /** Both give the same rows, one of them by way of the disk. */
    void assertSameAndSpilled(String statement) {
        assertSame(statement);
        assertThat(littleSpilledBytes(statement)).as("spilled").isPositive();
    }

    /** What a statement puts on disk where there is little memory. */
    long littleSpilledBytes(String statement) {
        return spilledBytes(little, statement);
    }

    /** What a statement puts on disk where there is plenty. */
    long plentySpilledBytes(String statement) {
        return spilledBytes(plenty, statement);
    }

    static List<Map<String, Object>> rows(Database database, String statement) {
        try (Session session = database.session()) {
            return session.run(statement).list().stream().map(Record::asMap).toList();
        }
    }

    static long spilledBytes(Database database, String statement) {
        try (Session session = database.session()) {
            Result result = session.run(statement);
            result.consume();
            return result.summary().spilledBytes();
        }
    }

    @Override
    public void close() {
        little.close();
        plenty.close();
    }
}
