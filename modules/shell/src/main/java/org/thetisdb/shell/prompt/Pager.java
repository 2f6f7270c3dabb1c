package org.thetisdb.shell.prompt;

import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;

/**
 * Writes to a terminal and waits for a key when the screen is full: space for the next screen, enter for a line, a for
 * all, q to stop, which throws {@link Quit}. One thread.
 */
final class Pager extends OutputStream {
    private static final String QUESTION = "── more: space, a line: enter, all: a, stop: q ──";

    /** For a terminal where the other one would wrap, and could not be taken back. */
    private static final String SHORT_QUESTION = "── more ──";

    private final Terminal terminal;
    private int linesLeft;
    private int column;
    private boolean all;

    /** The user wants to see no more. */
    static final class Quit extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Quit() {
            super("stopped by the user", null, false, false);
        }
    }

    Pager(Terminal terminal) {
        this.terminal = terminal;
        startPage();
    }

    /** A new answer begins at the top of a screen. */
    void startPage() {
        linesLeft = Math.max(2, terminal.getRows() - 1);
        column = 0;
        all = terminal.getRows() < 5;
    }

    @Override
    public void write(int unit) throws IOException {
        write(new byte[] {(byte) unit}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        Writer writer = terminal.writer();
        String text = new String(bytes, offset, length, StandardCharsets.UTF_8);
        int start = 0;
        for (int index = 0; index < text.length(); index++) {
            boolean lineEnds = text.charAt(index) == '\n';
            column++;
            boolean wraps = terminal.getColumns() > 0 && column > terminal.getColumns();
            if (!lineEnds && !wraps) {
                continue;
            }
            column = lineEnds ? 0 : 1;
            if (--linesLeft <= 0 && !all) {
                int end = lineEnds ? index + 1 : index;
                writer.write(text, start, end - start);
                start = end;
                ask(writer);
            }
        }
        writer.write(text, start, text.length() - start);
    }

    private void ask(Writer writer) throws IOException {
        String question = terminal.getColumns() > QUESTION.length() ? QUESTION : SHORT_QUESTION;
        writer.write(question);
        terminal.flush();
        Attributes before = terminal.enterRawMode();
        try {
            int key = terminal.reader().read();
            writer.write("\r" + " ".repeat(question.length()) + "\r");
            terminal.flush();
            switch (key) {
                case 'q', 'Q', 3, -1 -> throw new Quit();
                case 'a', 'A' -> all = true;
                case '\r', '\n' -> linesLeft = 1;
                default -> linesLeft = Math.max(2, terminal.getRows() - 1);
            }
        } finally {
            terminal.setAttributes(before);
        }
    }

    @Override
    public void flush() {
        terminal.flush();
    }
}
