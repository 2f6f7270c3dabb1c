package org.thetisdb.engine.extension;

import java.util.List;
import org.thetisdb.cypher.bound.ExtensionFunction;
import org.thetisdb.cypher.bound.FunctionCatalog;
import org.thetisdb.engine.evaluation.Evaluator;

/** A scalar function of an extension: what is called, and how. Immutable and thread safe. */
public final class ScalarExtension implements ExtensionFunction {
    private final FunctionCatalog.Function signature;
    private final boolean deterministic;
    private final List<ExtensionParameter> parameters;
    private final JavaType result;
    private final BatchCall call;
    private final CallCost cost;
    private final ExtensionHost host;

    ScalarExtension(
            FunctionCatalog.Function signature,
            boolean deterministic,
            List<ExtensionParameter> parameters,
            JavaType result,
            BatchCall call,
            CallCost cost,
            ExtensionHost host) {
        this.signature = signature;
        this.deterministic = deterministic;
        this.parameters = List.copyOf(parameters);
        this.result = result;
        this.call = call;
        this.cost = cost;
        this.host = host;
    }

    @Override
    public FunctionCatalog.Function signature() {
        return signature;
    }

    @Override
    public boolean isDeterministic() {
        return deterministic;
    }

    /** What computes a call of it for one worker. */
    public Evaluator evaluator(Evaluator[] arguments) {
        return new ScalarExtensionEvaluator(this, arguments);
    }

    /** Whether a text decides what it gives, beside what is constant: null for null, and the same for the same. */
    public boolean isOfTextAlone() {
        return deterministic
                && parameters.stream().noneMatch(ExtensionParameter::takesNull)
                && parameters.stream().anyMatch(each -> each.type().javaClass() == String.class);
    }

    /** How long a call takes, in nanoseconds: as measured, or else as declared; 0 if nothing is known. */
    public double nanosPerRow() {
        return cost.nanosPerRow();
    }

    String name() {
        return signature.displayName();
    }

    List<ExtensionParameter> parameters() {
        return parameters;
    }

    JavaType result() {
        return result;
    }

    BatchCall call() {
        return call;
    }

    CallCost cost() {
        return cost;
    }

    ExtensionHost host() {
        return host;
    }
}
