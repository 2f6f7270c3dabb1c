package org.thetisdb.storage.transaction;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.thetisdb.storage.StoreEvent;

/** Tells what a store has done. Thread safe. */
final class StoreEvents {
    private final List<Consumer<StoreEvent>> listeners = new CopyOnWriteArrayList<>();

    void add(Consumer<StoreEvent> listener) {
        listeners.add(listener);
    }

    void tell(StoreEvent event) {
        listeners.forEach(each -> each.accept(event));
    }
}
