package org.thetisdb.engine.extension;

import java.util.List;
import java.util.function.Supplier;
import org.thetisdb.cypher.bound.FunctionCatalog;
import org.thetisdb.engine.aggregate.AccumulatorSource;
import org.thetisdb.engine.aggregate.AggregateAccumulator;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.extension.Aggregate;

/** An aggregate function of an extension. Immutable and thread safe. */
public final class AggregateExtension implements AccumulatorSource {
    private final FunctionCatalog.Function signature;
    private final List<ExtensionParameter> parameters;
    private final Supplier<Aggregate<?>> maker;
    private final BatchCall adding;
    private final BatchCall addingToOne;
    private final ExtensionHost host;

    /**
     * @param maker of the state of a group
     * @param adding calls {@code add}, whose first argument is the state of each row
     * @param addingToOne the same with one state for all rows
     */
    AggregateExtension(
            FunctionCatalog.Function signature,
            List<ExtensionParameter> parameters,
            Supplier<Aggregate<?>> maker,
            BatchCall adding,
            BatchCall addingToOne,
            ExtensionHost host) {
        this.signature = signature;
        this.parameters = List.copyOf(parameters);
        this.maker = maker;
        this.adding = adding;
        this.addingToOne = addingToOne;
        this.host = host;
    }

    @Override
    public FunctionCatalog.Function signature() {
        return signature;
    }

    @Override
    public AggregateAccumulator accumulator(Supplier<EvaluationContext.Run> run) {
        return new AggregateExtensionAccumulator(this, run);
    }

    String name() {
        return signature.displayName();
    }

    List<ExtensionParameter> parameters() {
        return parameters;
    }

    Supplier<Aggregate<?>> maker() {
        return maker;
    }

    BatchCall adding() {
        return adding;
    }

    BatchCall addingToOne() {
        return addingToOne;
    }

    ExtensionHost host() {
        return host;
    }
}
