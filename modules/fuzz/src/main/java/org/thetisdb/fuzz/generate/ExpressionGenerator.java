package org.thetisdb.fuzz.generate;

import static org.thetisdb.fuzz.query.Piece.phrase;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.thetisdb.fuzz.generate.Vocabulary.Key;
import org.thetisdb.fuzz.query.Piece;
import org.thetisdb.fuzz.query.Sort;

/** Makes expressions of a wanted sort from what is in scope. One thread. */
final class ExpressionGenerator {
    private final Workshop workshop;
    private final Chance chance;
    private final PredicateGenerator predicates;
    private final NumberGenerator numbers;
    private final TextGenerator texts;
    private final TemporalGenerator temporals;
    private final ListGenerator lists;

    ExpressionGenerator(Workshop workshop) {
        this.workshop = workshop;
        this.chance = workshop.chance;
        this.predicates = new PredicateGenerator(workshop, this);
        this.numbers = new NumberGenerator(workshop, this);
        this.texts = new TextGenerator(workshop, this);
        this.temporals = new TemporalGenerator(workshop, this);
        this.lists = new ListGenerator(workshop, this);
    }

    /**
     * An expression.
     *
     * @param depth how many levels of operators may be in it
     */
    Piece of(Sort sort, Scope scope, int depth) {
        if (depth <= 0 || chance.percent(25)) {
            return atom(sort, scope);
        }
        if (chance.percent(14)) {
            return anywhere(sort, scope, depth - 1);
        }
        return switch (sort) {
            case BOOLEAN -> predicates.of(scope, depth);
            case INTEGER -> numbers.integer(scope, depth);
            case FLOAT, ROUGH -> numbers.decimal(scope, depth);
            case STRING -> texts.of(scope, depth);
            case DATE, LOCAL_TIME, TIME, LOCAL_DATETIME, ZONED_DATETIME, DURATION -> temporals.of(sort, scope, depth);
            case INTEGER_LIST, STRING_LIST, NODE_LIST, RELATIONSHIP_LIST -> lists.of(sort, scope, depth);
            case INTEGER_BAG, STRING_BAG, ANY_BAG, NODE_BAG -> lists.bag(sort, scope, depth);
            case MAP -> lists.map(scope, depth);
            case ANY -> of(chance.of(Sort.INTEGER, Sort.STRING, Sort.BOOLEAN, Sort.DATE), scope, depth);
            default -> atom(sort, scope);
        };
    }

    /** Whether there is any expression of that sort. */
    static boolean isPossible(Sort sort, Scope scope) {
        return switch (sort) {
            case NODE, RELATIONSHIP, PATH, NODE_BAG -> !scope.of(sort).isEmpty();
            case NODE_LIST, RELATIONSHIP_LIST ->
                !scope.of(Sort.PATH).isEmpty() || !scope.of(sort).isEmpty();
            default -> true;
        };
    }

    /** A variable, a property, a constant or a parameter. */
    Piece atom(Sort sort, Scope scope) {
        List<Scope.Name> variables = scope.of(sort);
        if (!variables.isEmpty() && (chance.percent(50) || !hasLiteral(sort))) {
            return phrase(sort, chance.of(variables).text());
        }
        if (sort == Sort.NODE_LIST || sort == Sort.RELATIONSHIP_LIST) {
            String function = sort == Sort.NODE_LIST ? "nodes(" : "relationships(";
            return phrase(sort, function, chance.of(scope.of(Sort.PATH)).text(), ")");
        }
        if (chance.percent(75)) {
            Optional<Piece> property = property(sort, scope);
            if (property.isPresent()) {
                return property.get();
            }
        }
        return constant(sort);
    }

    private static boolean hasLiteral(Sort sort) {
        return switch (sort) {
            case NODE, RELATIONSHIP, PATH, NODE_LIST, RELATIONSHIP_LIST, NODE_BAG, MAP -> false;
            default -> true;
        };
    }

    /** A literal, seldom null, sometimes as a parameter. */
    Piece constant(Sort sort) {
        if (sort == Sort.MAP) {
            return phrase(Sort.MAP, "{a: ", constant(Sort.INTEGER), ", b: ", constant(Sort.STRING), "}");
        }
        Object value = chance.percent(4) ? null : workshop.values.of(sort);
        return chance.percent(12) ? phrase(sort, workshop.parameter(value)) : phrase(sort, new Piece.Constant(value));
    }

    /** {@code a.key}, where some value of the sort may be. */
    Optional<Piece> property(Sort sort, Scope scope) {
        List<Scope.Name> entities = scope.entities();
        if (entities.isEmpty()) {
            return Optional.empty();
        }
        Scope.Name entity = chance.of(entities);
        List<String> keys = new ArrayList<>();
        for (Key key : workshop.keys(entity.sort())) {
            if (key.sort() == sort || sort == Sort.ANY) {
                keys.add(key.name());
            }
        }
        if (sort == Sort.INTEGER || keys.isEmpty() && sort == Sort.ANY) {
            keys.add(Vocabulary.IDENTITY);
        }
        if (keys.isEmpty()) {
            return Optional.empty();
        }
        String key = chance.of(keys);
        return Optional.of(
                chance.percent(4)
                        ? phrase(sort, entity.text(), "['" + key + "']")
                        : phrase(sort, entity.text(), "." + key));
    }

    /** What any sort can be in. */
    private Piece anywhere(Sort sort, Scope scope, int depth) {
        return switch (chance.below(sort.isScalar() ? 7 : 3)) {
            case 0 -> choice(sort, scope, depth);
            case 1 -> phrase(sort, "coalesce(", of(sort, scope, depth), ", ", of(sort, scope, depth), ")");
            case 2 -> simpleCase(sort, scope, depth);
            case 3 -> phrase(sort, "{a: ", of(sort, scope, depth), "}.a");
            case 4 -> phrase(sort, "[", of(sort, scope, depth), ", ", of(sort, scope, depth), "][", index(), "]");
            case 5 -> phrase(sort, "nullIf(", of(sort, scope, depth), ", ", of(sort, scope, depth), ")");
            default -> phrase(sort, chance.of("head([", "last(["), of(sort, scope, depth), "])");
        };
    }

    private String index() {
        return chance.of("0", "1", "-1", "2");
    }

    private Piece choice(Sort sort, Scope scope, int depth) {
        Piece more = chance.percent(30)
                ? Piece.optional(
                        phrase(Sort.ITEM, " WHEN ", of(Sort.BOOLEAN, scope, depth), " THEN ", of(sort, scope, depth)))
                : Piece.nothing();
        return phrase(
                sort,
                "CASE WHEN ",
                of(Sort.BOOLEAN, scope, depth),
                " THEN ",
                of(sort, scope, depth),
                more,
                chance.percent(80) ? Piece.optional(phrase(Sort.ITEM, " ELSE ", of(sort, scope, depth))) : "",
                " END");
    }

    private Piece simpleCase(Sort sort, Scope scope, int depth) {
        Sort compared = chance.of(Sort.INTEGER, Sort.STRING, Sort.ANY);
        return phrase(
                sort,
                "CASE ",
                of(compared, scope, depth),
                " WHEN ",
                of(compared, scope, 0),
                " THEN ",
                of(sort, scope, depth),
                " ELSE ",
                of(sort, scope, depth),
                " END");
    }
}
