package org.thetisdb.postgresql.connection;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.thetisdb.postgresql.failure.PostgresFailure;
import org.thetisdb.postgresql.failure.SqlState;

/** The prepared statements and portals of one client, by name; those without one have the empty name. */
final class KeptNames {
    private static final int NAMES_MAX = 10_000;

    private final Map<String, Prepared> statements = new HashMap<>();
    private final Map<String, Portal> portals = new HashMap<>();
    private long portalsMade;

    void keep(String name, Prepared prepared) {
        if (!name.isEmpty() && statements.containsKey(name)) {
            throw PostgresFailure.of(
                    SqlState.DUPLICATE_PREPARED_STATEMENT, "prepared statement \"" + name + "\" already exists");
        }
        requireRoom(statements.size());
        statements.put(name, prepared);
    }

    private static void requireRoom(int count) {
        if (count >= NAMES_MAX) {
            throw PostgresFailure.of(SqlState.LIMIT_EXCEEDED, "too many names are kept: count=" + count);
        }
    }

    Prepared statement(String name) {
        Prepared prepared = statements.get(name);
        if (prepared == null) {
            throw PostgresFailure.of(
                    SqlState.INVALID_STATEMENT_NAME, "prepared statement \"" + name + "\" does not exist");
        }
        return prepared;
    }

    void forget(String name) {
        statements.remove(name);
    }

    /** How many portals have been made: those that are made later are {@link #closePortalsSince}. */
    long portalsMade() {
        return portalsMade;
    }

    /** At a return to a savepoint. */
    void closePortalsSince(long made) {
        portals.values().removeIf(portal -> {
            boolean later = portal.number() >= made && !portal.isHeld();
            if (later) {
                portal.close();
            }
            return later;
        });
    }

    void bind(String name, Portal portal) {
        if (!name.isEmpty() && portals.containsKey(name)) {
            throw PostgresFailure.of(SqlState.DUPLICATE_CURSOR, "cursor \"" + name + "\" already exists");
        }
        requireRoom(portals.size());
        portal.number(portalsMade++);
        Optional.ofNullable(portals.put(name, portal)).ifPresent(Portal::close);
    }

    Portal portal(String name) {
        Portal portal = portals.get(name);
        if (portal == null) {
            throw PostgresFailure.of(SqlState.INVALID_CURSOR_NAME, "cursor \"" + name + "\" does not exist");
        }
        return portal;
    }

    void closePortal(String name) {
        Optional.ofNullable(portals.remove(name)).ifPresent(Portal::close);
    }

    /** At the end of a transaction, or of messages that are one. */
    void closePortals() {
        closePortalsSince(0);
    }

    Optional<Portal> find(String name) {
        return Optional.ofNullable(portals.get(name));
    }

    /** CLOSE ALL. */
    void closeCursors() {
        List.copyOf(portals.keySet()).stream().filter(name -> !name.isEmpty()).forEach(this::closePortal);
    }

    void closeAll() {
        portals.values().forEach(Portal::close);
        portals.clear();
    }

    void forgetAll() {
        statements.clear();
    }
}
