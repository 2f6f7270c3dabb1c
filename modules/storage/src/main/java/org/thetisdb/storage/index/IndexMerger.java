package org.thetisdb.storage.index;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.file.Extent;
import org.thetisdb.storage.file.ExtentWriter;
import org.thetisdb.value.Invariant;

/**
 * One walk over several sources of entries, newest first: of a pair (key, node) that several have, the newest word
 * counts and the others are left out. Tombstones are given or left out as asked.
 *
 * <p>There are few sources, so the least entry is searched among them one by one, where many would ask for a tree of
 * losers (D. Knuth: The Art of Computer Programming, volume 3, 5.4.1). Belongs to one thread.
 */
public final class IndexMerger implements IndexEntries {
    private final IndexEntries[] sources;
    private final boolean dropTombstones;
    private int sourceCount;
    /** Which of the sources the entry is from; -1 before the first entry and after the last. */
    private int leastAt = -1;

    /** @param sources newest first, each before its first entry */
    public IndexMerger(List<IndexEntries> sources, boolean dropTombstones) {
        this(sources.size(), dropTombstones);
        sources.forEach(this::add);
    }

    IndexMerger(int sourceCountMax, boolean dropTombstones) {
        this.sources = new IndexEntries[sourceCountMax];
        this.dropTombstones = dropTombstones;
    }

    /** Starts again without sources. */
    void clear() {
        sourceCount = 0;
        leastAt = -1;
    }

    /** Adds a source that is older than those before; returns whether it has entries. */
    boolean add(IndexEntries source) {
        boolean hasEntries = source.advance();
        if (hasEntries) {
            sources[sourceCount++] = source;
        }
        return hasEntries;
    }

    /** The source of the entry. */
    IndexEntries source() {
        return sources[leastAt];
    }

    /** The least key of the sources that the entry is not from; null if they are at their ends. */
    @Nullable
    SortKey otherKey() {
        SortKey other = null;
        for (int index = 0; index < sourceCount; index++) {
            SortKey key = sources[index].key();
            if (index != leastAt && (other == null || key.compareTo(other) < 0)) {
                other = key;
            }
        }
        return other;
    }

    /**
     * Writes the sources as one run.
     *
     * @param sources newest first
     * @param withOldest whether the index has no older run than these, so that tombstones have nothing left to say
     * @param entryCountMax at least as many entries as the sources have
     * @param filterRoom where a filter of the keys is made
     * @return where the run's root lies
     */
    public static Extent write(
            List<IndexEntries> sources,
            boolean withOldest,
            long entryCountMax,
            ExtentWriter extents,
            KeyFilterWriter.Room filterRoom) {
        IndexMerger merged = new IndexMerger(sources, withOldest);
        if (withOldest) {
            return merged.writeTo(new IndexWriter(extents));
        }
        try (KeyFilterWriter filter = new KeyFilterWriter(entryCountMax, filterRoom)) {
            return merged.writeTo(new IndexWriter(extents, Optional.of(filter)));
        }
    }

    private Extent writeTo(IndexWriter writer) {
        while (advance()) {
            Invariant.check(
                    !dropTombstones || !isTombstone(), "an index's oldest run has no tombstone", "node", node());
            writer.add(key(), node(), isTombstone());
        }
        return writer.finish();
    }

    @Override
    public boolean advance() {
        do {
            if (!advancePair()) {
                return false;
            }
        } while (dropTombstones && isTombstone());
        return true;
    }

    private boolean advancePair() {
        if (leastAt >= 0) {
            skipPair();
        }
        leastAt = sourceCount > 0 ? 0 : -1;
        for (int index = 1; index < sourceCount; index++) {
            if (compare(sources[index], sources[leastAt]) < 0) {
                leastAt = index;
            }
        }
        return leastAt >= 0;
    }

    /** Leaves the pair that was given, in the source it is from and in the older ones that have it too. */
    private void skipPair() {
        IndexEntries given = sources[leastAt];
        int kept = leastAt + 1;
        // The source of the pair comes last, as its key must stay until the others are compared with it.
        for (int index = kept; index < sourceCount; index++) {
            IndexEntries source = sources[index];
            if (compare(source, given) != 0 || source.advance()) {
                sources[kept++] = source;
            }
        }
        sourceCount = kept;
        if (!given.advance()) {
            System.arraycopy(sources, leastAt + 1, sources, leastAt, sourceCount - leastAt - 1);
            sourceCount--;
        }
    }

    private static int compare(IndexEntries left, IndexEntries right) {
        int byKey = left.key().compareTo(right.key());
        return byKey != 0 ? byKey : Long.compare(left.node(), right.node());
    }

    @Override
    public SortKey key() {
        return source().key();
    }

    @Override
    public long node() {
        return source().node();
    }

    @Override
    public boolean isTombstone() {
        return source().isTombstone();
    }
}
