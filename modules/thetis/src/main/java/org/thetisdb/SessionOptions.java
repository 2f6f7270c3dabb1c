package org.thetisdb;

import java.util.Optional;

/**
 * What a session's transactions begin with. Immutable: {@code SessionOptions.byDefault().withIsolation(SNAPSHOT)}.
 *
 * @param isolation what concurrent transactions may do to each other; the database's if empty
 */
public record SessionOptions(Optional<Isolation> isolation) {
    private static final SessionOptions DEFAULT = new SessionOptions(Optional.empty());

    /** As the database's options say. */
    public static SessionOptions byDefault() {
        return DEFAULT;
    }

    public SessionOptions withIsolation(Isolation other) {
        return new SessionOptions(Optional.of(other));
    }
}
