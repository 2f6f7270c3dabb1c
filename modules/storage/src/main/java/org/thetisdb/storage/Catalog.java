package org.thetisdb.storage;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Names and their dense ids, label sets, and indexes. Immutable. */
public interface Catalog {
    OptionalInt labelId(String name);

    OptionalInt typeId(String name);

    OptionalInt propertyKeyId(String name);

    String labelName(int labelId);

    String typeName(int typeId);

    String propertyKeyName(int propertyKeyId);

    int labelCount();

    int typeCount();

    int propertyKeyCount();

    int labelSetCount();

    /** The label ids of a label set, ascending. Set 0 need not be the empty one. */
    int[] labelSet(int labelSetId);

    List<IndexDescriptor> indexes();

    default Optional<IndexDescriptor> index(int labelId, int propertyKeyId) {
        return indexes().stream()
                .filter(index -> index.labelId() == labelId && index.propertyKeyId() == propertyKeyId)
                .findFirst();
    }

    /**
     * An index over the nodes with a label by one property.
     *
     * @param ordinal its place in {@link #indexes}
     * @param unique whether no two nodes with the label have equal values
     */
    record IndexDescriptor(int ordinal, int labelId, int propertyKeyId, boolean unique) {}
}
