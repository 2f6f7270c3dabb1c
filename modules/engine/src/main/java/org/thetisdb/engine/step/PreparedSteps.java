package org.thetisdb.engine.step;

import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.thetisdb.cypher.bound.CypherType;
import org.thetisdb.cypher.bound.Query;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;

/** The steps of a query as they are planned. No state. */
public final class PreparedSteps {
    private PreparedSteps() {}

    /**
     * The steps in the order, and with the patterns, in which they are best taken.
     *
     * @param newVariable makes a variable of a type
     * @param newCounter makes one for a count
     */
    public static List<Step> of(
            Query.Single query, Function<CypherType, Variable> newVariable, Supplier<Variable> newCounter) {
        List<Step> unwound = UnwoundLists.asRows(query);
        List<Step> counted = AskedLists.counted(unwound, query.outputs(), newCounter);
        List<Step> joined = JoinedMatches.of(counted);
        List<Step> matched = hasLists(joined) ? withoutLists(joined, query.outputs(), newVariable) : joined;
        return LateProjection.defer(UnseenOrder.dropped(matched));
    }

    private static boolean hasLists(List<Step> steps) {
        return steps.stream()
                .anyMatch(step -> step instanceof Step.Match match
                        && (!match.pattern().paths().isEmpty()
                                || !match.pattern().shortestPaths().isEmpty()
                                || match.pattern().relationships().stream()
                                        .anyMatch(hop -> hop.length().isPresent())));
    }

    private static List<Step> withoutLists(
            List<Step> steps, List<Variable> outputs, Function<CypherType, Variable> newVariable) {
        List<Step> demanding = HopConditions.pushed(steps, () -> newVariable.apply(CypherType.NODE));
        List<Step> counted =
                TrailSizes.counted(demanding, outputs, () -> newVariable.apply(CypherType.of(CypherType.Kind.INTEGER)));
        return UnrolledHops.of(UnreadPaths.dropped(counted, outputs), outputs, newVariable);
    }
}
