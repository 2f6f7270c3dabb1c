package org.thetisdb.engine.compile;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.plan.Expressions;

/** A variable's slot is its id; sets of slots say which columns somebody above reads. */
final class SlotSets {
    private SlotSets() {}

    static int slot(Variable variable) {
        return variable.id();
    }

    static int[] slots(Collection<Variable> variables) {
        return variables.stream().mapToInt(Variable::id).toArray();
    }

    static Set<Integer> with(Set<Integer> read, Collection<Variable> variables) {
        Set<Integer> slots = new HashSet<>(read);
        variables.forEach(each -> slots.add(slot(each)));
        return slots;
    }

    static Set<Integer> without(Set<Integer> read, Collection<Variable> variables) {
        Set<Integer> slots = new HashSet<>(read);
        variables.forEach(each -> slots.remove(slot(each)));
        return slots;
    }

    /** What an operator's input must have: what is read above but not bound here, and what is read here. */
    static Set<Integer> needed(Set<Integer> read, Collection<Variable> bound, Collection<Expression> expressions) {
        Set<Integer> slots = without(read, bound);
        expressions.forEach(each -> Expressions.dependencies(each).forEach(variable -> slots.add(slot(variable))));
        return slots;
    }
}
