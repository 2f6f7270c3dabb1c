package org.thetisdb.cypher.syntax;

import java.util.List;

/** A query or the inside of a subquery. */
public sealed interface QueryTree extends Statement.Body {
    int offset();

    /**
     * Clauses one after another.
     *
     * @param end the offset just after the last clause
     */
    record Single(int offset, int end, List<Clause> clauses) implements QueryTree {}

    /** {@code offset} is that of the word UNION. */
    record Union(int offset, QueryTree left, QueryTree right, boolean distinct) implements QueryTree {}
}
