package org.thetisdb.storage.file;

import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.ZoneMap;

/**
 * A directory of segments that is being drawn up. It begins as that of an earlier root and is written again only if
 * something in it changes. Not thread safe.
 */
final class DirectoryDraft {
    private final Extent former;
    private final Supplier<SegmentDirectory> formerDirectory;
    /** Null as long as nothing was put or removed. */
    private @Nullable SortedMap<Integer, SegmentDirectory.Entry> entries;

    /** An empty directory. */
    DirectoryDraft() {
        this(Extent.NONE, () -> SegmentDirectory.EMPTY);
    }

    /** The directory that lies in {@code former}. */
    DirectoryDraft(Extent former, Supplier<SegmentDirectory> formerDirectory) {
        this.former = former;
        this.formerDirectory = formerDirectory;
    }

    private SortedMap<Integer, SegmentDirectory.Entry> entries() {
        SortedMap<Integer, SegmentDirectory.Entry> known = entries;
        if (known == null) {
            known = new TreeMap<>();
            SegmentDirectory directory = formerDirectory.get();
            for (int chunk = directory.firstChunk(); chunk < directory.endChunk(); chunk++) {
                if (directory.has(chunk)) {
                    known.put(chunk, new SegmentDirectory.Entry(directory.extent(chunk), directory.zoneMap(chunk)));
                }
            }
            entries = known;
        }
        return known;
    }

    void put(int chunk, Extent extent, ZoneMap zoneMap) {
        entries().put(chunk, new SegmentDirectory.Entry(extent, zoneMap));
    }

    void remove(int chunk) {
        boolean present = entries == null ? formerDirectory.get().has(chunk) : entries.containsKey(chunk);
        if (present) {
            entries().remove(chunk);
        }
    }

    /** Gives the segments that lie in certain files a new place. */
    void move(IntPredicate leaves, java.util.function.UnaryOperator<Extent> move) {
        boolean[] any = new boolean[1];
        forEachSegment(extent -> any[0] |= leaves.test(extent.file()));
        if (any[0] || former.isPresent() && leaves.test(former.file())) {
            entries()
                    .replaceAll((chunk, entry) -> leaves.test(entry.extent().file())
                            ? new SegmentDirectory.Entry(move.apply(entry.extent()), entry.zoneMap())
                            : entry);
        }
    }

    /** Gives all segments, and the directory itself unless it will be written again. */
    void forEachLive(Consumer<Extent> consumer) {
        forEachSegment(consumer);
        if (entries == null && former.isPresent()) {
            consumer.accept(former);
        }
    }

    /** The values of all segments together, as their zone maps have it. */
    long valueCount() {
        long sum = 0;
        if (entries != null) {
            for (SegmentDirectory.Entry entry : entries.values()) {
                sum += entry.zoneMap().valueCount();
            }
            return sum;
        }
        SegmentDirectory directory = formerDirectory.get();
        for (int chunk = directory.firstChunk(); chunk < directory.endChunk(); chunk++) {
            sum += directory.valueCount(chunk);
        }
        return sum;
    }

    private void forEachSegment(Consumer<Extent> consumer) {
        if (entries != null) {
            entries.values().forEach(entry -> consumer.accept(entry.extent()));
            return;
        }
        SegmentDirectory directory = formerDirectory.get();
        for (int chunk = directory.firstChunk(); chunk < directory.endChunk(); chunk++) {
            if (directory.has(chunk)) {
                consumer.accept(directory.extent(chunk));
            }
        }
    }

    /** Where the directory lies, after writing it if it changed; empty if it has no segment. */
    Optional<Extent> write(ExtentWriter writer) {
        if (entries == null) {
            return Optional.of(former).filter(Extent::isPresent);
        }
        return entries.isEmpty() ? Optional.empty() : Optional.of(writer.append(SegmentDirectory.encode(entries)));
    }
}
