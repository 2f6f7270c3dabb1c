package org.thetisdb.fuzz.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.thetisdb.Database;
import org.thetisdb.DatabaseOptions;
import org.thetisdb.Durability;
import org.thetisdb.Session;
import org.thetisdb.engine.Compilation;
import org.thetisdb.engine.EngineVariant;
import org.thetisdb.engine.EngineVariant.Verification;
import org.thetisdb.fuzz.generate.FuzzGraph;
import org.thetisdb.fuzz.oracle.Oracle;
import org.thetisdb.fuzz.oracle.OracleFactory;
import org.thetisdb.fuzz.query.FuzzQuery;
import org.thetisdb.fuzz.query.Piece;
import org.thetisdb.fuzz.query.Rewrites;
import org.thetisdb.fuzz.query.Sort;
import org.thetisdb.reference.graph.ReferenceGraph;

/** A way to load a graph into Thetis and to query it. Immutable. */
public final class ThetisConfiguration implements OracleFactory {
    /** The ways, as the package draws them. */
    public enum Way {
        LOADED,
        DELTA,
        HALF,
        PAST,
        READER,
        INDEXED,
        PARAMETERS,
        REWRITTEN,
        VARIED,
        COMPILED,
        COLD;

        /** As {@code --configuration} takes it. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    private static final int MEMORY_BYTES = 16 << 20;

    /** Less than a page has, so that a query reads many. */
    private static final int COLD_CHUNK_NODES_MOST = 7;

    /** So little of a sort, a group or a join is kept in memory that some queries spill now and then. */
    private static final long SPILLED_BYTES = 2_000;

    /** A random plan may be a bad one: this is enough for nearly all. */
    private static final Duration CHANCE_TIMEOUT = Duration.ofMillis(300);
    /** The time that all queries see, so that it can be compared. */
    public static final Clock CLOCK = Clock.fixed(Instant.parse("2026-01-02T03:04:05.678Z"), ZoneOffset.UTC);

    private final Way way;
    private final Path folder;
    private final Duration timeout;
    private final long seed;

    /**
     * @param folder databases are made in folders of their own in it, and removed when they are closed
     * @param timeout a query that takes longer is a finding
     * @param seed chooses batch sizes, threads and what is loaded when
     */
    public ThetisConfiguration(Way way, Path folder, Duration timeout, long seed) {
        this.way = way;
        this.folder = folder;
        this.timeout = timeout;
        this.seed = seed;
    }

    /** Where databases are best made: in memory, if the system has a folder for it. */
    public static Path parentFolder() {
        return Files.isWritable(SHARED_MEMORY) ? SHARED_MEMORY : Path.of(System.getProperty("java.io.tmpdir"));
    }

    @Override
    public String name() {
        return way.text();
    }

    @Override
    public boolean writes() {
        return way != Way.PAST && way != Way.READER;
    }

    @Override
    public Oracle over(FuzzGraph graph) {
        Path directory = freshDirectory();
        DatabaseOptions options = options();
        return switch (way) {
            case LOADED, PARAMETERS, REWRITTEN -> {
                BulkLoad.write(graph.graph(), directory.resolve("db"), Spread.of(seed));
                Database database = Database.open(directory.resolve("db"), options);
                UnaryOperator<FuzzQuery> rewrite = switch (way) {
                    // What is a type error with a literal is none with a parameter.
                    case PARAMETERS -> query -> query.binds() ? query.withParameters() : query;
                    case REWRITTEN -> Rewrites::of;
                    default -> UnaryOperator.identity();
                };
                yield new ThetisOracle(database.session(), List.of(database), rewrite, () -> remove(directory));
            }
            case DELTA -> {
                Database database = Database.create(directory.resolve("db"), options);
                new StatementLoad(database, seed).whole(graph);
                yield oracle(database.session(), List.of(database), directory);
            }
            case HALF, INDEXED, COMPILED -> {
                Database database = half(graph, directory, options);
                yield oracle(database.session(), List.of(database), directory);
            }
            case VARIED -> {
                // Statements that load are not to be cut short, as queries with a random plan are.
                half(graph, directory, options.withQueryTimeout(timeout).withEngineVariant(EngineVariant.USUAL.text()))
                        .close();
                Database database = Database.open(directory.resolve("db"), options);
                yield new ImpatientOracle(oracle(database.session(), List.of(database), directory));
            }
            case PAST -> past(graph, directory, options);
            case COLD -> cold(graph, directory, options);
            case READER -> {
                Database writer = half(graph, directory, options);
                Database reader = Database.open(directory.resolve("db"), options.asReadOnly());
                yield oracle(reader.session(), List.of(reader, writer), directory);
            }
        };
    }

    private Database half(FuzzGraph graph, Path directory, DatabaseOptions options) {
        return half(graph, Database.create(directory.resolve("db"), options));
    }

    private Database half(FuzzGraph graph, Database database) {
        StatementLoad load = new StatementLoad(database, seed);
        boolean indexFirst = new SplittableRandom(seed).nextBoolean();
        boolean indexed = way == Way.INDEXED || way == Way.VARIED;
        if (indexed && indexFirst) {
            load.indexes(graph);
        }
        load.half(graph);
        if (indexed && !indexFirst) {
            load.indexes(graph);
        }
        return database;
    }

    /** Small pages, of which there is room for few: a bulk load alone, or one of nothing with statements over it. */
    private Oracle cold(FuzzGraph graph, Path directory, DatabaseOptions options) {
        Path files = directory.resolve("db");
        SplittableRandom random = new SplittableRandom(seed);
        boolean isLoaded = random.nextBoolean();
        boolean isIndexed = random.nextBoolean();
        boolean isLong = random.nextBoolean();
        ReferenceGraph loaded = isLoaded ? graph.graph() : new ReferenceGraph();
        BulkLoad.write(loaded, files, new Spread(1 + random.nextInt(COLD_CHUNK_NODES_MOST), false));
        try (Database database = Database.open(files, options)) {
            if (!isLoaded) {
                half(graph, database);
            }
            if (isIndexed) {
                new StatementLoad(database, seed).indexes(graph);
            }
            if (isLong) {
                new Ballast(database, seed).add(graph.graph());
            }
        }
        return new ColdOracle(files, options, seed, () -> remove(directory));
    }

    private Oracle past(FuzzGraph graph, Path directory, DatabaseOptions options) {
        Database database = Database.create(directory.resolve("db"), options);
        StatementLoad load = new StatementLoad(database, seed);
        load.whole(graph);
        long revision = database.revision();
        load.later();
        if (seed % 2 == 0) {
            String use = "USE revision(" + revision + ")\n";
            UnaryOperator<FuzzQuery> inText = query -> query.withRoot(Piece.phrase(Sort.QUERY, use, query.root()));
            return new ThetisOracle(database.session(), List.of(database), inText, () -> remove(directory));
        }
        Session newest = database.session();
        Session past = newest.at(revision);
        newest.close();
        return oracle(past, List.of(database), directory);
    }

    private static Oracle oracle(Session session, List<Database> databases, Path directory) {
        return new ThetisOracle(session, databases, UnaryOperator.identity(), () -> remove(directory));
    }

    private DatabaseOptions options() {
        SplittableRandom random = new SplittableRandom(seed * 31 + way.ordinal());
        int[] batches = {1, 2, 3, 1024, 1024};
        return DatabaseOptions.byDefault()
                .withMemoryBytes(MEMORY_BYTES)
                .withDurability(Durability.OFF)
                .withBatchRows(batches[random.nextInt(batches.length)])
                .withThreadCount(1 + random.nextInt(2))
                .withQueryTimeout(way == Way.VARIED ? CHANCE_TIMEOUT : timeout)
                .withClock(CLOCK)
                .withEngineVariant(variant(random).text());
    }

    private EngineVariant variant(SplittableRandom random) {
        return switch (way) {
            case VARIED -> varied(random);
            case COMPILED -> EngineVariant.USUAL.withCompilation(compilation(random));
            case COLD ->
                random.nextBoolean() ? EngineVariant.USUAL.withCompilation(compilation(random)) : EngineVariant.USUAL;
            default -> EngineVariant.USUAL;
        };
    }

    /** Loops from the first row on, or batch by batch beside the interpreter, in turn or by chance. */
    private static Compilation compilation(SplittableRandom random) {
        return switch (random.nextInt(4)) {
            case 0 -> Compilation.ALWAYS;
            case 1 -> Compilation.switching(1);
            case 2 -> Compilation.switching(2 + random.nextInt(3));
            default -> Compilation.random(random.nextInt(1 << 20));
        };
    }

    /**
     * Plans that nobody would choose, or of texts with other literals, or that spill, or that are run by loops and the
     * interpreter in turn; each batch verified.
     */
    private static EngineVariant varied(SplittableRandom random) {
        EngineVariant variant = EngineVariant.USUAL
                .withPlanSeed(random.nextLong())
                .withVerification(random.nextBoolean() ? Verification.BATCHES : Verification.EXPIRING);
        variant = random.nextBoolean() ? variant.withoutTrustInCounts() : variant;
        variant = random.nextBoolean() ? variant.withExchangesForced() : variant;
        variant = random.nextBoolean() ? variant.withOtherLiterals() : variant;
        // Drawn last: what a seed meant before stays the same.
        variant = switch (random.nextInt(4)) {
            case 0 -> variant.withShareBytesMax(0);
            case 1 -> variant.withShareBytesMax(SPILLED_BYTES);
            default -> variant;
        };
        return random.nextBoolean() ? variant.withCompilation(compilation(random)) : variant;
    }

    private Path freshDirectory() {
        try {
            return Files.createTempDirectory(folder, name() + "-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void remove(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
