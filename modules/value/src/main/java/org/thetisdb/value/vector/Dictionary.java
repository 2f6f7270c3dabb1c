package org.thetisdb.value.vector;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.thetisdb.value.Invariant;

/**
 * The different strings of a column, of which the entries of a {@linkplain Vector#isCoded coded} vector are places: its
 * codes. Two of the strings may be equal.
 *
 * <p>Immutable, so that vectors share it, and whoever meets it again need not look at its strings again. It is on the
 * heap, apart from the pages that it was read from.
 */
public final class Dictionary {
    /** It has at most so many strings for each of the entries that are made codes of it … */
    private static final int STRINGS_FACTOR = 4;

    /** … and so many bytes: beyond, copying string by string costs less. */
    private static final int BYTES_FACTOR = 64;

    private final Object source;
    private final Vector strings;
    private final int longest;

    /** Null until somebody asks for them. */
    private volatile long @Nullable [] hashes;

    /**
     * A dictionary of strings that nobody changes from now on.
     *
     * @param source whose dictionary this is; compared by identity, and kept as long as the dictionary
     * @param strings of kind STRING, none null, not coded themselves
     */
    public Dictionary(Object source, Vector strings) {
        Invariant.check(
                strings.kind() == VectorKind.STRING && !strings.hasNulls() && !strings.isCoded(),
                "a dictionary has plain strings");
        this.source = source;
        this.strings = strings;
        this.longest = longest(strings);
    }

    private static int longest(Vector strings) {
        int longest = 0;
        for (int code = 0; code < strings.count(); code++) {
            longest = Math.max(longest, strings.lengths()[code]);
        }
        return longest;
    }

    /** How many bytes the longest string has; 0 without any. */
    int longest() {
        return longest;
    }

    /**
     * {@return whether a dictionary is so small that entries are better codes of it than strings of their own}
     *
     * @param stringCount how many strings the dictionary has, at least 0
     * @param stringBytes what these take, in bytes
     * @param entryCount how many entries there are, at least 0
     */
    public static boolean isSmall(int stringCount, long stringBytes, int entryCount) {
        return stringCount <= (long) entryCount * STRINGS_FACTOR && stringBytes <= (long) entryCount * BYTES_FACTOR;
    }

    /**
     * {@return whether this is the dictionary of a source}
     *
     * @param other a source; the very same object is meant
     */
    @SuppressWarnings("ReferenceEquality") // The very same object is meant.
    public boolean isOf(Object other) {
        return source == other;
    }

    /** {@return how many strings there are} */
    public int size() {
        return strings.count();
    }

    /** {@return the strings by their codes, in a plain vector of kind STRING without nulls; not to be changed} */
    public Vector strings() {
        return strings;
    }

    /**
     * {@return a hash of each string by its code, made when first asked for; not to be changed}
     *
     * @param hashing makes them of all strings; the same for all who ask
     */
    public long[] hashes(Function<Vector, long[]> hashing) {
        long[] made = hashes;
        if (made == null) {
            made = hashing.apply(strings);
            hashes = made;
        }
        return made;
    }
}
