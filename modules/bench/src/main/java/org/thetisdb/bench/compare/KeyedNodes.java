package org.thetisdb.bench.compare;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.thetisdb.bench.peer.Peer;
import org.thetisdb.bench.snb.QueryCase;

/**
 * Nodes that are found by a unique property: what point reads read and short updates change.
 *
 * @param label their label
 * @param property the property that a constraint keeps unique
 * @param keys values of it, strings or integers, at most {@link #KEY_COUNT}
 */
public record KeyedNodes(String label, String property, List<Object> keys) {
    private static final int KEY_COUNT = 1000;
    private static final Duration LIMIT = Duration.ofMinutes(1);
    /** Where several labels have keys, persons are read: they have properties and neighbours of many kinds. */
    private static final String PREFERRED_LABEL = "Person";

    private static final String CONSTRAINTS =
            "SHOW CONSTRAINTS YIELD type, labelsOrTypes, properties WHERE type = 'NODE_PROPERTY_UNIQUENESS'"
                    + " RETURN labelsOrTypes[0] AS label, properties[0] AS property";

    /** The nodes of one of the constraints, or nothing if no node has a key. */
    static Optional<KeyedNodes> find(Peer peer) {
        return find(text -> peer.run("keys", text, Map.of(), LIMIT).rows());
    }

    /**
     * The nodes of one of the constraints, or nothing if no node has a key.
     *
     * @param ask gives the rows of a query
     */
    public static Optional<KeyedNodes> find(Function<String, List<Object[]>> ask) {
        List<KeyedNodes> found = new ArrayList<>();
        for (Object[] row : ask.apply(CONSTRAINTS)) {
            String label = row[0].toString();
            String property = row[1].toString();
            if (found.isEmpty() || label.equals(PREFERRED_LABEL)) {
                keys(ask, label, property).ifPresent(found::add);
            }
        }
        return found.isEmpty() ? Optional.empty() : Optional.of(found.getLast());
    }

    private static Optional<KeyedNodes> keys(Function<String, List<Object[]>> ask, String label, String property) {
        String text = "MATCH (n:" + quoted(label) + ") RETURN n." + quoted(property) + " AS key ORDER BY key LIMIT "
                + KEY_COUNT;
        List<Object> keys = ask.apply(text).stream()
                .map(row -> row[0])
                .filter(key -> key instanceof Long || key instanceof String)
                .toList();
        return keys.isEmpty() ? Optional.empty() : Optional.of(new KeyedNodes(label, property, keys));
    }

    /** Point reads by name: through a parameter, with the key in the text, of all properties, with neighbours. */
    public Map<String, List<QueryCase>> pointReads() {
        String node = "(n:" + quoted(label) + " {" + quoted(property) + ": ";
        String key = "n." + quoted(property) + " AS key";
        Map<String, List<QueryCase>> cases = new LinkedHashMap<>();
        put(cases, "point-parameter", "MATCH " + node + "$key}) RETURN " + key);
        put(cases, "point-properties", "MATCH " + node + "$key}) RETURN [name IN keys(n) | n[name]] AS all");
        put(cases, "point-neighbours", "MATCH " + node + "$key})--(m) RETURN count(m) AS neighbours");
        List<QueryCase> literals = new ArrayList<>();
        for (Object value : keys) {
            String text = "MATCH " + node + literal(value) + "}) RETURN " + key;
            literals.add(new QueryCase("point-literal", text, Map.of(), Optional.empty(), false));
        }
        cases.put("point-literal", literals);
        return cases;
    }

    private void put(Map<String, List<QueryCase>> cases, String name, String text) {
        cases.put(
                name,
                keys.stream()
                        .map(key -> new QueryCase(name, text, Map.of("key", key), Optional.empty(), false))
                        .toList());
    }

    /** How a pattern of one of these nodes is written, found by a parameter. */
    String pattern(String variable, String parameter) {
        return "(" + variable + ":" + quoted(label) + " {" + quoted(property) + ": $" + parameter + "})";
    }

    private static String literal(Object value) {
        return value instanceof String text
                ? "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
                : value.toString();
    }

    private static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }
}
