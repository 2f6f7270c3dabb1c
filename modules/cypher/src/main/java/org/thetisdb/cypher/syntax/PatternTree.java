package org.thetisdb.cypher.syntax;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.thetisdb.cypher.bound.Direction;
import org.thetisdb.cypher.syntax.Clause.Identifier;

/**
 * One comma-separated part of a pattern: a chain of nodes and relationships.
 *
 * @param path the path variable
 * @param shortest whether it is wrapped in {@code shortestPath()} or {@code allShortestPaths()}
 * @param nodes one more than relationships
 */
public record PatternTree(
        int offset,
        Optional<Identifier> path,
        Shortest shortest,
        List<NodeTree> nodes,
        List<RelationshipTree> relationships) {
    public enum Shortest {
        NONE,
        ONE,
        ALL
    }

    public record NodeTree(
            int offset,
            Optional<Identifier> variable,
            Optional<LabelTree> labels,
            Optional<ExpressionTree> properties,
            Optional<ExpressionTree> where) {}

    public record RelationshipTree(
            int offset,
            Optional<Identifier> variable,
            Direction direction,
            Optional<LabelTree> types,
            Optional<LengthTree> length,
            Optional<ExpressionTree> properties,
            Optional<ExpressionTree> where) {}

    /** {@code *2..5}; {@code *} alone is one and more. */
    public record LengthTree(int offset, int minimum, OptionalLong maximum) {}
}
