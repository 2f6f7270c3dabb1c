package org.thetisdb.shell.prompt;

import java.io.Console;
import java.io.IOException;
import org.jline.terminal.spi.SystemStream;
import org.jline.terminal.spi.TerminalProvider;

/** How wide the terminal is that a one-shot command writes to. Stateless. */
public final class ScreenWidth {
    /** The one that calls the system itself, by the foreign function interface. */
    private static final String PROVIDER = "ffm";

    private ScreenWidth() {}

    /** The columns of the terminal; 0 if the output goes elsewhere or nothing is known. Loads a little of JLine. */
    public static int columns() {
        Console console = System.console();
        if (console == null || !console.isTerminal()) {
            return 0;
        }
        try {
            // A whole terminal of JLine would ask the real one for its abilities, whose answers nobody waits for.
            return Math.max(0, TerminalProvider.load(PROVIDER).systemStreamWidth(SystemStream.Output));
        } catch (IOException unknown) {
            // A table that is too wide is better than none.
            return 0;
        }
    }
}
