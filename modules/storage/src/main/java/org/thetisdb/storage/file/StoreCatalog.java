package org.thetisdb.storage.file;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.thetisdb.storage.Catalog;

/** The catalog as a root holds it. Immutable. */
public final class StoreCatalog implements Catalog {
    private final List<String> labels;
    private final List<String> types;
    private final List<String> propertyKeys;
    private final Map<String, Integer> labelIds;
    private final Map<String, Integer> typeIds;
    private final Map<String, Integer> propertyKeyIds;
    private final int[][] labelSets;
    private final List<IndexDescriptor> indexes;
    private final List<ConstraintDescriptor> constraints;
    private final int version;

    /** From names whose ids are their places, in the version of the base, or a later one. */
    public StoreCatalog(
            List<String> labels,
            List<String> types,
            List<String> propertyKeys,
            int[][] labelSets,
            List<IndexDescriptor> indexes,
            List<ConstraintDescriptor> constraints,
            int version) {
        this.version = version;
        this.labels = labels;
        this.types = types;
        this.propertyKeys = propertyKeys;
        this.labelSets = labelSets;
        this.indexes = List.copyOf(indexes);
        this.constraints = List.copyOf(constraints);
        labelIds = ids(labels);
        typeIds = ids(types);
        propertyKeyIds = ids(propertyKeys);
    }

    private static Map<String, Integer> ids(List<String> names) {
        Map<String, Integer> ids = HashMap.newHashMap(names.size());
        for (int id = 0; id < names.size(); id++) {
            ids.put(names.get(id), id);
        }
        return ids;
    }

    private static OptionalInt id(Map<String, Integer> ids, String name) {
        Integer id = ids.get(name);
        return id == null ? OptionalInt.empty() : OptionalInt.of(id);
    }

    /** The catalog of a base never changes. */
    @Override
    public int version() {
        return version;
    }

    @Override
    public OptionalInt labelId(String name) {
        return id(labelIds, name);
    }

    @Override
    public OptionalInt typeId(String name) {
        return id(typeIds, name);
    }

    @Override
    public OptionalInt propertyKeyId(String name) {
        return id(propertyKeyIds, name);
    }

    @Override
    public String labelName(int labelId) {
        return labels.get(labelId);
    }

    @Override
    public String typeName(int typeId) {
        return types.get(typeId);
    }

    @Override
    public String propertyKeyName(int propertyKeyId) {
        return propertyKeys.get(propertyKeyId);
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
        return propertyKeys.size();
    }

    @Override
    public int labelSetCount() {
        return labelSets.length;
    }

    @Override
    public int[] labelSet(int labelSetId) {
        return labelSets[labelSetId];
    }

    @Override
    public List<IndexDescriptor> indexes() {
        return indexes;
    }

    @Override
    public List<ConstraintDescriptor> constraints() {
        return constraints;
    }
}
