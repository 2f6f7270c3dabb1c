package org.thetisdb.storage;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Names and their dense ids, label sets, and indexes. Ids never change, and names are never taken back; how much is
 * known depends on the {@link #version}.
 */
public interface Catalog {
    /**
     * Equal for catalogs of snapshots over the same base that know the same names, label sets, indexes and
     * constraints.
     */
    int version();

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

    /** Whether a label is in a label set. */
    default boolean hasLabel(int labelSetId, int labelId) {
        return Arrays.binarySearch(labelSet(labelSetId), labelId) >= 0;
    }

    /** All indexes, those that are being populated included. */
    List<IndexDescriptor> indexes();

    /** The index that can be asked for nodes with a label by one property. */
    default Optional<IndexDescriptor> index(int labelId, int propertyKeyId) {
        return indexes().stream()
                .filter(index -> index.online()
                        && index.labelId() == labelId
                        && index.propertyKeyIds().equals(List.of(propertyKeyId)))
                .findFirst();
    }

    List<ConstraintDescriptor> constraints();

    /** The extensions that lie in the database, by name. */
    default List<ExtensionDescriptor> extensions() {
        return List.of();
    }

    /**
     * An extension: code in Java that queries can call.
     *
     * @param trusted whether it may do anything; otherwise what is listed as pure alone
     * @param digest SHA-256 of its jar, in hexadecimal digits
     * @param jar reads its jar
     */
    record ExtensionDescriptor(String name, boolean trusted, String digest, ExtensionJar jar) {
        /** Whether the other one has the same name, rights and content. */
        public boolean isSameAs(ExtensionDescriptor other) {
            return name.equals(other.name) && trusted == other.trusted && digest.equals(other.digest);
        }
    }

    /**
     * An index over the nodes with a label by one property, or by several together.
     *
     * @param ordinal its place in {@link #indexes}
     * @param propertyKeyIds in the order of the index, at least one
     * @param unique whether no two nodes with the label have equal values: it serves the constraint of its name
     * @param online whether it may be asked; if not, it is still being populated, and only writers care for it
     */
    record IndexDescriptor(
            int ordinal, String name, int labelId, List<Integer> propertyKeyIds, boolean unique, boolean online) {
        /** The same index, asked or not. */
        public IndexDescriptor withOnline(boolean isOnline) {
            return isOnline == online
                    ? this
                    : new IndexDescriptor(ordinal, name, labelId, propertyKeyIds, unique, isOnline);
        }

        /** Whether the other is over the same nodes by the same keys, and online. */
        public boolean isSameAs(IndexDescriptor other) {
            return online && over().equals(other.over());
        }

        /** Equal for indexes over the same nodes by the same keys. */
        public Object over() {
            return Map.entry(labelId, propertyKeyIds);
        }

        /** The first key, which is the only one of most indexes. */
        public int propertyKeyId() {
            return propertyKeyIds.getFirst();
        }

        /** The name of an index that was given none. */
        public static String defaultName(String label, List<String> propertyKeys) {
            return "index_" + label + "_" + String.join("_", propertyKeys);
        }
    }

    /**
     * What all nodes with a label, or all relationships of a type, have to keep to.
     *
     * @param onRelationships whether {@code labelOrTypeId} is a type
     */
    record ConstraintDescriptor(
            String name,
            ConstraintKind kind,
            boolean onRelationships,
            int labelOrTypeId,
            List<Integer> propertyKeyIds) {
        /** The name of a constraint that was given none. */
        public static String defaultName(String labelOrType, List<String> propertyKeys) {
            return "constraint_" + labelOrType + "_" + String.join("_", propertyKeys);
        }
    }

    /** What a constraint asks of its properties. */
    enum ConstraintKind {
        /** No two have equal values for all of the keys. */
        UNIQUE,
        /** Each has a value for every one of the keys. */
        EXISTS,
        /** Both. */
        KEY
    }
}
