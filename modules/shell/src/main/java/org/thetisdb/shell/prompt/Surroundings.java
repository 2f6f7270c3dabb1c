package org.thetisdb.shell.prompt;

import org.thetisdb.shell.output.Output;
import org.thetisdb.shell.statement.Waiting;

/**
 * The surroundings of the prompt.
 *
 * @param screen for results and answers
 * @param errors for the rest; may be the same
 * @param interactive whether somebody types
 * @param waiting what is shown while a statement runs
 * @param files the user's own
 */
record Surroundings(Output screen, Output errors, boolean interactive, Waiting waiting, UserFiles files) {}
