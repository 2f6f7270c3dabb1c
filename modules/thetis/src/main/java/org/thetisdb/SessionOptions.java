package org.thetisdb;

import java.util.Optional;

/**
 * What a session's transactions begin with. Immutable: {@code SessionOptions.byDefault().withIsolation(SNAPSHOT)}.
 *
 * @param isolation what concurrent transactions may do to each other; the database's if empty
 */
public record SessionOptions(Optional<Isolation> isolation) {
    private static final SessionOptions DEFAULT = new SessionOptions(Optional.empty());

    /**
     * As the database's options say.
     *
     * @return options that ask for nothing
     */
    public static SessionOptions byDefault() {
        return DEFAULT;
    }

    /**
     * {@return options with an isolation for all transactions that do not ask for another}
     *
     * @param other instead of the database's
     */
    public SessionOptions withIsolation(Isolation other) {
        return new SessionOptions(Optional.of(other));
    }
}
