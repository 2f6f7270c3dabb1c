package org.thetisdb.cypher.syntax;

import java.util.Optional;
import org.thetisdb.cypher.bound.BoundQuery;
import org.thetisdb.cypher.bound.PastGraph;

/**
 * A parsed statement.
 *
 * @param use which state of the graph it asks for, if it does
 */
public record Statement(SourceText source, BoundQuery.Mode mode, Optional<Use> use, Body body) {
    /**
     * {@code USE revision(42)} or {@code USE time($then)}.
     *
     * @param argument what stands in the parentheses
     * @param argumentText the same as it was written
     */
    public record Use(int offset, PastGraph.By by, ExpressionTree argument, String argumentText) {}

    /** What is to be run: a query, or a command on the schema. */
    public sealed interface Body permits QueryTree, SchemaCommand {}

    /**
     * {@code CREATE INDEX}, {@code DROP CONSTRAINT}, {@code SHOW INDEXES} and the like.
     *
     * @param name the command's words, such as {@code CREATE INDEX}
     */
    public record SchemaCommand(int offset, String name) implements Body {}
}
