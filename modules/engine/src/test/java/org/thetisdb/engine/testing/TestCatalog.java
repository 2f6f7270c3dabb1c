package org.thetisdb.engine.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.thetisdb.storage.Catalog;

/** The names of a {@link TestGraph}: an id is a place in a list. */
final class TestCatalog implements Catalog {
    private final List<String> labels;
    private final List<String> types;
    private final List<String> keys;
    private final List<Set<String>> labelSets;
    private final List<IndexDescriptor> indexes;
    private final int version;

    /**
     * @param indexedNames a label and a property key for each index
     * @param indexChanges how often an index was added or dropped
     */
    TestCatalog(
            List<String> labels,
            List<String> types,
            List<String> keys,
            List<Set<String>> labelSets,
            List<String[]> indexedNames,
            int indexChanges) {
        this.labels = List.copyOf(labels);
        this.types = List.copyOf(types);
        this.keys = List.copyOf(keys);
        this.labelSets = List.copyOf(labelSets);
        List<IndexDescriptor> descriptors = new ArrayList<>();
        for (String[] index : indexedNames) {
            int labelId = labels.indexOf(index[0]);
            int propertyKeyId = keys.indexOf(index[1]);
            descriptors.add(new IndexDescriptor(
                    descriptors.size(), String.join("_", index), labelId, List.of(propertyKeyId), false, true));
        }
        this.indexes = List.copyOf(descriptors);
        this.version = labels.size() + types.size() + keys.size() + labelSets.size() + indexChanges;
    }

    List<Set<String>> labelSets() {
        return labelSets;
    }

    /** An id that only a later catalog knows has a name that nothing has. */
    private static String name(List<String> names, int id) {
        return id < names.size() ? names.get(id) : "?";
    }

    private static OptionalInt id(List<String> names, String name) {
        int id = names.indexOf(name);
        return id < 0 ? OptionalInt.empty() : OptionalInt.of(id);
    }

    @Override
    public int version() {
        return version;
    }

    @Override
    public OptionalInt labelId(String name) {
        return id(labels, name);
    }

    @Override
    public OptionalInt typeId(String name) {
        return id(types, name);
    }

    @Override
    public OptionalInt propertyKeyId(String name) {
        return id(keys, name);
    }

    @Override
    public String labelName(int labelId) {
        return name(labels, labelId);
    }

    @Override
    public String typeName(int typeId) {
        return name(types, typeId);
    }

    @Override
    public String propertyKeyName(int propertyKeyId) {
        return name(keys, propertyKeyId);
    }

    @Override
    public int labelCount() {
        return labels.size();
    }

    @Override
    public int typeCount() {
        return types.size();
    }

    @Override
    public int propertyKeyCount() {
        return keys.size();
    }

    @Override
    public int labelSetCount() {
        return labelSets.size();
    }

    @Override
    public int[] labelSet(int labelSetId) {
        return labelSets.get(labelSetId).stream()
                .mapToInt(labels::indexOf)
                .sorted()
                .toArray();
    }

    @Override
    public List<IndexDescriptor> indexes() {
        return indexes;
    }

    @Override
    public List<ConstraintDescriptor> constraints() {
        return List.of();
    }
}
