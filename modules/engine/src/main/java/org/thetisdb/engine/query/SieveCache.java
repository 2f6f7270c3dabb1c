package org.thetisdb.engine.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import org.thetisdb.value.Invariant;

/**
 * Values by key, bounded: when there is no room for another one, those that nobody has asked for lately give way.
 *
 * <pre>
 *   newest ─► [k]  [h·]  [g]  [f·]  [e·]  [d]  [b·] ◄─ oldest         · = asked for since the hand was there
 *                         ▲
 *                       hand: passes by what was asked for and takes its mark; the first without one gives way
 * </pre>
 *
 * <p>This is SIEVE (Zhang et al., "SIEVE is Simpler than LRU", NSDI 2024), with weights: entries stay in the order in
 * which they came, and a hit only sets a mark. So a stream of keys that never come again passes through without
 * pushing out those that do, and a read takes no lock. Other than there, a value that weighs more than a quarter of
 * all is not kept.
 *
 * <p>Invariants: an entry is in the map if and only if it is in the list; their weights together are at most the
 * capacity. Thread safe.
 *
 * @param <K> with {@code equals} and {@code hashCode}
 */
final class SieveCache<K, V> {
    private static final int WEIGHT_MAX_DIVISOR = 4;

    private final long capacity;
    private final ToIntFunction<K> weigher;
    private final Consumer<V> dropped;
    private final ConcurrentHashMap<K, Entry<K, V>> entries = new ConcurrentHashMap<>();

    /** Both ends of the list: its {@code newer} is the oldest entry, its {@code older} the newest. */
    private final Entry<K, V> ends;

    private Entry<K, V> hand;
    private long weight;

    private static final class Entry<K, V> {
        private final Optional<K> key;
        private final Optional<V> value;
        private final int weight;
        private Entry<K, V> newer = this;
        private Entry<K, V> older = this;
        private volatile boolean asked;

        Entry(Optional<K> key, Optional<V> value, int weight) {
            this.key = key;
            this.value = value;
            this.weight = weight;
        }
    }

    /**
     * @param capacity the weight of all values together, at most
     * @param weigher gives the weight of a key and its value; at least 1
     * @param dropped is told of each value that gives way, is replaced or is too heavy; without any lock
     */
    SieveCache(long capacity, ToIntFunction<K> weigher, Consumer<V> dropped) {
        this.capacity = capacity;
        this.weigher = weigher;
        this.dropped = dropped;
        this.ends = new Entry<>(Optional.empty(), Optional.empty(), 0);
        this.hand = ends;
    }

    Optional<V> get(K key) {
        Entry<K, V> entry = entries.get(key);
        if (entry == null) {
            return Optional.empty();
        }
        if (!entry.asked) {
            entry.asked = true;
        }
        return entry.value;
    }

    /** Keeps a value if it is not too heavy; a former one of the key is dropped. */
    void put(K key, V value) {
        int added = weigher.applyAsInt(key);
        if (added > Math.max(1, capacity / WEIGHT_MAX_DIVISOR)) {
            dropped.accept(value);
            return;
        }
        List<V> gone = new ArrayList<>(1);
        synchronized (ends) {
            Entry<K, V> former = entries.get(key);
            if (former != null) {
                unlink(former);
                former.value.ifPresent(gone::add);
            }
            while (weight + added > capacity) {
                dropOne().ifPresent(gone::add);
            }
            Entry<K, V> entry = new Entry<>(Optional.of(key), Optional.of(value), added);
            entries.put(key, entry);
            link(entry);
        }
        gone.forEach(dropped);
    }

    /** The hand moves from older to newer entries, and from the newest to the oldest. */
    private Optional<V> dropOne() {
        if (hand == ends) {
            hand = ends.newer;
        }
        while (hand.asked) {
            hand.asked = false;
            hand = hand.newer == ends ? ends.newer : hand.newer;
        }
        Entry<K, V> victim = hand;
        unlink(victim);
        victim.key.ifPresent(entries::remove);
        return victim.value;
    }

    private void link(Entry<K, V> entry) {
        entry.newer = ends;
        entry.older = ends.older;
        ends.older.newer = entry;
        ends.older = entry;
        weight += entry.weight;
    }

    private void unlink(Entry<K, V> entry) {
        if (hand == entry) {
            hand = entry.newer;
        }
        entry.newer.older = entry.older;
        entry.older.newer = entry.newer;
        weight -= entry.weight;
        Invariant.check(weight >= 0, "what is taken out was weighed when it came", "weight", weight);
    }

    /** Drops all. */
    void clear() {
        List<V> gone = new ArrayList<>();
        synchronized (ends) {
            while (ends.newer != ends) {
                Entry<K, V> oldest = ends.newer;
                unlink(oldest);
                oldest.key.ifPresent(entries::remove);
                oldest.value.ifPresent(gone::add);
            }
            hand = ends;
        }
        gone.forEach(dropped);
    }

    /** Does something with each value. */
    void forEach(Consumer<V> work) {
        entries.values().forEach(entry -> entry.value.ifPresent(work));
    }

    /** The weight of all values together. */
    long weight() {
        synchronized (ends) {
            return weight;
        }
    }
}
