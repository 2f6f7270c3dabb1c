package org.thetisdb.value;

/**
 * A relationship by its id, with the ids of its start and end nodes; two are equal when their ids are.
 *
 * @param id as {@code id()} gives it
 * @param startNode the id of the node where it starts
 * @param endNode the id of the node where it ends
 */
public record RelationshipReference(long id, long startNode, long endNode) {
    @Override
    public boolean equals(Object other) {
        return other instanceof RelationshipReference that && that.id == id;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(id);
    }
}
