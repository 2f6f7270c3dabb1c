package org.thetisdb.postgresql.sql;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import org.thetisdb.postgresql.type.PgType;
import org.thetisdb.postgresql.type.ResultColumn;

/**
 * A query or change of SQL as Cypher. Immutable.
 *
 * @param cypher the statement; {@code $p1} is the first parameter of the client
 * @param columns of its rows, in order; of a change that has none, the statement gives their number
 * @param parameters the types of the client's parameters, in order
 * @param constants further parameters of the statement
 * @param nullParameters which of the client's parameters must be null, from 0
 * @param mapParameter which of the client's parameters holds those of the statement, by name; from 0
 * @param offsets from places in the Cypher to those in the text of the client; negative where there is none
 */
public record PreparedQuery(
        String cypher,
        List<ResultColumn> columns,
        List<PgType> parameters,
        Map<String, Object> constants,
        Set<Integer> nullParameters,
        OptionalInt mapParameter,
        IntUnaryOperator offsets) {
    /** The constant that is the client's zone of time, by its name. */
    public static final String ZONE = "zone";

    /** Takes copies. */
    public PreparedQuery {
        columns = List.copyOf(columns);
        parameters = List.copyOf(parameters);
        constants = Map.copyOf(constants);
        nullParameters = Set.copyOf(nullParameters);
    }
}
