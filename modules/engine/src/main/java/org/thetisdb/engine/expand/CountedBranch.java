package org.thetisdb.engine.expand;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.thetisdb.cypher.bound.Direction;
import org.thetisdb.cypher.bound.LabelExpression;
import org.thetisdb.engine.operator.PatternText;

/**
 * Relationships that are counted instead of followed, with all that hangs on their ends: a part of a pattern of which
 * nobody reads anything. What it comes to depends on the node that it hangs on, and on nothing else of the row:
 *
 * <pre>
 *   matches at a node = sum over its relationships of    1 for an end with the labels, else 0
 *                                                      × the matches of each branch at that end
 *                         1 if there are none and the branch is optional
 * </pre>
 *
 * <p>This is what a join tree's dynamic program computes (Yannakakis, VLDB 1981; counts as in <em>FAQ: Questions Asked
 * Frequently</em>, PODS 2016), from the root down instead of from the leaves up, so that only nodes that are reached
 * are counted.
 *
 * @param types empty for all
 * @param labels a test of the ends
 * @param branches what hangs on the ends
 * @param optional whether a node without matches counts as if it had one
 */
public record CountedBranch(
        Direction direction,
        List<String> types,
        Optional<LabelExpression> labels,
        List<CountedBranch> branches,
        boolean optional) {
    public CountedBranch {
        types = List.copyOf(types);
        branches = List.copyOf(branches);
    }

    /** The same where it need not be there. */
    public CountedBranch asOptional() {
        return new CountedBranch(direction, types, labels, branches, true);
    }

    /** Much as a user would have written it. */
    String text() {
        String hop = PatternText.arrow(direction, PatternText.types(types)) + "(" + PatternText.labels(labels) + ")";
        String all = hop
                + switch (branches.size()) {
                    case 0 -> "";
                    case 1 -> branches.getFirst().text();
                    default -> branches.stream().map(CountedBranch::text).collect(Collectors.joining(", ", "{", "}"));
                };
        return optional ? "(" + all + ")?" : all;
    }

    /** What workers share of it. */
    Hop hop() {
        return new Hop(
                TypeSet.of(types, direction),
                labels,
                branches.stream().map(CountedBranch::hop).toList(),
                optional);
    }

    /** A branch in the catalog's terms. Thread safe. */
    record Hop(TypeSet types, Optional<LabelExpression> labels, List<Hop> branches, boolean optional) {}
}
