package org.thetisdb.cypher.bind;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.thetisdb.cypher.bound.Step.Aggregation;
import org.thetisdb.cypher.bound.Variable;

/** The aggregates found in the items of one WITH or RETURN; equal ones are computed once. */
final class AggregateCollector {
    private final List<Aggregation> aggregations = new ArrayList<>();
    private final Set<Variable> variables = new LinkedHashSet<>();
    private int useCount;

    /** Notes an aggregate and returns the variable that will hold it. */
    Variable add(Aggregation candidate) {
        useCount++;
        for (Aggregation existing : aggregations) {
            if (existing.function() == candidate.function()
                    && existing.extension().equals(candidate.extension())
                    && existing.distinct() == candidate.distinct()
                    && Sameness.same(existing.arguments(), candidate.arguments())) {
                return existing.variable();
            }
        }
        aggregations.add(candidate);
        variables.add(candidate.variable());
        return candidate.variable();
    }

    /** Gives an aggregate's variable the name of its column. */
    void rename(Variable named) {
        for (int index = 0; index < aggregations.size(); index++) {
            Aggregation old = aggregations.get(index);
            if (old.variable().equals(named)) {
                aggregations.set(index, old.withVariable(named));
            }
        }
    }

    boolean holds(Variable variable) {
        return variables.contains(variable);
    }

    /** How many aggregates were found so far, equal ones counted again. */
    int useCount() {
        return useCount;
    }

    List<Aggregation> aggregations() {
        return aggregations;
    }
}
