package org.thetisdb.engine.semantics;

import java.util.Arrays;
import java.util.List;
import org.thetisdb.engine.hash.TagDirectory;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Answers {@code value IN list} for some values by going through the list once for all of them: what {@link ListIndex}
 * does in less time, where there is no memory for it. Takes memory in proportion to the values, not to the list.
 *
 * <p>Used by one thread.
 */
public final class ListPass {
    private final List<?> list;
    private final VectorKind kind;
    private final int ifAbsent;

    /** For each row the first one with an equal value. */
    private int[] firsts = {};

    private boolean[] found = {};
    private int firstCount;

    /**
     * @param list its elements are of one kind that is compared by itself, as those of each list that {@link
     *     ListIndex} has no room for
     */
    public ListPass(List<?> list) {
        this.list = list;
        this.kind = ListIndex.kindOfElements(list);
        this.ifAbsent = ListIndex.ifAbsent(list);
    }

    /**
     * Writes the answers for the rows from {@code from} to before {@code end}.
     *
     * @param betweenRuns called between two runs of the list; may throw
     */
    public void answer(Vector values, int from, int end, Runnable betweenRuns, Vector result) {
        if (values.kind() == kind) {
            pass(values, from, end, betweenRuns);
        }
        for (int row = from; row < end; row++) {
            int answer;
            if (values.isNull(row)) {
                answer = ValueSemantics.UNKNOWN;
            } else if (values.kind() == kind) {
                answer = found[firsts[row]] ? ValueSemantics.TRUE : ifAbsent;
            } else {
                betweenRuns.run();
                answer = ListIndex.scan(list, values.valueAt(row));
            }
            Vectors.setTruth(result, row, answer);
        }
    }

    private void pass(Vector values, int from, int end, Runnable betweenRuns) {
        if (firsts.length < end) {
            firsts = new int[end];
            found = new boolean[end];
        }
        Arrays.fill(found, false);
        TagDirectory directory = enter(values, from, end);
        int foundCount = 0;
        for (Vector run : ElementRuns.of(list, kind)) {
            betweenRuns.run();
            foundCount += find(directory, values, run);
            if (foundCount == firstCount) {
                return;
            }
        }
    }

    private TagDirectory enter(Vector values, int from, int end) {
        TagDirectory directory = new TagDirectory(end - from);
        firstCount = 0;
        for (int row = from; row < end; row++) {
            if (values.isNull(row)) {
                continue;
            }
            long hash = ValueSemantics.hash(values, row);
            int place = placeOf(directory, hash, values, values, row);
            if (TagDirectory.isEmpty(directory.word(place))) {
                directory.put(place, hash, row);
                firstCount++;
            }
            firsts[row] = TagDirectory.entry(directory.word(place));
        }
        return directory;
    }

    /** How many values are met for the first time. */
    private int find(TagDirectory directory, Vector values, Vector run) {
        int count = 0;
        for (int element = 0; element < run.count(); element++) {
            int place = placeOf(directory, ValueSemantics.hash(run, element), values, run, element);
            int row = TagDirectory.entry(directory.word(place));
            if (row != TagDirectory.NONE && !found[row]) {
                found[row] = true;
                count++;
            }
        }
        return count;
    }

    /** The place of the value that equals an entry of some vector, or the empty one where it would be. */
    private static int placeOf(TagDirectory directory, long hash, Vector values, Vector vector, int entry) {
        int place = directory.place(hash);
        long word = directory.word(place);
        while (!TagDirectory.isEmpty(word)) {
            if (TagDirectory.isTagged(word, hash)
                    && ValueSemantics.equal(values, TagDirectory.entry(word), vector, entry) == ValueSemantics.TRUE) {
                return place;
            }
            place = directory.after(place);
            word = directory.word(place);
        }
        return place;
    }
}
