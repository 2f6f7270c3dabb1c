package org.thetisdb.bench.h2;

import java.util.Arrays;
import java.util.List;

/**
 * The fifteen benchmarks, by the names that the discussion about H2's files gave them. What they do there is not known
 * in detail: all bodies are reconstructions from their names and from what was said about them.
 */
enum Task {
    BULK_INSERT("bulkInsert", false, Data.NONE, setting -> InsertBodies.insert(setting, false)),
    BULK_INSERT_WITH_INDEX("bulkInsertWithIndex", false, Data.NONE, setting -> InsertBodies.insert(setting, true)),
    MIXED("mixed", true, Data.ORDERS, MixedBody::run),
    HIGH_CHURN_COMPACTION(
            "highChurnCompaction",
            false,
            Data.BLOBS,
            setting -> ChurnBodies.compact(setting, ChurnBodies::nothing, ChurnBodies::most, Statement.BLOB_TOTALS)),
    DB_CREATION("benchmarkDBCreation", false, Data.NONE, InsertBodies::create),
    JOIN_CHURN_COMPACTION(
            "joinChurnCompaction",
            false,
            Data.ORDERS,
            setting -> ChurnBodies.compact(setting, ChurnBodies::nothing, ChurnBodies::joined, Statement.ORDER_TOTALS)),
    INDEX_CREATION_AND_COMPACTION(
            "indexCreationAndCompaction",
            false,
            Data.BLOBS,
            setting -> ChurnBodies.compact(setting, ChurnBodies::nothing, ChurnBodies::indexes, Statement.BLOB_TOTALS)),
    COMPOSITE_INDEX_RANGE_SCAN("compositeIndexRangeScan", true, Data.ORDERS, ReadBodies::rangeScans),
    RANDOM_CACHE_MISS_READS("randomCacheMissReads", true, Data.BLOBS, ReadBodies::randomReads) {
        @Override
        long memoryBytes(long allBytes) {
            return Math.max(FEW_BYTES, allBytes / FEW_DIVISOR);
        }
    },
    SECONDARY_INDEX_LOOKUP("secondaryIndexLookup", true, Data.ORDERS, ReadBodies::lookUps),
    COLD_CACHE_SCAN("coldCacheScan", false, Data.BLOBS, ReadBodies::coldScan),
    JOIN_AGGREGATE_GROUP_BY(
            "joinAggregateGroupBy", false, Data.ORDERS, setting -> ReadBodies.query(setting, Statement.REGIONS)),
    JOIN_INDEXED_NESTED_LOOP(
            "joinIndexedNestedLoop",
            false,
            Data.ORDERS,
            setting -> ReadBodies.query(
                    setting, Statement.NESTED_LOOP, 0L, (long) setting.sizes().customers() / 20)),
    JOIN_THREE_WAY("joinThreeWay", false, Data.ORDERS, setting -> ReadBodies.query(setting, Statement.THREE_WAY, 2L)),
    COMPACTION(
            "compaction",
            false,
            Data.BLOBS,
            setting -> ChurnBodies.compact(setting, ChurnBodies::some, ChurnBodies::nothing, Statement.BLOB_TOTALS));

    private static final long FEW_BYTES = 16L << 20;
    private static final int FEW_DIVISOR = 16;

    /** What is timed. */
    private interface Body {
        Shot run(Setting setting) throws Exception;
    }

    private final String label;
    private final boolean isRate;
    private final Data data;

    @SuppressWarnings("ImmutableEnumChecker") // Bodies are methods, without state.
    private final Body body;

    Task(String label, boolean isRate, Data data, Body body) {
        this.label = label;
        this.isRate = isRate;
        this.data = data;
        this.body = body;
    }

    String label() {
        return label;
    }

    /** Whether operations in a second are counted; else milliseconds. */
    boolean isRate() {
        return isRate;
    }

    Data data() {
        return data;
    }

    Shot run(Setting setting) throws Exception {
        return body.run(setting);
    }

    /** Of the memory that there is, how much of it the contenders get. */
    long memoryBytes(long allBytes) {
        return allBytes;
    }

    /** The one of that name. */
    static Task named(String label) {
        return Arrays.stream(values())
                .filter(task -> task.label.equals(label))
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException("no such benchmark: name=" + label + ", known=" + labels()));
    }

    static List<String> labels() {
        return Arrays.stream(values()).map(Task::label).toList();
    }
}
