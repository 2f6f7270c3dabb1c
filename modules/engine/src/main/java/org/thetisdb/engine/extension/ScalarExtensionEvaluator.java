package org.thetisdb.engine.extension;

import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.evaluation.Rows;
import org.thetisdb.engine.fence.FencedCall;
import org.thetisdb.extension.CallContext;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorFullException;

/** Computes a call of an extension's function: one call of generated code for a batch. Belongs to one worker. */
final class ScalarExtensionEvaluator implements Evaluator {
    private final ScalarExtension function;
    private final Evaluator[] operands;
    private final Vector[] vectors;
    private final ArgumentColumns arguments;
    private final Object[] arrays;
    private final ResultColumn results;

    ScalarExtensionEvaluator(ScalarExtension function, Evaluator[] operands) {
        this.function = function;
        this.operands = operands;
        this.vectors = new Vector[operands.length];
        this.arguments = new ArgumentColumns(function.name(), function.parameters());
        this.arrays = new Object[operands.length];
        this.results = new ResultColumn(function.result(), function.host().types());
    }

    @Override
    public Vector evaluate(EvaluationContext context, Rows rows) {
        int count = rows.count();
        for (int index = 0; index < operands.length; index++) {
            vectors[index] = operands[index].evaluate(context, rows);
        }
        arguments.begin(vectors, count);
        arguments.fill(
                arrays,
                0,
                count,
                value -> EntityArguments.made(
                        value, context.reader(), function.host().types().maker()));
        boolean @Nullable [] skipped = arguments.skipped();
        ExtensionUse.Span span = ExtensionUse.begin();
        // What is returned may be an object of the extension, whose code runs while it is looked at.
        try (FencedCall _ = function.host().fence().enter(context.stop())) {
            CallContext asked = context.stop()::checkpoint;
            function.call().call(asked, arrays, results.array(count), skipped, count);
            return results.vector(skipped, count, context.trace());
        } catch (CallFailedException failure) {
            throw told(failure, context);
        } catch (ThetisException | VectorFullException engines) {
            throw engines;
        } catch (RuntimeException | Error thrown) {
            context.stop().checkpoint();
            throw ExtensionErrors.failed(function.name(), ", while its results are read", thrown);
        } finally {
            long nanos = function.host()
                    .use()
                    .endCall(span, count, context.run().options().extensions());
            function.cost().add(count, nanos);
        }
    }

    /** If the query is to end, that is why. */
    private ThetisException told(CallFailedException failure, EvaluationContext context) {
        context.stop().checkpoint();
        return ExtensionErrors.failed(function.name(), failure, arguments);
    }
}
