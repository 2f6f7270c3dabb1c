package org.thetisdb.engine.semantics;

import java.util.List;
import java.util.Map;

/** Makes objects from what nodes, relationships and paths hold; their classes are its own choice. Thread safe. */
public interface EntityMaker {
    /**
     * @param labels shared by all nodes that have the same; unmodifiable
     * @param properties the maker's to keep; unmodifiable, without nulls
     */
    Object node(long id, List<String> labels, Map<String, Object> properties);

    /** @param properties the maker's to keep; unmodifiable, without nulls */
    Object relationship(long id, long startNode, long endNode, String type, Map<String, Object> properties);

    /**
     * @param nodes what this maker made of them, one more than relationships
     * @param relationships what this maker made of them, in the path's order
     */
    Object path(List<Object> nodes, List<Object> relationships);
}
