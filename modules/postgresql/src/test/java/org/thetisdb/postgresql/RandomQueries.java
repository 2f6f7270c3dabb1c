package org.thetisdb.postgresql;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Queries over the tables "T" and "U", both with _id, k, v and t, whose answers do not depend on the order of rows. */
final class RandomQueries {
    private static final List<String> COLUMNS = List.of("k", "v", "t");

    private final Random random;

    RandomQueries(Random random) {
        this.random = random;
    }

    private <T> T any(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    private String table() {
        return any(List.of("\"T\"", "\"U\""));
    }

    /** The next one, with all of its columns sorted. */
    String next() {
        return switch (random.nextInt(7)) {
            case 0, 1 -> sets();
            case 2 -> joins();
            case 3 -> groups();
            case 4 -> values();
            case 5 -> times();
            default -> windows();
        };
    }

    private static String sorted(String query, int columns) {
        List<String> places = new ArrayList<>();
        for (int place = 1; place <= columns; place++) {
            places.add(Integer.toString(place));
        }
        return "SELECT * FROM (" + query + ") z ORDER BY " + String.join(", ", places) + ";";
    }

    private String condition(String prefix) {
        return switch (random.nextInt(7)) {
            case 0 -> prefix + "k < " + random.nextInt(4);
            case 1 -> prefix + "v " + any(List.of("IS NULL", "ISNULL", "NOTNULL", "IS NOT NULL"));
            case 2 -> prefix + "v > " + random.nextInt(5);
            case 3 -> prefix + "t = 'x" + random.nextInt(3) + "'";
            case 4 -> "NOT (" + prefix + "v = " + random.nextInt(5) + " OR " + prefix + "k = 1)";
            case 5 -> prefix + "k IN (" + random.nextInt(4) + ", " + random.nextInt(4) + ")";
            default -> "true";
        };
    }

    private String sets() {
        List<String> columns = COLUMNS.subList(0, 1 + random.nextInt(3));
        String list = String.join(", ", columns);
        return sorted(sets(list, 2 + random.nextInt(2)), columns.size());
    }

    private String sets(String list, int depth) {
        if (depth == 0 || random.nextInt(4) == 0) {
            String query = "SELECT " + (random.nextInt(4) == 0 ? "DISTINCT " : "") + list + " FROM " + table()
                    + " WHERE " + condition("");
            return random.nextInt(4) == 0
                    ? "(" + query + " ORDER BY " + list + " LIMIT " + random.nextInt(5) + ")"
                    : query;
        }
        String operator = any(List.of("UNION", "INTERSECT", "EXCEPT")) + (random.nextBoolean() ? " ALL " : " ");
        String left = sets(list, depth - 1);
        String right = sets(list, depth - 1);
        boolean flat = random.nextInt(3) == 0;
        return flat ? left + " " + operator + right : "(" + left + ") " + operator + "(" + right + ")";
    }

    private String on(String left, String right) {
        String on = left + "." + any(List.of("k", "v")) + " = " + right + "." + any(List.of("k", "v"));
        return switch (random.nextInt(5)) {
            case 0 -> on + " AND " + left + ".v < 4";
            case 1 -> on + " AND " + right + ".t <> 'x1'";
            case 2 -> on + " AND " + left + ".t = " + right + ".t";
            case 3 -> on + " AND " + left + ".v <= " + right + ".v";
            default -> on;
        };
    }

    private String source() {
        return random.nextInt(4) == 0
                ? "(SELECT k, max(v) AS v, min(t) AS t FROM " + table() + " GROUP BY k)"
                : table();
    }

    private String joins() {
        List<String> kinds = List.of("JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN", "FULL JOIN");
        StringBuilder query = new StringBuilder("SELECT a.k, a.v, a.t, b.k, b.v");
        boolean third = random.nextBoolean();
        query.append(third ? ", c.k, c.t" : "")
                .append(" FROM ")
                .append(source())
                .append(" a ");
        query.append(any(kinds)).append(' ').append(source()).append(" b ON ").append(on("a", "b"));
        if (third) {
            query.append(' ').append(any(kinds)).append(' ').append(source()).append(" c ON ");
            query.append(on(any(List.of("a", "b")), "c"));
        }
        query.append(" WHERE ").append(random.nextInt(3) == 0 ? condition("b.") : "true");
        return query.append(third ? " ORDER BY 1, 2, 3, 4, 5, 6, 7;" : " ORDER BY 1, 2, 3, 4, 5;")
                .toString();
    }

    private String over(boolean unique) {
        String partition = switch (random.nextInt(3)) {
            case 0 -> "PARTITION BY k ";
            case 1 -> "PARTITION BY t, v IS NULL ";
            default -> "";
        };
        String direction = any(List.of("", " DESC", " NULLS FIRST", " DESC NULLS LAST"));
        return partition + "ORDER BY " + any(List.of("v", "k", "t", "k % 2")) + direction + (unique ? ", _id" : "");
    }

    private String bound(boolean start) {
        int distance = random.nextInt(4);
        return switch (random.nextInt(4)) {
            case 0 -> start ? "UNBOUNDED PRECEDING" : "UNBOUNDED FOLLOWING";
            case 1 -> "CURRENT ROW";
            case 2 -> start ? distance + " PRECEDING" : distance + " FOLLOWING";
            default -> start ? (3 + distance) + " PRECEDING" : distance + " FOLLOWING";
        };
    }

    private String function() {
        String value = any(List.of("v", "k", "k + v"));
        String aggregate = any(List.of("sum(" + value + ")", "count(v)", "count(*)", "min(t)", "max(" + value + ")"));
        return switch (random.nextInt(10)) {
            case 0 -> "row_number() OVER (" + over(true) + ")";
            case 1 -> "rank() OVER (" + over(false) + ")";
            case 2 -> "dense_rank() OVER (" + over(false) + ")";
            case 3 -> "lag(" + value + ", " + random.nextInt(3) + ") OVER (" + over(true) + ")";
            case 4 -> "lead(t, 1, 'none') OVER (" + over(true) + ")";
            case 5 -> any(List.of("first_value", "last_value")) + "(t) OVER (" + over(true) + ")";
            case 6 -> aggregate + " OVER (" + over(false) + ")";
            case 7 -> aggregate + " OVER (PARTITION BY " + any(COLUMNS) + ")";
            case 8 -> "round((avg(v) OVER (" + over(false) + "))::float8 * 1000)";
            default ->
                aggregate + " OVER (" + over(true) + " ROWS BETWEEN " + bound(true) + " AND " + bound(false) + ")";
        };
    }

    private String windows() {
        return sorted(
                "SELECT _id, " + function() + " AS f, " + function() + " AS g FROM " + table() + " WHERE "
                        + condition(""),
                3);
    }

    /** Groups without aggregates, and with those that take nulls. */
    private String groups() {
        List<String> keys = List.of("k", "v", "t", "k % 2", "coalesce(v, 9)");
        String first = any(keys);
        String second = any(keys);
        String grouped = " GROUP BY " + any(List.of(first + ", " + second, "1, 2", "f, g"));
        String list = "SELECT " + first + " AS f, " + second + " AS g";
        if (random.nextBoolean()) {
            return sorted(
                    list + " FROM " + table() + " WHERE " + condition("") + grouped
                            + (random.nextBoolean() ? " HAVING " + first + " IS NOT NULL" : ""),
                    2);
        }
        // Of one row, a list has no order.
        String one = "(SELECT * FROM " + table() + " ORDER BY v, k, _id LIMIT 1) s";
        return sorted(
                list + ", array_agg(v), array_agg(k) FILTER (WHERE " + condition("") + "), array_agg(DISTINCT v) FROM "
                        + one + " WHERE " + condition("") + grouped,
                2);
    }

    /** VALUES that are sorted and cut, as numbers with two places. */
    private String values() {
        List<String> rows = new ArrayList<>();
        for (int row = 1 + random.nextInt(5); row > 0; row--) {
            String value = random.nextInt(4) == 0 ? "NULL" : Integer.toString(random.nextInt(5));
            rows.add("(" + random.nextInt(3) + ", " + value + ")");
        }
        String values = "VALUES " + String.join(", ", rows) + " ORDER BY 1, 2"
                + (random.nextBoolean() ? " DESC" : "")
                + (random.nextBoolean() ? " LIMIT " + random.nextInt(4) : "")
                + (random.nextBoolean() ? " OFFSET " + random.nextInt(3) : "");
        String number = (random.nextInt(2000) - 1000) + "." + random.nextInt(10) + "5";
        return switch (random.nextInt(3)) {
            case 0 -> values + ";";
            case 1 ->
                "SELECT a, b, (" + number + "::numeric(10, " + (1 + random.nextInt(2)) + "))::float8 FROM (" + values
                        + ") x(a, b) WHERE b NOTNULL ORDER BY 1, 2;";
            default -> "WITH x AS (" + values + ") SELECT * FROM x ORDER BY 1, 2;";
        };
    }

    /** An instant in one zone and another. */
    private String times() {
        String zone = any(List.of("UTC", "America/New_York", "Asia/Tokyo", "Asia/Kolkata"));
        String at = "2020-" + any(List.of("01", "03", "06", "07", "10", "11", "12")) + "-" + (10 + random.nextInt(19))
                + " " + (10 + random.nextInt(14)) + ":" + (10 + random.nextInt(50)) + ":00";
        String instant = "timestamptz '" + at + "Z'";
        String local = "timestamp '" + at + "'";
        String unit = any(List.of("hour", "day", "week", "month", "quarter", "year", "century"));
        String query = switch (random.nextInt(4)) {
            case 0 -> "(" + instant + ")::date, (" + instant + ")::timestamp, (" + local + ")::timestamptz";
            case 1 -> "date_trunc('" + unit + "', " + instant + "), date_trunc('" + unit + "', " + local + ")";
            case 2 ->
                instant + " + interval '" + random.nextInt(40) + " days " + random.nextInt(30) + " hours', " + instant
                        + " < " + local;
            default ->
                "extract(hour FROM " + instant + "), extract(dow FROM " + instant + "), " + instant + " - timestamptz '"
                        + "2020-06-15 12:00Z'";
        };
        return "SET timezone = '" + zone + "'; SELECT " + query + "; SET timezone = 'UTC';";
    }
}
