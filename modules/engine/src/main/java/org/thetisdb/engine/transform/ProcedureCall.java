package org.thetisdb.engine.transform;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Step;
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
import org.thetisdb.engine.procedure.Procedure;
import org.thetisdb.value.ThetisException.Position;

/**
 * Joins each row with the rows that a procedure gives for it.
 *
 * @param optional keep rows for which it gives nothing, {@code yields} null
 */
public record ProcedureCall(
        Operator input,
        Procedure procedure,
        List<Expression> arguments,
        List<Step.Yield> yields,
        boolean optional,
        double rows)
        implements Unary {
    @Override
    public Operator withInput(Operator other) {
        return new ProcedureCall(other, procedure, arguments, yields, optional, rows);
    }

    @Override
    public Set<Variable> binds() {
        return yields.stream().map(Step.Yield::variable).collect(Collectors.toSet());
    }

    @Override
    public String details() {
        String given = ExpressionText.variables(
                yields.stream().map(Step.Yield::variable).toList());
        return procedure.signature().name() + "(" + ExpressionText.list(arguments) + ")"
                + (given.isEmpty() ? "" : " YIELD " + given);
    }

    @Override
    public List<Expression> expressions() {
        return arguments;
    }

    @Override
    public void buildPipelines(PipelineBuilder builder, Set<Integer> read, Downstream next) {
        List<Step.Yield> wanted = yields.stream()
                .filter(each -> read.contains(SlotSets.slot(each.variable())))
                .toList();
        ProcedureStage.Taken taken = new ProcedureStage.Taken(
                wanted.stream().mapToInt(Step.Yield::column).toArray(),
                wanted.stream().mapToInt(each -> SlotSets.slot(each.variable())).toArray(),
                optional);
        Optional<Variable> first = yields.stream().findFirst().map(Step.Yield::variable);
        Set<Integer> below = SlotSets.needed(read, binds(), arguments);
        builder.into(input, below, new Physical(procedure, arguments, taken, first).then(next));
    }

    /** @param first whose place in the text is that of the call */
    private record Physical(
            Procedure procedure, List<Expression> arguments, ProcedureStage.Taken taken, Optional<Variable> first)
            implements StageSpec {
        @Override
        public String text() {
            return "ProcedureCall";
        }

        @Override
        public Stage create(Assembly assembly, Worker worker, Stage next) {
            Optional<Position> place = first.flatMap(each -> assembly.places().ofVariable(each));
            return new ProcedureStage(worker, procedure, assembly.evaluators(worker, arguments), taken, place, next);
        }
    }
}
