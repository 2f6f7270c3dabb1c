package org.thetisdb.storage.file;

import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.thetisdb.storage.ZoneMap;

/**
 * A directory of segments that is being drawn up: that of an earlier root, and what differs from it. It is written
 * again only if something does. Not thread safe.
 */
final class DirectoryDraft {
    private final Extent former;
    private final Supplier<SegmentDirectory> formerDirectory;

    /** By chunk; {@link SegmentDirectory.Entry#NONE} where there is no segment any more. */
    private final SortedMap<Integer, SegmentDirectory.Entry> changes = new TreeMap<>();

    /** Whether the directory is written again, even though no segment has changed. */
    private boolean leavesPlace;

    /** An empty directory. */
    DirectoryDraft() {
        this(Extent.NONE, () -> SegmentDirectory.EMPTY);
    }

    /** The directory that lies in {@code former}. */
    DirectoryDraft(Extent former, Supplier<SegmentDirectory> formerDirectory) {
        this.former = former;
        this.formerDirectory = formerDirectory;
    }

    void put(int chunk, Extent extent, ZoneMap zoneMap) {
        changes.put(chunk, new SegmentDirectory.Entry(extent, zoneMap));
    }

    void remove(int chunk) {
        if (formerDirectory.get().has(chunk)) {
            changes.put(chunk, SegmentDirectory.Entry.NONE);
        } else {
            changes.remove(chunk);
        }
    }

    /** Gives the segments that lie in certain files a new place. */
    void move(IntPredicate leaves, UnaryOperator<Extent> move) {
        changes.replaceAll((chunk, entry) ->
                entry.extent().isPresent() && leaves.test(entry.extent().file())
                        ? new SegmentDirectory.Entry(move.apply(entry.extent()), entry.zoneMap())
                        : entry);
        SegmentDirectory directory = formerDirectory.get();
        for (int chunk = directory.firstChunk(); chunk < directory.endChunk(); chunk++) {
            if (isFormer(directory, chunk)
                    && leaves.test(directory.extent(chunk).file())) {
                put(chunk, move.apply(directory.extent(chunk)), directory.zoneMap(chunk));
            }
        }
        leavesPlace |= former.isPresent() && leaves.test(former.file());
    }

    /** Gives all segments, and the directory itself unless it will be written again. */
    void forEachLive(Consumer<Extent> consumer) {
        SegmentDirectory directory = formerDirectory.get();
        for (int chunk = directory.firstChunk(); chunk < directory.endChunk(); chunk++) {
            if (isFormer(directory, chunk)) {
                consumer.accept(directory.extent(chunk));
            }
        }
        for (SegmentDirectory.Entry entry : changes.values()) {
            if (entry.extent().isPresent()) {
                consumer.accept(entry.extent());
            }
        }
        if (!isWrittenAgain() && former.isPresent()) {
            consumer.accept(former);
        }
    }

    /** The values of all segments together, as their zone maps have it. */
    long valueCount() {
        long sum = 0;
        SegmentDirectory directory = formerDirectory.get();
        for (int chunk = directory.firstChunk(); chunk < directory.endChunk(); chunk++) {
            sum += isFormer(directory, chunk) ? directory.valueCount(chunk) : 0;
        }
        for (SegmentDirectory.Entry entry : changes.values()) {
            sum += entry.zoneMap().valueCount();
        }
        return sum;
    }

    /** Whether a segment is there and stays what it was. */
    private boolean isFormer(SegmentDirectory directory, int chunk) {
        return directory.has(chunk) && !changes.containsKey(chunk);
    }

    private boolean isWrittenAgain() {
        return leavesPlace || !changes.isEmpty();
    }

    /** Where the directory lies, after writing it if it changed; empty if it has no segment. */
    Optional<Extent> write(ExtentWriter writer) {
        if (!isWrittenAgain()) {
            return Optional.of(former).filter(Extent::isPresent);
        }
        SegmentDirectory directory = formerDirectory.get();
        boolean any = changes.values().stream().anyMatch(entry -> entry.extent().isPresent());
        for (int chunk = directory.firstChunk(); !any && chunk < directory.endChunk(); chunk++) {
            any = isFormer(directory, chunk);
        }
        return any ? Optional.of(writer.append(SegmentDirectory.encode(directory, changes))) : Optional.empty();
    }
}
