package org.thetisdb.postgresql.sql;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.CypherText;
import org.thetisdb.postgresql.catalog.GraphColumn;
import org.thetisdb.postgresql.catalog.GraphTable;
import org.thetisdb.postgresql.type.PgType;

/** A label or relationship type in FROM, as a pattern. Joins on keys make its ends those of others. */
final class GraphLeaf {
    private final String alias;
    private final GraphTable table;
    private final String variable;

    /** Whether it may be missing, while its ends are there. */
    private boolean optional;

    /** The ends of a relationship; of a node itself, twice. */
    private Ends ends;

    /** Variables of two nodes. */
    private record Ends(String start, String end) {}

    GraphLeaf(String alias, GraphTable table, String variable) {
        this.alias = alias;
        this.table = table;
        this.variable = variable;
        this.ends = table.relationship() ? new Ends(variable + "s", variable + "e") : new Ends(variable, variable);
    }

    void makeOptional() {
        optional = true;
    }

    GraphTable table() {
        return table;
    }

    String alias() {
        return alias;
    }

    /** The variables that its columns are read from. */
    List<String> variables() {
        return table.relationship() ? List.of(ends.start(), variable, ends.end()) : List.of(ends.start());
    }

    String variable() {
        return variable;
    }

    /** Whether a node of that variable is in its pattern. */
    boolean has(String node) {
        return ends.start().equals(node) || ends.end().equals(node);
    }

    boolean isRelationship() {
        return table.relationship();
    }

    /** The node that a key names; the column must be a key of a node. */
    String node(GraphColumn.Role role) {
        return role == GraphColumn.Role.END ? ends.end() : ends.start();
    }

    boolean isNodeKey(GraphColumn.Role role) {
        return switch (role) {
            case START, END -> true;
            case ID -> !table.relationship();
            case PROPERTY -> false;
        };
    }

    /** Makes one node another. */
    void rename(String from, String to) {
        ends = new Ends(
                ends.start().equals(from) ? to : ends.start(), ends.end().equals(from) ? to : ends.end());
    }

    /** The variable of the node or relationship itself. */
    String entity() {
        return table.relationship() ? variable : ends.start();
    }

    /** As MATCH takes it. */
    String pattern() {
        String name = CypherText.name(table.graphName());
        return table.relationship()
                ? "(" + ends.start() + ")-[" + variable + ":" + name + "]->(" + ends.end() + ")"
                : "(" + ends.start() + ":" + name + ")";
    }

    /** As CREATE takes it, with those ends if it is a relationship. */
    String created(String properties, String start, String end) {
        String name = CypherText.name(table.graphName());
        if (table.relationship()) {
            ends = new Ends(start, end);
        }
        return table.relationship()
                ? "(" + start + ")-[" + variable + ":" + name + " " + properties + "]->(" + end + ")"
                : "(" + variable + ":" + name + " " + properties + ")";
    }

    GraphColumn.Role role(int place) {
        return table.columns().get(place - 1).role();
    }

    Relation relation() {
        List<RelationColumn> columns = new ArrayList<>();
        for (GraphColumn column : table.columns()) {
            columns.add(new RelationColumn(
                    column.name(), () -> read(column), column.type(), table.oid(), columns.size() + 1));
        }
        RelationColumn place = new RelationColumn("ctid", () -> "id(" + entity() + ")", PgType.TID, 0, 0);
        return new Relation(alias, columns, false, List.of(place));
    }

    private String read(GraphColumn column) {
        return switch (column.role()) {
            case ID -> "id(" + entity() + ")";
            case START -> optional ? "id(startNode(" + variable + "))" : "id(" + ends.start() + ")";
            case END -> optional ? "id(endNode(" + variable + "))" : "id(" + ends.end() + ")";
            case PROPERTY -> entity() + "." + CypherText.name(column.name());
        };
    }
}
