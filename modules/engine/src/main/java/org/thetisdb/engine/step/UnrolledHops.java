package org.thetisdb.engine.step;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import org.thetisdb.cypher.bound.CypherType;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.ExpressionParts;
import org.thetisdb.cypher.bound.GraphPattern;
import org.thetisdb.cypher.bound.Query;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.operator.Expressions;

/**
 * Writes trails of one length as single relationships, which may be found from any end, joined and counted, where
 * nobody reads their list but one after another.
 *
 * <pre>
 *   (a)-[k:KNOWS*3]-(b) WHERE k[0].since &lt; k[1].since
 *     becomes   (a)-[k0:KNOWS]-( )-[k1:KNOWS]-( )-[k2:KNOWS]-(b) WHERE k0.since &lt; k1.since
 * </pre>
 *
 * <p>That they differ is said of all relationships of a pattern. Used for one query.
 */
final class UnrolledHops {
    /** Longer ones are found by one operator. */
    private static final int LENGTH_MAX = 4;

    private final Function<CypherType, Variable> newVariable;
    private final List<Variable> nodes = new ArrayList<>();
    private final List<GraphPattern.Hop> hops = new ArrayList<>();
    private final List<Expression> predicates = new ArrayList<>();

    private UnrolledHops(Function<CypherType, Variable> newVariable) {
        this.newVariable = newVariable;
    }

    /** @param newVariable makes a variable of a type */
    static List<Step> of(List<Step> steps, List<Variable> outputs, Function<CypherType, Variable> newVariable) {
        List<Step> unrolled = new ArrayList<>(steps);
        for (int index = 0; index < steps.size(); index++) {
            if (steps.get(index) instanceof Step.Match match
                    && match.pattern().relationships().stream().anyMatch(UnrolledHops::isOfOneLength)) {
                List<Step> others = new ArrayList<>(steps);
                others.set(index, new Step.Match(match.optional(), match.pattern(), List.of()));
                Set<Variable> read =
                        ReadVariables.of(new Query.Single(others, outputs)).variables();
                unrolled.set(index, new UnrolledHops(newVariable).unrolled(match, read));
            }
        }
        return unrolled;
    }

    private static boolean isOfOneLength(GraphPattern.Hop hop) {
        return hop.length().stream()
                .anyMatch(length -> length.minimum() > 0
                        && length.minimum() <= LENGTH_MAX
                        && length.maximum().equals(OptionalLong.of(length.minimum())));
    }

    private Step unrolled(Step.Match match, Set<Variable> readElsewhere) {
        GraphPattern pattern = match.pattern();
        nodes.addAll(pattern.nodes());
        predicates.addAll(match.predicates());
        for (GraphPattern.Hop hop : pattern.relationships()) {
            if (!isOfOneLength(hop) || readElsewhere.contains(hop.relationship()) || !isUnrolled(hop)) {
                hops.add(hop);
            }
        }
        return new Step.Match(
                match.optional(), new GraphPattern(nodes, hops, pattern.shortestPaths(), pattern.paths()), predicates);
    }

    /** Adds single relationships in its place; false if its list is read in another way. */
    private boolean isUnrolled(GraphPattern.Hop hop) {
        GraphPattern.VariableLength length = hop.length().orElseThrow();
        List<Variable> singles = new ArrayList<>();
        for (int index = 0; index < length.minimum(); index++) {
            singles.add(newVariable.apply(CypherType.RELATIONSHIP));
        }
        List<Expression> ofSingles = predicates.stream()
                .map(each -> elements(each, hop.relationship(), singles))
                .toList();
        if (ofSingles.stream().anyMatch(each -> reads(each, hop.relationship()))) {
            return false;
        }
        predicates.clear();
        predicates.addAll(ofSingles);
        Variable left = hop.left();
        for (int index = 0; index < singles.size(); index++) {
            boolean isLast = index == singles.size() - 1;
            Variable right = isLast ? hop.right() : newVariable.apply(CypherType.NODE);
            if (!isLast) {
                nodes.add(right);
            }
            hops.add(new GraphPattern.Hop(
                    singles.get(index), left, right, hop.direction(), hop.types(), Optional.empty()));
            Map<Variable, Variable> locals = new HashMap<>(Map.of(length.hop(), singles.get(index)));
            length.end().ifPresent(end -> locals.put(end, right));
            length.predicates().forEach(each -> predicates.add(ExpressionParts.renamed(each, locals)));
            left = right;
        }
        return true;
    }

    private static boolean reads(Expression expression, Variable list) {
        return Expressions.dependencies(expression).contains(list);
    }

    /** The expression with relationships in the place of elements of their list. */
    private static Expression elements(Expression expression, Variable list, List<Variable> singles) {
        return switch (expression) {
            case Expression.Subscript(Expression.Reference(Variable read), Expression.Literal(Optional<Object> value))
            when read.equals(list) && value.isPresent() && value.get() instanceof Long index -> {
                long place = index < 0 ? index + singles.size() : index;
                yield place >= 0 && place < singles.size()
                        ? new Expression.Reference(singles.get((int) place))
                        : Expression.Literal.NULL;
            }
            default -> ExpressionParts.mapped(expression, part -> elements(part, list, singles));
        };
    }
}
