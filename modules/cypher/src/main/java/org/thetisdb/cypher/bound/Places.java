package org.thetisdb.cypher.bound;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.thetisdb.value.ThetisException.Position;

/** The places of a query's parts in its text. Immutable; lines are counted only on demand. */
public final class Places {
    /** The places of what nobody wrote. */
    public static final Places NONE = new Places(
            new IdentityHashMap<>(), Map.of(), Map.of(), List.of(), offset -> new Position(offset, 1, 1 + offset));

    private final Map<Expression, Integer> offsets;
    private final Map<Variable, Integer> variables;
    private final Map<String, Integer> parameters;
    private final List<Integer> writes;
    private final IntFunction<Position> positions;

    /**
     * @param offsets of expressions, by identity; not to be changed any more
     * @param variables offsets of aggregate functions, values of MERGE, files and procedures, by the variables that
     *     they give
     * @param parameters offsets of parameters, at their first occurrence
     * @param writes offsets of the clauses that write
     * @param positions the line and column of an offset
     */
    public Places(
            IdentityHashMap<Expression, Integer> offsets,
            Map<Variable, Integer> variables,
            Map<String, Integer> parameters,
            List<Integer> writes,
            IntFunction<Position> positions) {
        this.offsets = offsets;
        this.variables = variables;
        this.parameters = parameters;
        this.writes = writes;
        this.positions = positions;
    }

    /** The line and column of an offset. */
    public Position position(int offset) {
        return positions.apply(offset);
    }

    /** The place of an expression, of this very object: an operator's sign, a function's or property's name. */
    public Optional<Position> of(Expression expression) {
        return position(offsets.get(expression));
    }

    /** The place of the aggregate function, value of MERGE, file or procedure that gives a variable. */
    public Optional<Position> ofVariable(Variable variable) {
        return position(variables.get(variable));
    }

    /** The place of the clause that writes; empty if there are several, or none. */
    public Optional<Position> ofOnlyWrite() {
        return writes.size() == 1 ? position(writes.getFirst()) : Optional.empty();
    }

    /** The place where a parameter first occurs. */
    public Optional<Position> ofParameter(String name) {
        return position(parameters.get(name));
    }

    private Optional<Position> position(@Nullable Integer offset) {
        return offset == null ? Optional.empty() : Optional.of(position(offset.intValue()));
    }
}
