package org.thetisdb.fuzz.generate;

import static org.thetisdb.fuzz.query.Piece.phrase;

import java.util.List;
import org.thetisdb.fuzz.query.Piece;
import org.thetisdb.fuzz.query.Sort;

/** Makes dates, times and durations. One thread. */
final class TemporalGenerator {
    private static final List<Sort> INSTANTS =
            List.of(Sort.DATE, Sort.LOCAL_TIME, Sort.TIME, Sort.LOCAL_DATETIME, Sort.ZONED_DATETIME);

    private final Chance chance;
    private final ExpressionGenerator expressions;

    TemporalGenerator(Workshop workshop, ExpressionGenerator expressions) {
        this.chance = workshop.chance;
        this.expressions = expressions;
    }

    Piece of(Sort sort, Scope scope, int depth) {
        int less = depth - 1;
        if (sort == Sort.DURATION) {
            return duration(scope, less);
        }
        return switch (chance.below(4)) {
            case 0, 1 ->
                phrase(
                        sort,
                        "(",
                        value(sort, scope, less),
                        chance.of(" + ", " - "),
                        value(Sort.DURATION, scope, less),
                        ")");
            case 2 -> truncated(sort, scope, less);
            default -> converted(sort, scope, less);
        };
    }

    private Piece value(Sort sort, Scope scope, int depth) {
        return expressions.of(sort, scope, depth);
    }

    private Piece duration(Scope scope, int depth) {
        return switch (chance.below(6)) {
            case 0, 1 ->
                phrase(
                        Sort.DURATION,
                        "(",
                        value(Sort.DURATION, scope, depth),
                        chance.of(" + ", " - "),
                        value(Sort.DURATION, scope, depth),
                        ")");
            case 2 ->
                phrase(
                        Sort.DURATION,
                        "(",
                        value(Sort.DURATION, scope, depth),
                        chance.of(" * 2", " * 0.5", " / 2", " * -1", " / 3"),
                        ")");
            case 3 ->
                phrase(
                        Sort.DURATION,
                        "duration({",
                        chance.of("days", "months", "hours", "seconds", "weeks", "minutes"),
                        ": ",
                        value(Sort.INTEGER, scope, Math.min(depth, 1)),
                        "})");
            default -> {
                Sort first = chance.of(INSTANTS);
                Sort second = chance.percent(80) ? first : chance.of(INSTANTS);
                yield phrase(
                        Sort.DURATION,
                        "duration.",
                        chance.of("between(", "inMonths(", "inDays(", "inSeconds("),
                        value(first, scope, depth),
                        ", ",
                        value(second, scope, depth),
                        ")");
            }
        };
    }

    private Piece truncated(Sort sort, Scope scope, int depth) {
        boolean dated = sort != Sort.LOCAL_TIME && sort != Sort.TIME;
        String unit = dated
                ? chance.of("year", "quarter", "month", "week", "day")
                : chance.of("day", "hour", "minute", "second", "millisecond");
        return phrase(sort, function(sort) + ".truncate('" + unit + "', ", value(sort, scope, depth), ")");
    }

    private Piece converted(Sort sort, Scope scope, int depth) {
        Sort from = switch (sort) {
            case DATE -> chance.of(Sort.LOCAL_DATETIME, Sort.ZONED_DATETIME);
            case LOCAL_TIME -> chance.of(Sort.TIME, Sort.LOCAL_DATETIME, Sort.ZONED_DATETIME);
            case TIME -> chance.of(Sort.LOCAL_TIME, Sort.ZONED_DATETIME);
            case LOCAL_DATETIME -> chance.of(Sort.DATE, Sort.ZONED_DATETIME);
            default -> chance.of(Sort.DATE, Sort.LOCAL_DATETIME);
        };
        return phrase(sort, function(sort) + "(", value(from, scope, depth), ")");
    }

    private static String function(Sort sort) {
        return switch (sort) {
            case DATE -> "date";
            case LOCAL_TIME -> "localtime";
            case TIME -> "time";
            case LOCAL_DATETIME -> "localdatetime";
            default -> "datetime";
        };
    }
}
