package org.thetisdb.engine.transform;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.expression.ExpressionCompiler;
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
 * Each row with each line of a file.
 *
 * @param headers whether a line is a map by the names in the first line
 * @param terminator what separates fields; empty for a comma
 */
public record LoadCsv(
        Operator input,
        Expression from,
        boolean headers,
        Optional<Expression> terminator,
        Variable variable,
        double rows)
        implements Unary {
    @Override
    public Operator withInput(Operator other) {
        return new LoadCsv(other, from, headers, terminator, variable, rows);
    }

    @Override
    public Set<Variable> binds() {
        return Set.of(variable);
    }

    @Override
    public String details() {
        return ExpressionText.of(from) + " AS " + ExpressionText.of(variable) + (headers ? ", by its headers" : "");
    }

    @Override
    public List<Expression> expressions() {
        List<Expression> all = new ArrayList<>(List.of(from));
        terminator.ifPresent(all::add);
        return all;
    }

    @Override
    public void buildPipelines(PipelineBuilder builder, Set<Integer> read, Downstream next) {
        Set<Integer> below = SlotSets.needed(read, List.of(variable), expressions());
        builder.into(input, below, new Physical(from, headers, terminator, variable).then(next));
    }

    private record Physical(Expression from, boolean headers, Optional<Expression> terminator, Variable variable)
            implements StageSpec {
        @Override
        public String text() {
            return "LoadCsv";
        }

        @Override
        public Stage create(Assembly assembly, Worker worker, Stage next) {
            ExpressionCompiler compiler = assembly.expressions(worker);
            return new LoadCsvStage(
                    worker,
                    compiler.compile(from),
                    terminator.map(compiler::compile),
                    headers,
                    SlotSets.slot(variable),
                    assembly.places().ofVariable(variable),
                    next);
        }
    }
}
