package org.thetisdb.postgresql.sql;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What a query groups by, and what it computes for each group, by its text in Cypher.
 *
 * <pre>
 *   SELECT a + 1, sum(b) … GROUP BY a + 1   ──►   WITH (n.a + 1) AS g0, sum(n.b) AS a1 RETURN g0 AS c0, a1 AS c1
 * </pre>
 */
final class Grouping {
    private final Translation translation;
    private final Map<String, Expr> keys = new LinkedHashMap<>();
    private final Map<String, Expr> aggregates = new LinkedHashMap<>();

    Grouping(Translation translation) {
        this.translation = translation;
    }

    void key(Expr expression) {
        keys.computeIfAbsent(expression.cypher(), _ -> Expr.of(translation.name("k"), expression.type()));
    }

    Map<String, Expr> keys() {
        return keys;
    }

    Expr aggregate(Expr expression) {
        Expr known =
                aggregates.computeIfAbsent(expression.cypher(), _ -> Expr.of(translation.name("a"), expression.type()));
        // The same list may be an array here, and JSON there.
        return Expr.of(known.cypher(), expression.type());
    }

    /** The variables behind it. */
    List<String> variables() {
        if (keys.isEmpty() && aggregates.isEmpty()) {
            return List.of("one");
        }
        return Stream.concat(keys.values().stream(), aggregates.values().stream())
                .map(Expr::cypher)
                .toList();
    }

    /** As WITH takes it. */
    String clause() {
        StringBuilder clause = new StringBuilder();
        keys.forEach((text, name) -> item(clause, text, name));
        aggregates.forEach((text, name) -> item(clause, text, name));
        // WITH makes groups of its own accord only where something is aggregated.
        return (aggregates.isEmpty() ? "WITH DISTINCT " : "WITH ") + (clause.isEmpty() ? "1 AS one" : clause);
    }

    private static void item(StringBuilder clause, String text, Expr name) {
        clause.append(clause.isEmpty() ? "" : ", ").append(text).append(" AS ").append(name.cypher());
    }
}
