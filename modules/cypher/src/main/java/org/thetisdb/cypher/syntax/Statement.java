package org.thetisdb.cypher.syntax;

import java.util.Optional;
import org.thetisdb.cypher.bound.BoundQuery;
import org.thetisdb.cypher.bound.PastGraph;

/**
 * A parsed statement.
 *
 * @param use which state of the graph it asks for, if any
 */
public record Statement(SourceText source, BoundQuery.Mode mode, Optional<Use> use, Body body) {
    /**
     * {@code USE revision(42)} or {@code USE time($then)}.
     *
     * @param argument what is in the parentheses
     * @param argumentText the same as it was written
     */
    public record Use(int offset, PastGraph.By by, ExpressionTree argument, String argumentText) {}

    /**
     * What is to be run: a query, a command on the schema among them, a copy to or from a file, or a command that is
     * known by name only.
     */
    public sealed interface Body permits QueryTree, CopyTree, SchemaCommand {}

    /**
     * {@code CREATE VECTOR INDEX}, {@code SHOW USERS} and the like, which other databases have.
     *
     * @param name the command's words, such as {@code SHOW USERS}
     */
    public record SchemaCommand(int offset, String name) implements Body {}
}
