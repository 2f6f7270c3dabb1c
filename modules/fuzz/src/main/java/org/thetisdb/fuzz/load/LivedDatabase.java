package org.thetisdb.fuzz.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.thetisdb.CheckProgress;
import org.thetisdb.Database;
import org.thetisdb.DatabaseOptions;
import org.thetisdb.Result;
import org.thetisdb.Session;
import org.thetisdb.Transaction;
import org.thetisdb.engine.Compilation;
import org.thetisdb.engine.EngineVariant;
import org.thetisdb.fuzz.generate.FuzzGraph;
import org.thetisdb.fuzz.oracle.Answer;
import org.thetisdb.fuzz.oracle.GraphShape;
import org.thetisdb.fuzz.query.FuzzQuery;

/**
 * A database that goes through a life: it is written to, closed, opened again with other options, cut off and restored.
 * One thread.
 */
public final class LivedDatabase implements AutoCloseable {
    private static final int MEMORY_BYTES = 16 << 20;
    private static final List<Integer> BATCH_ROWS = List.of(1, 3, 64, 1024, 1024);
    private static final String LOCK = "LOCK";

    private final Path folder;
    private final Duration timeout;
    private int incarnation;
    private Database database;
    private @Nullable Open open;

    /** A transaction in its session. */
    private record Open(Session session, Transaction transaction) implements AutoCloseable {
        @Override
        public void close() {
            transaction.close();
            session.close();
        }
    }

    private LivedDatabase(Path folder, Duration timeout, Database database) {
        this.folder = folder;
        this.timeout = timeout;
        this.database = database;
    }

    /**
     * A new one.
     *
     * @param parent gets a folder for it, which goes when it is closed
     * @param timeout of each statement
     * @param graph that it holds at first
     * @param loaded whether by a bulk load
     */
    public static LivedDatabase of(Path parent, Duration timeout, FuzzGraph graph, boolean loaded, long seed) {
        try {
            Path folder = Files.createTempDirectory(parent, "life-");
            Path files = folder.resolve("db0");
            DatabaseOptions options = options(timeout, seed);
            if (loaded) {
                BulkLoad.write(graph.graph(), files, Spread.of(seed));
                return new LivedDatabase(folder, timeout, Database.open(files, options));
            }
            Database database = Database.create(files, options);
            new StatementLoad(database, seed).whole(graph);
            return new LivedDatabase(folder, timeout, database);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static DatabaseOptions options(Duration timeout, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        EngineVariant variant = switch (random.nextInt(4)) {
            case 0 -> EngineVariant.USUAL.withCompilation(Compilation.ALWAYS);
            case 1 -> EngineVariant.USUAL.withCompilation(Compilation.random(random.nextInt(1 << 20)));
            default -> EngineVariant.USUAL;
        };
        return DatabaseOptions.byDefault()
                .withMemoryBytes(MEMORY_BYTES)
                .withBatchRows(BATCH_ROWS.get(random.nextInt(BATCH_ROWS.size())))
                .withThreadCount(1 + random.nextInt(2))
                .withQueryTimeout(timeout)
                .withClock(ThetisConfiguration.CLOCK)
                .withEngineVariant(variant.text());
    }

    /** Asks about the graph as it is. */
    public Answer read(FuzzQuery query) {
        try (Session session = database.session()) {
            return read(session, query);
        }
    }

    /** Asks about the graph as it was. */
    public Answer readAt(long revision, FuzzQuery query) {
        try (Session session = database.session();
                Session past = session.at(revision)) {
            return read(past, query);
        } catch (RuntimeException failure) {
            return ThetisAnswers.failure(failure);
        }
    }

    private static Answer read(Session session, FuzzQuery query) {
        try (Result result = session.run(query.text(), query.parameters())) {
            return ThetisAnswers.rows(result, Optional.empty());
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError failure) {
            return ThetisAnswers.failure(failure);
        }
    }

    /** Runs a statement in a transaction that stays, until {@link #commit} or {@link #rollBack}. */
    public Answer begin(FuzzQuery query) {
        Session session = database.session();
        Transaction begun = session.beginTransaction();
        open = new Open(session, begun);
        try {
            return ThetisAnswers.written(begun, query);
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError failure) {
            return ThetisAnswers.failure(failure);
        }
    }

    public void commit() {
        try (Open ending = Objects.requireNonNull(open)) {
            ending.transaction().commit();
        }
        open = null;
    }

    public void rollBack() {
        Objects.requireNonNull(open).close();
        open = null;
    }

    /** Runs a statement of which only the effect matters. */
    public void run(String text) {
        try (Session session = database.session()) {
            session.run(text).consume();
        }
    }

    public GraphShape graph() {
        try (Session session = database.session()) {
            return ThetisAnswers.graph(session::run);
        }
    }

    public GraphShape graphAt(long revision) {
        try (Session session = database.session();
                Session past = session.at(revision)) {
            return ThetisAnswers.graph(past::run);
        }
    }

    public long revision() {
        return database.revision();
    }

    public void checkpoint() {
        database.checkpoint();
    }

    /** Fills the chunk of a label, and empties it again: later nodes come to another one. */
    public void fill(String label, boolean checkpointed) {
        run("UNWIND range(1, " + Spread.FILLER_NODES + ") AS i CREATE (:" + label + " {filler: true})");
        if (checkpointed) {
            checkpoint();
        }
        run("MATCH (n:" + label + ") WHERE n.filler DELETE n");
    }

    /** Closes it and opens it again. */
    public void reopen(long seed) {
        database.close();
        open(files(), seed);
    }

    /** Goes on with the files as they are at this moment, as after a kill. */
    public void crash(long seed) {
        Path before = files();
        incarnation++;
        copy(before, files());
        database.close();
        ThetisConfiguration.remove(before);
        open(files(), seed);
    }

    /** Goes on with a backup. */
    public void restore(long seed) {
        Path before = files();
        Path backup = folder.resolve("backup" + incarnation);
        database.backup(backup);
        database.close();
        incarnation++;
        Database.restore(backup, files(), false);
        ThetisConfiguration.remove(before);
        ThetisConfiguration.remove(backup);
        open(files(), seed);
    }

    private Path files() {
        return folder.resolve("db" + incarnation);
    }

    private void open(Path files, long seed) {
        database = Database.open(files, options(timeout, seed));
    }

    private static void copy(Path from, Path to) {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(each -> !each.endsWith(LOCK)).toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What {@code check} finds. */
    public List<String> check() {
        return database.check(CheckProgress.NONE).findings().stream()
                .map(Object::toString)
                .toList();
    }

    @Override
    public void close() {
        Open left = open;
        if (left != null) {
            left.close();
        }
        database.close();
        ThetisConfiguration.remove(folder);
    }
}
