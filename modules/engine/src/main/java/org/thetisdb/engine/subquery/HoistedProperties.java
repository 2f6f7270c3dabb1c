package org.thetisdb.engine.subquery;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.thetisdb.cypher.bound.CypherType;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.expand.DifferentRelationships;
import org.thetisdb.engine.expand.Expand;
import org.thetisdb.engine.join.HashJoin;
import org.thetisdb.engine.operator.Expressions;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.OperatorTrees;
import org.thetisdb.engine.transform.Filter;
import org.thetisdb.engine.transform.Project;

/**
 * Reads properties that a condition compares before an expansion or a join repeats their nodes, instead of once for
 * each of its rows (as compilers move what does not change out of a loop):
 *
 * <pre>
 *   Filter a.time &lt; b.time                        Filter at &lt; bt
 *     Memoize b by p                                 Memoize b, bt by p
 *     │ subplan                          becomes     │ subplan
 *     │ Expand (p)--(b)                              │ Project b.time AS bt · Expand (p)--(b)
 *     Expand (a)--(p)                                Project a.time AS at · Expand (a)--(p)
 * </pre>
 *
 * <p>Only for orders (less, greater): there values are of a fixed size nearly always, and copying one is less than
 * reading it; and not in queries that write, whose reads have their places. No state.
 */
public final class HoistedProperties {
    /** How many rows an expansion makes of one, from which on copying pays. */
    private static final double FAN_OUT_MIN = 4;

    private static final double ROWS_MIN = 1 << 16;

    private final Function<String, Variable> newColumn;

    /** Of the rows that stream into the expansion, or the probe side. */
    private final Map<Expression.Property, Variable> ofInput = new LinkedHashMap<>();

    /** Of the rows of a subplan, or the build side. */
    private final Map<Expression.Property, Variable> ofInner = new LinkedHashMap<>();

    private HoistedProperties(Function<String, Variable> newColumn) {
        this.newColumn = newColumn;
    }

    /** Makes columns that the plan computes for itself. */
    public interface Columns {
        Variable make(String name, CypherType type);
    }

    /**
     * The tree with such properties read early; subplans are left alone.
     *
     * @param choice whether to read early where this seems to be the better way, or not
     */
    public static Operator rewrite(Operator root, Columns columns, Predicate<Boolean> choice) {
        if (OperatorTrees.writes(root)) {
            return root;
        }
        return OperatorTrees.map(root, each -> {
            boolean isCandidate = each instanceof Filter filter
                    && filter.predicates().stream().anyMatch(HoistedProperties::isOrder)
                    && repeating(filter.input()).isPresent();
            return isCandidate
                    ? new HoistedProperties(name -> columns.make(name, CypherType.ANY)).below((Filter) each, choice)
                    : each;
        });
    }

    /** Two sides of which each depends on the row. */
    private static boolean isOrder(Expression predicate) {
        return predicate instanceof Expression.Comparison comparison
                && switch (comparison.operator()) {
                    case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> true;
                    case EQUAL, NOT_EQUAL -> false;
                }
                && !Expressions.dependencies(comparison.left()).isEmpty()
                && !Expressions.dependencies(comparison.right()).isEmpty();
    }

    /** The expansion whose rows the filter tests. */
    private static Optional<Operator> repeating(Operator input) {
        return switch (input) {
            case DifferentRelationships different -> repeating(different.input());
            case Expand expand -> Optional.of(expand);
            case Memoize memoize -> Optional.of(memoize);
            case HashJoin join -> Optional.of(join);
            default -> Optional.empty();
        };
    }

    private Operator below(Filter filter, Predicate<Boolean> choice) {
        Operator expansion = repeating(filter.input()).orElseThrow();
        boolean pays = expansion.rows() >= ROWS_MIN && expansion.rows() >= FAN_OUT_MIN * rowsRepeated(expansion);
        if (!choice.test(pays)) {
            return filter;
        }
        List<Expression> predicates = filter.predicates().stream()
                .map(each ->
                        isOrder(each) ? Expressions.replacing(each, property -> column(property, expansion)) : each)
                .toList();
        return new Filter(over(filter.input()), predicates, filter.rows());
    }

    private static double rowsRepeated(Operator expansion) {
        return expansion instanceof HashJoin join
                ? Math.max(join.probe().rows(), join.build().rows())
                : expansion.rowInputs().getLast().rows();
    }

    /** The columns of what an expansion repeats beside its input. */
    private static Collection<Variable> inner(Operator expansion) {
        return switch (expansion) {
            case Memoize memoize -> memoize.outputs();
            case HashJoin join -> join.build().columns();
            default -> Set.of();
        };
    }

    private Optional<Expression> column(Expression.Property property, Operator expansion) {
        if (!(property.target() instanceof Expression.Reference reference)) {
            return Optional.empty();
        }
        Variable variable = reference.variable();
        Map<Expression.Property, Variable> columns;
        if (expansion.rowInputs().getLast().columns().contains(variable)) {
            columns = ofInput;
        } else if (inner(expansion).contains(variable)) {
            columns = ofInner;
        } else {
            return Optional.empty();
        }
        Variable column =
                columns.computeIfAbsent(property, each -> newColumn.apply(variable.name() + "." + property.key()));
        return Optional.of(new Expression.Reference(column));
    }

    private Operator over(Operator operator) {
        return switch (operator) {
            case DifferentRelationships different -> different.withInput(over(different.input()));
            case Memoize memoize -> {
                List<Variable> outputs = new ArrayList<>(memoize.outputs());
                outputs.addAll(ofInner.values());
                yield new Memoize(
                        projected(memoize.input(), ofInput),
                        projected(memoize.plan(), ofInner),
                        memoize.keys(),
                        outputs,
                        memoize.rows());
            }
            case Expand expand -> expand.withInput(projected(expand.input(), ofInput));
            case HashJoin join ->
                join.withRowInputs(List.of(projected(join.build(), ofInner), projected(join.probe(), ofInput)));
            default -> operator;
        };
    }

    private static Operator projected(Operator operator, Map<Expression.Property, Variable> columns) {
        List<Step.Item> items = columns.entrySet().stream()
                .map(each -> new Step.Item(each.getValue(), each.getKey()))
                .toList();
        return items.isEmpty() ? operator : new Project(operator, items, operator.rows());
    }
}
