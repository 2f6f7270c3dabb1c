package org.thetisdb.engine.sort;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.operator.Assembly;
import org.thetisdb.engine.operator.BreakerSpec;
import org.thetisdb.engine.operator.Downstream;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.PatternText;
import org.thetisdb.engine.operator.PipelineBuilder;
import org.thetisdb.engine.operator.Unary;
import org.thetisdb.engine.order.SortKeys;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.transform.Project;

/** The rows in an order. */
public record Sort(Operator input, List<Step.SortKey> keys, double rows) implements Unary {
    public Sort {
        keys = List.copyOf(keys);
    }

    @Override
    public Operator withInput(Operator other) {
        return new Sort(other, keys, rows);
    }

    @Override
    public Set<Variable> binds() {
        return Set.of();
    }

    @Override
    public String details() {
        return PatternText.keys(keys);
    }

    @Override
    public List<Expression> expressions() {
        return keys.stream().map(Step.SortKey::expression).toList();
    }

    @Override
    public void buildPipelines(PipelineBuilder builder, Set<Integer> read, Downstream next) {
        Ordering ordering = Ordering.of(builder, input, keys, read);
        Physical sink = new Physical(ordering.stored(), ordering.keys());
        Downstream end = Downstream.of(sink);
        Downstream keyed = Project.computed(ordering.computed(), builder, input, ordering.below(), end);
        builder.into(input, ordering.below(), keyed);
        builder.source(this, sink.rows(), builder.relinked(ordering.stored(), next));
    }

    private record Physical(int[] slots, SortKeys keys) implements BreakerSpec<SortSink> {
        @Override
        public String text() {
            return "Sort";
        }

        @Override
        public SortSink createState(Assembly assembly) {
            return new SortSink(
                    "Sort",
                    slots,
                    keys,
                    assembly.constant("SKIP", Optional.empty(), 0),
                    assembly.constant("LIMIT", Optional.empty(), Long.MAX_VALUE));
        }

        @Override
        public Stage create(Assembly assembly, Worker worker) {
            return assembly.state(this).stage(worker);
        }
    }
}
