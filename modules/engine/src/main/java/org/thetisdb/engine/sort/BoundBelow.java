package org.thetisdb.engine.sort;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.choice.JoinChoice;
import org.thetisdb.engine.expand.Expand;
import org.thetisdb.engine.expression.Foldability;
import org.thetisdb.engine.join.HashJoin;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.Unit;
import org.thetisdb.engine.scan.NodeScan;
import org.thetisdb.engine.scan.ZonePruning;
import org.thetisdb.engine.transform.Filter;
import org.thetisdb.engine.transform.Project;

/**
 * Lets the first keys of a top-k matter where the rows get the node or relationship whose property they are: another
 * {@link TopKFilter} is put there, so that what follows, expansions and joins above all, is done for those rows that
 * may be among the first; and the chunks of a scan come in the order of the property, and end where none is wanted.
 *
 * <pre>
 *   TopKFilter date DESC                          TopKFilter date DESC
 *     Project m.creationDate AS date                Project m.creationDate AS date
 *       HashJoin on author              becomes       HashJoin on author
 *         build: …                                      build: …
 *         Expand (m)→(author)                           Expand (m)→(author)
 *           Filter m.creationDate &lt; $max                    TopKFilter key DESC
 *             NodeScan (m)                                    Project m.creationDate AS key
 *                                                               Filter m.creationDate &lt; $max
 *                                                                 NodeScan (m), first by creationDate DESC
 * </pre>
 *
 * <p>Through operators only whose rows each come from one row of their input, whatever other rows there are, and that
 * cannot fail for a row that is left out. Where many more rows are below than above, the key is not read for them,
 * unless a condition reads it anyway; where few are, there is hardly a bound before they are gone.
 */
final class BoundBelow {
    /** So many rows may be below, for one above, that their keys are read. */
    private static final double ROWS_BELOW_MOST = 2;

    /** Of the rows: where more of them pass, little is spared. */
    private static final double SHARE_PASSING_MOST = 0.5;

    private final Expression.Property property;
    private final Variable owner;
    private final boolean ascending;
    private final Supplier<Variable> newColumn;
    private final double rowsAbove;
    private final double rowsWanted;

    private BoundBelow(
            Expression.Property property,
            Variable owner,
            boolean ascending,
            Supplier<Variable> newColumn,
            double rowsAbove,
            double rowsWanted) {
        this.property = property;
        this.owner = owner;
        this.ascending = ascending;
        this.newColumn = newColumn;
        this.rowsAbove = rowsAbove;
        this.rowsWanted = rowsWanted;
    }

    /**
     * The operators that give a top-k its rows, so changed.
     *
     * @param first what the first key is in the columns of {@code input}
     * @param newColumn makes a column for the key, for another filter alone
     */
    static Operator of(Operator input, Expression first, Supplier<Variable> newColumn, TopK topK) {
        return propertyOf(first)
                .map(property -> {
                    BoundBelow bound = new BoundBelow(
                            property,
                            owner(property),
                            topK.keys().getFirst().ascending(),
                            newColumn,
                            topK.input().rows(),
                            topK.rows());
                    return bound.ordered(bound.below(input, false).orElse(input));
                })
                .orElse(input);
    }

    /** The operators with the chunks of a scan, if it is below, in the order of a key. */
    static Operator inOrder(Operator input, Expression key, boolean ascending) {
        double rows = input.rows();
        return propertyOf(key)
                .map(property -> new BoundBelow(property, owner(property), ascending, BoundBelow::noColumn, rows, rows)
                        .ordered(input))
                .orElse(input);
    }

    private static Variable noColumn() {
        throw new IllegalStateException("no filter is placed for chunks in order");
    }

    private static Optional<Expression.Property> propertyOf(Expression key) {
        return key instanceof Expression.Property property
                        && Foldability.cannotFail(property)
                        && property.target() instanceof Expression.Reference
                ? Optional.of(property)
                : Optional.empty();
    }

    private static Variable owner(Expression.Property property) {
        return ((Expression.Reference) property.target()).variable();
    }

    /** The inputs, by number, from each of whose rows that has the node come rows of the operator that have it. */
    private List<Integer> passed(Operator operator) {
        return switch (operator) {
            case Filter filter when cannotFail(filter.predicates()) -> List.of(0);
            case Project project
            when cannotFail(project.items().stream().map(Step.Item::expression).toList()) -> List.of(0);
            case Expand expand -> List.of(0);
            case TopKFilter filter -> List.of(0);
            case HashJoin join when cannotFail(join.expressions()) && !has(join.build()) -> List.of(1);
            case JoinChoice choice when !has(choice.kept()) -> List.of(0, 1);
            default -> List.of();
        };
    }

    private static boolean cannotFail(List<Expression> expressions) {
        return expressions.stream().allMatch(Foldability::cannotFail);
    }

    private boolean has(Operator operator) {
        return operator.columns().contains(owner);
    }

    // ---------------------------------------------------------------- filters

    /**
     * An operator with a filter among those below it; empty if there is no place for one.
     *
     * @param spares whether something above would be spared work
     */
    private Optional<Operator> below(Operator operator, boolean spares) {
        if (spares && readsKey(operator)) {
            return Optional.empty();
        }
        boolean sparesMore = spares || operator instanceof Expand || operator instanceof HashJoin;
        List<Operator> inputs = new ArrayList<>(operator.rowInputs());
        boolean found = false;
        for (int number : passed(operator)) {
            Operator input = inputs.get(number);
            // What a choice decides between is not work of its own.
            Optional<Operator> filtered =
                    operator instanceof JoinChoice ? below(input, spares) : placed(input, sparesMore);
            filtered.ifPresent(other -> inputs.set(number, other));
            found |= filtered.isPresent();
        }
        return found ? Optional.of(operator.withRowInputs(inputs)) : Optional.empty();
    }

    /** An operator with a filter below or above it. */
    private Optional<Operator> placed(Operator operator, boolean spares) {
        if (!has(operator)) {
            return Optional.empty();
        }
        Optional<Operator> deeper = below(operator, spares);
        return deeper.isEmpty() && spares && isWorthwhile(operator) ? Optional.of(filtered(operator)) : deeper;
    }

    private boolean isWorthwhile(Operator operator) {
        return (readsKey(operator) || operator.rows() <= rowsAbove * ROWS_BELOW_MOST)
                && SortPart.passing(operator.rows(), rowsWanted) <= operator.rows() * SHARE_PASSING_MOST;
    }

    private boolean readsKey(Operator operator) {
        return operator instanceof Filter filter
                && filter.predicates().stream().anyMatch(each -> ZonePruning.isAbout(each, property));
    }

    private Operator filtered(Operator operator) {
        Variable column = newColumn.get();
        Operator keyed = new Project(operator, List.of(new Step.Item(column, property)), operator.rows());
        Step.SortKey key = new Step.SortKey(new Expression.Reference(column), ascending);
        return new TopKFilter(keyed, key, SortPart.passing(operator.rows(), rowsWanted));
    }

    // ---------------------------------------------------------------- chunks

    /** An operator with the scan of the node, if it is below, in the order of the property. */
    private Operator ordered(Operator operator) {
        if (operator instanceof NodeScan scan) {
            boolean isOfOwner = scan.node().equals(owner) && scan.input() instanceof Unit;
            return isOfOwner ? scan.firstBy(property, ascending) : scan;
        }
        List<Operator> inputs = new ArrayList<>(operator.rowInputs());
        passed(operator).forEach(number -> inputs.set(number, ordered(inputs.get(number))));
        return operator.withRowInputs(inputs);
    }
}
