package org.thetisdb.storage.change;

import java.util.BitSet;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.PrimitiveIterator;
import java.util.TreeMap;
import java.util.function.LongConsumer;

/**
 * A set of nodes, or of relationships, that may be many: a bit for each id up to the last of a block. 32,768 nodes of a
 * chunk take 4 KiB, where a set of boxed numbers takes 2 MiB; one takes 4 KiB at most.
 *
 * <p>Not thread safe.
 */
public final class IdSet {
    private static final int BLOCK_BITS = 15;

    private static final int IN_BLOCK = (1 << BLOCK_BITS) - 1;

    private final Map<Long, BitSet> blocks = new TreeMap<>();

    /** Adds an id, not negative. */
    public void add(long id) {
        blocks.computeIfAbsent(id >>> BLOCK_BITS, _ -> new BitSet()).set((int) id & IN_BLOCK);
    }

    public boolean contains(long id) {
        BitSet bits = blocks.get(id >>> BLOCK_BITS);
        return bits != null && bits.get((int) id & IN_BLOCK);
    }

    public boolean isEmpty() {
        return blocks.isEmpty();
    }

    /** Calls for each id, ascending. */
    public void forEach(LongConsumer consumer) {
        iterator().forEachRemaining(consumer);
    }

    /** The ids, ascending; nothing may be added meanwhile. */
    public PrimitiveIterator.OfLong iterator() {
        return new Ids(blocks.entrySet().iterator());
    }

    private static final class Ids implements PrimitiveIterator.OfLong {
        private final Iterator<Map.Entry<Long, BitSet>> blocks;
        private BitSet bits = new BitSet();
        private long first;
        private int bit = -1;

        Ids(Iterator<Map.Entry<Long, BitSet>> blocks) {
            this.blocks = blocks;
        }

        @Override
        public boolean hasNext() {
            while (bit < 0 && blocks.hasNext()) {
                Map.Entry<Long, BitSet> block = blocks.next();
                first = block.getKey() << BLOCK_BITS;
                bits = block.getValue();
                bit = bits.nextSetBit(0);
            }
            return bit >= 0;
        }

        @Override
        public long nextLong() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            long id = first + bit;
            bit = bits.nextSetBit(bit + 1);
            return id;
        }
    }
}
