package org.thetisdb.storage.index;

import java.util.List;
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
    private IndexEntries least;

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
        least = null;
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
        return least;
    }

    /** The least key of the sources that the entry is not from; null if they are at their ends. */
    @SuppressWarnings("ReferenceEquality") // The very same object is meant.
    SortKey otherKey() {
        SortKey other = null;
        for (int index = 0; index < sourceCount; index++) {
            SortKey key = sources[index].key();
            if (sources[index] != least && (other == null || key.compareTo(other) < 0)) {
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
     * @return where the run's root lies
     */
    public static Extent write(
            List<IndexEntries> sources, boolean withOldest, long entryCountMax, ExtentWriter extents) {
        IndexMerger merged = new IndexMerger(sources, withOldest);
        IndexWriter writer = new IndexWriter(extents, withOldest ? 0 : Math.max(1, entryCountMax));
        while (merged.advance()) {
            Invariant.check(
                    !withOldest || !merged.isTombstone(),
                    "an index's oldest run has no tombstone",
                    "node",
                    merged.node());
            writer.add(merged.key(), merged.node(), merged.isTombstone());
        }
        return writer.finish();
    }

    @Override
    public boolean advance() {
        do {
            if (!advancePair()) {
                return false;
            }
        } while (dropTombstones && least.isTombstone());
        return true;
    }

    private boolean advancePair() {
        if (least != null) {
            skipPair();
        }
        least = null;
        for (int index = 0; index < sourceCount; index++) {
            IndexEntries source = sources[index];
            if (least == null || compare(source, least) < 0) {
                least = source;
            }
        }
        return least != null;
    }

    /** Leaves the pair that was given, in the source it is from and in the older ones that have it too. */
    @SuppressWarnings("ReferenceEquality") // The very same object is meant.
    private void skipPair() {
        int kept = 0;
        boolean older = false;
        // The source of the pair comes first, and its key must stand until the others are compared with it.
        int leastAt = -1;
        for (int index = 0; index < sourceCount; index++) {
            IndexEntries source = sources[index];
            boolean more = true;
            if (source == least) {
                leastAt = kept;
                older = true;
            } else if (older && compare(source, least) == 0) {
                more = source.advance();
            }
            if (more) {
                sources[kept++] = source;
            }
        }
        sourceCount = kept;
        if (!least.advance()) {
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
        return least.key();
    }

    @Override
    public long node() {
        return least.node();
    }

    @Override
    public boolean isTombstone() {
        return least.isTombstone();
    }
}
