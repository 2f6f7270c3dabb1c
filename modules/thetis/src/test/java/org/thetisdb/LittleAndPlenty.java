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

    /**
     * Both give the same rows, one of them by way of the disk.
     *
     * @return what the one with plenty of memory puts on disk
     */
    long assertSameAndSpilled(String statement) {
        Answer byWayOfDisk = answer(little, statement);
        Answer expected = answer(plenty, statement);
        assertThat(byWayOfDisk.rows()).isEqualTo(expected.rows());
        assertThat(byWayOfDisk.spilledBytes()).as("spilled").isPositive();
        return expected.spilledBytes();
    }

    private record Answer(List<Map<String, Object>> rows, long spilledBytes) {}

    private static Answer answer(Database database, String statement) {
        try (Session session = database.session()) {
            Result result = session.run(statement);
            List<Map<String, Object>> rows =
                    result.list().stream().map(Record::asMap).toList();
            return new Answer(rows, result.summary().spilledBytes());
        }
    }

    /** What a statement puts on disk where there is little memory. */
    long littleSpilledBytes(String statement) {
        return spilledBytes(little, statement);
    }

    static List<Map<String, Object>> rows(Database database, String statement) {
        return answer(database, statement).rows();
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
