package org.thetisdb.storage.base;

import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import org.thetisdb.storage.column.ColumnSegment;
import org.thetisdb.storage.column.DistinctSketch;
import org.thetisdb.value.vector.Dictionary;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * One dictionary for the strings that several segments of a property have, so that rows from all over the place are
 * codes as those of one segment are:
 *
 * <pre>
 *   segment of chunk 8     0: male    1: female    ──►  0 1     of all:  0: male  1: female
 *   segment of chunk 9     0: female  1: male      ──►  1 0
 * </pre>
 *
 * <p>A segment is joined when so many rows have been read that looking at its strings is little beside them. Whoever
 * knew the dictionary knows it still, unless there are new strings; then it is another one. There is an end to what is
 * joined, so that it stays in the processor's caches.
 *
 * <p>Belongs to one worker.
 */
final class JoinedStrings {
    private static final int STRINGS_MAX = 1 << 12;
    private static final int BYTES_MAX = 1 << 16;

    /** Of the codes of all segments, each segment's own by its own. */
    private static final int CODES_MAX = 1 << 14;

    /** Rows that are read for each string that is looked at. */
    private static final int ROWS_OF_STRING_MIN = 4;

    private static final int[] NONE = {};

    private final Map<ColumnSegment, int[]> codesOfSegments = new IdentityHashMap<>();
    private int codeCount;
    private Vector strings = new Vector();
    private long[] hashes = {};

    /** By place, a code plus 1; 0 for none. Twice as many as there may be strings. */
    private int[] table = NONE;

    private Optional<Dictionary> dictionary = Optional.empty();
    private long rowCount;
    private boolean isFull;

    /** Whether nothing is joined any more, and no codes are given. */
    boolean isFull() {
        return isFull;
    }

    /** Takes note that so many rows are read of all segments. */
    void announce(int rows) {
        rowCount += rows;
    }

    /** The codes that a segment's own stand for; none if it is not joined, or not yet. */
    Optional<int[]> codesOf(ColumnSegment segment) {
        if (isFull) {
            return Optional.empty();
        }
        int[] known = codesOfSegments.get(segment);
        return known != null ? Optional.of(known) : join(segment);
    }

    /** The strings of all segments that were joined. */
    Dictionary dictionary() {
        Dictionary made = dictionary.orElseGet(() -> new Dictionary(new Object(), strings));
        dictionary = Optional.of(made);
        return made;
    }

    private Optional<int[]> join(ColumnSegment segment) {
        int size = segment.codedCount();
        isFull = size == 0 || size > STRINGS_MAX || codeCount + size > CODES_MAX;
        if (isFull || (long) size * ROWS_OF_STRING_MIN > rowCount) {
            return Optional.empty();
        }
        isFull = segment.codedBytes() > BYTES_MAX;
        int[] codes = isFull ? NONE : codes(segment.dictionary().strings());
        if (isFull) {
            return Optional.empty();
        }
        codeCount += size;
        codesOfSegments.put(segment, codes);
        return Optional.of(codes);
    }

    private int[] codes(Vector own) {
        int[] codes = new int[own.count()];
        for (int code = 0; code < codes.length && !isFull; code++) {
            codes[code] = code(own, code);
        }
        return codes;
    }

    private int code(Vector own, int row) {
        if (table.length == 0) {
            table = new int[2 * STRINGS_MAX];
            strings.reset(VectorKind.STRING, 0);
        }
        long hash = DistinctSketch.hash(own.bytes(), own.starts()[row], own.lengths()[row]);
        int place = (int) hash & table.length - 1;
        while (table[place] != 0) {
            int code = table[place] - 1;
            if (hashes[code] == hash && isSame(own, row, code)) {
                return code;
            }
            place = place + 1 & table.length - 1;
        }
        int code = strings.count();
        isFull = code == STRINGS_MAX || strings.stringBytes() + own.lengths()[row] > BYTES_MAX;
        if (!isFull) {
            add(own, row, hash);
            table[place] = code + 1;
        }
        return code;
    }

    private void add(Vector own, int row, long hash) {
        if (dictionary.isPresent()) {
            // Vectors have it, and it never changes.
            Vector more = new Vector();
            more.reset(VectorKind.STRING, 0);
            more.append(strings, strings.count());
            strings = more;
            dictionary = Optional.empty();
        }
        int code = strings.count();
        hashes = code < hashes.length ? hashes : Arrays.copyOf(hashes, Math.max(16, 2 * code));
        hashes[code] = hash;
        strings.append(own, row, 1);
    }

    private boolean isSame(Vector own, int row, int code) {
        int start = own.starts()[row];
        int other = strings.starts()[code];
        return Arrays.equals(
                own.bytes(),
                start,
                start + own.lengths()[row],
                strings.bytes(),
                other,
                other + strings.lengths()[code]);
    }
}
