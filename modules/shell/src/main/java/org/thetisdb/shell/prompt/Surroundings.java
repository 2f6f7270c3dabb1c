package org.thetisdb.shell.prompt;

import java.util.function.IntSupplier;
import org.thetisdb.shell.Output;
import org.thetisdb.shell.Waiting;

/**
 * What the prompt stands in.
 *
 * @param screen for results and answers
 * @param errors for the rest; may be the same
 * @param screenColumns how wide the screen is; 0 if it is none
 * @param interactive whether somebody types
 * @param waiting what is shown while a statement runs
 * @param files the user's own
 */
record Surroundings(
        Output screen,
        Output errors,
        IntSupplier screenColumns,
        boolean interactive,
        Waiting waiting,
        UserFiles files) {}
