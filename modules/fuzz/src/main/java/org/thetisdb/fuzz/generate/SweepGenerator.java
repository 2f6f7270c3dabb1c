package org.thetisdb.fuzz.generate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.thetisdb.fuzz.generate.Vocabulary.Key;
import org.thetisdb.fuzz.query.FuzzQuery;
import org.thetisdb.fuzz.query.Piece;
import org.thetisdb.fuzz.query.Sort;

/**
 * Makes plain statements that sweep over many nodes or relationships at once, so that whole columns, lists and chunks
 * change: what {@link WriteGenerator} writes is more various and touches few. Each row's values come from its own
 * number, so that the order of rows does not matter. One thread.
 */
public final class SweepGenerator {
    private static final int NODES_MOST = 150;
    private static final int NUMBERS = 400;

    private final Chance chance;
    private final List<String> labels;
    private final List<Key> keys;
    private final List<Form> forms;

    /** What a statement does. */
    private enum Form {
        MAKE_NODES,
        MAKE_RELATIONSHIPS,
        SET_OF_NODES,
        SET_OF_RELATIONSHIPS,
        REPLACE,
        REMOVE,
        ADD_LABEL,
        REMOVE_LABEL,
        DELETE_NODES,
        DELETE_RELATIONSHIPS
    }

    /**
     * Some of all labels, keys and forms: what two statements in a row must not do for a defect to show is done by few
     * if all of them do all (Groce et al., "Swarm Testing", ISSTA 2012).
     */
    public SweepGenerator(long seed) {
        this.chance = new Chance(seed);
        this.labels = some(Vocabulary.LABELS, 3);
        this.keys = some(Vocabulary.KEYS, 6);
        this.forms = some(List.of(Form.values()), Form.values().length);
    }

    private <T> List<T> some(List<T> all, int most) {
        List<T> chosen = new ArrayList<>();
        for (int count = chance.between(1, most); count > 0; count--) {
            chosen.add(chance.of(all));
        }
        return chosen;
    }

    private static FuzzQuery query(String text) {
        return new FuzzQuery(new Piece.Token(text), Map.of());
    }

    /** A statement that leaves a part of the nodes. */
    public FuzzQuery thinning() {
        return query("MATCH (n) WHERE coalesce(NOT (" + some("n") + "), true) DETACH DELETE n");
    }

    /** A statement that writes. */
    public FuzzQuery writing() {
        Form form = chance.percent(30) ? Form.MAKE_NODES : chance.of(forms);
        String nodes = "MATCH (n" + label() + ") WHERE " + some("n");
        String relationships = "MATCH ()-[n" + type() + "]->() WHERE " + some("n");
        return query(
                switch (form) {
                    case MAKE_NODES -> nodes();
                    case MAKE_RELATIONSHIPS -> relationships();
                    case SET_OF_NODES -> nodes + " SET " + settings("n.k");
                    case SET_OF_RELATIONSHIPS -> relationships + " SET " + settings("n.k");
                    case REPLACE -> nodes + " SET n = {k: n.k, " + key().name() + ": n.k % 5}";
                    case REMOVE -> nodes + " REMOVE n." + key().name();
                    case ADD_LABEL -> nodes + " SET n" + oneLabel();
                    case REMOVE_LABEL -> nodes + " REMOVE n" + oneLabel();
                    case DELETE_NODES -> nodes + " DETACH DELETE n";
                    case DELETE_RELATIONSHIPS -> relationships + " DELETE n";
                });
    }

    private String nodes() {
        int from = chance.below(NUMBERS);
        int to = from + chance.below(chance.of(3, 20, NODES_MOST));
        return "UNWIND range(" + from + ", " + to + ") AS k CREATE (n" + label()
                + (chance.percent(20) ? oneLabel() : "") + (chance.percent(80) ? " {k: k})" : ")")
                + (chance.percent(70) ? " SET " + settings("k") : "");
    }

    private String relationships() {
        String ends = "MATCH (a" + label() + "), (b" + label() + ") WHERE " + some("a");
        String pairs =
                chance.percent(60) ? " AND b.k = a.k + " + chance.below(4) : " AND b.k = " + chance.below(NUMBERS);
        return ends + pairs + " CREATE (a)-[n:" + chance.of(Vocabulary.TYPES)
                + (chance.percent(80) ? " {k: a.k}]->(b)" : "]->(b)")
                + (chance.percent(60) ? " SET " + settings("a.k") : "");
    }

    private String label() {
        return chance.percent(25) ? "" : oneLabel();
    }

    private String oneLabel() {
        return ":" + chance.of(labels);
    }

    private String type() {
        return chance.percent(25) ? "" : ":" + chance.of(Vocabulary.TYPES);
    }

    private Key key() {
        return chance.of(keys);
    }

    /** A share of them by their numbers, which some have as something else or not at all. */
    private String some(String name) {
        int step = chance.of(1, 2, 3, 7, 40);
        return step == 1 ? name + ".k >= 0" : name + ".k % " + step + " = " + chance.below(step);
    }

    /** Of {@code n}, out of a number. */
    private String settings(String number) {
        List<String> settings = new ArrayList<>();
        for (int count = chance.between(1, 3); count > 0; count--) {
            Key key = key();
            String value = value(key.sort(), number);
            String given = chance.percent(30)
                    ? "CASE WHEN " + number + " % " + chance.of(2, 5, 64) + " > 0 THEN " + value + " END"
                    : value;
            settings.add("n." + key.name() + " = " + given);
        }
        return String.join(", ", settings);
    }

    /** Sums of numbers must be exact in any order. */
    private String value(Sort sort, String number) {
        return switch (sort) {
            case INTEGER -> chance.of(number + " * 31 % 101", number + " + 100000", "7", number + " % 2 - 1");
            case FLOAT -> chance.of(number + " / 4.0", "0.5", number + " * 1024.0");
            case STRING -> chance.of("'t' + toString(" + number + " % 13)", "'word' + toString(" + number + ")", "''");
            case BOOLEAN -> number + " % 3 = 0";
            case DATE -> "date({year: 2000 + " + number + " % 30, month: 1 + " + number + " % 12})";
            case LOCAL_TIME -> "localtime({hour: " + number + " % 24})";
            case TIME -> "time({hour: " + number + " % 24, timezone: '+01:00'})";
            case LOCAL_DATETIME -> "localdatetime({year: 2000 + " + number + " % 30})";
            case ZONED_DATETIME -> "datetime({epochSeconds: " + number + " * 86400})";
            case DURATION -> "duration({days: " + number + " % 9})";
            case POINT -> "point({x: " + number + ", y: 1})";
            case INTEGER_LIST -> "[" + number + ", " + number + " % 3]";
            case STRING_LIST -> "['g', toString(" + number + " % 4)]";
            default ->
                "CASE " + number + " % 4 WHEN 0 THEN " + number + " WHEN 1 THEN 'x' WHEN 2 THEN 1.5 ELSE true END";
        };
    }

    /** A query that reads whole columns or lists. */
    public FuzzQuery reading() {
        Key key = key();
        return query(
                switch (chance.below(7)) {
                    case 0 -> "MATCH (n" + label() + ") RETURN n." + key.name() + " AS v, count(*) AS c";
                    case 1 -> "MATCH ()-[n" + type() + "]->() RETURN n." + key.name() + " AS v, count(*) AS c";
                    case 2 ->
                        "MATCH (n" + label() + ") WHERE n." + key.name() + " = "
                                + value(key.sort(), "" + chance.below(20)) + " RETURN n.k AS k";
                    case 3 ->
                        "MATCH (n" + label() + ") WHERE n." + key.name() + " > "
                                + value(key.sort(), "" + chance.below(20)) + " RETURN count(*) AS c, min(n.k) AS least";
                    case 4 ->
                        "MATCH (a" + label() + ")-[n" + type() + "]->(b" + label() + ") RETURN a.k AS a, count(b) AS c";
                    case 5 ->
                        "MATCH (n" + label() + ") RETURN count(n." + key.name() + ") AS c, count(DISTINCT n."
                                + key.name() + ") AS d, count(*) AS all";
                    default ->
                        "MATCH (n" + label() + ") RETURN DISTINCT n:A AS a, n:D AS d, n." + key.name()
                                + " IS NULL AS missing";
                });
    }
}
