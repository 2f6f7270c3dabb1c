package org.thetisdb.extension;

import java.time.Instant;

/**
 * Something that has happened to a database, beside commits, which a {@link Trigger} hears of. Immutable; may be kept.
 *
 * <p>More kinds may come: let a {@code switch} have a {@code default}.
 */
public sealed interface DatabaseEvent {
    /** {@return when it happened} */
    Instant time();

    /** What became of a part of the schema, or of an extension. */
    enum Action {
        /** It is new. */
        CREATED,
        /** Another one is in its place. */
        REPLACED,
        /** It is gone. */
        DROPPED
    }

    /** A part of the schema. */
    enum SchemaPart {
        /** An index. */
        INDEX,
        /** A constraint, with the index that serves it. */
        CONSTRAINT
    }

    /**
     * The database was opened by this process. It is told when the extensions of the database are loaded, which is
     * before the first statement.
     *
     * @param time when it happened
     * @param revision the newest one
     */
    record Opened(Instant time, long revision) implements DatabaseEvent {}

    /**
     * The database is being closed by this process: its sessions have ended.
     *
     * @param time when it happened
     */
    record Closing(Instant time) implements DatabaseEvent {}

    /**
     * An index or a constraint was created or dropped by this process.
     *
     * @param time when it happened
     * @param part which of them
     * @param action never {@link Action#REPLACED}
     * @param name its own
     */
    record SchemaChanged(Instant time, SchemaPart part, Action action, String name) implements DatabaseEvent {}

    /**
     * An extension was created, replaced or dropped, in the database or by the program. The listeners hear of it that
     * are there afterwards: those of one that is created, not those of one that is dropped.
     *
     * @param time when it happened
     * @param action what became of it
     * @param name its own
     */
    record ExtensionChanged(Instant time, Action action, String name) implements DatabaseEvent {}

    /**
     * A transaction that had changed something was rolled back because something failed, or because somebody ended it:
     * each of several tries, too. One that its owner rolls back without a reason is not told.
     *
     * @param time when it happened
     * @param transactionId as of {@code SHOW TRANSACTIONS}
     * @param code of the error, such as {@code THETIS-5002}
     * @param reason the error's message
     */
    record RolledBack(Instant time, String transactionId, String code, String reason) implements DatabaseEvent {}

    /**
     * A checkpoint has ended, and holds.
     *
     * @param time when it happened
     * @param revision up to which the data files have all
     * @param bytes that it has written
     * @param milliseconds that it took, with the rests that it makes for others
     */
    record CheckpointEnded(Instant time, long revision, long bytes, long milliseconds) implements DatabaseEvent {}

    /**
     * Events are missing here: listeners were slower than what happened. It is told to all listeners, whatever they
     * want to hear.
     *
     * @param time when the first of them was lost
     * @param count how many
     */
    record EventsLost(Instant time, long count) implements DatabaseEvent {}
}
