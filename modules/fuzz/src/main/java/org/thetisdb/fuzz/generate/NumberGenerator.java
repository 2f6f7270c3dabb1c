package org.thetisdb.fuzz.generate;

import static org.thetisdb.fuzz.query.Piece.phrase;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.fuzz.query.Piece;
import org.thetisdb.fuzz.query.Sort;

/** Makes numbers. One thread. */
final class NumberGenerator {
    private static final List<Sort> SIZED = List.of(Sort.INTEGER_LIST, Sort.STRING_LIST, Sort.STRING);

    private final Workshop workshop;
    private final Chance chance;
    private final ExpressionGenerator expressions;

    NumberGenerator(Workshop workshop, ExpressionGenerator expressions) {
        this.workshop = workshop;
        this.chance = workshop.chance;
        this.expressions = expressions;
    }

    Piece integer(Scope scope, int depth) {
        int less = depth - 1;
        return switch (chance.below(13)) {
            case 0, 1, 2 -> binary(Sort.INTEGER, chance.of(" + ", " - ", " * "), scope, less);
            case 3 -> {
                // Seldom by zero: an error ends the query, and nothing else is seen of it.
                String divisor = chance.percent(95) ? chance.of("2", "3", "-2", "7") : "0";
                yield phrase(
                        Sort.INTEGER,
                        "(",
                        of(Sort.INTEGER, scope, less),
                        chance.of(" / ", " % "),
                        "(" + divisor + "))");
            }
            case 4 -> phrase(Sort.INTEGER, "size(", of(chance.of(SIZED), scope, less), ")");
            case 5 -> sizeOfBag(scope, less);
            case 6 -> lengthOfPath(scope, less);
            case 7 -> component(scope, less);
            case 8 -> phrase(Sort.INTEGER, chance.of("toInteger(", "sign("), of(Sort.FLOAT, scope, less), ")");
            case 9 -> signed(scope, less);
            case 10 -> reduce(scope, less);
            case 11 -> workshop.clauses.count(scope, less);
            default -> phrase(Sort.INTEGER, "toIntegerOrNull(", of(Sort.STRING, scope, less), ")");
        };
    }

    private Piece signed(Scope scope, int depth) {
        String function = chance.of("-(", "abs(", "+(");
        return phrase(Sort.INTEGER, "(" + function, of(Sort.INTEGER, scope, depth), "))");
    }

    private Piece of(Sort sort, Scope scope, int depth) {
        return expressions.of(sort, scope, depth);
    }

    private Piece binary(Sort sort, String operator, Scope scope, int depth) {
        return phrase(sort, "(", of(sort, scope, depth), operator, of(sort, scope, depth), ")");
    }

    private Piece sizeOfBag(Scope scope, int depth) {
        List<Scope.Name> bags = scope.where(name -> name.sort().isBag());
        return bags.isEmpty()
                ? phrase(Sort.INTEGER, "size(", of(Sort.INTEGER_BAG, scope, depth), ")")
                : phrase(Sort.INTEGER, "size(" + chance.of(bags).text() + ")");
    }

    private Piece lengthOfPath(Scope scope, int depth) {
        List<Scope.Name> paths = scope.of(Sort.PATH);
        if (paths.isEmpty()) {
            return binary(Sort.INTEGER, " + ", scope, depth);
        }
        String path = chance.of(paths).text();
        return phrase(Sort.INTEGER, chance.percent(60) ? "length(" + path + ")" : "size(relationships(" + path + "))");
    }

    private Piece component(Scope scope, int depth) {
        Sort sort = chance.of(Sort.DATE, Sort.LOCAL_TIME, Sort.LOCAL_DATETIME, Sort.ZONED_DATETIME, Sort.DURATION);
        List<String> components = new ArrayList<>();
        if (sort == Sort.DURATION) {
            components.addAll(List.of("months", "days", "seconds", "years", "hours", "monthsOfYear"));
        }
        if (sort == Sort.DATE || sort == Sort.LOCAL_DATETIME || sort == Sort.ZONED_DATETIME) {
            components.addAll(
                    List.of("year", "month", "day", "week", "quarter", "dayOfWeek", "ordinalDay", "weekYear"));
        }
        if (sort == Sort.LOCAL_TIME || sort == Sort.LOCAL_DATETIME || sort == Sort.ZONED_DATETIME) {
            components.addAll(List.of("hour", "minute", "second", "millisecond", "nanosecond"));
        }
        return phrase(Sort.INTEGER, "(", of(sort, scope, depth), ").", chance.of(components));
    }

    private Piece reduce(Scope scope, int depth) {
        Scope.Name sum = new Scope.Name(workshop.name("acc"), Sort.INTEGER);
        Scope.Name element = new Scope.Name(workshop.name("e"), Sort.INTEGER);
        return phrase(
                Sort.INTEGER,
                "reduce(" + sum.text() + " = ",
                of(Sort.INTEGER, scope, 0),
                ", " + element.text() + " IN ",
                of(Sort.INTEGER_LIST, scope, depth),
                " | ",
                of(Sort.INTEGER, scope.with(List.of(sum, element)), Math.min(depth, 1)),
                ")");
    }

    Piece decimal(Scope scope, int depth) {
        int less = depth - 1;
        return switch (chance.below(8)) {
            case 0, 1 -> binary(Sort.FLOAT, chance.of(" + ", " - ", " * ", " / "), scope, less);
            case 2 ->
                phrase(
                        Sort.FLOAT,
                        "(",
                        of(Sort.INTEGER, scope, less),
                        chance.of(" + ", " - ", " * ", " / "),
                        of(Sort.FLOAT, scope, less),
                        ")");
            case 3 ->
                phrase(Sort.FLOAT, chance.of("ceil(", "floor(", "round(", "sqrt("), of(Sort.FLOAT, scope, less), ")");
            case 4 -> phrase(Sort.FLOAT, "toFloat(", of(Sort.INTEGER, scope, less), ")");
            case 5 -> phrase(Sort.FLOAT, "(", of(Sort.INTEGER, scope, less), " ^ ", chance.of("2", "0.5", "-1"), ")");
            case 6 -> phrase(Sort.FLOAT, "toFloatOrNull(", of(Sort.STRING, scope, less), ")");
            default -> phrase(Sort.FLOAT, "(", of(Sort.POINT, scope, less), ").", chance.of("x", "y"));
        };
    }
}
