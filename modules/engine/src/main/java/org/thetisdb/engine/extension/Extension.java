package org.thetisdb.engine.extension;

import java.util.List;
import org.thetisdb.engine.procedure.Procedure;

/**
 * What comes and goes together: the functions, aggregates, procedures, triggers and listeners of one name. Immutable.
 *
 * @param name of the extension, for users
 * @param origin where it is from
 * @param refusal why it cannot be called; empty if it can
 * @param hasTriggers whether it has some, also where it cannot be called
 * @param use what its calls have taken
 */
public record Extension(
        String name,
        Origin origin,
        String refusal,
        List<ScalarExtension> functions,
        List<AggregateExtension> aggregates,
        List<Procedure> procedures,
        List<TriggerExtension> triggers,
        List<ListenerExtension> listeners,
        boolean hasTriggers,
        ExtensionUse use) {
    /** Where an extension is from. */
    public enum Origin {
        /** The program that has opened the database. */
        PROGRAM,
        /** The database, held to what is pure. */
        PURE,
        /** The database, doing anything. */
        TRUSTED
    }

    /** Takes copies of the lists. */
    public Extension {
        functions = List.copyOf(functions);
        aggregates = List.copyOf(aggregates);
        procedures = List.copyOf(procedures);
        triggers = List.copyOf(triggers);
        listeners = List.copyOf(listeners);
    }

    /**
     * One that lies in the database and cannot be loaded.
     *
     * @param hasTriggers whether some of what it has is a trigger
     */
    public static Extension refused(String name, String reason, boolean hasTriggers) {
        return new Extension(
                name,
                Origin.TRUSTED,
                reason,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                hasTriggers,
                new ExtensionUse(name));
    }

    /** The same as one that lies in the database. */
    public Extension inDatabase(boolean trusted) {
        return new Extension(
                name,
                trusted ? Origin.TRUSTED : Origin.PURE,
                refusal,
                functions,
                aggregates,
                procedures,
                triggers,
                listeners,
                hasTriggers,
                use);
    }

    /** Whether it is of the program that has opened the database. */
    public boolean isOfProgram() {
        return origin == Origin.PROGRAM;
    }

    /** Whether there is nothing in it. */
    boolean isEmpty() {
        return functions.isEmpty()
                && aggregates.isEmpty()
                && procedures.isEmpty()
                && triggers.isEmpty()
                && listeners.isEmpty();
    }
}
