package org.thetisdb.engine.estimate;

import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.engine.temporal.TemporalParser;
import org.thetisdb.value.ThetisException;

/**
 * The values that a query is planned for: those of one run.
 *
 * @param parameters by name, literals that are parameters among them; may lack some
 */
public record KnownValues(Map<String, Object> parameters) {
    /** None. */
    public static final KnownValues NONE = new KnownValues(Map.of());

    /**
     * The value of a literal, a parameter, or a date or time that is written as a text; empty for others, and for what
     * is no value.
     */
    Optional<Object> of(Expression expression) {
        return switch (expression) {
            case Expression.Literal literal -> literal.value();
            case Expression.Parameter parameter -> Optional.ofNullable(parameters.get(parameter.name()));
            case Expression.Call call
            when call.arguments().size() == 1 ->
                of(call.arguments().getFirst())
                        .filter(String.class::isInstance)
                        .flatMap(text -> temporal(call.name(), (String) text));
            default -> Optional.empty();
        };
    }

    private static Optional<Object> temporal(String function, String text) {
        try {
            return switch (function) {
                case "date" -> Optional.of(TemporalParser.date(text));
                case "localtime" -> Optional.of(TemporalParser.localTime(text));
                case "localdatetime" -> Optional.of(TemporalParser.localDateTime(text));
                case "datetime" -> Optional.of(TemporalParser.dateTime(text, ZoneOffset.UTC));
                default -> Optional.empty();
            };
        } catch (ThetisException noSuchTime) {
            // The run will say so, if it comes to that.
            return Optional.empty();
        }
    }
}
