package org.thetisdb.fuzz.generate;

import static org.thetisdb.fuzz.query.Piece.phrase;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.fuzz.query.Piece;
import org.thetisdb.fuzz.query.Sort;

/** Makes lists and maps. One thread. */
final class ListGenerator {
    private final Workshop workshop;
    private final Chance chance;
    private final ExpressionGenerator expressions;

    ListGenerator(Workshop workshop, ExpressionGenerator expressions) {
        this.workshop = workshop;
        this.chance = workshop.chance;
        this.expressions = expressions;
    }

    Piece of(Sort sort, Scope scope, int depth) {
        int less = depth - 1;
        Sort element = sort.element().orElseThrow();
        boolean stored = element.isScalar();
        return switch (chance.below(stored ? 8 : 4)) {
            case 0 -> phrase(sort, "reverse(", value(sort, scope, less), ")");
            case 1 -> phrase(sort, "tail(", value(sort, scope, less), ")");
            case 2 ->
                phrase(sort, "(", value(sort, scope, less), ")[", chance.of("..1", "1..", "0..2", "-2..", "..-1"), "]");
            case 3 -> filtered(sort, scope, less);
            case 4 -> phrase(sort, "[", Piece.list(elements(element, scope, less)), "]");
            case 5 ->
                phrase(sort, "(", value(sort, scope, less), " + ", value(chance.of(sort, element), scope, less), ")");
            case 6 -> mapped(sort, scope, less);
            default -> sort == Sort.INTEGER_LIST ? range() : split(scope, less);
        };
    }

    private Piece value(Sort sort, Scope scope, int depth) {
        return expressions.of(sort, scope, depth);
    }

    private List<Piece> elements(Sort element, Scope scope, int depth) {
        List<Piece> elements = new ArrayList<>();
        for (int count = chance.between(1, 3); count > 0; count--) {
            elements.add(value(element, scope, depth));
        }
        return elements;
    }

    private Piece filtered(Sort sort, Scope scope, int depth) {
        Scope.Name element = new Scope.Name(workshop.name("e"), sort.element().orElseThrow());
        return phrase(
                sort,
                "[" + element.text() + " IN ",
                value(sort, scope, depth),
                " WHERE ",
                value(Sort.BOOLEAN, scope.with(element), depth),
                "]");
    }

    private Piece mapped(Sort sort, Scope scope, int depth) {
        Sort from = chance.of(Sort.INTEGER_LIST, Sort.STRING_LIST);
        Scope.Name element = new Scope.Name(workshop.name("e"), from.element().orElseThrow());
        return phrase(
                sort,
                "[" + element.text() + " IN ",
                value(from, scope, depth),
                " | ",
                value(sort.element().orElseThrow(), scope.with(element), depth),
                "]");
    }

    private Piece range() {
        String step = chance.percent(60) ? "" : ", " + chance.of("2", "-1", "3");
        return phrase(Sort.INTEGER_LIST, "range(" + chance.between(-2, 3) + ", " + chance.between(-2, 6) + step + ")");
    }

    private Piece split(Scope scope, int depth) {
        return phrase(
                Sort.STRING_LIST, "split(", value(Sort.STRING, scope, depth), chance.of(", 'a')", ", ' ')", ", '')"));
    }

    /** A list of no promised order: what a pattern or a subquery finds. */
    Piece bag(Sort sort, Scope scope, int depth) {
        Sort element = sort.element().orElseThrow();
        if (sort == Sort.NODE_BAG) {
            return expressions.atom(sort, scope);
        }
        return chance.percent(60)
                ? workshop.clauses.patternComprehension(sort, element, scope, depth - 1)
                : workshop.clauses.collect(sort, element, scope, depth - 1);
    }

    Piece map(Scope scope, int depth) {
        List<Scope.Name> entities = scope.entities();
        if (!entities.isEmpty() && chance.percent(60)) {
            String name = chance.of(entities).text();
            return chance.percent(50)
                    ? phrase(Sort.MAP, "properties(" + name + ")")
                    : phrase(
                            Sort.MAP,
                            name + " {",
                            chance.of(".*, ", ".i, ", ".k, .s, ", ""),
                            "extra: ",
                            value(Sort.INTEGER, scope, depth - 1),
                            "}");
        }
        return phrase(
                Sort.MAP,
                "{a: ",
                value(chance.of(Sort.INTEGER, Sort.STRING, Sort.ANY), scope, depth - 1),
                ", b: ",
                value(Sort.BOOLEAN, scope, depth - 1),
                "}");
    }
}
