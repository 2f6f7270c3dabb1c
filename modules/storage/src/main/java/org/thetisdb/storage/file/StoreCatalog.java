package org.thetisdb.storage.file;

import java.util.List;
import java.util.OptionalInt;
import org.thetisdb.storage.Catalog;

/** The catalog as a root holds it, or a later one, which shares the names of those before it. Immutable. */
public final class StoreCatalog implements Catalog {
    private final NameList<String> labels;
    private final NameList<String> types;
    private final NameList<String> propertyKeys;
    private final NameList<int[]> labelSets;
    private final List<IndexDescriptor> indexes;
    private final List<ConstraintDescriptor> constraints;
    private final List<ExtensionDescriptor> extensions;
    private final int version;

    /** In the version of the base, or a later one. */
    public StoreCatalog(
            NameList<String> labels,
            NameList<String> types,
            NameList<String> propertyKeys,
            NameList<int[]> labelSets,
            List<IndexDescriptor> indexes,
            List<ConstraintDescriptor> constraints,
            List<ExtensionDescriptor> extensions,
            int version) {
        this.labels = labels;
        this.types = types;
        this.propertyKeys = propertyKeys;
        this.labelSets = labelSets;
        this.indexes = List.copyOf(indexes);
        this.constraints = List.copyOf(constraints);
        this.extensions = List.copyOf(extensions);
        this.version = version;
    }

    /** The same names and constraints with other indexes, in a version of its own. */
    public StoreCatalog withIndexes(List<IndexDescriptor> others) {
        return new StoreCatalog(labels, types, propertyKeys, labelSets, others, constraints, extensions, version + 1);
    }

    /** The same with other extensions. */
    public StoreCatalog withExtensions(List<ExtensionDescriptor> others) {
        return new StoreCatalog(labels, types, propertyKeys, labelSets, indexes, constraints, others, version + 1);
    }

    public NameList<String> labels() {
        return labels;
    }

    public NameList<String> types() {
        return types;
    }

    public NameList<String> propertyKeys() {
        return propertyKeys;
    }

    public NameList<int[]> labelSets() {
        return labelSets;
    }

    /** The catalog of a base never changes. */
    @Override
    public int version() {
        return version;
    }

    @Override
    public OptionalInt labelId(String name) {
        return labels.id(name);
    }

    @Override
    public OptionalInt typeId(String name) {
        return types.id(name);
    }

    @Override
    public OptionalInt propertyKeyId(String name) {
        return propertyKeys.id(name);
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
        return labels.count();
    }

    @Override
    public int typeCount() {
        return types.count();
    }

    @Override
    public int propertyKeyCount() {
        return propertyKeys.count();
    }

    @Override
    public int labelSetCount() {
        return labelSets.count();
    }

    @Override
    public int[] labelSet(int labelSetId) {
        return labelSets.get(labelSetId);
    }

    @Override
    public List<IndexDescriptor> indexes() {
        return indexes;
    }

    @Override
    public List<ConstraintDescriptor> constraints() {
        return constraints;
    }

    @Override
    public List<ExtensionDescriptor> extensions() {
        return extensions;
    }
}
