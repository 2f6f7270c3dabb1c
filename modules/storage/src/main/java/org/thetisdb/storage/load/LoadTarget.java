package org.thetisdb.storage.load;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.thetisdb.storage.file.ExtentWriter;
import org.thetisdb.storage.file.RootBuilder;
import org.thetisdb.storage.index.IndexBuilder;
import org.thetisdb.storage.spill.SpillPool;
import org.thetisdb.storage.statistics.StatisticsCollector;

/** Where all parts of a load put what they make. Thread safe. */
final class LoadTarget {
    /** An index that was asked for. */
    record WantedIndex(int labelId, int propertyKeyId, boolean unique, IndexBuilder builder) {}

    private final RootBuilder root = new RootBuilder();
    private final ExtentWriter extents;
    private final SpillPool pool;
    private final ReentrantLock largeColumns = new ReentrantLock();
    private final StatisticsCollector statistics = new StatisticsCollector();
    private final AtomicLong propertyCount = new AtomicLong();
    private final AtomicLong relationshipCount = new AtomicLong();
    private final Map<Long, WantedIndex> indexes = new TreeMap<>();
    private final java.util.BitSet labelsWithNodes = new java.util.BitSet();
    private volatile BulkLoader.DuplicateListener duplicateListener = (_, _, _, _, _) -> {};

    LoadTarget(ExtentWriter extents, SpillPool pool) {
        this.extents = extents;
        this.pool = pool;
    }

    RootBuilder root() {
        return root;
    }

    ExtentWriter extents() {
        return extents;
    }

    /** Held by who builds a column that takes much of the memory. */
    ReentrantLock largeColumns() {
        return largeColumns;
    }

    SpillPool pool() {
        return pool;
    }

    StatisticsCollector statistics() {
        return statistics;
    }

    void countProperties(long count) {
        propertyCount.addAndGet(count);
    }

    void countRelationships(long count) {
        relationshipCount.addAndGet(count);
    }

    long propertyCount() {
        return propertyCount.get();
    }

    long relationshipCount() {
        return relationshipCount.get();
    }

    /** Remembers that nodes with these labels come: indexes over them can no longer be asked for. */
    synchronized void nodesCome(int labelSetId) {
        for (int labelId : root.labelSetLabels(labelSetId)) {
            labelsWithNodes.set(labelId);
        }
    }

    synchronized void wantIndex(int labelId, int propertyKeyId, boolean unique) {
        long key = (long) labelId << 32 | propertyKeyId;
        WantedIndex known = indexes.get(key);
        boolean changes = known == null || unique && !known.unique();
        String labelName = root.labelName(labelId);
        String propertyKeyName = root.propertyKeyName(propertyKeyId);
        if (changes && labelsWithNodes.get(labelId)) {
            throw LoadErrors.lateIndex(labelName, propertyKeyName);
        }
        if (changes) {
            IndexBuilder.DuplicateValue duplicate = (value, node, otherNode) -> {
                duplicateListener.duplicate(labelName, propertyKeyName, value, node, otherNode);
                return LoadErrors.duplicateValue(labelName, propertyKeyName, value);
            };
            IndexBuilder builder = new IndexBuilder(pool, unique ? Optional.of(duplicate) : Optional.empty());
            indexes.put(key, new WantedIndex(labelId, propertyKeyId, unique, builder));
        }
    }

    void onDuplicate(BulkLoader.DuplicateListener listener) {
        duplicateListener = listener;
    }

    synchronized List<WantedIndex> indexes() {
        return List.copyOf(indexes.values());
    }

    /** The builders of the indexes over a property of nodes with this label set. */
    synchronized List<IndexBuilder> indexes(int labelSetId, int propertyKeyId) {
        List<IndexBuilder> builders = new ArrayList<>();
        for (int labelId : root.labelSetLabels(labelSetId)) {
            WantedIndex wanted = indexes.get((long) labelId << 32 | propertyKeyId);
            if (wanted != null) {
                builders.add(wanted.builder());
            }
        }
        return builders;
    }

    /** The label set of each chunk, after the last node. */
    int[] labelSetByChunk() {
        int[] labelSets = new int[root.chunkCount()];
        Arrays.setAll(labelSets, root::labelSetOf);
        return labelSets;
    }
}
