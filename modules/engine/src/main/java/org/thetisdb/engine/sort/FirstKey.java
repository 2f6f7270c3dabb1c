package org.thetisdb.engine.sort;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;

/** The first key of the top-k that follows a pattern. Stateless. */
public final class FirstKey {
    private FirstKey() {}

    /**
     * The property that is the first key if only columns are computed and rows chosen before the next top-k, in the
     * columns from before the steps; empty if there is none, or it is no property.
     */
    public static Optional<Expression.Property> of(List<Step> following) {
        Map<Variable, Expression> computed = new HashMap<>();
        for (int index = 0; index + 1 < following.size(); index++) {
            switch (following.get(index)) {
                case Step.Compute compute ->
                    compute.items().forEach(item -> computed.put(item.variable(), item.expression()));
                case Step.Project project -> {}
                case Step.Filter filter -> {}
                case Step.Sort sort -> {
                    Expression key = sort.keys().getFirst().expression();
                    boolean isCutOff = following.get(index + 1) instanceof Step.Slice slice
                            && slice.limit().isPresent();
                    return isCutOff ? property(key, computed) : Optional.empty();
                }
                default -> {
                    return Optional.empty();
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<Expression.Property> property(Expression key, Map<Variable, Expression> computed) {
        Expression meant =
                key instanceof Expression.Reference reference ? computed.getOrDefault(reference.variable(), key) : key;
        return meant instanceof Expression.Property property ? Optional.of(property) : Optional.empty();
    }
}
