package org.thetisdb.postgresql.connection;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The connections that are there, by the number that a client needs to cancel. Thread safe. */
public final class Registry {
    /** How many may be on their way in at a time, beside those who are in. */
    private static final int ENTERING_MAX = 200;

    private final int connectionsMax;
    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicInteger numbers = new AtomicInteger();
    private final ConcurrentMap<Integer, Connection> connections = new ConcurrentHashMap<>();

    /** For so many at a time. */
    public Registry(int connectionsMax) {
        this.connectionsMax = connectionsMax;
    }

    /** {@return the number of a connection that is there from now on} */
    int add(Connection connection) {
        int number = numbers.incrementAndGet();
        connections.put(number, connection);
        return number;
    }

    void remove(int number) {
        connections.remove(number);
    }

    /** {@return whether nobody else may even begin to come in} */
    boolean isFull() {
        return connections.size() >= connectionsMax + ENTERING_MAX;
    }

    /** {@return whether one more may be in; {@link #leave} must follow if so} */
    boolean enter() {
        if (inside.incrementAndGet() > connectionsMax) {
            inside.decrementAndGet();
            return false;
        }
        return true;
    }

    void leave() {
        inside.decrementAndGet();
    }

    /** Ends what that connection does, if the key is right. */
    void cancel(int number, int key) {
        Optional.ofNullable(connections.get(number)).ifPresent(connection -> connection.cancelStatement(key));
    }

    /** {@return how many there are} */
    public int size() {
        return connections.size();
    }

    /** {@return all that are there} */
    public List<Connection> all() {
        return List.copyOf(connections.values());
    }
}
