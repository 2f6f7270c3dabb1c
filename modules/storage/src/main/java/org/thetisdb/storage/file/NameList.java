package org.thetisdb.storage.file;

import java.util.Arrays;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Names with dense ids, of which more may come: the first ones of a list that only ever grows at its end.
 *
 * <pre>
 *   shared      entries   a b c d e . . .      ids   {a=0, b=1, c=2, d=3, e=4}
 *   one list    count 3   a b c                      of which those below 3 count
 *   a later one count 5   a b c d e
 * </pre>
 *
 * <p>Invariants: an entry below a list's count never changes; so a list is immutable for who reads it, although the
 * next one shares all with it, and a name more costs no copy of those before. Only the newest list of those that share
 * may be added to, by one thread at a time; a list may be read by any, if it was handed over safely. Entries are
 * names, or label sets, which are found by what is in them.
 */
public final class NameList<T> {
    private static final int ENTRIES_MIN = 8;

    private final Function<T, Object> key;
    private final Object[] entries;
    private final int count;
    private final ConcurrentHashMap<Object, Integer> ids;

    private NameList(Function<T, Object> key, Object[] entries, int count, ConcurrentHashMap<Object, Integer> ids) {
        this.key = key;
        this.entries = entries;
        this.count = count;
        this.ids = ids;
    }

    /** An empty list of names. */
    public static NameList<String> ofNames() {
        return new NameList<>(name -> name, new Object[ENTRIES_MIN], 0, new ConcurrentHashMap<>());
    }

    /** An empty list of label sets, each of label ids in ascending order. */
    public static NameList<int[]> ofLabelSets() {
        return new NameList<>(LabelIds::new, new Object[ENTRIES_MIN], 0, new ConcurrentHashMap<>());
    }

    private record LabelIds(int[] ids) {
        @Override
        public boolean equals(Object other) {
            return other instanceof LabelIds that && Arrays.equals(ids, that.ids);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(ids);
        }
    }

    /** The list with one entry more, which gets the next id; of equal ones the first is found. */
    public NameList<T> with(T entry) {
        Object[] room = count < entries.length ? entries : Arrays.copyOf(entries, 2 * count);
        room[count] = entry;
        ids.putIfAbsent(key.apply(entry), count);
        return new NameList<>(key, room, count + 1, ids);
    }

    /** A list of the same entries that can be added to whatever becomes of this one. */
    public NameList<T> copy() {
        NameList<T> copy = new NameList<>(key, new Object[Math.max(ENTRIES_MIN, count)], 0, new ConcurrentHashMap<>());
        for (int id = 0; id < count; id++) {
            copy = copy.with(get(id));
        }
        return copy;
    }

    public int count() {
        return count;
    }

    @SuppressWarnings("unchecked") // Only with() puts entries in.
    public T get(int id) {
        if (id < 0 || id >= count) {
            throw new IndexOutOfBoundsException("id=" + id + ", count=" + count);
        }
        return (T) entries[id];
    }

    public OptionalInt id(T entry) {
        Integer id = ids.get(key.apply(entry));
        return id == null || id >= count ? OptionalInt.empty() : OptionalInt.of(id);
    }
}
