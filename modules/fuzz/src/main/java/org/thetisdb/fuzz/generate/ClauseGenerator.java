package org.thetisdb.fuzz.generate;

import static org.thetisdb.fuzz.query.Piece.phrase;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.thetisdb.fuzz.query.Piece;
import org.thetisdb.fuzz.query.Sort;
import org.thetisdb.reference.graph.ReferenceRelationship;

/**
 * Makes reading clauses, and the subqueries in expressions. One thread.
 *
 * <p>It keeps a rough count of the rows that a query will have, because a model that tries everything has to run it
 * too.
 */
final class ClauseGenerator {
    private static final double ROWS_MOST = 1500;
    private static final int NO_SUBQUERIES = 100;

    private final Workshop workshop;
    private final Chance chance;
    private double rows = 1;
    private int subqueryDepth;

    ClauseGenerator(Workshop workshop) {
        this.workshop = workshop;
        this.chance = workshop.chance;
    }

    /** Clauses and the names in scope after them. */
    record Made(Piece piece, Scope scope) {}

    /** To be called where a clause has made few rows of many. */
    void limitRows(double most) {
        rows = Math.min(rows, most);
    }

    boolean hasRoom() {
        return rows < ROWS_MOST / 4;
    }

    /** MATCH or OPTIONAL MATCH. */
    Made match(Scope scope, boolean optional) {
        List<Piece> parts = new ArrayList<>();
        Scope inside = scope;
        Set<ReferenceRelationship> taken = new HashSet<>();
        int count = chance.percent(25) ? 2 : 1;
        for (int index = 0; index < count; index++) {
            int hops = rows > 100 || workshop.nodeCount() > 100 ? 1 : 3;
            PatternGenerator.Part part = workshop.patterns.part(inside, hops, true, taken);
            if (index > 0 && rows * part.fanOut() > ROWS_MOST) {
                break;
            }
            rows *= part.fanOut();
            parts.add(part.piece());
            inside = inside.with(part.names());
        }
        boolean hasTrail = !inside.of(Sort.PATH).isEmpty()
                || !inside.of(Sort.RELATIONSHIP_LIST).isEmpty();
        Piece condition = chance.percent(hasTrail ? 50 : 30) ? condition(inside, 3) : Piece.nothing();
        String word = optional ? "OPTIONAL MATCH " : "MATCH ";
        return new Made(phrase(Sort.CLAUSE, word, Piece.list(parts), condition), inside);
    }

    /** WHERE, which may be left out. Only there can a pattern be a condition by itself or be negated. */
    Piece condition(Scope scope, int depth) {
        Optional<Piece> pattern = chance.percent(10) ? patternPredicate(scope) : Optional.empty();
        Piece value = workshop.expressions.of(Sort.BOOLEAN, scope, depth);
        Optional<Piece> ofPath = chance.percent(30) ? pathPredicate(scope) : Optional.empty();
        if (ofPath.isPresent()) {
            Piece both = chance.percent(70) ? ofPath.get() : phrase(Sort.BOOLEAN, ofPath.get(), " AND ", value);
            return Piece.optional(phrase(Sort.CONDITION, " WHERE ", both));
        }
        Piece condition = pattern.isEmpty()
                ? value
                : switch (chance.below(3)) {
                    case 0 -> pattern.get();
                    case 1 -> phrase(Sort.BOOLEAN, "NOT ", pattern.get());
                    default -> phrase(Sort.BOOLEAN, "(", pattern.get(), chance.of(" OR ", " AND "), value, ")");
                };
        return Piece.optional(phrase(Sort.CONDITION, " WHERE ", condition));
    }

    /** What all, or some, relationships or nodes of a trail fulfil, mostly by themselves. */
    private Optional<Piece> pathPredicate(Scope scope) {
        List<Scope.Name> trails =
                scope.where(name -> name.sort() == Sort.PATH || name.sort() == Sort.RELATIONSHIP_LIST);
        if (trails.isEmpty()) {
            return Optional.empty();
        }
        Scope.Name trail = chance.of(trails);
        boolean ofNodes = trail.sort() == Sort.PATH && chance.percent(60);
        String list = switch (trail.sort()) {
            case PATH -> (ofNodes ? "nodes(" : "relationships(") + trail.text() + ")";
            default -> trail.text();
        };
        Scope.Name element = new Scope.Name(workshop.name("x"), ofNodes ? Sort.NODE : Sort.RELATIONSHIP);
        Scope around = chance.percent(80) ? new Scope(List.of(element)) : scope.with(element);
        return Optional.of(phrase(
                Sort.BOOLEAN,
                chance.of("all", "all", "none", chance.of("any", "single")) + "(" + element.text() + " IN " + list
                        + " WHERE ",
                workshop.expressions.of(Sort.BOOLEAN, around, 1),
                ")"));
    }

    Made unwind(Scope scope) {
        List<Scope.Name> bags = scope.where(name -> name.sort().isBag());
        List<Sort> sorts = new ArrayList<>(List.of(Sort.INTEGER_LIST, Sort.STRING_LIST));
        bags.forEach(name -> sorts.add(name.sort()));
        if (!scope.of(Sort.PATH).isEmpty()) {
            sorts.add(Sort.NODE_LIST);
        }
        Sort sort = chance.of(sorts);
        Scope.Name name = new Scope.Name(workshop.name("v"), sort.element().orElseThrow());
        rows *= 2;
        return new Made(
                phrase(Sort.CLAUSE, "UNWIND ", workshop.expressions.of(sort, scope, 2), " AS " + name.text()),
                scope.with(name));
    }

    /** The length of a shortest path between two nodes; which of several is found must not matter. */
    @SuppressWarnings("ReferenceEquality") // The very same object is meant.
    Optional<Made> shortestPath(Scope scope) {
        List<Scope.Name> nodes = scope.of(Sort.NODE);
        if (nodes.size() < 2) {
            return Optional.empty();
        }
        String path = workshop.name("p");
        Scope.Name length = new Scope.Name(workshop.name("v"), Sort.INTEGER);
        boolean all = chance.percent(40);
        String types = chance.percent(40) ? ":" + chance.of(Vocabulary.TYPES) : "";
        String hop = "-[" + types + chance.of("*", "*..3", "*1..4", "*0..3") + "]-" + chance.of("", ">");
        Scope.Name start = chance.of(nodes);
        List<Scope.Name> others = scope.where(name -> name.sort() == Sort.NODE && name != start);
        Scope.Name end = chance.of(others);
        // Products disagree on paths from a node to itself, and on their length.
        String different = "\nWHERE " + start.text() + " <> " + end.text() + "\n";
        String ends = "((" + start.text() + ")" + hop + "(" + end.text() + "))";
        String word = chance.percent(40) ? "OPTIONAL MATCH " : "MATCH ";
        String function = all ? "allShortestPaths" : "shortestPath";
        rows *= all ? 2 : 1;
        return Optional.of(new Made(
                phrase(
                        Sort.CLAUSE,
                        "WITH *" + different + word + path + " = " + function + ends + "\nWITH *, length(" + path
                                + ") AS " + length.text()),
                scope.with(length)));
    }

    /** CALL with a subquery that returns a few columns. */
    Made call(Scope scope) {
        List<Scope.Name> imports = scope.where(name -> chance.percent(60));
        List<String> names = imports.stream().map(Scope.Name::text).toList();
        double before = rows;
        Made inner = reading(new Scope(imports), chance.between(1, 2), true);
        List<Scope.Name> results = new ArrayList<>();
        List<Piece> items = new ArrayList<>();
        boolean counted = chance.percent(35);
        for (int count = chance.between(1, 2); count > 0; count--) {
            Sort sort = chance.of(Sort.INTEGER, Sort.STRING, Sort.ANY);
            Scope.Name name = new Scope.Name(workshop.name("v"), counted ? Sort.INTEGER : sort);
            Piece value = counted ? phrase(Sort.INTEGER, "count(*)") : workshop.expressions.of(sort, inner.scope(), 1);
            items.add(phrase(Sort.ITEM, value, " AS " + name.text()));
            results.add(name);
        }
        if (counted) {
            rows = before;
        }
        String open = chance.percent(50) || names.isEmpty() && chance.percent(50)
                ? "CALL (" + String.join(", ", names) + ") {\n"
                : "CALL {\n" + (names.isEmpty() ? "" : "WITH " + String.join(", ", names) + "\n");
        return new Made(
                phrase(Sort.CLAUSE, open, inner.piece(), "RETURN ", Piece.list(items), "\n}"), scope.with(results));
    }

    /** Some reading clauses, each with the end of its line. */
    Made reading(Scope scope, int count, boolean inCall) {
        List<Piece> pieces = new ArrayList<>();
        Scope inside = scope;
        for (int index = 0; index < count; index++) {
            Made clause = clause(inside, index == 0, inCall);
            pieces.add(phrase(Sort.CLAUSE, clause.piece(), "\n"));
            inside = clause.scope();
        }
        return new Made(new Piece.Series("", "", "", pieces, 0), inside);
    }

    private Made clause(Scope scope, boolean first, boolean inCall) {
        if (!hasRoom()) {
            return workshop.projections.with(scope);
        }
        int choice = chance.below(100);
        if (choice < (first ? 62 : 30)) {
            return match(scope, false);
        }
        if (choice < (first ? 74 : 52)) {
            return match(scope, true);
        }
        if (choice < (first ? 88 : 62)) {
            return unwind(scope);
        }
        if (choice < 72 && !inCall) {
            return call(scope);
        }
        if (choice < 80) {
            return shortestPath(scope).orElseGet(() -> match(scope, false));
        }
        return scope.names().isEmpty() ? match(scope, false) : workshop.projections.with(scope);
    }

    /** Makes something that reads nothing of the graph but properties of what is in scope. */
    Piece plainly(Supplier<Piece> making) {
        int before = subqueryDepth;
        subqueryDepth = NO_SUBQUERIES;
        Piece made = making.get();
        subqueryDepth = before;
        return made;
    }

    // Subqueries in expressions.

    Piece exists(Scope scope, int depth) {
        if (subqueryDepth == NO_SUBQUERIES) {
            return workshop.expressions.constant(Sort.BOOLEAN);
        }
        return phrase(Sort.BOOLEAN, "EXISTS { ", inner(scope, depth), " }");
    }

    Piece count(Scope scope, int depth) {
        if (subqueryDepth > 1) {
            return phrase(Sort.INTEGER, new Piece.Constant(workshop.values.smallInteger()));
        }
        return phrase(Sort.INTEGER, "COUNT { ", inner(scope, depth), " }");
    }

    private Piece inner(Scope scope, int depth) {
        subqueryDepth++;
        double before = rows;
        Piece text;
        if (subqueryDepth > 2) {
            text = workshop.patterns.part(scope, 1, false).piece();
        } else {
            Made match = match(scope, false);
            Piece end = chance.percent(15)
                    ? Piece.optional(phrase(
                            Sort.ITEM,
                            " RETURN DISTINCT ",
                            workshop.expressions.of(Sort.INTEGER, match.scope(), Math.min(depth, 1)),
                            " AS " + workshop.name("v")))
                    : Piece.nothing();
            text = phrase(Sort.PROJECTION, match.piece(), end);
        }
        rows = before;
        subqueryDepth--;
        return text;
    }

    /** COLLECT of what a subquery returns. */
    Piece collect(Sort sort, Sort element, Scope scope, int depth) {
        if (subqueryDepth > 1) {
            return workshop.expressions.constant(sort);
        }
        subqueryDepth++;
        double before = rows;
        Made match = match(scope, false);
        rows = before;
        subqueryDepth--;
        return phrase(
                sort,
                "COLLECT { ",
                match.piece(),
                " RETURN ",
                workshop.expressions.of(element, match.scope(), Math.min(1, depth)),
                " AS " + workshop.name("v"),
                " }");
    }

    Piece patternComprehension(Sort sort, Sort element, Scope scope, int depth) {
        if (subqueryDepth > 1) {
            return workshop.expressions.constant(sort);
        }
        subqueryDepth++;
        PatternGenerator.Part part = workshop.patterns.part(scope, 2, true);
        if (!part.piece().text().contains("]-")) {
            subqueryDepth--;
            return collect(sort, element, scope, depth);
        }
        Scope inside = scope.with(part.names());
        Piece condition = chance.percent(35) ? condition(inside, Math.min(depth, 2)) : Piece.nothing();
        Piece made = phrase(
                sort,
                "[",
                part.piece(),
                condition,
                " | ",
                workshop.expressions.of(element, inside, Math.min(1, depth)),
                "]");
        subqueryDepth--;
        return made;
    }

    /** A pattern as a condition: its nodes may have names, all else has none. */
    Optional<Piece> patternPredicate(Scope scope) {
        List<Scope.Name> nodes = scope.of(Sort.NODE);
        if (nodes.isEmpty() || subqueryDepth == NO_SUBQUERIES) {
            return Optional.empty();
        }
        PatternGenerator.Part part = workshop.patterns.part(new Scope(List.of(chance.of(nodes))), 2, false);
        return part.piece().text().contains("]-")
                ? Optional.of(phrase(Sort.BOOLEAN, "(", part.piece(), ")"))
                : Optional.empty();
    }
}
