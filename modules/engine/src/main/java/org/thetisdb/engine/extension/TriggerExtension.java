package org.thetisdb.engine.extension;

import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.Set;
import org.thetisdb.engine.ExtensionMeter;
import org.thetisdb.engine.StopSignal;
import org.thetisdb.engine.fence.FencedCall;
import org.thetisdb.extension.Changes;
import org.thetisdb.extension.RefusalException;
import org.thetisdb.extension.TriggerContext;
import org.thetisdb.extension.TriggerPhase;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * A trigger in Java. Immutable and thread safe.
 *
 * @param name with its namespace
 * @param labels of the nodes that it is about
 * @param types of the relationships that it is about; with no labels and no types, everything
 * @param method takes the context and the changes, each as an Object, and returns nothing
 */
public record TriggerExtension(
        String name,
        String description,
        TriggerPhase phase,
        Set<String> labels,
        Set<String> types,
        MethodHandle method,
        ExtensionHost host,
        TriggerUse use) {
    /** Takes copies of the sets. */
    public TriggerExtension {
        labels = Set.copyOf(labels);
        types = Set.copyOf(types);
    }

    /**
     * Whether it is about an entity.
     *
     * @param isNode and not a relationship
     * @param names a node's labels, or a relationship's type alone
     */
    public boolean isAbout(boolean isNode, List<String> names) {
        Set<String> wanted = isNode ? labels : types;
        return labels.isEmpty() && types.isEmpty() || names.stream().anyMatch(wanted::contains);
    }

    /** Whether nothing of nodes, or of relationships, can be what it is about. */
    public boolean isNeverAbout(boolean isNode) {
        return isNode ? labels.isEmpty() && !types.isEmpty() : types.isEmpty() && !labels.isEmpty();
    }

    /**
     * Calls it.
     *
     * @param stop of the call
     * @param meter of the session
     * @throws ThetisException {@link ErrorCode#TRIGGER_REFUSED}, {@link ErrorCode#EXTENSION_FAILED}, {@link
     *     ErrorCode#EXTENSION_STOPPED}, and what a statement that it ran has failed for
     */
    public void call(TriggerContext context, Changes changes, StopSignal stop, ExtensionMeter meter) {
        use.count(host, meter, () -> invoke(context, changes, stop));
    }

    @SuppressWarnings("Catching") // Whatever it throws is told with the trigger's name.
    private void invoke(TriggerContext context, Changes changes, StopSignal stop) {
        try (FencedCall _ = host.fence().enter(stop)) {
            method.invokeExact((Object) context, (Object) changes);
        } catch (ThetisException failure) {
            stop.checkpoint();
            throw failure;
        } catch (RefusalException refusal) {
            throw new ThetisException(
                    ErrorCode.TRIGGER_REFUSED,
                    "a trigger does not allow what was changed: name=" + name + ", reason=" + refusal.getMessage()
                            + "; change it so that the trigger agrees, and run it again",
                    refusal);
        } catch (Throwable thrown) {
            stop.checkpoint();
            throw ExtensionErrors.failed(name, "", thrown);
        }
    }
}
