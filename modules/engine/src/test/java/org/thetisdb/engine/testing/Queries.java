package org.thetisdb.engine.testing;

import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.thetisdb.engine.ResultCursor;
import org.thetisdb.engine.RunOptions;

/** Runs queries of tests and takes their rows. */
public final class Queries {
    /** Queries that meet in parallel pipelines: one line each, ordered ones marked by ORDER BY at the end. */
    public static final List<String> MIXED = List.of(
            "MATCH (a:A) RETURN a.k AS k, a.s AS s, a.f AS f",
            "MATCH (a) WHERE a.g = 2 RETURN count(*) AS n, sum(a.k) AS s, avg(a.f) AS v, min(a.s) AS l, max(a.k) AS h",
            "MATCH (a) RETURN a.g AS g, count(a) AS n, count(DISTINCT a.s) AS d, sum(a.f) AS f ORDER BY g",
            "MATCH (a:A)-[r:X]->(b) RETURN a.g AS g, b.g AS h, count(*) AS n, sum(r.w) AS w ORDER BY g, h",
            "MATCH (a)-[:X]->(b)-[:Y]->(c) RETURN DISTINCT a.g AS g, c.g AS h",
            "MATCH (a)-[:X]->(b) RETURN a.k AS k, b.k AS l ORDER BY k DESC, l LIMIT 17",
            "MATCH (a)-[:X]->(b) RETURN a.k AS k, b.k AS l ORDER BY l, k SKIP 5 LIMIT 1000",
            "MATCH (a:B) RETURN a.k AS k UNION MATCH (a:A) RETURN a.g AS k",
            "MATCH (a:B) RETURN a.k AS k UNION ALL MATCH (a:A) RETURN a.g AS k",
            "MATCH (a:A) OPTIONAL MATCH (a)-[:Y]->(b:B) WHERE b.g > a.g RETURN a.k AS k, b.k AS l",
            "MATCH (a) WHERE EXISTS { (a)-[:X]->(b) WHERE b.g = a.g } RETURN a.k AS k",
            "MATCH (a) RETURN a.k AS k, COUNT { (a)-[:X]->(b:B) } AS n",
            "MATCH (a:A) RETURN a.k AS k, COLLECT { MATCH (a)-[:Y]->(b) RETURN b.k ORDER BY b.k } AS l",
            "MATCH (a) CALL (a) { MATCH (a)-[r]->(b) RETURN sum(r.w) AS w, count(DISTINCT b.g) AS d } RETURN a.k, w, d",
            "MATCH (a:A) CALL (a) { MATCH (a)-[:X]->(b) RETURN b.k AS l ORDER BY l LIMIT 2 } RETURN a.k AS k, l",
            "MATCH (a:A {k: 3})-[:X|Y*1..3]->(b) RETURN b.k AS k, count(*) AS n",
            "MATCH (a:B)-[:X*0..2]->(b) WHERE b.g < 3 RETURN a.g AS g, count(DISTINCT b) AS n",
            "MATCH (a:A), (b:B) WHERE a.s = b.s RETURN a.k AS k, b.k AS l",
            "MATCH (a:A), (b:B) WHERE a.k < 4 AND b.k < 9 RETURN a.k AS k, b.k AS l",
            "MATCH (a)-[:X]->(b), (a)-[:Y]->(b) RETURN a.k AS k, b.k AS l",
            "MATCH (a) WITH a.g AS g, collect(a.k) AS l UNWIND l AS k WITH g, k WHERE k % 3 = 0 RETURN g, sum(k) AS s",
            "MATCH (a) WITH a.s AS s, count(*) AS n WHERE n > 1 MATCH (b {s: s}) RETURN s, n, sum(b.k) AS t",
            "MATCH p = shortestPath((a:A {k: 3})-[:X|Y*..4]-(b:B)) RETURN b.k AS k, length(p) AS n",
            "UNWIND [1, 2, 3, null, 4] AS x MATCH (a:A) WHERE a.g = x RETURN x, count(a) AS n",
            "MATCH (a) WITH DISTINCT a.g AS g MATCH (b:B) WHERE b.g = g RETURN g, count(b) AS n, max(b.f) AS f");

    private Queries() {}

    public static RunOptions options(int threadCount, int batchRows) {
        return options(threadCount, batchRows, 0, 0);
    }

    public static RunOptions options(int threadCount, int batchRows, long memoryBytes, long timeoutNanos) {
        return new RunOptions(threadCount, timeoutNanos, memoryBytes, batchRows, Clock.systemUTC(), new Random(1));
    }

    /** All rows in their order. */
    public static List<List<Object>> rows(TestEngine engine, String text, RunOptions options) {
        try (ResultCursor cursor = engine.run(text, Map.of(), options)) {
            List<List<Object>> rows = new ArrayList<>();
            while (cursor.next()) {
                add(cursor, rows);
            }
            return rows;
        }
    }

    public static void add(ResultCursor cursor, List<List<Object>> rows) {
        for (int row = 0; row < cursor.rowCount(); row++) {
            List<Object> values = new ArrayList<>();
            for (int column = 0; column < cursor.columns().size(); column++) {
                values.add(cursor.column(column).valueAt(row));
            }
            rows.add(values);
        }
    }

    /** What must be the same in every run: all rows, in order if the query orders them, floats but for rounding. */
    public static List<String> comparable(String text, List<List<Object>> rows) {
        List<String> lines = new ArrayList<>();
        for (List<Object> row : rows) {
            StringBuilder line = new StringBuilder();
            for (Object value : row) {
                line.append(value instanceof Double number ? Math.round(number * 1e6) / 1e6 : value)
                        .append('|');
            }
            lines.add(line.toString());
        }
        if (!text.contains("ORDER BY") || text.contains("{ MATCH")) {
            Collections.sort(lines);
        }
        return lines;
    }
}
