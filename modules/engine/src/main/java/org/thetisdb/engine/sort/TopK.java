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
import org.thetisdb.engine.scan.ScanBound;
import org.thetisdb.engine.transform.Project;

/** The first rows of the order, after leaving out {@code skip}. A {@link TopKFilter} below it drops others early. */
public record TopK(Operator input, List<Step.SortKey> keys, Optional<Expression> skip, Expression limit, double rows)
        implements Unary {
    public TopK {
        keys = List.copyOf(keys);
    }

    @Override
    public Operator withInput(Operator other) {
        return new TopK(other, keys, skip, limit, rows);
    }

    @Override
    public Set<Variable> binds() {
        return Set.of();
    }

    @Override
    public String details() {
        return PatternText.keys(keys) + PatternText.slice(skip, Optional.of(limit));
    }

    @Override
    public List<Expression> expressions() {
        return keys.stream().map(Step.SortKey::expression).toList();
    }

    @Override
    public void buildPipelines(PipelineBuilder builder, Set<Integer> read, Downstream next) {
        if (builder.isSubplan()) {
            // The first rows of each outer row: they are cut off the sorted rows.
            new Slice(new Sort(input, keys, rows), skip, Optional.of(limit), rows).buildPipelines(builder, read, next);
            return;
        }
        Ordering ordering = Ordering.of(builder, input, keys, read);
        Physical sink = new Physical(ordering.stored(), ordering.keys(), skip, limit);
        Downstream end = Downstream.of(sink);
        Downstream keyed = Project.computed(ordering.computed(), builder, input, ordering.below(), end);
        builder.into(input, ordering.below(), keyed);
        builder.source(this, sink.rows(), next);
    }

    /** Whose state also has the bound for a {@link TopKFilter} before it. */
    record Physical(int[] slots, SortKeys keys, Optional<Expression> skip, Expression limit)
            implements BreakerSpec<SortSink>, ScanBound.Teacher {
        @Override
        public String text() {
            return "TopK";
        }

        @Override
        public ScanBound bound(Assembly assembly) {
            return zone -> assembly.state(this).bound().excludes(zone);
        }

        @Override
        public SortSink createState(Assembly assembly) {
            return new SortSink(
                    "TopK",
                    slots,
                    keys,
                    assembly.constant("SKIP", skip, 0),
                    assembly.constant("LIMIT", Optional.of(limit), 0));
        }

        @Override
        public Stage create(Assembly assembly, Worker worker) {
            return assembly.state(this).stage(worker);
        }
    }
}
