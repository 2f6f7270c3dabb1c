package org.thetisdb.fuzz.generate;

import static org.thetisdb.fuzz.query.Piece.phrase;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.fuzz.query.FuzzQuery;
import org.thetisdb.fuzz.query.Piece;
import org.thetisdb.fuzz.query.Sort;
import org.thetisdb.reference.graph.ReferenceGraph;

/** Makes whole queries out of seeds. Stateless. */
public final class QueryGenerator {
    private QueryGenerator() {}

    /** A query that only reads. */
    public static FuzzQuery reading(long seed, FuzzGraph graph) {
        Workshop workshop = new Workshop(seed, graph);
        Chance chance = workshop.chance;
        if (chance.percent(7)) {
            return union(workshop);
        }
        ClauseGenerator.Made clauses = workshop.clauses.reading(Scope.EMPTY, chance.between(1, 4), false);
        Piece last = workshop.projections.last(clauses.scope());
        return new FuzzQuery(phrase(Sort.QUERY, clauses.piece(), last), workshop.parameters);
    }

    private static FuzzQuery union(Workshop workshop) {
        Chance chance = workshop.chance;
        List<Sort> sorts = List.of(
                chance.of(Sort.INTEGER, Sort.STRING, Sort.ANY), chance.of(Sort.INTEGER, Sort.DATE, Sort.BOOLEAN));
        Piece left = branch(workshop, sorts);
        Piece right = branch(workshop, sorts);
        String word = chance.percent(50) ? "\nUNION\n" : "\nUNION ALL\n";
        return new FuzzQuery(phrase(Sort.QUERY, left, word, right), workshop.parameters);
    }

    private static Piece branch(Workshop workshop, List<Sort> sorts) {
        ClauseGenerator.Made clauses = workshop.clauses.reading(Scope.EMPTY, workshop.chance.between(1, 2), false);
        return phrase(Sort.QUERY, clauses.piece(), workshop.projections.branch(clauses.scope(), sorts));
    }

    /** A query that writes, between clauses that read. */
    public static FuzzQuery writing(long seed, FuzzGraph graph) {
        Workshop workshop = new Workshop(seed, graph);
        Chance chance = workshop.chance;
        ClauseGenerator.Made before = workshop.clauses.reading(Scope.EMPTY, chance.between(0, 2), false);
        List<Piece> clauses = new ArrayList<>(before.piece().children());
        Scope scope = before.scope();
        for (int count = chance.between(1, 3); count > 0; count--) {
            ClauseGenerator.Made written = workshop.writes.clause(scope);
            clauses.add(phrase(Sort.CLAUSE, written.piece(), "\n"));
            scope = written.scope();
        }
        boolean readAgain = chance.percent(25);
        if (readAgain) {
            // Earlier names are given up: what they refer to may be gone.
            ClauseGenerator.Made again = workshop.clauses.match(Scope.EMPTY, false);
            clauses.add(phrase(Sort.CLAUSE, "WITH count(*) AS " + workshop.name("v") + "\n", again.piece(), "\n"));
            scope = again.scope();
        }
        Piece all = new Piece.Series("", "", "", clauses, 0);
        Piece last = readAgain || chance.percent(70) ? workshop.projections.last(scope) : Piece.nothing();
        return new FuzzQuery(phrase(Sort.QUERY, all, last), workshop.parameters);
    }

    /** A query that is only expressions over constants. */
    public static FuzzQuery expressions(long seed) {
        Workshop workshop = new Workshop(seed, new FuzzGraph(new ReferenceGraph(), List.of()));
        ClauseGenerator.Made clauses = workshop.clauses.unwind(Scope.EMPTY);
        Piece last = workshop.projections.last(clauses.scope());
        Piece series = new Piece.Series("", "", "", List.of(phrase(Sort.CLAUSE, clauses.piece(), "\n")), 0);
        return new FuzzQuery(phrase(Sort.QUERY, series, last), workshop.parameters);
    }
}
