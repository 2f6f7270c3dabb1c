package org.thetisdb.fuzz.generate;

import static org.thetisdb.fuzz.query.Piece.phrase;

import java.util.List;
import java.util.Optional;
import org.thetisdb.fuzz.generate.Vocabulary.Key;
import org.thetisdb.fuzz.query.Piece;
import org.thetisdb.fuzz.query.Sort;

/** Makes conditions, with null in them now and then. One thread. */
final class PredicateGenerator {
    private static final List<Sort> COMPARED = List.of(
            Sort.INTEGER,
            Sort.INTEGER,
            Sort.FLOAT,
            Sort.STRING,
            Sort.BOOLEAN,
            Sort.DATE,
            Sort.LOCAL_TIME,
            Sort.TIME,
            Sort.LOCAL_DATETIME,
            Sort.ZONED_DATETIME,
            Sort.DURATION,
            Sort.POINT,
            Sort.INTEGER_LIST,
            Sort.STRING_LIST,
            Sort.ANY,
            Sort.ANY);
    private static final List<String> COMPARISONS = List.of(" = ", " = ", " <> ", " < ", " <= ", " > ", " >= ");
    private static final List<String> TYPES = List.of(
            "INTEGER", "FLOAT", "STRING", "BOOLEAN", "DATE", "LIST<ANY>", "INTEGER NOT NULL", "STRING NOT NULL", "ANY");
    private static final List<String> PATTERNS = List.of("'.*a.*'", "'a|b'", "'[a-c]+'", "'(?i)ABC'", "''");

    private final Workshop workshop;
    private final Chance chance;
    private final ExpressionGenerator expressions;

    PredicateGenerator(Workshop workshop, ExpressionGenerator expressions) {
        this.workshop = workshop;
        this.chance = workshop.chance;
        this.expressions = expressions;
    }

    Piece of(Scope scope, int depth) {
        int less = depth - 1;
        return switch (chance.below(22)) {
            case 0, 1, 2, 3 -> comparison(scope, less);
            case 4, 5 -> witnessed(scope).orElseGet(() -> comparison(scope, less));
            case 6, 7 -> connected(scope, less);
            case 8 -> phrase(Sort.BOOLEAN, "(NOT ", condition(scope, less), ")");
            case 9, 10 -> nullTest(scope, less);
            case 11, 12 -> labelTest(scope).orElseGet(() -> comparison(scope, less));
            case 13 -> membership(scope, less);
            case 14 -> textTest(scope, less);
            case 15 -> typeTest(scope, less);
            case 16 -> quantifier(scope, less);
            case 17, 18 -> exists(scope, less);
            case 19 -> sameEntity(scope).orElseGet(() -> comparison(scope, less));
            case 20 -> range(scope, less);
            default -> mixed(scope, less);
        };
    }

    private Piece exists(Scope scope, int depth) {
        return workshop.clauses.exists(scope, depth);
    }

    private Piece value(Sort sort, Scope scope, int depth) {
        return expressions.of(sort, scope, depth);
    }

    private Piece condition(Scope scope, int depth) {
        return value(Sort.BOOLEAN, scope, depth);
    }

    private Piece comparison(Scope scope, int depth) {
        Sort sort = chance.of(COMPARED);
        return phrase(
                Sort.BOOLEAN, "(", value(sort, scope, depth), chance.of(COMPARISONS), value(sort, scope, depth), ")");
    }

    /** True of an existing row, if nothing else excludes it. */
    private Optional<Piece> witnessed(Scope scope) {
        List<Scope.Name> known = scope.where(name -> name.witness().isPresent());
        if (known.isEmpty()) {
            return Optional.empty();
        }
        Scope.Name name = chance.of(known);
        List<Key> keys = workshop.keys(name.sort()).stream()
                .filter(key -> Workshop.witnessed(name, key.name()) != null)
                .toList();
        if (keys.isEmpty()) {
            return Optional.empty();
        }
        Key key = chance.of(keys);
        Piece value = new Piece.Constant(Workshop.witnessed(name, key.name()));
        String operator = chance.of(" = ", " >= ", " <= ");
        return Optional.of(phrase(
                Sort.BOOLEAN,
                "(",
                phrase(key.sort(), name.text(), "." + key.name()),
                operator,
                phrase(key.sort(), value),
                ")"));
    }

    private Piece connected(Scope scope, int depth) {
        String operator = chance.of(" AND ", " OR ", " OR ", " XOR ");
        return phrase(Sort.BOOLEAN, "(", condition(scope, depth), operator, condition(scope, depth), ")");
    }

    private Piece nullTest(Scope scope, int depth) {
        Sort sort = chance.of(COMPARED);
        List<Scope.Name> names = scope.entities();
        Piece tested = !names.isEmpty() && chance.percent(25)
                ? new Piece.Token(chance.of(names).text())
                : value(sort, scope, depth);
        return phrase(Sort.BOOLEAN, "(", tested, chance.of(" IS NULL", " IS NOT NULL", " IS NOT NULL"), ")");
    }

    private Optional<Piece> labelTest(Scope scope) {
        List<Scope.Name> names = scope.entities();
        if (names.isEmpty()) {
            return Optional.empty();
        }
        Scope.Name name = chance.of(names);
        String labels = workshop.patterns.labelExpression(name.sort());
        return Optional.of(phrase(Sort.BOOLEAN, "(" + name.text() + ":" + labels + ")"));
    }

    private Piece membership(Scope scope, int depth) {
        Sort list = chance.of(Sort.INTEGER_LIST, Sort.STRING_LIST, Sort.INTEGER_BAG);
        Sort element = list.element().orElseThrow();
        return phrase(Sort.BOOLEAN, "(", value(element, scope, depth), " IN ", value(list, scope, depth), ")");
    }

    private Piece textTest(Scope scope, int depth) {
        Piece text = value(Sort.STRING, scope, depth);
        return chance.percent(25)
                ? phrase(Sort.BOOLEAN, "(", text, " =~ ", chance.of(PATTERNS), ")")
                : phrase(
                        Sort.BOOLEAN,
                        "(",
                        text,
                        chance.of(" STARTS WITH ", " ENDS WITH ", " CONTAINS "),
                        value(Sort.STRING, scope, depth),
                        ")");
    }

    private Piece typeTest(Scope scope, int depth) {
        return phrase(
                Sort.BOOLEAN,
                "(",
                value(Sort.ANY, scope, depth),
                chance.of(" IS :: ", " IS NOT :: "),
                chance.of(TYPES),
                ")");
    }

    private Piece quantifier(Scope scope, int depth) {
        Sort list = chance.of(Sort.INTEGER_LIST, Sort.STRING_LIST, Sort.INTEGER_BAG, Sort.NODE_LIST);
        if (!ExpressionGenerator.isPossible(list, scope)) {
            list = Sort.INTEGER_LIST;
        }
        Scope.Name element = new Scope.Name(workshop.name("e"), list.element().orElseThrow());
        return phrase(
                Sort.BOOLEAN,
                chance.of("all(", "any(", "none(", "single("),
                element.text() + " IN ",
                value(list, scope, depth),
                " WHERE ",
                condition(scope.with(element), depth),
                ")");
    }

    private Optional<Piece> sameEntity(Scope scope) {
        Sort sort = chance.of(Sort.NODE, Sort.NODE, Sort.RELATIONSHIP);
        List<Scope.Name> names = scope.of(sort);
        return names.size() < 2
                ? Optional.empty()
                : Optional.of(phrase(
                        Sort.BOOLEAN,
                        "(" + chance.of(names).text() + chance.of(" = ", " <> ")
                                + chance.of(names).text() + ")"));
    }

    private Piece range(Scope scope, int depth) {
        Sort sort = chance.of(Sort.INTEGER, Sort.FLOAT, Sort.DATE, Sort.STRING);
        return phrase(
                Sort.BOOLEAN,
                "(",
                value(sort, scope, 0),
                chance.of(" <= ", " < "),
                value(sort, scope, depth),
                chance.of(" <= ", " < "),
                value(sort, scope, 0),
                ")");
    }

    /** Values of different types side by side. */
    private Piece mixed(Scope scope, int depth) {
        Piece left = value(Sort.ANY, scope, depth);
        Piece right = value(chance.of(COMPARED), scope, depth);
        return phrase(Sort.BOOLEAN, "([", left, "]", chance.of(" = ", " <> "), "[", right, "])");
    }
}
