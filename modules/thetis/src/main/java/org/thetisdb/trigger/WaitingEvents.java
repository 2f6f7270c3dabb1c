package org.thetisdb.trigger;

import java.util.ArrayDeque;
import java.util.Optional;
import org.thetisdb.extension.DatabaseEvent;
import org.thetisdb.extension.DatabaseEvent.EventsLost;

/**
 * Events in the order in which they happened, so many at most. Those that there is no room for are counted by an event
 * in their place. Not thread safe.
 */
final class WaitingEvents {
    private final ArrayDeque<DatabaseEvent> events = new ArrayDeque<>();
    private final int capacity;

    WaitingEvents(int capacity) {
        this.capacity = capacity;
    }

    /** Returns whether there was room. */
    boolean add(DatabaseEvent event) {
        boolean hasRoom = events.size() < capacity;
        if (hasRoom) {
            events.addLast(event);
        } else if (events.getLast() instanceof EventsLost known) {
            events.removeLast();
            events.addLast(new EventsLost(known.time(), known.count() + 1));
        } else {
            events.addLast(new EventsLost(event.time(), 1));
        }
        return hasRoom;
    }

    boolean isEmpty() {
        return events.isEmpty();
    }

    int size() {
        return events.size();
    }

    /** Takes the oldest one; empty if there is none. */
    Optional<DatabaseEvent> take() {
        return Optional.ofNullable(events.pollFirst());
    }

    void clear() {
        events.clear();
    }
}
