package org.thetisdb.engine.plan;

import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.operator.Operator;

/**
 * A plan for a part of a query graph.
 *
 * @param operator yields the rows so far
 * @param bound the columns so far
 * @param solvedHops the graph's hops that are solved, by index
 * @param applied the graph's conditions that are applied, by index
 * @param labels what is known of the nodes
 * @param cost of all work so far, in rows visited
 * @param waitingCost of checking now the conditions that wait for fewer rows, in rows visited
 */
record PartialPlan(
        Operator operator,
        Set<Variable> bound,
        BitSet solvedHops,
        BitSet applied,
        Labels labels,
        double cost,
        double waitingCost) {

    double rows() {
        return operator.rows();
    }

    PartialPlan with(Operator next, double extraCost) {
        return new PartialPlan(next, bound, solvedHops, applied, labels, cost + extraCost, waitingCost);
    }

    PartialPlan binding(Variable... variables) {
        Set<Variable> more = new HashSet<>(bound);
        more.addAll(Set.of(variables));
        return new PartialPlan(operator, more, solvedHops, applied, new Labels(labels), cost, waitingCost);
    }

    PartialPlan solving(int hop) {
        BitSet more = (BitSet) solvedHops.clone();
        more.set(hop);
        return new PartialPlan(operator, bound, more, applied, labels, cost, waitingCost);
    }

    PartialPlan applying(int condition) {
        BitSet more = (BitSet) applied.clone();
        more.set(condition);
        return new PartialPlan(operator, bound, solvedHops, more, labels, cost, waitingCost);
    }

    /** With conditions waiting that would cost so much now. */
    PartialPlan waiting(double costNow) {
        return new PartialPlan(operator, bound, solvedHops, applied, labels, cost, costNow);
    }

    /** What to compare plans by: as if nothing waited any longer. */
    double rank() {
        return cost + rows() + waitingCost;
    }

    /** Plans for the same part are interchangeable, so only the cheapest matters. */
    record Part(Set<Variable> bound, BitSet solvedHops, BitSet applied) {}

    Part part() {
        return new Part(bound, solvedHops, applied);
    }
}
