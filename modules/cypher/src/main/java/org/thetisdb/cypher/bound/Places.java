package org.thetisdb.cypher.bound;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import org.thetisdb.value.ThetisException.Position;

/** Where in a query's text things stand. Immutable; lines are counted only when somebody asks. */
public final class Places {
    /** Of what was not written by anybody. */
    public static final Places NONE =
            new Places(new IdentityHashMap<>(), Map.of(), Map.of(), offset -> new Position(offset, 1, 1 + offset));

    private final Map<Expression, Integer> offsets;
    private final Map<Variable, Integer> aggregates;
    private final Map<String, Integer> parameters;
    private final IntFunction<Position> positions;

    /**
     * @param offsets of expressions, by identity; not to be changed any more
     * @param aggregates offsets of aggregate functions, by the variables that they compute
     * @param parameters offsets of parameters, where each stands first
     * @param positions the line and column of an offset
     */
    public Places(
            IdentityHashMap<Expression, Integer> offsets,
            Map<Variable, Integer> aggregates,
            Map<String, Integer> parameters,
            IntFunction<Position> positions) {
        this.offsets = offsets;
        this.aggregates = aggregates;
        this.parameters = parameters;
        this.positions = positions;
    }

    /** The line and column of an offset. */
    public Position position(int offset) {
        return positions.apply(offset);
    }

    /** Where an expression stands, this very object: an operator's sign, a function's or property's name. */
    public Optional<Position> of(Expression expression) {
        return position(offsets.get(expression));
    }

    /** Where the aggregate function stands that computes a variable. */
    public Optional<Position> ofAggregate(Variable variable) {
        return position(aggregates.get(variable));
    }

    /** Where a parameter stands first. */
    public Optional<Position> ofParameter(String name) {
        return position(parameters.get(name));
    }

    private Optional<Position> position(Integer offset) {
        return offset == null ? Optional.empty() : Optional.of(position(offset.intValue()));
    }
}
