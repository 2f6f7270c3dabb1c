package org.thetisdb.engine.sort;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.expression.Foldability;
import org.thetisdb.engine.operator.Expressions;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.OperatorTrees;
import org.thetisdb.engine.transform.Project;

/**
 * Computes the first key of a {@link TopK} before all else, so that a {@link TopKFilter} spares the rest for most rows.
 *
 * <pre>
 *   TopK date DESC, id LIMIT 20                                  TopK date DESC, id LIMIT 20
 *     Project m.creationDate AS date, m.id AS id    becomes        Project m.id AS id
 *       …                                                            TopKFilter date DESC
 *                                                                      Project m.creationDate AS date
 *                                                                        …
 * </pre>
 *
 * <p>What may fail is computed for all rows as before, so that queries fail as before. So nothing changes where a key
 * after the first may fail, or in queries that write, in which reading what was deleted fails.
 */
public final class FirstKeyFirst {
    private final TopK topK;
    private final Step.SortKey first;
    private final List<Step.SortKey> others;
    private final Operator input;
    private final List<Step.Item> before = new ArrayList<>();
    private final List<Step.Item> after = new ArrayList<>();

    private FirstKeyFirst(TopK topK) {
        this.topK = topK;
        this.first = topK.keys().getFirst();
        this.others = topK.keys().subList(1, topK.keys().size());
        this.input = topK.input() instanceof Project project ? project.input() : topK.input();
        Set<Variable> needed = Expressions.dependencies(first.expression());
        List<Step.Item> items = topK.input() instanceof Project project ? project.items() : List.of();
        for (Step.Item item : items) {
            boolean isBefore = needed.contains(item.variable()) || !Foldability.cannotFail(item.expression());
            (isBefore ? before : after).add(item);
        }
    }

    /**
     * The tree with filters where they may spare something; subplans are left alone.
     *
     * @param newColumn makes a column for a key that is none
     */
    public static Operator rewrite(Operator root, Supplier<Variable> newColumn) {
        return OperatorTrees.writes(root)
                ? root
                : OperatorTrees.map(root, each -> each instanceof TopK topK ? split(topK, newColumn) : each);
    }

    private static Operator split(TopK topK, Supplier<Variable> newColumn) {
        FirstKeyFirst parts = new FirstKeyFirst(topK);
        if (!parts.mayLeaveOut()) {
            return topK;
        }
        Operator bounded = parts.bounded(newColumn);
        return parts.spares() ? parts.split(bounded, newColumn) : parts.over(bounded);
    }

    /** Whether rows may be left out before all is computed. */
    private boolean mayLeaveOut() {
        return !Foldability.isConstant(first.expression()) && spared().allMatch(Foldability::cannotFail);
    }

    /** The input, of whose rows some may be left out if nothing is to be computed for all of them. */
    private Operator bounded(Supplier<Variable> newColumn) {
        return before.stream().map(Step.Item::expression).allMatch(Foldability::cannotFail)
                ? BoundBelow.of(input, firstOfInput(), newColumn, topK)
                : input;
    }

    /** Whether something is computed that need not be for most rows. */
    private boolean spares() {
        return !spared().allMatch(FirstKeyFirst::isThere);
    }

    private Stream<Expression> spared() {
        return Stream.concat(
                after.stream().map(Step.Item::expression), others.stream().map(Step.SortKey::expression));
    }

    private Operator over(Operator bounded) {
        return topK.withInput(topK.input() instanceof Project project ? project.withInput(bounded) : bounded);
    }

    private static boolean isThere(Expression expression) {
        return expression instanceof Expression.Reference
                || expression instanceof Expression.Literal
                || expression instanceof Expression.Parameter;
    }

    private Operator split(Operator bounded, Supplier<Variable> newColumn) {
        Operator keyed = projected(bounded, before);
        Step.SortKey key = first;
        if (!(first.expression() instanceof Expression.Reference)) {
            Variable column = newColumn.get();
            keyed = projected(keyed, List.of(new Step.Item(column, first.expression())));
            key = new Step.SortKey(new Expression.Reference(column), first.ascending());
        }
        Operator filter = new TopKFilter(keyed, key, SortPart.passing(keyed.rows(), topK.rows()));
        List<Step.SortKey> keys = Stream.concat(Stream.of(key), others.stream()).toList();
        return new TopK(projected(filter, after), keys, topK.skip(), topK.limit(), topK.rows());
    }

    /** The first key in the columns of the input: what the column is that it names. */
    private Expression firstOfInput() {
        return before.stream()
                .filter(item -> first.expression() instanceof Expression.Reference reference
                        && reference.variable().equals(item.variable()))
                .map(Step.Item::expression)
                .findFirst()
                .orElse(first.expression());
    }

    private static Operator projected(Operator input, List<Step.Item> items) {
        return items.isEmpty() ? input : new Project(input, items, input.rows());
    }
}
