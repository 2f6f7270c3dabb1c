package org.thetisdb.bench.spill;

import java.util.Locale;
import org.thetisdb.bench.duckdb.Question;

/** What is asked of all rows, in both languages; the answers are one row of numbers. */
enum SpillTask implements Question {
    /** The last row of the order, which nobody has before all are sorted. */
    SORT(
            "MATCH (r:Row) RETURN r.k AS k, r.v AS v ORDER BY k, v SKIP %d LIMIT 1",
            "SELECT k, v FROM r ORDER BY k, v LIMIT 1 OFFSET %d"),
    GROUP(
            "MATCH (r:Row) WITH r.k AS k, count(*) AS n, sum(r.v) AS s RETURN count(*) AS a, max(n) AS b, max(s) AS c",
            "SELECT count(*), max(n), max(s) FROM (SELECT k, count(*) AS n, sum(v) AS s FROM r GROUP BY k)"),
    JOIN(
            "MATCH (a:Row) MATCH (b:Row) WHERE a.k = b.k"
                    + " RETURN count(*) AS a, sum(a.v - b.v) AS b, max(a.v + b.v) AS c",
            "SELECT count(*), sum(a.v - b.v), max(a.v + b.v) FROM r AS a JOIN r AS b ON a.k = b.k");

    private final String cypher;
    private final String sql;

    SpillTask(String cypher, String sql) {
        this.cypher = cypher;
        this.sql = sql;
    }

    @Override
    public String cypher(long rowCount) {
        return String.format(Locale.ROOT, cypher, rowCount - 1);
    }

    @Override
    public String sql(long rowCount) {
        return String.format(Locale.ROOT, sql, rowCount - 1);
    }

    @Override
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
