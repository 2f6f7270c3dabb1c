package org.thetisdb.entity;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.GraphReader;

/**
 * The labels of nodes as lists of names, one list per label set, shared by all nodes. Thread safe: a list that two
 * threads make at once is made twice, and one that is lost by growing is made again.
 */
final class LabelLists {
    private volatile List<?>[] lists = new List<?>[0];

    /** The names of a label set's labels; none if there is no node. */
    List<String> of(Catalog catalog, int labelSet) {
        if (labelSet == GraphReader.NO_NODE) {
            return List.of();
        }
        List<?>[] known = lists;
        if (labelSet >= known.length) {
            known = Arrays.copyOf(known, Math.max(labelSet + 1, catalog.labelSetCount()));
            lists = known;
        }
        @SuppressWarnings("unchecked") // only read() gives what is put in
        List<String> names = (List<String>) known[labelSet];
        if (names == null) {
            names = read(catalog, labelSet);
            known[labelSet] = names;
        }
        return names;
    }

    private static List<String> read(Catalog catalog, int labelSet) {
        List<String> names = new ArrayList<>();
        for (int label : catalog.labelSet(labelSet)) {
            names.add(catalog.labelName(label));
        }
        return List.copyOf(names);
    }
}
