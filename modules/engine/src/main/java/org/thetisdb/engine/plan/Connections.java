package org.thetisdb.engine.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Remark;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.operator.Expressions;

/**
 * How the conditions of a match connect the parts of its pattern that share no variable.
 *
 * <p>An equation between parts connects them. An equation of a part with what is outside of it makes the part narrow:
 * it has few matches, so that combining them with those of others does no harm.
 */
final class Connections {
    private final List<Remark.Part> parts;
    private final Map<Variable, Integer> partOf = new HashMap<>();

    /** For each part the representative of all that are connected with it. */
    private final int[] representatives;

    private final Set<Integer> narrow = new TreeSet<>();

    Connections(Remark.Parts remark) {
        this.parts = remark.parts();
        this.representatives = new int[parts.size()];
        for (int index = 0; index < representatives.length; index++) {
            representatives[index] = index;
            for (Variable variable : parts.get(index).variables()) {
                partOf.put(variable, index);
            }
        }
        for (Expression predicate : remark.match().predicates()) {
            if (predicate instanceof Expression.Comparison equation
                    && equation.operator() == Expression.Comparison.Operator.EQUAL) {
                connect(partsIn(equation.left()), partsIn(equation.right()));
            } else if (predicate instanceof Expression.In in) {
                connect(partsIn(in.value()), partsIn(in.list()));
            }
        }
    }

    /** One part of each group of connected ones that has no narrow part. */
    List<Remark.Part> wideParts() {
        Set<Integer> narrowGroups = new TreeSet<>();
        narrow.forEach(part -> narrowGroups.add(representatives[part]));
        List<Remark.Part> wide = new ArrayList<>();
        for (int index = 0; index < representatives.length; index++) {
            if (representatives[index] == index && !narrowGroups.contains(index)) {
                wide.add(parts.get(index));
            }
        }
        return wide;
    }

    private Set<Integer> partsIn(Expression expression) {
        Set<Integer> found = new TreeSet<>();
        for (Variable variable : Expressions.dependencies(expression)) {
            if (partOf.containsKey(variable)) {
                found.add(partOf.get(variable));
            }
        }
        return found;
    }

    private void connect(Set<Integer> left, Set<Integer> right) {
        Set<Integer> all = new TreeSet<>(left);
        all.addAll(right);
        if (all.size() == 1 && (left.isEmpty() || right.isEmpty())) {
            narrow.addAll(all);
        }
        for (int part : all) {
            join(all.iterator().next(), part);
        }
    }

    /** The smaller number represents both. */
    private void join(int one, int other) {
        int to = Math.min(representatives[one], representatives[other]);
        int from = Math.max(representatives[one], representatives[other]);
        for (int index = 0; index < representatives.length; index++) {
            if (representatives[index] == from) {
                representatives[index] = to;
            }
        }
    }
}
