package org.thetisdb.storage.delta;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An array of references that grows, in pages that are made when first written to: a chunk of which a few rows were
 * dirty costs a few pages. Entries are null at first. Thread safe, and nobody waits for a reader.
 */
final class Slots<T> {
    private static final int PAGE_BITS = 8;
    private static final int PAGE_SLOTS = 1 << PAGE_BITS;

    /** Takes an entry that is not null. */
    interface Visitor<T> {
        void visit(int slot, T value);
    }

    private volatile AtomicReferenceArray<AtomicReferenceArray<T>> pages = new AtomicReferenceArray<>(1);

    /** The entry, or null. */
    @Nullable
    T get(int slot) {
        AtomicReferenceArray<AtomicReferenceArray<T>> known = pages;
        int page = slot >>> PAGE_BITS;
        if (page >= known.length()) {
            return null;
        }
        AtomicReferenceArray<T> entries = known.get(page);
        return entries == null ? null : entries.get(slot & PAGE_SLOTS - 1);
    }

    boolean compareAndSet(int slot, @Nullable T expected, @Nullable T value) {
        return page(slot >>> PAGE_BITS).compareAndSet(slot & PAGE_SLOTS - 1, expected, value);
    }

    /** The entry; made by the supplier if there is none yet. Of several made at the same time, one stays. */
    T getOrMake(int slot, Supplier<T> supplier) {
        T known = get(slot);
        if (known != null) {
            return known;
        }
        T made = supplier.get();
        T present = page(slot >>> PAGE_BITS).compareAndExchange(slot & PAGE_SLOTS - 1, null, made);
        return present == null ? made : present;
    }

    private AtomicReferenceArray<T> page(int page) {
        AtomicReferenceArray<AtomicReferenceArray<T>> known = pages;
        if (page < known.length()) {
            AtomicReferenceArray<T> entries = known.get(page);
            if (entries != null) {
                return entries;
            }
        }
        return makePage(page);
    }

    private synchronized AtomicReferenceArray<T> makePage(int page) {
        AtomicReferenceArray<AtomicReferenceArray<T>> known = pages;
        if (page >= known.length()) {
            AtomicReferenceArray<AtomicReferenceArray<T>> larger =
                    new AtomicReferenceArray<>(Math.max(page + 1, known.length() * 2));
            for (int index = 0; index < known.length(); index++) {
                larger.setPlain(index, known.get(index));
            }
            known = larger;
            pages = larger;
        }
        if (known.get(page) == null) {
            known.set(page, new AtomicReferenceArray<>(PAGE_SLOTS));
        }
        return known.get(page);
    }

    /** Calls for each entry that is not null, by ascending slot. Entries made meanwhile may be missed. */
    void forEach(Visitor<T> visitor) {
        AtomicReferenceArray<AtomicReferenceArray<T>> known = pages;
        for (int page = 0; page < known.length(); page++) {
            AtomicReferenceArray<T> entries = known.get(page);
            for (int index = 0; entries != null && index < PAGE_SLOTS; index++) {
                T value = entries.get(index);
                if (value != null) {
                    visitor.visit(page << PAGE_BITS | index, value);
                }
            }
        }
    }
}
