package org.thetisdb.bench.records;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.thetisdb.bench.duckdb.Question;
import org.thetisdb.bench.snb.QueryCase;

/** The nine questions. */
public enum RecordQuery implements Question {
    FILTER_COUNT("filter-count", "r.age > 40 AND r.active", "count(*) AS n", ""),
    GROUP_BY_DEPT("group-by-dept", "", "r.dept AS dept, count(*) AS n", "dept"),
    SUM_AGE("sum-age", "", "sum(r.age) AS s", ""),
    AVG_AGE("avg-age", "", "avg(r.age) AS a", ""),
    MIN_MAX_AGE("min-max-age", "", "min(r.age) AS least, max(r.age) AS greatest", ""),
    GROUP_BY_TWO_KEYS("group-by-two-keys", "", "r.dept AS dept, r.city AS city, count(*) AS n", "dept, city"),
    FILTER_GROUP_BY("filter-group-by", "r.active", "r.dept AS dept, count(*) AS n", "dept"),
    COUNT_DISTINCT("count-distinct", "", "count(DISTINCT r.dept) AS n", ""),
    COMPOUND_FILTER_COUNT("compound-filter-count", "r.age > 30 AND r.age < 50 AND r.active", "count(*) AS n", "");

    private final String label;
    private final String condition;
    private final String columns;
    private final String keys;

    /**
     * @param condition which rows; empty for all
     * @param columns what is asked of them
     * @param keys columns by which SQL is to group
     */
    RecordQuery(String label, String condition, String columns, String keys) {
        this.label = label;
        this.condition = condition.isEmpty() ? "" : " WHERE " + condition;
        this.columns = columns;
        this.keys = keys.isEmpty() ? "" : " GROUP BY " + keys;
    }

    @Override
    public String label() {
        return label;
    }

    @Override
    public String cypher(long rowCount) {
        return "MATCH (r:Record)" + condition + " RETURN " + columns;
    }

    @Override
    public String sql(long rowCount) {
        return "SELECT " + columns + " FROM r" + condition + keys;
    }

    /** All of them as cases by name, whose answers are compared with each other's. */
    public static Map<String, List<QueryCase>> cases() {
        Map<String, List<QueryCase>> cases = new LinkedHashMap<>();
        Arrays.stream(values())
                .map(query -> new QueryCase(
                        "records-" + query.label,
                        query.cypher(RecordFiles.ROW_COUNT),
                        Map.of(),
                        Optional.empty(),
                        false))
                .forEach(question -> cases.put(question.query(), List.of(question)));
        return cases;
    }
}
