package org.thetisdb.engine.subquery;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.between.ExpandInto;
import org.thetisdb.engine.expand.DifferentRelationships;
import org.thetisdb.engine.expand.Expand;
import org.thetisdb.engine.expression.Foldability;
import org.thetisdb.engine.operator.Argument;
import org.thetisdb.engine.operator.Expressions;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.Unary;
import org.thetisdb.engine.transform.Filter;

/**
 * The steps that follow some rows and depend on one node of theirs alone, from an expansion to the last step that
 * leaves something out; and those between them that depend on more, which may as well come after.
 *
 * <pre>
 *   rows (topic, p, mutual) ──► Expand (mutual)--(q) ──► Filter p &lt;&gt; q ──► ExpandInto (topic)&lt;--(q) ──► …
 *                               part                     other            part
 * </pre>
 *
 * <p>What there is one of, as {@code topic} here, is no more to depend on.
 */
final class RepeatedPart {
    /** Estimates of one row are seldom exact. */
    private static final double SINGLE_ROWS_MAX = 1.5;

    private final double inputRows;

    /** Of the rows, that of which there is one. */
    private final Set<Variable> single = new HashSet<>();

    /** Of the rows, what the part reads. */
    private final Set<Variable> keys = new LinkedHashSet<>();

    /** What the part binds. */
    private final Set<Variable> own = new LinkedHashSet<>();

    private final List<Unary> inside = new ArrayList<>();
    private final List<Unary> others = new ArrayList<>();
    private int insideCount;
    private int otherCount;
    private int stepCount;

    private RepeatedPart(Operator input) {
        inputRows = Math.max(1, input.rows());
        addSingle(input);
    }

    /** The part with which some steps begin that follow an input's rows; it may leave out nothing. */
    static RepeatedPart of(Operator input, List<Unary> steps) {
        RepeatedPart part = new RepeatedPart(input);
        if (steps.getFirst() instanceof Expand first) {
            part.keys.add(first.from());
            for (int index = 0; index < steps.size() && part.takes(steps.get(index), index + 1); index++) {
                // Whatever it takes, it has.
            }
        }
        return part;
    }

    /** Notes the columns of the one row that a plan begins with, and of what that row leads to one of. */
    private boolean addSingle(Operator input) {
        boolean isSingle = input.rows() <= SINGLE_ROWS_MAX;
        for (Operator each : input.rowInputs()) {
            isSingle &= addSingle(each);
        }
        if (isSingle) {
            single.addAll(input.columns());
        }
        return isSingle;
    }

    private boolean takes(Unary step, int count) {
        return switch (step) {
            case Expand expand -> takes(expand, count);
            case ExpandInto into -> takes(into, count);
            case DifferentRelationships different -> takes(different);
            case Filter filter -> takes(filter, count);
            default -> false;
        };
    }

    private boolean takes(Expand expand, int count) {
        boolean follows = inside.isEmpty() || own.contains(expand.from()) && others.isEmpty();
        if (follows) {
            add(expand);
            if (expand.labels().isPresent()) {
                end(count);
            }
        }
        return follows;
    }

    private boolean takes(ExpandInto into, int count) {
        boolean closes = (own.contains(into.from()) || own.contains(into.to()))
                && reads(List.of(into.from(), into.to()))
                && others.stream().allMatch(Filter.class::isInstance);
        if (closes) {
            add(into);
            end(count);
        }
        return closes;
    }

    private boolean takes(DifferentRelationships different) {
        if (own.contains(different.relationship()) && own.containsAll(different.others())) {
            inside.add(different);
        } else {
            others.add(different);
        }
        return true;
    }

    private boolean takes(Filter filter, int count) {
        List<Expression> ofPart = new ArrayList<>();
        List<Expression> ofMore = new ArrayList<>();
        for (Expression each : filter.predicates()) {
            boolean isInPlace = others.isEmpty() && ofMore.isEmpty() || Foldability.isConditionThatCannotFail(each);
            boolean isOfPart = isInPlace
                    && Expressions.isDeterministic(each)
                    && !Expressions.hasSubquery(each)
                    && reads(Expressions.dependencies(each));
            (isOfPart ? ofPart : ofMore).add(each);
        }
        if (!ofMore.isEmpty()) {
            others.add(new Filter(filter.input(), ofMore, filter.rows()));
        }
        if (!ofPart.isEmpty()) {
            add(new Filter(filter.input(), ofPart, filter.rows()));
            end(count);
        }
        return true;
    }

    /** Whether the part can read all of these; notes which of them come from the rows. */
    private boolean reads(Collection<Variable> variables) {
        boolean all =
                variables.stream().allMatch(each -> own.contains(each) || keys.contains(each) || single.contains(each));
        if (all) {
            variables.stream().filter(each -> !own.contains(each)).forEach(keys::add);
        }
        return all;
    }

    private void add(Unary step) {
        inside.add(step);
        own.addAll(step.binds());
    }

    private void end(int count) {
        insideCount = inside.size();
        otherCount = others.size();
        stepCount = count;
    }

    /** Whether the part leaves something out. */
    boolean reduces() {
        return insideCount > 0;
    }

    /** The expansion that it begins with. */
    Expand first() {
        return (Expand) inside.getFirst();
    }

    /** The most rows that a step is expected to yield for each of the input. */
    double rowsMost() {
        return inside.subList(0, insideCount).stream()
                .mapToDouble(step -> step.rows() / inputRows)
                .max()
                .orElse(0);
    }

    /** The part's rows, kept for those of the input. */
    Operator memoized(Operator input) {
        Operator plan = new Argument(List.copyOf(keys), false, 1);
        List<Variable> outputs = new ArrayList<>();
        for (Unary step : inside.subList(0, insideCount)) {
            plan = scaled(step).withInput(plan);
            outputs.addAll(step.binds());
        }
        return new Memoize(input, plan, List.copyOf(keys), outputs, plan.rows() * inputRows);
    }

    /** A step that is expected to yield as many rows as there are for each of the input. */
    private Unary scaled(Unary step) {
        double each = step.rows() / inputRows;
        return switch (step) {
            case Expand of ->
                new Expand(
                        of.input(),
                        of.from(),
                        of.relationship(),
                        of.to(),
                        of.direction(),
                        of.types(),
                        of.labels(),
                        each);
            case ExpandInto of ->
                new ExpandInto(of.input(), of.from(), of.relationship(), of.to(), of.direction(), of.types(), each);
            case DifferentRelationships of ->
                new DifferentRelationships(of.input(), of.relationship(), of.others(), each);
            case Filter of -> new Filter(of.input(), of.predicates(), each);
            default -> throw new IllegalStateException("no step of a part: " + step.name());
        };
    }

    /** What comes after the part, in its order. */
    List<Unary> others() {
        return others.subList(0, otherCount);
    }

    /** With how many steps the part ends. */
    int stepCount() {
        return stepCount;
    }
}
