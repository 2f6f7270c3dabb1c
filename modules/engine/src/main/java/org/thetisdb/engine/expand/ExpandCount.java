package org.thetisdb.engine.expand;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.operator.Assembly;
import org.thetisdb.engine.operator.Downstream;
import org.thetisdb.engine.operator.ExpressionText;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.PatternText;
import org.thetisdb.engine.operator.PipelineBuilder;
import org.thetisdb.engine.operator.SlotSets;
import org.thetisdb.engine.operator.StageSpec;
import org.thetisdb.engine.operator.Unary;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;

/**
 * Does not bind the other end but multiplies: adds a column with the number of relationships (of the input row so far),
 * or of all matches of a {@link CountedBranch}, and drops rows where it is 0. What counts rows later multiplies by such
 * columns. A factorised {@link Expand}, or several.
 *
 * @param branch what is counted at {@code from}
 * @param exclusions what of it is not; none where the branch is optional
 * @param counted takes the number
 * @param keepsAll whether rows with 0 stay, so that the number is a value of the row and not how often it counts
 */
public record ExpandCount(
        Operator input,
        Variable from,
        CountedBranch branch,
        CountExclusions exclusions,
        Variable counted,
        boolean keepsAll,
        double rows)
        implements Unary {
    @Override
    public Operator withInput(Operator other) {
        return new ExpandCount(other, from, branch, exclusions, counted, keepsAll, rows);
    }

    @Override
    public Set<Variable> binds() {
        return Set.of(counted);
    }

    @Override
    public Optional<Variable> multiplicity() {
        return keepsAll ? Optional.empty() : Optional.of(counted);
    }

    /** Whether it counts relationships, and nothing beyond them. */
    public boolean isOfOneHop() {
        return branch.branches().isEmpty() && !branch.optional() && !keepsAll && exclusions.isEmpty();
    }

    @Override
    public String details() {
        return PatternText.node(from) + branch.text() + exclusions.text() + " counted as " + ExpressionText.of(counted)
                + (keepsAll ? ", none as 0" : "");
    }

    @Override
    public void buildPipelines(PipelineBuilder builder, Set<Integer> read, Downstream next) {
        Set<Integer> below =
                SlotSets.with(SlotSets.with(SlotSets.without(read, binds()), exclusions.reads()), List.of(from));
        Physical physical =
                new Physical(SlotSets.slot(from), branch.hop(), exclusions.slots(), SlotSets.slot(counted), keepsAll);
        builder.into(input, below, physical.then(next));
    }

    private record Physical(
            int fromSlot, CountedBranch.Hop hop, CountExclusions.Slots exclusions, int countedSlot, boolean keepsAll)
            implements StageSpec {
        @Override
        public String text() {
            return "ExpandCount";
        }

        @Override
        public Stage create(Assembly assembly, Worker worker, Stage next) {
            return new ExpandCountStage(worker, fromSlot, hop, exclusions, countedSlot, keepsAll, next);
        }
    }
}
