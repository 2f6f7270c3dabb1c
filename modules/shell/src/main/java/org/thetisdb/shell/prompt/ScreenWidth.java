package org.thetisdb.shell.prompt;

import java.io.Console;
import java.io.IOException;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/** How wide the terminal is that a one-shot command writes to. Stateless. */
public final class ScreenWidth {
    private ScreenWidth() {}

    /** The columns of the terminal; 0 if the output goes elsewhere, or nothing is known of it. Loads JLine. */
    public static int columns() {
        Console console = System.console();
        if (console == null || !console.isTerminal()) {
            return 0;
        }
        try (Terminal terminal = TerminalBuilder.builder().build()) {
            return Math.max(0, terminal.getWidth());
        } catch (IOException unknown) {
            // A table that is too wide is better than none.
            return 0;
        }
    }
}
