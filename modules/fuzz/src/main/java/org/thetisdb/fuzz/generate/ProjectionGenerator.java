package org.thetisdb.fuzz.generate;

import static org.thetisdb.fuzz.query.Piece.phrase;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.fuzz.query.Piece;
import org.thetisdb.fuzz.query.Sort;

/** Makes WITH and RETURN: values, aggregates, DISTINCT, order and limits. One thread. */
final class ProjectionGenerator {
    private static final List<Sort> VALUES = List.of(
            Sort.INTEGER,
            Sort.INTEGER,
            Sort.FLOAT,
            Sort.STRING,
            Sort.STRING,
            Sort.BOOLEAN,
            Sort.DATE,
            Sort.LOCAL_TIME,
            Sort.TIME,
            Sort.LOCAL_DATETIME,
            Sort.ZONED_DATETIME,
            Sort.DURATION,
            Sort.POINT,
            Sort.ANY,
            Sort.INTEGER_LIST,
            Sort.STRING_LIST,
            Sort.MAP);
    private static final List<Sort> SHOWN_ONLY = List.of(Sort.INTEGER_BAG, Sort.ANY_BAG);

    private final Workshop workshop;
    private final Chance chance;
    /** Whether each node and relationship has a number of its own: those that a query makes or overwrites have none. */
    private boolean identified = true;

    ProjectionGenerator(Workshop workshop) {
        this.workshop = workshop;
        this.chance = workshop.chance;
    }

    /** To be called for each clause that writes, and where the graph lacks such numbers. */
    void doubtIdentities() {
        identified = false;
    }

    /** A column: its expression and the name that it gets. */
    private record Column(Piece expression, Scope.Name name, boolean renamed) {
        Piece item() {
            return renamed ? phrase(Sort.ITEM, expression, " AS " + name.text()) : phrase(Sort.ITEM, expression);
        }
    }

    ClauseGenerator.Made with(Scope scope) {
        boolean grouping = chance.percent(30);
        boolean distinct = !grouping && chance.percent(15);
        List<Column> columns = new ArrayList<>();
        for (Scope.Name name : scope.names()) {
            boolean allowed = !grouping && !distinct || name.sort().isExact();
            if (allowed && name.sort() != Sort.ROUGH && chance.percent(grouping ? 35 : 75)) {
                boolean renamed = chance.percent(15);
                String after = renamed ? workshop.name("a") : name.text();
                columns.add(new Column(
                        new Piece.Token(name.text()), new Scope.Name(after, name.sort(), name.witness()), renamed));
            }
        }
        int more = columns.isEmpty() || chance.percent(50) ? 1 : 0;
        for (int count = 0; count < more; count++) {
            columns.add(column(scope, "v", grouping || distinct, false));
        }
        if (grouping) {
            columns.add(aggregate(scope, "v", false));
            workshop.clauses.limitRows(40);
        }
        Scope after = new Scope(columns.stream().map(Column::name).toList());
        Piece order = chance.percent(20) ? order(columns, false) : Piece.nothing();
        Piece condition = order.children().isEmpty() && chance.percent(15)
                ? workshop.clauses.condition(after, 2)
                : Piece.nothing();
        return new ClauseGenerator.Made(
                phrase(Sort.WITH, distinct ? "WITH DISTINCT " : "WITH ", items(columns), order, condition), after);
    }

    private static Piece items(List<Column> columns) {
        return Piece.list(columns.stream().map(Column::item).toList());
    }

    /** The last clause. */
    Piece last(Scope scope) {
        boolean grouping = chance.percent(30);
        boolean distinct = !grouping && chance.percent(15);
        List<Column> columns = new ArrayList<>();
        int count = chance.between(1, 3);
        for (int index = 0; index < count; index++) {
            columns.add(column(scope, "c", grouping || distinct, true));
        }
        if (grouping) {
            if (chance.percent(35)) {
                columns.clear();
            }
            columns.add(aggregate(scope, "c", true));
            if (chance.percent(30)) {
                columns.add(aggregate(scope, "c", true));
            }
        }
        Piece order = chance.percent(30) ? order(columns, true) : Piece.nothing();
        return phrase(Sort.RETURN, distinct ? "RETURN DISTINCT " : "RETURN ", items(columns), order);
    }

    /** RETURN of two columns that two branches of a UNION share. */
    Piece branch(Scope scope, List<Sort> sorts) {
        List<Piece> items = new ArrayList<>();
        for (int index = 0; index < sorts.size(); index++) {
            items.add(phrase(Sort.ITEM, workshop.expressions.of(sorts.get(index), scope, 2), " AS c" + index));
        }
        return phrase(Sort.RETURN, "RETURN ", Piece.list(items));
    }

    private Column column(Scope scope, String beginning, boolean exact, boolean last) {
        List<Sort> sorts = new ArrayList<>(VALUES);
        scope.names().forEach(name -> {
            if (name.sort() != Sort.ROUGH) {
                sorts.add(name.sort());
            }
        });
        if (last) {
            sorts.addAll(SHOWN_ONLY);
        }
        if (exact) {
            sorts.removeIf(sort -> !sort.isExact());
        }
        Sort sort = chance.of(sorts);
        return new Column(
                workshop.expressions.of(sort, scope, 3), new Scope.Name(workshop.name(beginning), sort), true);
    }

    private Column aggregate(Scope scope, String beginning, boolean last) {
        int choice = chance.below(last ? 13 : 10);
        Sort of = chance.of(Sort.INTEGER, Sort.STRING, Sort.DATE, Sort.FLOAT, Sort.LOCAL_DATETIME, Sort.BOOLEAN);
        return switch (choice) {
            case 0, 1 -> made(beginning, Sort.INTEGER, phrase(Sort.INTEGER, "count(*)"));
            case 2 -> made(beginning, Sort.INTEGER, call("count(", Sort.INTEGER, chance.of(VALUES), scope));
            case 3 -> made(beginning, Sort.INTEGER, call("count(DISTINCT ", Sort.INTEGER, of, scope));
            case 4 -> made(beginning, Sort.INTEGER, call("sum(", Sort.INTEGER, Sort.INTEGER, scope));
            case 5, 6 -> made(beginning, of, call(chance.of("min(", "max("), of, of, scope));
            case 7 -> made(beginning, Sort.INTEGER_BAG, call("collect(", Sort.INTEGER_BAG, Sort.INTEGER, scope));
            case 8 -> collectNodes(scope, beginning);
            case 9 ->
                made(
                        beginning,
                        Sort.INTEGER,
                        phrase(
                                Sort.INTEGER,
                                "percentileDisc(",
                                workshop.expressions.of(Sort.INTEGER, scope, 1),
                                ", " + chance.of("0.0", "0.5", "0.9", "1.0") + ")"));
            case 10 -> made(beginning, Sort.ANY_BAG, call("collect(DISTINCT ", Sort.ANY_BAG, of, scope));
            case 11 -> rough(scope, beginning, chance.of("avg(", "stDev(", "stDevP(", "sum("));
            default -> rough(scope, beginning, "avg(");
        };
    }

    private Column collectNodes(Scope scope, String beginning) {
        List<Scope.Name> nodes = scope.of(Sort.NODE);
        return nodes.isEmpty()
                ? made(beginning, Sort.STRING_BAG, call("collect(", Sort.STRING_BAG, Sort.STRING, scope))
                : made(
                        beginning,
                        Sort.NODE_BAG,
                        phrase(
                                Sort.NODE_BAG,
                                chance.of("collect(", "collect(DISTINCT "),
                                chance.of(nodes).text(),
                                ")"));
    }

    /** Only of small numbers: with large ones, the rounding error depends on the order. */
    private Column rough(Scope scope, String beginning, String function) {
        Piece argument = chance.percent(70)
                ? new Piece.Token(
                        scope.entities().isEmpty()
                                ? "0.5"
                                : chance.of(scope.entities()).text() + "."
                                        + chance.of(Vocabulary.SMALL_FLOAT, Vocabulary.SMALL_INTEGER))
                : new Piece.Token("" + workshop.values.smallInteger());
        return made(beginning, Sort.ROUGH, phrase(Sort.ROUGH, function, argument, ")"));
    }

    private Piece call(String function, Sort result, Sort argument, Scope scope) {
        return phrase(result, function, workshop.expressions.of(argument, scope, 2), ")");
    }

    private Column made(String beginning, Sort sort, Piece expression) {
        return new Column(expression, new Scope.Name(workshop.name(beginning), sort), true);
    }

    /** By all columns where that gives a total order, and then perhaps with limits; else by some of them. */
    private Piece order(List<Column> columns, boolean last) {
        List<Scope.Name> sortable = columns.stream()
                .map(Column::name)
                .filter(name -> name.sort().isTotallyOrdered() && (identified || !name.isEntity()))
                .toList();
        if (sortable.isEmpty()) {
            return Piece.nothing();
        }
        boolean total = sortable.size() == columns.size();
        List<Object> pieces = new ArrayList<>();
        pieces.add(" ORDER BY ");
        for (int index = 0; index < sortable.size(); index++) {
            Scope.Name name = sortable.get(index);
            pieces.add(index == 0 ? "" : ", ");
            pieces.add(name.text()
                    + (name.isEntity() ? "." + Vocabulary.IDENTITY : "")
                    + chance.of("", "", " DESC", " ASC"));
        }
        if (total && (chance.percent(60) || !last)) {
            pieces.add(Piece.optional(limits()));
            workshop.clauses.limitRows(6);
        }
        return Piece.optional(phrase(Sort.ORDER, pieces.toArray()));
    }

    private Piece limits() {
        String skip = chance.percent(35) ? " SKIP " + chance.below(4) : "";
        String count = chance.percent(10) ? chance.of("0", "9223372036854775807") : "" + chance.between(1, 8);
        String limit = skip.isEmpty() || chance.percent(70) ? " LIMIT " + count : "";
        return phrase(Sort.ITEM, skip + limit);
    }
}
