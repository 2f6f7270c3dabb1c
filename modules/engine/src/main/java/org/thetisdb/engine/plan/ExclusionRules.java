package org.thetisdb.engine.plan;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.cypher.bound.CypherType;
import org.thetisdb.cypher.bound.Direction;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.between.ExpandInto;
import org.thetisdb.engine.expand.CountExclusions;
import org.thetisdb.engine.expand.DifferentRelationships;
import org.thetisdb.engine.expand.Expand;
import org.thetisdb.engine.operator.Argument;
import org.thetisdb.engine.operator.Expressions;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.Unary;
import org.thetisdb.engine.transform.Filter;

/**
 * The conditions that stand between one expansion and the next above it, and what becomes of them if the expansion is
 * counted: those that do not concern its end and its relationship stay; {@code end <> other}, {@code NOT
 * (end)-[:TYPE]-(other)} and "a relationship that was not taken" become {@link CountExclusions}; and with any other
 * condition it cannot be counted.
 *
 * <p>A relationship r that the row has taken is among those at a node n just if it has one of the counted types and
 * starts at n, ends at n, or does either, as the counted ones do. Its two nodes are columns of the row, so it is not
 * looked for; of one that was found in either direction it is not known which of them is its start.
 *
 * @param conditions the uppermost first
 * @param below what is under them
 */
record ExclusionRules(List<Operator> conditions, Operator below) {
    ExclusionRules {
        conditions = List.copyOf(conditions);
    }

    /** What an expansion's conditions come to. */
    record Found(CountExclusions exclusions, ExclusionRules others) {}

    /** The conditions at the top of a tree. */
    static ExclusionRules above(Operator operator) {
        List<Operator> conditions = new ArrayList<>();
        Operator below = operator;
        while (below instanceof DifferentRelationships || isRepeatable(below)) {
            conditions.add(below);
            below = ((Unary) below).input();
        }
        return new ExclusionRules(conditions, below);
    }

    /** Whether a row passes or not however often it is asked. */
    private static boolean isRepeatable(Operator operator) {
        return operator instanceof Filter filter && filter.predicates().stream().allMatch(Expressions::isDeterministic);
    }

    /** The same conditions over another input. */
    Operator over(Operator input) {
        Operator result = input;
        for (Operator condition : conditions.reversed()) {
            result = ((Unary) condition).withInput(result);
        }
        return result;
    }

    /** What they read, beside what is read above them. */
    Set<Variable> reads(Set<Variable> above) {
        Set<Variable> read = new HashSet<>(above);
        for (Operator condition : conditions) {
            condition.expressions().forEach(each -> read.addAll(Expressions.dependencies(each)));
            if (condition instanceof DifferentRelationships different) {
                read.add(different.relationship());
                read.addAll(different.others());
            }
        }
        return read;
    }

    /** What they come to if the expansion under them is counted; empty if it cannot be. */
    Optional<Found> apply(Expand expand, PlanningContext context) {
        Exclusions exclusions = new Exclusions(expand, context);
        List<Operator> others = new ArrayList<>();
        for (Operator condition : conditions) {
            boolean understood = switch (condition) {
                case DifferentRelationships different -> exclusions.takeRelationships(different, others);
                case Filter filter -> exclusions.takeFilter(filter, others);
                default -> false;
            };
            if (!understood) {
                return Optional.empty();
            }
        }
        return exclusions.all().map(all -> new Found(all, new ExclusionRules(others, expand)));
    }

    private static final class Exclusions {
        private final Expand expand;
        private final PlanningContext context;
        private final Set<Variable> columns;
        private final List<CountExclusions.Taken> taken = new ArrayList<>();
        private final List<Variable> nodes = new ArrayList<>();
        private Optional<CountExclusions.Joined> joined = Optional.empty();

        Exclusions(Expand expand, PlanningContext context) {
            this.expand = expand;
            this.context = context;
            this.columns = expand.input().columns();
        }

        /** All of them; empty if some relationship could be excluded twice: as taken, and by where it leads. */
        Optional<CountExclusions> all() {
            boolean apart = joined.isEmpty() || taken.stream().allMatch(this::leadsToNode);
            return apart ? Optional.of(new CountExclusions(taken, nodes, joined)) : Optional.empty();
        }

        private boolean leadsToNode(CountExclusions.Taken each) {
            return each.near().equals(expand.from()) && nodes.contains(each.far())
                    || each.far().equals(expand.from()) && nodes.contains(each.near());
        }

        private boolean concerns(Variable variable) {
            return variable.equals(expand.to())
                    || expand.relationship().filter(variable::equals).isPresent();
        }

        boolean takeFilter(Filter filter, List<Operator> others) {
            List<Expression> kept = new ArrayList<>();
            for (Expression predicate : filter.predicates()) {
                if (Expressions.dependencies(predicate).stream().noneMatch(this::concerns)) {
                    kept.add(predicate);
                } else if (!takeInequality(predicate) && !takeNeighbours(predicate)) {
                    return false;
                }
            }
            if (!kept.isEmpty()) {
                others.add(new Filter(filter.input(), kept, filter.rows()));
            }
            return true;
        }

        private boolean takeInequality(Expression predicate) {
            if (!(predicate instanceof Expression.Comparison comparison)
                    || comparison.operator() != Expression.Comparison.Operator.NOT_EQUAL
                    || !(comparison.left() instanceof Expression.Reference left)
                    || !(comparison.right() instanceof Expression.Reference right)) {
                return false;
            }
            Variable other = left.variable().equals(expand.to()) ? right.variable() : left.variable();
            if (!left.variable().equals(expand.to()) && !right.variable().equals(expand.to())
                    || !columns.contains(other)
                    || !other.type().equals(CypherType.NODE)) {
                return false;
            }
            if (!nodes.contains(other)) {
                nodes.add(other);
            }
            return true;
        }

        private boolean takeNeighbours(Expression predicate) {
            if (joined.isPresent()
                    || !(predicate instanceof Expression.Not not)
                    || !(not.operand() instanceof Expression.Subquery subquery)
                    || subquery.kind() != Expression.Subquery.Kind.EXISTS
                    || !(context.subplans().get(subquery) instanceof ExpandInto into)
                    || !(into.input() instanceof Argument)) {
                return false;
            }
            boolean startsAtEnd = into.from().equals(expand.to());
            Variable other = startsAtEnd ? into.to() : into.from();
            if (!startsAtEnd && !into.to().equals(expand.to()) || !columns.contains(other)) {
                return false;
            }
            Direction direction = startsAtEnd ? into.direction().reversed() : into.direction();
            joined = Optional.of(new CountExclusions.Joined(other, direction, into.types()));
            return true;
        }

        boolean takeRelationships(DifferentRelationships different, List<Operator> others) {
            if (different.others().stream().anyMatch(this::concerns)) {
                return false;
            }
            if (!concerns(different.relationship())) {
                others.add(different);
                return true;
            }
            for (Variable other : different.others()) {
                Optional<CountExclusions.Taken> found = taken(other, expand.input());
                if (found.isEmpty()) {
                    return false;
                }
                taken.add(found.get());
            }
            return true;
        }

        /** Where a relationship lies that an expansion further down has taken; empty if that cannot be said. */
        private Optional<CountExclusions.Taken> taken(Variable relationship, Operator operator) {
            return switch (operator) {
                case Expand below
                when below.relationship().equals(Optional.of(relationship)) ->
                    taken(relationship, below.from(), below.to(), below.direction(), below.types());
                case ExpandInto below
                when below.relationship().equals(Optional.of(relationship)) ->
                    taken(relationship, below.from(), below.to(), below.direction(), below.types());
                case Expand below -> taken(relationship, below.input());
                case ExpandInto below -> taken(relationship, below.input());
                case Filter below -> taken(relationship, below.input());
                case DifferentRelationships below -> taken(relationship, below.input());
                default -> Optional.empty();
            };
        }

        private Optional<CountExclusions.Taken> taken(
                Variable relationship, Variable from, Variable to, Direction direction, List<String> types) {
            boolean isCounted = expand.types().isEmpty()
                    || !types.isEmpty() && expand.types().containsAll(types);
            if (!isCounted) {
                return Optional.empty();
            }
            if (expand.direction() == Direction.BOTH) {
                return Optional.of(new CountExclusions.Taken(relationship, from, to, true));
            }
            if (direction == Direction.BOTH) {
                return Optional.empty();
            }
            // Both in one direction: it is among those at its own start or, if ends are counted, at its own end.
            boolean startsAtFrom = direction == Direction.OUTGOING;
            boolean countsStarts = expand.direction() == Direction.OUTGOING;
            return Optional.of(
                    startsAtFrom == countsStarts
                            ? new CountExclusions.Taken(relationship, from, to, false)
                            : new CountExclusions.Taken(relationship, to, from, false));
        }
    }
}
