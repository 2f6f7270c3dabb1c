package org.thetisdb.shell.prompt;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.ExternalTerminal;
import org.thetisdb.DatabaseOptions;

/**
 * A prompt on a terminal with a line discipline: keys are typed when the screen shows what they answer, and Ctrl-C is a
 * signal, as on a terminal of the system.
 */
final class TypedTerminal implements AutoCloseable {
    static final String CTRL_C = "\u0003";
    static final String CTRL_D = "\u0004";

    /** Colours, moves of the cursor and titles. */
    private static final Pattern ESCAPES = Pattern.compile("\u001b(\\[[0-9;?>=]*[a-zA-Z]|[=>]|\\][^\u0007]*\u0007)");

    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
    private final PipedOutputStream typing = new PipedOutputStream();
    private final Terminal terminal;
    private final CompletableFuture<Integer> exit = new CompletableFuture<>();
    private int seen;

    TypedTerminal(Path home, Map<String, String> environment, DatabaseOptions options) throws IOException {
        this.terminal = new ExternalTerminal(
                "test", "xterm", new PipedInputStream(typing, 1 << 16), shown, StandardCharsets.UTF_8);
        terminal.setSize(Size.of(80, 40));
        OpenDatabase open = OpenDatabase.temporary(options);
        Thread.ofPlatform().name("prompt").start(() -> {
            try {
                exit.complete(Prompt.onTerminal(terminal, new UserFiles(home, environment), open, options, "table"));
            } catch (RuntimeException | Error failure) {
                exit.completeExceptionally(failure);
            }
        });
    }

    TypedTerminal type(String keys) throws IOException {
        typing.write(keys.getBytes(StandardCharsets.UTF_8));
        typing.flush();
        return this;
    }

    /** Waits until a text is shown behind the one that was waited for before. */
    TypedTerminal await(String text) {
        while (true) {
            int found = screen().indexOf(text, seen);
            if (found >= 0) {
                seen = found + text.length();
                return this;
            }
            if (exit.isDone()) {
                throw new AssertionError("the prompt ended before it showed `" + text + "`; it showed:\n" + screen());
            }
            Thread.onSpinWait();
        }
    }

    /** All that was shown so far, without escape sequences. */
    String screen() {
        String text = shown.toString(StandardCharsets.UTF_8);
        return ESCAPES.matcher(text).replaceAll("").replace("\r", "");
    }

    /** The exit code, once the prompt has ended. */
    int end() {
        return exit.join();
    }

    @Override
    public void close() throws IOException {
        typing.close();
        exit.join();
        terminal.close();
    }
}
