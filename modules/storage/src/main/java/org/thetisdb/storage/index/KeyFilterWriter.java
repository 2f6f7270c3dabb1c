package org.thetisdb.storage.index;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import org.thetisdb.storage.spill.TemporarySpace;

/**
 * Makes the filter of a run's keys ({@link KeyFilterLayout}), which are added in any order. One that fits into memory
 * is filled at once, a larger one in partitions. Not thread safe.
 */
public final class KeyFilterWriter implements AutoCloseable {
    private static final long IN_MEMORY_BYTES_MAX = 8 << 20;

    /**
     * Where filters are made.
     *
     * @param bytes the largest filter that is held in memory, if it is not larger than 8 MiB
     * @param space takes the parts of larger ones
     */
    public record Room(long bytes, TemporarySpace space) {}

    private final Arena arena = Arena.ofConfined();
    private final Optional<KeyFilterPartitions> partitions;

    /** The filter, if it is not made in partitions. */
    private final MemorySegment words;

    private boolean isEmpty = true;
    private long lastHash;

    /** @param keyCount how many keys the filter is made for */
    public KeyFilterWriter(long keyCount, Room room) {
        int wordCount = KeyFilterLayout.wordCount(keyCount);
        long bytes = KeyFilterLayout.bytes(keyCount);
        if (bytes <= Math.min(IN_MEMORY_BYTES_MAX, room.bytes())) {
            this.partitions = Optional.empty();
            this.words = arena.allocate(bytes, Long.BYTES);
        } else {
            this.partitions = Optional.of(new KeyFilterPartitions(wordCount, room.space()));
            this.words = MemorySegment.NULL;
        }
    }

    /** @param hash {@link SortKey#hash64} of a key */
    void add(long hash) {
        // Entries of a run come in the order of their keys, so most that have been added before come again at once.
        if (!isEmpty && hash == lastHash) {
            return;
        }
        isEmpty = false;
        lastHash = hash;
        if (partitions.isPresent()) {
            partitions.get().add(hash);
        } else {
            KeyFilterLayout.add(words, hash);
        }
    }

    /** The filter of what was added; as long as this is not closed. Nothing may be added afterwards. */
    MemorySegment finish() {
        return partitions.isPresent() ? partitions.get().finish(arena) : words;
    }

    @Override
    public void close() {
        arena.close();
        partitions.ifPresent(KeyFilterPartitions::close);
    }
}
