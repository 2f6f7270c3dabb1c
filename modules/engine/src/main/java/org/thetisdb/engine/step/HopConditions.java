package org.thetisdb.engine.step;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.thetisdb.cypher.bound.CypherType;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.ExpressionParts;
import org.thetisdb.cypher.bound.GraphPattern;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.expression.Foldability;
import org.thetisdb.engine.operator.Expressions;

/**
 * Demands of each hop what a match demands of all relationships or nodes of its paths, so that a trail ends where it
 * can no longer fulfil that, and nobody needs the list.
 *
 * <pre>
 *   MATCH (a)-[k:KNOWS*1..3]-(b) WHERE all(x IN k WHERE x.since > 9)          every hop: hop.since > 9
 *   MATCH p = (a)-[:KNOWS*]-(b) WHERE none(n IN nodes(p) WHERE n.blocked)     a and b, and every hop's end
 * </pre>
 *
 * <p>Only what cannot fail, since a trail that is never finished might fail otherwise; and only what reads nothing else
 * of the pattern, which may be found later than the hop. No state.
 */
public final class HopConditions {
    private final Map<Variable, GraphPattern.Hop> hops = new LinkedHashMap<>();
    private final Map<Variable, List<Variable>> elements = new LinkedHashMap<>();
    private final Set<Variable> ofPattern = new HashSet<>();
    private final List<Expression> conditions = new ArrayList<>();
    private final Supplier<Variable> newNode;

    private HopConditions(GraphPattern pattern, Supplier<Variable> newNode) {
        this.newNode = newNode;
        pattern.relationships().forEach(this::addHop);
        for (GraphPattern.ShortestPath shortest : pattern.shortestPaths()) {
            GraphPattern.Hop hop = shortest.hop();
            addHop(hop);
            elements.put(shortest.path(), List.of(hop.left(), hop.relationship(), hop.right()));
        }
        pattern.paths().forEach(path -> elements.put(path.path(), path.elements()));
        ofPattern.addAll(pattern.nodes());
        ofPattern.addAll(hops.keySet());
        ofPattern.addAll(elements.keySet());
    }

    private void addHop(GraphPattern.Hop hop) {
        hops.put(hop.relationship(), hop);
    }

    /**
     * The steps with such conditions where the hops are found.
     *
     * @param newNode makes a variable for the ends of hops
     */
    public static List<Step> pushed(List<Step> steps, Supplier<Variable> newNode) {
        return steps.stream()
                .map(step -> step instanceof Step.Match match && isAsking(match)
                        ? new HopConditions(match.pattern(), newNode).pushed(match)
                        : step)
                .toList();
    }

    private static boolean isAsking(Step.Match match) {
        return match.predicates().stream().anyMatch(Expression.Quantifier.class::isInstance);
    }

    private Step pushed(Step.Match match) {
        for (Expression predicate : match.predicates()) {
            if (!(predicate instanceof Expression.Quantifier quantifier) || !isPushed(quantifier)) {
                conditions.add(predicate);
            }
        }
        GraphPattern pattern = match.pattern();
        GraphPattern demanding = new GraphPattern(
                pattern.nodes(),
                pattern.relationships().stream().map(this::demanding).toList(),
                pattern.shortestPaths().stream()
                        .map(each -> new GraphPattern.ShortestPath(demanding(each.hop()), each.path(), each.all()))
                        .toList(),
                pattern.paths());
        return new Step.Match(match.optional(), demanding, conditions);
    }

    private GraphPattern.Hop demanding(GraphPattern.Hop hop) {
        return hops.getOrDefault(hop.relationship(), hop);
    }

    /** Demands it of hops and nodes; false if that cannot be. */
    private boolean isPushed(Expression.Quantifier quantifier) {
        Optional<List<Variable>> asked = asked(quantifier.list());
        boolean isOfNodes = isCall(quantifier.list(), "nodes");
        CypherType type = isOfNodes ? CypherType.NODE : CypherType.RELATIONSHIP;
        if (asked.isEmpty() || !areOfType(asked.get(), type) || !isOfElementAlone(quantifier)) {
            return false;
        }
        for (Variable each : asked.get()) {
            GraphPattern.Hop hop = hops.get(each);
            if (hop != null && hop.length().isPresent()) {
                demand(hop, quantifier, isOfNodes);
            } else if ((hop != null) != isOfNodes) {
                conditions.addAll(demanded(quantifier, each).conjuncts());
            }
        }
        return true;
    }

    /** The elements of the pattern of which some are in a list; empty if it is another list. */
    private Optional<List<Variable>> asked(Expression list) {
        if (list instanceof Expression.Reference(Variable variable)) {
            GraphPattern.Hop hop = hops.get(variable);
            return hop != null && hop.length().isPresent() ? Optional.of(List.of(variable)) : Optional.empty();
        }
        return (isCall(list, "nodes") || isCall(list, "relationships"))
                        && ((Expression.Call) list).arguments().getFirst()
                                instanceof Expression.Reference(Variable path)
                ? Optional.ofNullable(elements.get(path))
                : Optional.empty();
    }

    private static boolean isCall(Expression list, String name) {
        return list instanceof Expression.Call call && call.name().equals(name);
    }

    /** A node that comes from elsewhere may be something else, which then is no error but not found. */
    private boolean areOfType(List<Variable> asked, CypherType type) {
        return type.equals(CypherType.RELATIONSHIP)
                || asked.stream()
                        .filter(each -> !hops.containsKey(each))
                        .allMatch(each -> each.type().equals(type));
    }

    private boolean isOfElementAlone(Expression.Quantifier quantifier) {
        boolean isForAll = switch (quantifier.kind()) {
            case ALL, NONE -> true;
            case ANY, SINGLE -> false;
        };
        Expression predicate = quantifier.predicate();
        return isForAll
                && !Expressions.hasSubquery(predicate)
                && Expressions.isDeterministic(predicate)
                && Expressions.dependencies(predicate).stream().noneMatch(ofPattern::contains)
                && Foldability.isConditionThatCannotFail(withoutConstants(predicate));
    }

    /** What is the same for all elements fails for all of them or none. */
    private static Expression withoutConstants(Expression expression) {
        if (Foldability.isConstant(expression)) {
            return Expression.Literal.of(true);
        }
        return expression instanceof Expression.In(Expression value, Expression list) && Foldability.isConstant(list)
                ? new Expression.In(withoutConstants(value), new Expression.ListOf(List.of()))
                : ExpressionParts.mapped(expression, HopConditions::withoutConstants);
    }

    private void demand(GraphPattern.Hop hop, Expression.Quantifier quantifier, boolean isOfNodes) {
        GraphPattern.VariableLength length = hop.length().orElseThrow();
        Optional<Variable> end = isOfNodes ? length.end().or(() -> Optional.of(newNode.get())) : length.end();
        List<Expression> predicates = new ArrayList<>(length.predicates());
        predicates.addAll(demanded(quantifier, isOfNodes ? end.orElseThrow() : length.hop())
                .conjuncts());
        addHop(hop.ofLength(length.demanding(end, predicates)));
    }

    private static Expression demanded(Expression.Quantifier quantifier, Variable element) {
        Expression ofElement = ExpressionParts.renamed(quantifier.predicate(), Map.of(quantifier.variable(), element));
        return quantifier.kind() == Expression.Quantifier.Kind.ALL ? ofElement : new Expression.Not(ofElement);
    }
}
