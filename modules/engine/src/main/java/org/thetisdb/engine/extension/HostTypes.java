package org.thetisdb.engine.extension;

import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.semantics.EntityMaker;

/**
 * How nodes, relationships and paths look to extensions: as the database's API shows them.
 *
 * @param node the class of nodes
 * @param relationship the class of relationships
 * @param path the class of paths
 * @param maker makes them
 * @param results any value of Java as one of Cypher; throws a {@code ThetisException} if there is none
 */
public record HostTypes(
        Class<?> node,
        Class<?> relationship,
        Class<?> path,
        EntityMaker maker,
        UnaryOperator<@Nullable Object> results) {}
