package org.thetisdb.storage.delta;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * References by a small number, such as a type or a chunk: one array, which is replaced by a larger one when it is too
 * short. Entries are null at first and never change after. For numbers that leave large gaps there is {@link
 * org.thetisdb.storage.arena.HandleTable}.
 * Thread safe, and nobody waits for a reader; loads and stores are volatile.
 */
final class GrowingTable<T> {
    private static final int FIRST_LENGTH = 4;

    /** Takes an entry that is not null. */
    interface Visitor<T> {
        void visit(int number, T entry);
    }

    private volatile AtomicReferenceArray<T> entries = new AtomicReferenceArray<>(FIRST_LENGTH);

    /** The entry, or null. */
    @Nullable
    T get(int number) {
        AtomicReferenceArray<T> known = entries;
        return number < known.length() ? known.get(number) : null;
    }

    /** The entry; made by the supplier if there is none yet. */
    T getOrMake(int number, Supplier<T> supplier) {
        T known = get(number);
        return known != null ? known : make(number, supplier);
    }

    private synchronized T make(int number, Supplier<T> supplier) {
        T known = get(number);
        if (known != null) {
            return known;
        }
        AtomicReferenceArray<T> place = entries;
        if (number >= place.length()) {
            place = new AtomicReferenceArray<>(Math.max(number + 1, place.length() * 2));
            for (int index = 0; index < entries.length(); index++) {
                place.setPlain(index, entries.get(index));
            }
        }
        T made = supplier.get();
        place.set(number, made);
        entries = place;
        return made;
    }

    /** Calls for each entry that is not null, by ascending number. Entries made meanwhile may be missed. */
    void forEach(Visitor<T> visitor) {
        AtomicReferenceArray<T> known = entries;
        for (int number = 0; number < known.length(); number++) {
            T entry = known.get(number);
            if (entry != null) {
                visitor.visit(number, entry);
            }
        }
    }
}
