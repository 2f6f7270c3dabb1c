package org.thetisdb.engine.operator;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.pipeline.Batch;

/** A variable's slot is its id; sets of slots say which columns somebody above reads. */
public final class SlotSets {
    private SlotSets() {}

    public static int slot(Variable variable) {
        return variable.id();
    }

    public static int[] slots(Collection<Variable> variables) {
        return variables.stream().mapToInt(Variable::id).toArray();
    }

    public static Set<Integer> with(Set<Integer> read, Collection<Variable> variables) {
        Set<Integer> slots = new HashSet<>(read);
        variables.forEach(each -> slots.add(slot(each)));
        return slots;
    }

    public static Set<Integer> without(Set<Integer> read, Collection<Variable> variables) {
        Set<Integer> slots = new HashSet<>(read);
        variables.forEach(each -> slots.remove(slot(each)));
        return slots;
    }

    /** Those variables that somebody reads. */
    public static List<Variable> readOf(List<Variable> variables, Set<Integer> read) {
        return variables.stream().filter(each -> read.contains(slot(each))).toList();
    }

    /** The slot of a variable that somebody reads; else {@link Batch#NO_SLOT}. */
    public static int slotIfRead(Optional<Variable> variable, Set<Integer> read) {
        return variable.map(SlotSets::slot).filter(read::contains).orElse(Batch.NO_SLOT);
    }

    /** What an operator's input must have: what is read above but not bound here, and what is read here. */
    public static Set<Integer> needed(
            Set<Integer> read, Collection<Variable> bound, Collection<Expression> expressions) {
        Set<Integer> slots = without(read, bound);
        expressions.forEach(each -> Expressions.dependencies(each).forEach(variable -> slots.add(slot(variable))));
        return slots;
    }
}
