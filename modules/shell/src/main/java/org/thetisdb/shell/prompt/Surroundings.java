package org.thetisdb.shell.prompt;

import java.nio.file.Path;
import java.util.Map;
import java.util.function.IntSupplier;
import org.thetisdb.shell.Output;

/**
 * What the prompt stands in.
 *
 * @param screen for results and answers
 * @param errors for the rest; may be the same
 * @param screenColumns how wide the screen is; 0 if it is none
 * @param interactive whether somebody types
 * @param home the user's folder
 * @param environment the variables of the process
 */
record Surroundings(
        Output screen,
        Output errors,
        IntSupplier screenColumns,
        boolean interactive,
        Path home,
        Map<String, String> environment) {

    /** Those of this process. */
    static Surroundings ofProcess(Output screen, Output errors, IntSupplier screenColumns, boolean interactive) {
        Path home = Path.of(System.getProperty("user.home", "."));
        return new Surroundings(screen, errors, screenColumns, interactive, home, System.getenv());
    }
}
