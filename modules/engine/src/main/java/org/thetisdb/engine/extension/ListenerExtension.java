package org.thetisdb.engine.extension;

import java.lang.invoke.MethodHandle;
import java.util.Set;
import org.thetisdb.engine.ExtensionMeter;
import org.thetisdb.engine.StopSignal;
import org.thetisdb.engine.fence.FencedCall;
import org.thetisdb.extension.DatabaseEvent;
import org.thetisdb.extension.ListenerContext;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * A listener in Java. Immutable and thread safe.
 *
 * @param name with its namespace
 * @param events classes of those that it wants to hear of
 * @param method takes the context and the event, each as an Object, and returns nothing
 */
public record ListenerExtension(
        String name,
        String description,
        Set<Class<? extends DatabaseEvent>> events,
        MethodHandle method,
        ExtensionHost host,
        TriggerUse use) {
    /** Takes a copy of the set. */
    public ListenerExtension {
        events = Set.copyOf(events);
    }

    /** Whether it wants to hear of an event. */
    public boolean wants(DatabaseEvent event) {
        return event instanceof DatabaseEvent.EventsLost || events.stream().anyMatch(each -> each.isInstance(event));
    }

    /** It will not hear of an event that it wanted. */
    public void addLost() {
        use.addLost();
    }

    /**
     * Calls it.
     *
     * @param stop of the call
     * @param meter counts the call
     * @throws ThetisException {@link ErrorCode#EXTENSION_FAILED}, {@link ErrorCode#EXTENSION_STOPPED}, and what a
     *     statement that it ran has failed for
     */
    public void call(ListenerContext context, DatabaseEvent event, StopSignal stop, ExtensionMeter meter) {
        use.count(host, meter, () -> invoke(context, event, stop));
    }

    @SuppressWarnings("Catching") // Whatever it throws is told with the listener's name.
    private void invoke(ListenerContext context, DatabaseEvent event, StopSignal stop) {
        try (FencedCall _ = host.fence().enter(stop)) {
            method.invokeExact((Object) context, (Object) event);
        } catch (ThetisException failure) {
            stop.checkpoint();
            throw failure;
        } catch (Throwable thrown) {
            stop.checkpoint();
            throw ExtensionErrors.failed(name, "", thrown);
        }
    }
}
