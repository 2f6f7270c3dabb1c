package org.thetisdb.engine.group;

import java.util.Set;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.operator.Assembly;
import org.thetisdb.engine.operator.Downstream;
import org.thetisdb.engine.operator.ExpressionText;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.PipelineBuilder;
import org.thetisdb.engine.operator.SlotSets;
import org.thetisdb.engine.operator.StageSpec;
import org.thetisdb.engine.operator.Unary;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;

/**
 * Parts rows in clusters of a few, each with a number; what comes of one cluster comes before what comes of the next.
 *
 * @param number takes the cluster's number
 * @param clusterRows how many rows a cluster has
 */
record Clusters(Operator input, Variable number, int clusterRows) implements Unary {
    @Override
    public Operator withInput(Operator other) {
        return new Clusters(other, number, clusterRows);
    }

    @Override
    public Set<Variable> binds() {
        return Set.of(number);
    }

    @Override
    public String details() {
        return "of " + clusterRows + " rows as " + ExpressionText.of(number);
    }

    @Override
    public double rows() {
        return input.rows();
    }

    @Override
    public void buildPipelines(PipelineBuilder builder, Set<Integer> read, Downstream next) {
        int slot = SlotSets.slot(number);
        builder.into(input, SlotSets.without(read, Set.of(number)), new Physical(slot, clusterRows).then(next));
    }

    private record Physical(int slot, int clusterRows) implements StageSpec {
        @Override
        public String text() {
            return "Clusters";
        }

        @Override
        public boolean fansOut() {
            return true;
        }

        @Override
        public boolean keepsTogether() {
            return true;
        }

        @Override
        public Stage create(Assembly assembly, Worker worker, Stage next) {
            return new ClusterStage(worker, slot, clusterRows, next);
        }
    }
}
