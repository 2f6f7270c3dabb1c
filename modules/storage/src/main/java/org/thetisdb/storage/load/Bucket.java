package org.thetisdb.storage.load;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.thetisdb.storage.spill.SpillBlock;

/** The entries of one type, side and chunk, in blocks. Filled by several threads, read by one. */
final class Bucket {
    /** A block and its place in an order that does not depend on which thread was faster. */
    private record Place(long major, long minor, SpillBlock block) {}

    final int type;
    final int chunk;
    private final List<Place> blocks = new ArrayList<>();
    private long entryCount;

    Bucket(int type, int chunk) {
        this.type = type;
        this.chunk = chunk;
    }

    synchronized void add(long major, long minor, SpillBlock block, int count) {
        blocks.add(new Place(major, minor, block));
        entryCount += count;
    }

    synchronized long entryCount() {
        return entryCount;
    }

    /** The blocks in order. */
    synchronized List<SpillBlock> blocks() {
        blocks.sort(Comparator.comparingLong(Place::major).thenComparingLong(Place::minor));
        return blocks.stream().map(Place::block).toList();
    }

    synchronized void free() {
        blocks.forEach(place -> place.block().free());
        blocks.clear();
    }
}
