package org.thetisdb.fuzz.shrink;

import java.time.InstantSource;
import java.util.Optional;
import org.thetisdb.fuzz.generate.FuzzGraph;
import org.thetisdb.fuzz.oracle.Answer;
import org.thetisdb.fuzz.oracle.Comparison;
import org.thetisdb.fuzz.oracle.Comparison.Difference;
import org.thetisdb.fuzz.oracle.Oracle;
import org.thetisdb.fuzz.oracle.OracleFactory;
import org.thetisdb.fuzz.query.FuzzQuery;
import org.thetisdb.fuzz.query.Piece;

/** Removes parts of a finding as long as two oracles differ over it in the same way. One thread. */
public final class Shrinker {
    private final OracleFactory expected;
    private final OracleFactory given;
    private final String kind;
    private final InstantSource clock;
    private final long endMillis;

    /**
     * @param kind of the difference that has to stay
     * @param limitMillis after which the smallest yet is good enough
     */
    public Shrinker(OracleFactory expected, OracleFactory given, String kind, InstantSource clock, long limitMillis) {
        this.expected = expected;
        this.given = given;
        this.kind = kind;
        this.clock = clock;
        this.endMillis = clock.millis() + limitMillis;
    }

    /**
     * A finding at its smallest.
     *
     * @param expected what the first oracle says
     * @param given what the second one says
     */
    public record Shrunk(FuzzGraph graph, FuzzQuery query, Difference difference, Answer expected, Answer given) {}

    /** The smallest that was found; empty if the two do not differ when asked again. */
    public Optional<Shrunk> shrink(FuzzGraph graph, FuzzQuery query) {
        Optional<Shrunk> found = judge(graph, query);
        if (found.isEmpty()) {
            return found;
        }
        Shrunk best = found.get();
        int before;
        do {
            before = size(best);
            best = smallerQuery(best);
            best = smallerGraph(best);
        } while (size(best) < before && !isOver());
        return Optional.of(best);
    }

    private static int size(Shrunk shrunk) {
        return shrunk.query().text().length()
                + shrunk.graph().graph().nodes().toString().length()
                + shrunk.graph().graph().relationships().toString().length()
                + shrunk.graph().indexes().size();
    }

    private boolean isOver() {
        return clock.millis() > endMillis;
    }

    private Shrunk smallerQuery(Shrunk from) {
        Shrunk best = from;
        try (Oracle first = expected.over(from.graph());
                Oracle second = given.over(from.graph())) {
            boolean smaller = true;
            while (smaller && !isOver()) {
                smaller = false;
                for (Piece candidate : QueryReductions.of(best.query().root())) {
                    Optional<Shrunk> found = judge(from.graph(), best.query().withRoot(candidate), first, second);
                    if (found.isPresent()) {
                        best = found.get();
                        smaller = true;
                        break;
                    }
                    if (isOver()) {
                        break;
                    }
                }
            }
        } catch (IllegalStateException unsound) {
            // That the database is unsound is reported when the run closes it; here only the answers count.
            return best;
        }
        return best;
    }

    private Shrunk smallerGraph(Shrunk from) {
        Shrunk best = from;
        boolean smaller = true;
        while (smaller && !isOver()) {
            smaller = false;
            for (GraphReductions.Reduction candidate : GraphReductions.of(best.graph())) {
                Optional<Shrunk> found = judge(candidate.graph(), best.query());
                if (found.isPresent()) {
                    best = found.get();
                    smaller = true;
                    break;
                }
                if (isOver()) {
                    break;
                }
            }
        }
        return best;
    }

    private Optional<Shrunk> judge(FuzzGraph graph, FuzzQuery query) {
        try (Oracle first = expected.over(graph);
                Oracle second = given.over(graph)) {
            return judge(graph, query, first, second);
        } catch (IllegalStateException unsound) {
            return Optional.empty();
        }
    }

    private Optional<Shrunk> judge(FuzzGraph graph, FuzzQuery query, Oracle first, Oracle second) {
        Answer wanted = first.answer(query);
        Answer found = second.answer(query);
        Optional<Difference> difference = expected.isForeign() || given.isForeign()
                ? Comparison.ofForeign(query, wanted, found)
                : Comparison.of(query, wanted, found);
        return difference
                .filter(each -> each.kind().equals(kind))
                .map(each -> new Shrunk(graph, query, each, wanted, found));
    }
}
