package org.thetisdb.importer.plan;

import java.util.List;

/**
 * A field of a table of nodes that holds the id of another node, and so makes a relationship; null makes none.
 *
 * @param idSpace where the other node's id is looked up
 * @param outgoing whether the row's node is the relationship's start
 * @param properties fields of the same row that become properties of the relationship
 */
public record ForeignKey(int field, String type, String idSpace, boolean outgoing, List<PropertyField> properties) {
    public ForeignKey {
        properties = List.copyOf(properties);
    }
}
