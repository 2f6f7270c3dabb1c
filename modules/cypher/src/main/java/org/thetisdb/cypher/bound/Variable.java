package org.thetisdb.cypher.bound;

/**
 * A column of the table that is passed from step to step.
 *
 * @param id dense number within the query, subqueries included; the identity of the variable
 * @param name as the user wrote it, or a made-up name that begins with a blank for what the user left unnamed
 * @param type what is known of its values before the query runs
 */
public record Variable(int id, String name, CypherType type) {
    @Override
    public boolean equals(Object other) {
        return other instanceof Variable that && that.id == id;
    }

    @Override
    public int hashCode() {
        return id;
    }

    /** Whether the user gave it no name, so that no result or EXPLAIN shows it. */
    public boolean isAnonymous() {
        return name.startsWith(" ");
    }
}
