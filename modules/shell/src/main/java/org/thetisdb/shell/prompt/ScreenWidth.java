package org.thetisdb.shell.prompt;

import java.io.IOException;
import org.jline.terminal.spi.SystemStream;
import org.jline.terminal.spi.TerminalProvider;
import org.thetisdb.shell.output.Terminals;

/** How wide the terminal is that a one-shot command writes to. Stateless. */
public final class ScreenWidth {
    /** The one that calls the system itself, by the foreign function interface. */
    private static final String PROVIDER = "ffm";

    private ScreenWidth() {}

    /** The columns of the terminal; 0 if the output goes elsewhere or nothing is known. Loads a little of JLine. */
    public static int ofOutput() {
        return Terminals.isInteractive() ? of(SystemStream.Output) : 0;
    }

    /** As {@link #ofOutput} of the standard error, which may be a terminal when the standard output is none. */
    public static int ofErrors() {
        return of(SystemStream.Error);
    }

    private static int of(SystemStream stream) {
        try {
            // A whole terminal of JLine would ask the real one for its abilities, whose answers nobody waits for.
            TerminalProvider provider = TerminalProvider.load(PROVIDER);
            return provider.isSystemStream(stream) ? Math.max(0, provider.systemStreamWidth(stream)) : 0;
        } catch (IOException unknown) {
            // A line that is too wide is better than none.
            return 0;
        }
    }
}
