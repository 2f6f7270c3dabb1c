package org.thetisdb.query;

import java.util.List;
import java.util.stream.Stream;
import org.thetisdb.engine.Compilation;
import org.thetisdb.engine.EngineOptions;
import org.thetisdb.engine.EngineVariant;
import org.thetisdb.engine.EngineVariant.Verification;
import org.thetisdb.engine.RunOptions;
import org.thetisdb.io.memory.MemoryBudget;
import org.thetisdb.storage.options.Durability;
import org.thetisdb.storage.options.StoreOptions;

/**
 * A way to run queries that must not change their answers.
 *
 * @param batchRows rows in a batch
 * @param threadCount workers of a query
 * @param cacheBytes the page cache's budget
 * @param engine the I/O engine
 * @param reopen whether the database is closed and opened again before each query
 * @param mixed whether queries see a {@link MixedSnapshot}
 * @param queryBytes what a query may keep; 0 for no limit. A query that needs more may say so, and is run again without
 * @param place how the graph got where it is
 * @param variant how queries are planned, run and verified
 */
record TestConfiguration(
        String name,
        int batchRows,
        int threadCount,
        long cacheBytes,
        String engine,
        boolean reopen,
        boolean mixed,
        long queryBytes,
        GraphPlace place,
        EngineVariant variant) {
    private static final long CACHE_BYTES = 16 << 20;
    private static final String AUTO = "auto";
    private static final int SHARES_PER_SCENARIO = 2;

    /** All batches are verified in all configurations: it is what tests are for. */
    private static final EngineVariant VERIFIED = EngineVariant.USUAL.withVerification(Verification.BATCHES);

    /** A database that is opened once, as it is, with a bulk-loaded graph. */
    TestConfiguration(String name, int batchRows, int threadCount, long cacheBytes, String engine, boolean reopen) {
        this(name, batchRows, threadCount, cacheBytes, engine, reopen, false, 0, GraphPlace.BASE, VERIFIED);
    }

    /** Large batches, one thread, enough memory. */
    private TestConfiguration(String name) {
        this(name, RunOptions.DEFAULT_BATCH_ROWS, 1, CACHE_BYTES, AUTO, false);
    }

    static final TestConfiguration DEFAULT = new TestConfiguration("default");
    static final TestConfiguration ONE_ROW =
            new TestConfiguration("batches of one row", 1, 1, CACHE_BYTES, AUTO, false);
    private static final TestConfiguration TWO_THREADS =
            new TestConfiguration("batches of three rows, two threads", 3, 2, CACHE_BYTES, AUTO, false);
    static final TestConfiguration MIXED =
            new TestConfiguration("mixed chunks").withBatches(3, 2).seeing(true, GraphPlace.BASE);

    /** Those that all feature files always run under; batches of three rows and two threads are in the last. */
    static final List<TestConfiguration> USUAL = List.of(DEFAULT, ONE_ROW, MIXED);

    private static final TestConfiguration TINY_CACHE =
            new TestConfiguration("tiny page cache").withCacheBytes(MemoryBudget.BYTES_MIN);
    private static final TestConfiguration FILE_CHANNEL = new TestConfiguration(
            "FileChannel engine", RunOptions.DEFAULT_BATCH_ROWS, 1, CACHE_BYTES, "filechannel", false);
    private static final TestConfiguration REOPENED =
            new TestConfiguration("reopened each time", RunOptions.DEFAULT_BATCH_ROWS, 1, CACHE_BYTES, AUTO, true);
    private static final TestConfiguration TINY_MEMORY = new TestConfiguration("tiny query memory").withQueryBytes(1);
    private static final TestConfiguration NO_TRUST =
            new TestConfiguration("no trust in counts").planned(VERIFIED.withoutTrustInCounts());
    private static final TestConfiguration EXCHANGES =
            new TestConfiguration("forced exchanges").withBatches(3, 2).planned(VERIFIED.withExchangesForced());
    private static final TestConfiguration CHAINS = new TestConfiguration("another chain of stages for each morsel")
            .withBatches(3, 2)
            .planned(VERIFIED.withExchangesForced().withChainMorsels(1));
    private static final TestConfiguration EXPIRING = new TestConfiguration("expiring batches")
            .withBatches(3, 1)
            .planned(VERIFIED.withVerification(Verification.EXPIRING));
    private static final TestConfiguration OTHER_LITERALS =
            new TestConfiguration("plans of texts with other literals").planned(VERIFIED.withOtherLiterals());
    private static final TestConfiguration SPILLED =
            new TestConfiguration("everything spilled").withBatches(3, 2).planned(VERIFIED.withShareBytesMax(0));
    private static final TestConfiguration COMPILED =
            new TestConfiguration("compiled from the first row").planned(VERIFIED.withCompilation(Compilation.ALWAYS));
    private static final TestConfiguration COMPILED_PARTS = new TestConfiguration("compiled, batches of three rows")
            .withBatches(3, 2)
            .planned(VERIFIED.withCompilation(Compilation.ALWAYS).withVerification(Verification.EXPIRING));
    private static final TestConfiguration INTERPRETED =
            new TestConfiguration("never compiled").planned(VERIFIED.withCompilation(Compilation.NEVER));
    private static final TestConfiguration SWITCHING = new TestConfiguration("another mode for each batch")
            .withBatches(2, 2)
            .planned(VERIFIED.withCompilation(Compilation.switching(1)).withExchangesForced());
    private static final TestConfiguration SWITCHING_LATER = new TestConfiguration("another mode after two batches")
            .withBatches(1, 1)
            .planned(VERIFIED.withCompilation(Compilation.switching(2)));
    private static final TestConfiguration RANDOM_MODES = new TestConfiguration("a random mode for each batch")
            .withBatches(2, 2)
            .planned(VERIFIED.withCompilation(Compilation.random(5)).withChainMorsels(1));
    private static final TestConfiguration DELTA =
            new TestConfiguration("graph in the delta").seeing(false, GraphPlace.DELTA);
    private static final TestConfiguration HALF =
            new TestConfiguration("half base, half delta").seeing(false, GraphPlace.HALF);
    private static final TestConfiguration OLDER =
            new TestConfiguration("as of an older revision").seeing(false, GraphPlace.OLDER);
    private static final TestConfiguration OLDER_ERA =
            new TestConfiguration("as of a revision before a checkpoint").seeing(false, GraphPlace.OLDER_ERA);
    private static final TestConfiguration FOLLOWED =
            new TestConfiguration("through a follower").seeing(false, GraphPlace.FOLLOWED);
    private static final TestConfiguration REPLAYED = new TestConfiguration(
                    "half base, half delta, reopened each time", 3, 2, CACHE_BYTES, AUTO, true)
            .seeing(false, GraphPlace.HALF);
    private static final TestConfiguration ALL_AT_ONCE = new TestConfiguration("all at once")
            .withBatches(3, 2)
            .withCacheBytes(MemoryBudget.BYTES_MIN)
            .seeing(false, GraphPlace.HALF)
            .planned(VERIFIED.withoutTrustInCounts()
                    .withExchangesForced()
                    .withPlanSeed(7)
                    .withOtherLiterals()
                    .withCompilation(Compilation.random(7))
                    .withVerification(Verification.EXPIRING));

    static final List<TestConfiguration> ALL = Stream.of(
                    USUAL,
                    List.of(
                            TWO_THREADS,
                            TINY_CACHE,
                            FILE_CHANNEL,
                            REOPENED,
                            TINY_MEMORY,
                            NO_TRUST,
                            EXCHANGES,
                            CHAINS,
                            EXPIRING,
                            OTHER_LITERALS,
                            SPILLED,
                            COMPILED,
                            COMPILED_PARTS,
                            INTERPRETED,
                            SWITCHING,
                            SWITCHING_LATER,
                            RANDOM_MODES),
                    randomPlans(1, 3),
                    List.of(DELTA, HALF, OLDER, OLDER_ERA, FOLLOWED, REPLAYED, ALL_AT_ONCE))
            .flatMap(List::stream)
            .toList();

    /** Configurations in which each query has a random plan, by seeds from the first to the last. */
    static List<TestConfiguration> randomPlans(int firstSeed, int lastSeed) {
        return Stream.iterate(firstSeed, seed -> seed + 1)
                .limit(lastSeed - firstSeed + 1L)
                .map(seed -> new TestConfiguration("random plans " + seed).planned(VERIFIED.withPlanSeed(seed)))
                .toList();
    }

    TestConfiguration withCacheBytes(long bytes) {
        return new TestConfiguration(
                name, batchRows, threadCount, bytes, engine, reopen, mixed, queryBytes, place, variant);
    }

    TestConfiguration withBatches(int rows, int threads) {
        return new TestConfiguration(
                name, rows, threads, cacheBytes, engine, reopen, mixed, queryBytes, place, variant);
    }

    TestConfiguration withQueryBytes(long bytes) {
        return new TestConfiguration(
                name, batchRows, threadCount, cacheBytes, engine, reopen, mixed, bytes, place, variant);
    }

    private TestConfiguration seeing(boolean mixedOnly, GraphPlace other) {
        return new TestConfiguration(
                name, batchRows, threadCount, cacheBytes, engine, reopen, mixedOnly, queryBytes, other, variant);
    }

    private TestConfiguration planned(EngineVariant other) {
        return new TestConfiguration(
                name, batchRows, threadCount, cacheBytes, engine, reopen, mixed, queryBytes, place, other);
    }

    /** Whether writing scenarios are committed here, each on a database of its own. */
    boolean commits() {
        return this.equals(DEFAULT) || place.isWritable() && place != GraphPlace.BASE && !reopen;
    }

    /** Whether nothing can be written here. */
    boolean readsOnly() {
        return mixed || !place.isWritable();
    }

    /** Commits are not synced: no test of queries crashes. */
    StoreOptions storeOptions() {
        return StoreOptions.byDefault()
                .withMemory(MemoryBudget.ofBytes(cacheBytes))
                .withEngine(engine)
                .withDurability(Durability.OFF);
    }

    EngineOptions engineOptions(int planCacheEntries) {
        return new EngineOptions(threadCount, planCacheEntries).withVariant(variant);
    }

    /**
     * Whether a scenario belongs to the share of a configuration in a bounded run, where each scenario runs under
     * {@link #SHARES_PER_SCENARIO} of them.
     *
     * @param key identifies a scenario
     * @param place the configuration's among those that share the scenarios out
     * @param count how many share them out
     * @param shift gives every configuration another share
     */
    static boolean isInShare(String key, int place, int count, int shift) {
        return Math.floorMod(key.hashCode() + shift + place, count) < SHARES_PER_SCENARIO;
    }
}
