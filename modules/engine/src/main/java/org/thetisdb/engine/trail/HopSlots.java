package org.thetisdb.engine.trail;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.thetisdb.cypher.bound.GraphPattern;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.operator.Expressions;
import org.thetisdb.engine.operator.SlotSets;
import org.thetisdb.engine.pipeline.Batch;

/**
 * Where the condition on each hop of a trail finds what it reads; {@link Batch#NO_SLOT} for what it does not.
 *
 * @param relationship of the hop
 * @param end the node that it leads to
 */
public record HopSlots(int relationship, int end) {
    static HopSlots of(GraphPattern.VariableLength length) {
        Set<Variable> read = length.predicates().stream()
                .flatMap(each -> Expressions.dependencies(each).stream())
                .collect(Collectors.toSet());
        return new HopSlots(slot(Optional.of(length.hop()), read), slot(length.end(), read));
    }

    private static int slot(Optional<Variable> variable, Set<Variable> read) {
        return variable.filter(read::contains).map(SlotSets::slot).orElse(Batch.NO_SLOT);
    }

    /** Whether the same hops fulfil the conditions wherever a trail begins. */
    static boolean readNothingElse(GraphPattern.VariableLength length) {
        return length.predicates().stream()
                .allMatch(each -> Expressions.isDeterministic(each)
                        && Expressions.dependencies(each).stream().allMatch(length::isLocal));
    }

    /** Removes what only the conditions know from what is read of the rows. */
    static void removeLocals(GraphPattern.VariableLength length, Set<Integer> read) {
        List.of(Optional.of(length.hop()), length.end())
                .forEach(each -> each.map(SlotSets::slot).ifPresent(read::remove));
    }
}
