package org.thetisdb.engine.plan;

import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.thetisdb.storage.Catalog;

/**
 * A catalog that notes what a plan has read from it: which names do not exist, how many there are if anybody
 * counted them, and which indexes there are. Not thread safe; {@link #needs} gives what was noted.
 */
final class CatalogWatch implements Catalog {
    private final Catalog catalog;
    private final Set<String> missingLabels = new HashSet<>();
    private final Set<String> missingTypes = new HashSet<>();
    private final Set<String> missingPropertyKeys = new HashSet<>();
    private boolean countedLabels;
    private boolean countedTypes;
    private boolean countedPropertyKeys;

    CatalogWatch(Catalog catalog) {
        this.catalog = catalog;
    }

    CatalogNeeds needs() {
        return new CatalogNeeds(
                missingLabels,
                missingTypes,
                missingPropertyKeys,
                countedLabels ? OptionalInt.of(catalog.labelCount()) : OptionalInt.empty(),
                countedTypes ? OptionalInt.of(catalog.typeCount()) : OptionalInt.empty(),
                countedPropertyKeys ? OptionalInt.of(catalog.propertyKeyCount()) : OptionalInt.empty(),
                catalog.indexes());
    }

    @Override
    public int version() {
        return catalog.version();
    }

    private static OptionalInt noted(OptionalInt id, String name, Set<String> missing) {
        if (id.isEmpty()) {
            missing.add(name);
        }
        return id;
    }

    @Override
    public OptionalInt labelId(String name) {
        return noted(catalog.labelId(name), name, missingLabels);
    }

    @Override
    public OptionalInt typeId(String name) {
        return noted(catalog.typeId(name), name, missingTypes);
    }

    @Override
    public OptionalInt propertyKeyId(String name) {
        return noted(catalog.propertyKeyId(name), name, missingPropertyKeys);
    }

    @Override
    public String labelName(int labelId) {
        return catalog.labelName(labelId);
    }

    @Override
    public String typeName(int typeId) {
        return catalog.typeName(typeId);
    }

    @Override
    public String propertyKeyName(int propertyKeyId) {
        return catalog.propertyKeyName(propertyKeyId);
    }

    @Override
    public int labelCount() {
        countedLabels = true;
        return catalog.labelCount();
    }

    @Override
    public int typeCount() {
        countedTypes = true;
        return catalog.typeCount();
    }

    @Override
    public int propertyKeyCount() {
        countedPropertyKeys = true;
        return catalog.propertyKeyCount();
    }

    @Override
    public int labelSetCount() {
        return catalog.labelSetCount();
    }

    @Override
    public int[] labelSet(int labelSetId) {
        return catalog.labelSet(labelSetId);
    }

    @Override
    public List<IndexDescriptor> indexes() {
        return catalog.indexes();
    }

    @Override
    public List<ConstraintDescriptor> constraints() {
        return catalog.constraints();
    }
}
