package org.thetisdb.engine.extension;

import java.util.List;
import org.thetisdb.engine.procedure.Procedure;

/**
 * What comes and goes together: the functions, aggregates and procedures of one name. Immutable.
 *
 * @param name of the extension, for users
 * @param origin where it is from
 * @param refusal why it cannot be called; empty if it can
 * @param use what its calls have taken
 */
public record Extension(
        String name,
        Origin origin,
        String refusal,
        List<ScalarExtension> functions,
        List<AggregateExtension> aggregates,
        List<Procedure> procedures,
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
    }

    /** One that lies in the database and cannot be loaded. */
    public static Extension refused(String name, String reason) {
        return new Extension(name, Origin.TRUSTED, reason, List.of(), List.of(), List.of(), new ExtensionUse());
    }

    /** The same as one that lies in the database. */
    public Extension inDatabase(boolean trusted) {
        return new Extension(
                name, trusted ? Origin.TRUSTED : Origin.PURE, refusal, functions, aggregates, procedures, use);
    }

    /** Whether it is of the program that has opened the database. */
    public boolean isOfProgram() {
        return origin == Origin.PROGRAM;
    }

    /** Whether there is nothing in it. */
    boolean isEmpty() {
        return functions.isEmpty() && aggregates.isEmpty() && procedures.isEmpty();
    }
}
