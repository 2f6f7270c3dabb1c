package org.thetisdb.reference.expression;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.value.ThetisException;

/**
 * A row: the values of its columns, nulls included. Immutable.
 *
 * <p>Instead of a value there may be an error, which is thrown when the value is read, and not when it is only
 * passed on.
 */
public final class Row {
    public static final Row EMPTY = new Row(Map.of());

    private final Map<Variable, Object> values;

    /** Stands for a value that could not be computed. */
    private record Failed(ThetisException error) {}

    /** A column was asked for that the row has not. */
    static final class NoSuchColumnException extends IllegalStateException {
        private static final long serialVersionUID = 1L;

        private NoSuchColumnException(Variable variable, Set<Variable> columns) {
            super("no such column: variable=" + variable + ", columns=" + columns);
        }
    }

    private Row(Map<Variable, Object> values) {
        this.values = values;
    }

    public boolean has(Variable variable) {
        return values.containsKey(variable);
    }

    /**
     * The value of an existing column, or null for Cypher's null.
     *
     * @throws ThetisException the error that it has instead
     */
    public @Nullable Object get(Variable variable) {
        Object value = carried(variable);
        if (value instanceof Failed failed) {
            throw failed.error();
        }
        return value;
    }

    /** The value of a column that cannot be null, such as a node that a pattern has found. */
    public Object present(Variable variable) {
        return Objects.requireNonNull(get(variable), variable.name());
    }

    private @Nullable Object carried(Variable variable) {
        if (!has(variable)) {
            throw new NoSuchColumnException(variable, values.keySet());
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
    public Row with(Variable variable, @Nullable Object value) {
        Map<Variable, Object> more = new HashMap<>(values);
        more.put(variable, value);
        return new Row(more);
    }

    /** This row and a column without a value. */
    public Row withError(Variable variable, ThetisException error) {
        return with(variable, new Failed(error));
    }

    /** This row and a column of another one under another name. */
    public Row with(Variable variable, Row other, Variable from) {
        return with(variable, other.carried(from));
    }

    /** This row and some columns of another one. */
    public Row with(List<Variable> variables, Row other) {
        Map<Variable, Object> more = new HashMap<>(values);
        variables.forEach(variable -> more.put(variable, other.carried(variable)));
        return new Row(more);
    }

    /** A row of these columns alone. */
    public Row only(List<Variable> variables) {
        return EMPTY.with(variables, this);
    }
}
