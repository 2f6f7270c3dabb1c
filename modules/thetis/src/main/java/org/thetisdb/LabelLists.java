package org.thetisdb;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.Snapshot;

/** The labels of nodes as lists of names, one list per label set, shared by all nodes. Thread safe. */
final class LabelLists {
    private final Snapshot snapshot;
    private final AtomicReferenceArray<List<String>> lists;

    LabelLists(Snapshot snapshot) {
        this.snapshot = snapshot;
        this.lists = new AtomicReferenceArray<>(snapshot.catalog().labelSetCount());
    }

    List<String> of(long node) {
        int labelSet = snapshot.labelSet(NodeIdLayout.chunk(node));
        List<String> known = lists.get(labelSet);
        if (known == null) {
            known = read(labelSet);
            lists.set(labelSet, known);
        }
        return known;
    }

    private List<String> read(int labelSet) {
        Catalog catalog = snapshot.catalog();
        List<String> names = new ArrayList<>();
        for (int label : catalog.labelSet(labelSet)) {
            names.add(catalog.labelName(label));
        }
        return List.copyOf(names);
    }
}
