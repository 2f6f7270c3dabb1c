package org.thetisdb.postgresql.sql;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.thetisdb.postgresql.type.PgType;

/**
 * One way to part and sort the rows, and all that is computed by it.
 *
 * <pre>
 *   WITH row's variables, its keys and values ORDER BY keys
 *   WITH partition, collect([…]) AS rows              sorted
 *   WITH rows, n, b, lists of values                  b is about the root of n
 *   WITH *, totals of each b values                   so that a fold over many rows takes about 2b steps
 *   UNWIND range(0, n - 1) AS i                       the place of a row
 *   WITH *, how many groups of peers there are up to i
 *   WITH rows[i] AS row, … AS w0, … AS w1             results
 *   WITH row[0] AS …, w0, w1
 * </pre>
 */
final class Window {
    private final Translation translation;
    private final List<String> partition;
    private final List<String> keys;
    private final List<String> order;
    private final String rows;
    private final String count;
    private final String place;
    private final String block;
    private final String peers;
    private boolean asksForPeers;

    /** What is computed of each row, by its text in Cypher: the name of the list of its values. */
    private final Map<String, String> lists = new LinkedHashMap<>();

    /** Totals of blocks, and of all, by their text: their names. */
    private final Map<String, String> totals = new LinkedHashMap<>();

    private final Map<String, Expr> results = new LinkedHashMap<>();

    /**
     * For rows that are parted and sorted so.
     *
     * @param order behind each key: whether it descends
     */
    Window(Translation translation, List<String> partition, List<String> keys, List<String> order) {
        this.translation = translation;
        this.partition = List.copyOf(partition);
        this.keys = List.copyOf(keys);
        this.order = List.copyOf(order);
        this.rows = translation.name("w") + "r";
        this.count = rows + "n";
        this.place = rows + "i";
        this.block = rows + "b";
        this.peers = rows + "p";
    }

    boolean isOrdered() {
        return !keys.isEmpty();
    }

    /** The number of rows of the partition. */
    String count() {
        return count;
    }

    /** The place of the row, from 0. */
    String place() {
        return place;
    }

    /** The number of the group of rows that are sorted like this one, from 1. */
    String peerGroup() {
        asksForPeers = true;
        return isOrdered() ? peers : "1";
    }

    /** The place of the first row that is sorted like this one. */
    String peersFrom() {
        return isOrdered() ? peers + "s[" + peerGroup() + " - 1]" : "0";
    }

    /** The place behind the last row that is sorted like this one. */
    String peersTo() {
        return isOrdered() ? "coalesce(" + peers + "s[" + peerGroup() + "], " + count + ")" : count;
    }

    /** The values of an expression for all rows of the partition. */
    String list(String expression) {
        return lists.computeIfAbsent(expression, _ -> translation.name("z"));
    }

    /** The rows' values made one from left to right, without nulls, by + or by a comparison. */
    String fold(String expression, String operator, WindowFrame frame) {
        String list = list(expression);
        if (frame.isWhole()) {
            return totals.computeIfAbsent(reduced(list, operator), _ -> translation.name("z"));
        }
        return folded(list, operator, frame.from(this), frame.to(this));
    }

    private String folded(String list, String operator, String from, String to) {
        String blocks = totals.computeIfAbsent(
                "[k IN range(0, (" + count + " - 1) / " + block + ") | "
                        + reduced(list + "[k * " + block + "..(k + 1) * " + block + "]", operator) + "]",
                _ -> translation.name("z"));
        String first = "((" + from + ") + " + block + " - 1) / " + block;
        String last = "(" + to + ") / " + block;
        String many = list + "[" + from + "..(" + first + ") * " + block + "] + " + blocks + "[" + first + ".." + last
                + "] + " + list + "[(" + last + ") * " + block + ".." + to + "]";
        return reduced(
                "CASE WHEN (" + to + ") - (" + from + ") <= 2 * " + block + " THEN " + list + "[" + from + ".." + to
                        + "] ELSE " + many + " END",
                operator);
    }

    private static String reduced(String list, String operator) {
        String step = operator.equals("+")
                ? "CASE WHEN e IS NULL THEN t WHEN t IS NULL THEN e ELSE t + e END"
                : "CASE WHEN e IS NULL OR t " + operator + " e THEN t ELSE e END";
        return "reduce(t = null, e IN " + list + " | " + step + ")";
    }

    /** A variable that holds a value for each row. */
    Expr result(String expression, PgType type) {
        return results.computeIfAbsent(expression, _ -> Expr.of(translation.name("w"), type));
    }

    /** The variables of all of them. */
    List<String> results() {
        return results.values().stream().map(Expr::cypher).toList();
    }

    /** To be put behind clauses that give these variables. */
    String clauses(List<String> variables) {
        // Asked for before the lists are written, since it is made of one.
        String groups = asksForPeers && isOrdered() ? folded(peers + "f", "+", "0", "(" + place + " + 1)") : "";
        List<String> carried = new ArrayList<>(variables);
        StringBuilder clauses = new StringBuilder(" WITH ").append(String.join(", ", variables));
        List<String> parts = named(clauses, partition, "x", variables.isEmpty());
        List<String> sorted = named(clauses, keys, "y", variables.isEmpty() && parts.isEmpty());
        List<String> values = named(clauses, List.copyOf(lists.keySet()), "v", false);
        carried.addAll(sorted);
        carried.addAll(values);
        if (isOrdered()) {
            clauses.append(" ORDER BY ");
            for (int index = 0; index < sorted.size(); index++) {
                clauses.append(index == 0 ? "" : ", ");
                clauses.append(order.get(index).replace("{}", sorted.get(index)));
            }
        }
        clauses.append(" WITH ");
        parts.forEach(part -> clauses.append(part).append(", "));
        clauses.append("collect([")
                .append(String.join(", ", carried))
                .append("]) AS ")
                .append(rows);
        clauses.append(" WITH " + rows + ", size(" + rows + ") AS " + count);
        clauses.append(", toInteger(sqrt(size(" + rows + "))) + 1 AS " + block);
        int at = variables.size() + sorted.size();
        for (String name : lists.values()) {
            clauses.append(", [r IN " + rows + " | r[" + at++ + "]] AS " + name);
        }
        if (!groups.isEmpty()) {
            peers(clauses, variables.size());
        }
        if (!totals.isEmpty()) {
            clauses.append(" WITH *");
            totals.forEach((text, name) ->
                    clauses.append(", ").append(text).append(" AS ").append(name));
        }
        clauses.append(" UNWIND range(0, " + count + " - 1) AS " + place);
        if (!groups.isEmpty()) {
            clauses.append(" WITH *, " + groups + " AS " + peers);
        }
        clauses.append(" WITH " + rows + "[" + place + "] AS " + rows);
        results.forEach(
                (text, name) -> clauses.append(", ").append(text).append(" AS ").append(name.cypher()));
        clauses.append(" WITH ").append(String.join(", ", results()));
        for (int index = 0; index < variables.size(); index++) {
            clauses.append(", " + rows + "[" + index + "] AS " + variables.get(index));
        }
        return clauses.toString();
    }

    private List<String> named(StringBuilder clauses, List<String> expressions, String prefix, boolean first) {
        List<String> names = new ArrayList<>();
        for (String expression : expressions) {
            String name = translation.name(prefix);
            clauses.append(first && names.isEmpty() ? "" : ", ");
            clauses.append(expression).append(" AS ").append(name);
            names.add(name);
        }
        return names;
    }

    /** 1 for each row that is sorted otherwise than the one before it, else 0; and the places of these rows. */
    private void peers(StringBuilder clauses, int keysAt) {
        List<String> same = new ArrayList<>();
        for (int index = 0; index < keys.size(); index++) {
            String one = rows + "[j][" + (keysAt + index) + "]";
            String other = rows + "[j - 1][" + (keysAt + index) + "]";
            same.add("coalesce(" + one + " = " + other + ", " + one + " IS NULL AND " + other + " IS NULL)");
        }
        clauses.append(" WITH *, [j IN range(0, " + count + " - 1) | CASE WHEN j > 0 AND "
                + same.stream().collect(Collectors.joining(" AND ")) + " THEN 0 ELSE 1 END] AS " + peers + "f");
        clauses.append(" WITH *, [j IN range(0, " + count + " - 1) WHERE " + peers + "f[j] = 1] AS " + peers + "s");
    }
}
