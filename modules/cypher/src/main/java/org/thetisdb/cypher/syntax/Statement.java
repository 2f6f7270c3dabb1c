package org.thetisdb.cypher.syntax;

import org.thetisdb.cypher.bound.BoundQuery;

/** A parsed statement. */
public record Statement(SourceText source, BoundQuery.Mode mode, Body body) {
    /** What is to be run: a query, or a command on the schema. */
    public sealed interface Body permits QueryTree, SchemaCommand {}

    /**
     * {@code CREATE INDEX}, {@code DROP CONSTRAINT}, {@code SHOW INDEXES} and the like.
     *
     * @param name the command's words, such as {@code CREATE INDEX}
     */
    public record SchemaCommand(int offset, String name) implements Body {}
}
