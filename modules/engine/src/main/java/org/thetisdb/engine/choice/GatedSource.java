package org.thetisdb.engine.choice;

import java.util.Optional;
import java.util.Set;
import org.thetisdb.engine.operator.Assembly;
import org.thetisdb.engine.operator.Downstream;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.PipelineBuilder;
import org.thetisdb.engine.operator.SourceSpec;
import org.thetisdb.engine.pipeline.Source;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;

/**
 * A source that has no rows while a gate is closed, so that its pipeline is left out.
 *
 * @param earlyGate if it may run before the query, whether it does; asked in the query's own assembly
 */
record GatedSource(SourceSpec source, Gate gate, Optional<Gate> earlyGate) implements SourceSpec {
    /** Builds the pipelines of a way that is gone where a gate is open. */
    static void way(PipelineBuilder builder, Operator way, Gate gate, Set<Integer> read, Downstream next) {
        way(builder, way, gate, Optional.empty(), read, next);
    }

    /** As {@link #way(PipelineBuilder, Operator, Gate, Set, Downstream)}, of a way that may run early. */
    static void way(
            PipelineBuilder builder,
            Operator way,
            Gate gate,
            Optional<Gate> earlyGate,
            Set<Integer> read,
            Downstream next) {
        builder.withSources(source -> new GatedSource(source, gate, earlyGate), () -> builder.into(way, read, next));
    }

    @Override
    public Optional<Early> early() {
        return earlyGate.map(each -> new Early(open(source, each), other -> open(other, each)));
    }

    private static SourceSpec open(SourceSpec source, Gate gate) {
        return new GatedSource(source, gate, Optional.empty());
    }

    @Override
    public Source create(Assembly assembly) {
        Source gated = source.create(assembly);
        return new Source() {
            private boolean isOpen;

            @Override
            public int prepare(Worker worker) {
                isOpen = gate.isOpen(assembly, worker);
                return isOpen ? gated.prepare(worker) : 0;
            }

            @Override
            public void run(int morsel, Worker worker, Stage stage) {
                gated.run(morsel, worker, stage);
            }

            @Override
            public boolean isOrdered() {
                return gated.isOrdered();
            }

            @Override
            public boolean isOptional() {
                return !isOpen || gated.isOptional();
            }

            @Override
            public void reset() {
                isOpen = false;
                gated.reset();
            }
        };
    }

    @Override
    public boolean isOneMorsel(double rows) {
        return source.isOneMorsel(rows);
    }

    @Override
    public String text(Operator operator) {
        return source.text(operator);
    }
}
