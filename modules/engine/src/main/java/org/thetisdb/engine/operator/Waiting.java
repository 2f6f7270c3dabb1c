package org.thetisdb.engine.operator;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.engine.pipeline.BatchPieces;
import org.thetisdb.engine.pipeline.RelinkStage;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.WaitingRows;
import org.thetisdb.engine.pipeline.WaitingStage;
import org.thetisdb.engine.pipeline.Worker;

/**
 * A stage that runs subplans for its rows, or the place before a sink that does so. If what the subplans could share
 * does not fit into memory, rows wait in front of it, and come in batches as large as memory allows.
 *
 * @param stage what they wait for; empty for a sink
 * @param kept the columns that are read of the rows, in a subplan with that of outer row numbers
 * @param rowBytes what the stage takes for each row of a batch, about
 */
public record Waiting(Optional<StageSpec> stage, Lasting lasting, int[] kept, int rowBytes)
        implements StageSpec, Shared<WaitingRows.Of> {
    /** What each part of an expression takes. */
    private static final int VALUE_BYTES = 16;

    /**
     * What takes an operator's rows, where they wait if they have to.
     *
     * @param input gives the rows
     * @param below the slots that are read of them
     * @param expressions what the stage evaluates for whole batches
     */
    public static Downstream before(
            StageSpec stage,
            PipelineBuilder builder,
            Operator input,
            Set<Integer> below,
            List<Expression> expressions,
            Downstream next) {
        Lasting lasting = builder.lasting(expressions, stage.subplans());
        return lasting.isPresent()
                ? waiting(Optional.of(stage), lasting, builder, input, below, expressions)
                        .then(next)
                : stage.then(next);
    }

    /** As above, for a sink that ends the pipeline. */
    public static Downstream before(
            SinkSpec sink, PipelineBuilder builder, Operator input, Set<Integer> below, List<Expression> expressions) {
        Lasting lasting = builder.lasting(expressions, sink.subplans());
        Downstream end = Downstream.of(sink);
        return lasting.isPresent()
                ? waiting(Optional.empty(), lasting, builder, input, below, expressions)
                        .then(end)
                : end;
    }

    private static Waiting waiting(
            Optional<StageSpec> stage,
            Lasting lasting,
            PipelineBuilder builder,
            Operator input,
            Set<Integer> below,
            List<Expression> expressions) {
        int[] parts = {0};
        expressions.forEach(expression -> Expressions.walk(expression, each -> parts[0]++));
        int rowBytes = lasting.rowBytes() + parts[0] * VALUE_BYTES;
        return new Waiting(stage, lasting, builder.kept(input, builder.withRowSlot(below)), rowBytes);
    }

    @Override
    public String text() {
        return stage.map(StageSpec::text).orElse("Wait");
    }

    @Override
    public boolean fansOut() {
        return stage.isPresent() && stage.get().fansOut();
    }

    @Override
    public boolean endsEarly() {
        return stage.isPresent() && stage.get().endsEarly();
    }

    @Override
    public List<PhysicalSubplan> subplans() {
        return stage.map(StageSpec::subplans).orElse(List.of());
    }

    @Override
    public WaitingRows.Of createState(Assembly assembly) {
        return new WaitingRows.Of();
    }

    @Override
    public Stage create(Assembly assembly, Worker worker, Stage next) {
        Stage made = stage.isPresent() ? stage.get().create(assembly, worker, new BatchPieces(worker, next)) : next;
        // In a subplan, what is read of the rows further out is there as long as the subplan runs: nobody keeps it.
        Stage gathered =
                assembly.outerRows().isPresent() ? new RelinkStage(worker, assembly.subplan(), kept, made) : made;
        WaitingRows rows = assembly.state(this)
                .newPart(worker, kept, rowBytes, assembly.outerRows().isPresent());
        return new WaitingStage(rows, () -> lasting.isMadeAgain(assembly), gathered, made);
    }
}
