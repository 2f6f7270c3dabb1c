package org.thetisdb.shell.output;

import java.io.Console;

/** Whether somebody sits in front of the process. Stateless. */
public final class Terminals {
    private Terminals() {}

    /** Whether both ends of the process are a terminal. */
    @SuppressWarnings("SystemConsoleNull") // It is null where the JDK has no module for consoles, as in an image.
    public static boolean isInteractive() {
        Console console = System.console();
        return console != null && console.isTerminal();
    }
}
