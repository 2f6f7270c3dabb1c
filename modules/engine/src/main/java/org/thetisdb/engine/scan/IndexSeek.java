package org.thetisdb.engine.scan;

import java.util.List;
import java.util.Set;
import org.thetisdb.cypher.bound.Expression;
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
 * Nodes whose indexed property equals {@code key}; with {@code anyOf}, is an element of the list {@code key}; once for
 * each input row.
 */
public record IndexSeek(
        Operator input,
        Variable node,
        String label,
        String property,
        Expression key,
        boolean anyOf,
        boolean unique,
        double rows)
        implements Unary {
    @Override
    public Operator withInput(Operator other) {
        return new IndexSeek(other, node, label, property, key, anyOf, unique, rows);
    }

    @Override
    public Set<Variable> binds() {
        return Set.of(node);
    }

    @Override
    public String name() {
        return unique ? "IndexSeek (unique)" : "IndexSeek";
    }

    @Override
    public String details() {
        return PatternText.indexed(node, label, property) + (anyOf ? " IN " : " = ") + ExpressionText.of(key);
    }

    @Override
    public List<Expression> expressions() {
        return List.of(key);
    }

    @Override
    public void buildPipelines(PipelineBuilder builder, Set<Integer> read, Downstream next) {
        Set<Integer> below = SlotSets.needed(read, List.of(node), List.of(key));
        builder.into(input, below, new Physical(label, property, key, anyOf, SlotSets.slot(node)).then(next));
    }

    private record Physical(String label, String property, Expression key, boolean anyOf, int slot)
            implements StageSpec {
        @Override
        public String text() {
            return "IndexSeek";
        }

        @Override
        public Stage create(Assembly assembly, Worker worker, Stage next) {
            return new IndexSeekStage(
                    worker,
                    ChosenIndex.of(worker, label, property),
                    assembly.expressions(worker).compile(key),
                    anyOf,
                    slot,
                    next);
        }
    }
}
