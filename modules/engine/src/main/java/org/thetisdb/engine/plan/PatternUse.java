package org.thetisdb.engine.plan;

import java.util.List;
import java.util.Set;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.step.Duplicates;
import org.thetisdb.engine.step.EarlyEnd;

/**
 * What a pattern is planned for.
 *
 * @param onlyEndsMatter whether equal rows may be left out, because what follows does not see a difference
 * @param mayJoinParts whether parts of it may be found apart and joined; not where some of the rows may be enough
 * @param reached nodes that are to be found by a hop from others
 * @param compared relationships that are compared with others outside of the pattern
 */
record PatternUse(boolean onlyEndsMatter, boolean mayJoinParts, Set<Variable> reached, Set<Variable> compared) {
    PatternUse {
        reached = Set.copyOf(reached);
        compared = Set.copyOf(compared);
    }

    /** All of its rows are wanted, one after another. */
    static final PatternUse USUAL = new PatternUse(false, false, Set.of(), Set.of());

    /**
     * What these steps want of a pattern.
     *
     * @param onlyReads whether the query writes nothing
     */
    static PatternUse before(List<Step> following, boolean onlyReads) {
        boolean mayJoinParts = onlyReads && !EarlyEnd.isPossible(following);
        return new PatternUse(Duplicates.arePointless(following), mayJoinParts, Set.of(), Set.of());
    }

    /** As {@link #USUAL}, with nodes that are to be found by a hop from others. */
    static PatternUse reaching(Set<Variable> nodes) {
        return new PatternUse(false, false, nodes, Set.of());
    }

    /** Of a part of a pattern that is used so, found in one piece. */
    PatternUse ofPart(Set<Variable> comparedOutside) {
        return new PatternUse(onlyEndsMatter, false, Set.of(), comparedOutside);
    }
}
