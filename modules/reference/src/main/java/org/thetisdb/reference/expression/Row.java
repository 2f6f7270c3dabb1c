package org.thetisdb.reference.expression;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.cypher.bound.Variable;

/** A row: the values of the columns that there are, null among them. Immutable. */
public final class Row {
    public static final Row EMPTY = new Row(Map.of());

    private final Map<Variable, Object> values;

    private Row(Map<Variable, Object> values) {
        this.values = values;
    }

    public boolean has(Variable variable) {
        return values.containsKey(variable);
    }

    /** The value of a column that is there, or null for Cypher's null. */
    public Object get(Variable variable) {
        if (!has(variable)) {
            throw new IllegalStateException("no such column: variable=" + variable + ", columns=" + values.keySet());
        }
        return values.get(variable);
    }

    /** The values of several columns, in this order. */
    public List<Object> get(List<Variable> variables) {
        List<Object> found = new ArrayList<>(variables.size());
        variables.forEach(variable -> found.add(get(variable)));
        return found;
    }

    /** This row and one more column, or another value for it. */
    public Row with(Variable variable, Object value) {
        Map<Variable, Object> more = new HashMap<>(values);
        more.put(variable, value);
        return new Row(more);
    }

    /** This row and some columns of another one. */
    public Row with(List<Variable> variables, Row other) {
        Map<Variable, Object> more = new HashMap<>(values);
        variables.forEach(variable -> more.put(variable, other.get(variable)));
        return new Row(more);
    }

    /** A row of these columns alone. */
    public Row only(List<Variable> variables) {
        return EMPTY.with(variables, this);
    }
}
