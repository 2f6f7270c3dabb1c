package org.thetisdb.engine.plan;

import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.thetisdb.storage.Catalog;

/**
 * What a plan assumes about a catalog that keeps growing.
 *
 * @param missingLabels labels that nobody had used
 * @param missingTypes types that nobody had used
 * @param missingPropertyKeys property keys that nobody had used
 * @param labelCount how many labels there were, if that matters
 * @param typeCount how many types there were, if that matters
 * @param propertyKeyCount how many property keys there were, if that matters
 * @param indexes all indexes
 */
public record CatalogNeeds(
        Set<String> missingLabels,
        Set<String> missingTypes,
        Set<String> missingPropertyKeys,
        OptionalInt labelCount,
        OptionalInt typeCount,
        OptionalInt propertyKeyCount,
        List<Catalog.IndexDescriptor> indexes) {
    public CatalogNeeds {
        missingLabels = Set.copyOf(missingLabels);
        missingTypes = Set.copyOf(missingTypes);
        missingPropertyKeys = Set.copyOf(missingPropertyKeys);
        indexes = List.copyOf(indexes);
    }

    /** Whether all of it holds for a catalog over the same base. */
    public boolean areMetBy(Catalog catalog) {
        return indexes.equals(catalog.indexes())
                && isStill(labelCount, catalog.labelCount())
                && isStill(typeCount, catalog.typeCount())
                && isStill(propertyKeyCount, catalog.propertyKeyCount())
                && missingLabels.stream()
                        .noneMatch(each -> catalog.labelId(each).isPresent())
                && missingTypes.stream().noneMatch(each -> catalog.typeId(each).isPresent())
                && missingPropertyKeys.stream()
                        .noneMatch(each -> catalog.propertyKeyId(each).isPresent());
    }

    private static boolean isStill(OptionalInt count, int now) {
        return count.isEmpty() || count.getAsInt() == now;
    }
}
