package org.thetisdb.bench.snb;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

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

    /** Reads one line of an expected file; there is an answer if the line has rows. */
    public static QueryCase read(String text, JsonNode line) {
        Optional<Answer> expected = Optional.empty();
        if (line.has("rows")) {
            List<List<Object>> rows = new ArrayList<>();
            for (JsonNode row : line.get("rows")) {
                List<Object> values = new ArrayList<>();
                row.forEach(value -> values.add(ParameterJson.untypedValue(value)));
                rows.add(values);
            }
            expected = Optional.of(new Answer(ParameterJson.strings(line.get("columns")), rows));
        }
        return new QueryCase(
                line.get("query").asString(),
                text,
                ParameterJson.parameters(line.get("params")),
                expected,
                line.get("ordered").asBoolean());
    }

    /** The same question with another expected answer. */
    public QueryCase withExpected(Answer answer) {
        return new QueryCase(query, text, parameters, Optional.of(answer), ordered);
    }

    /** The query's group: {@code is}, {@code ic}, {@code bi} or {@code lsqb}. */
    public String group() {
        return query.substring(0, query.indexOf('-'));
    }
}
