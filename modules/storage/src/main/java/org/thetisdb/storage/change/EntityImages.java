package org.thetisdb.storage.change;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.EntityImage;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.RelationshipIdLayout;
import org.thetisdb.value.vector.Vector;

/** Reads nodes and relationships as a whole. Stateless. */
public final class EntityImages {
    private EntityImages() {}

    /**
     * A node; empty if there is none.
     *
     * @param withProperties whether it is to hold them; if not, there are none
     */
    public static Optional<EntityImage> node(GraphReader reader, long node, boolean withProperties) {
        int labelSet = reader.labelSet(node);
        if (labelSet == GraphReader.NO_NODE) {
            return Optional.empty();
        }
        Catalog catalog = reader.snapshot().catalog();
        SortedMap<String, Object> properties = new TreeMap<>();
        if (withProperties) {
            reader.nodeProperties(node, (key, value) -> properties.put(catalog.propertyKeyName(key), value));
        }
        return Optional.of(new EntityImage(labels(catalog, labelSet), properties));
    }

    static List<String> labels(Catalog catalog, int labelSet) {
        List<String> labels = new ArrayList<>();
        for (int label : catalog.labelSet(labelSet)) {
            labels.add(catalog.labelName(label));
        }
        return labels;
    }

    /** A relationship; see {@link #node}. */
    public static Optional<EntityImage> relationship(GraphReader reader, long relationship, boolean withProperties) {
        if (!reader.relationshipExists(relationship)) {
            return Optional.empty();
        }
        Catalog catalog = reader.snapshot().catalog();
        SortedMap<String, Object> properties = new TreeMap<>();
        if (withProperties) {
            Vector value = new Vector();
            for (int key : reader.relationshipPropertyKeys(relationship)) {
                reader.relationshipProperty(key, new long[] {relationship}, null, 1, value);
                Object held = value.valueAt(0);
                if (held != null) {
                    properties.put(catalog.propertyKeyName(key), held);
                }
            }
        }
        return Optional.of(new EntityImage(List.of(type(catalog, relationship)), properties));
    }

    static String type(Catalog catalog, long relationship) {
        return catalog.typeName(RelationshipIdLayout.type(relationship));
    }
}
