package org.thetisdb.bench.snb;

import java.util.Map;
import java.util.Optional;

/**
 * One query with one set of parameters.
 *
 * @param query the query's name, for instance {@code ic-3}
 * @param text the Cypher text
 * @param parameters parameter values: Long, String, ZonedDateTime, LocalDate or a List of String
 * @param expected the answer that is known to be right, where there is one
 * @param ordered whether the order of rows is part of the answer
 */
public record QueryCase(
        String query, String text, Map<String, Object> parameters, Optional<Answer> expected, boolean ordered) {
    public QueryCase {
        parameters = Map.copyOf(parameters);
    }

    /** The query's group: {@code is}, {@code ic}, {@code bi} or {@code lsqb}. */
    public String group() {
        return query.substring(0, query.indexOf('-'));
    }
}
