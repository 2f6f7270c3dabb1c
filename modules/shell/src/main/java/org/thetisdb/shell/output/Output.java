package org.thetisdb.shell.output;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.IntSupplier;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Text on its way to a stream as UTF-8, gathered in large pieces. One thread at a time. A stream that nobody reads any
 * more ({@code | head}) is an error of code {@code IO_FAILED}, so that the query that feeds it stops.
 */
public final class Output {
    private static final int FLUSH_CHARACTERS = 1 << 15;

    private final StringBuilder text = new StringBuilder();
    private final OutputStream stream;
    private final IntSupplier columns;
    private Runnable beforeWriting = () -> {};

    /** Of a stream that is no terminal. */
    public Output(OutputStream stream) {
        this(stream, () -> 0);
    }

    /** @param columns of the terminal of the stream, read each time; 0 if there is none */
    public Output(OutputStream stream, IntSupplier columns) {
        this.stream = stream;
        this.columns = columns;
    }

    /** How wide the terminal is; 0 if the stream goes elsewhere. */
    public int columns() {
        return columns.getAsInt();
    }

    /** What is to be done each time before something is written. */
    public void beforeWriting(Runnable what) {
        beforeWriting = what;
    }

    /** For appending; call {@link #checkpoint} now and then. */
    public StringBuilder text() {
        return text;
    }

    public Output print(String line) {
        text.append(line);
        return this;
    }

    public Output println(String line) {
        // All of it or, without the memory, nothing.
        text.ensureCapacity(text.length() + line.length() + 1);
        text.append(line).append('\n');
        return this;
    }

    /** Writes if much has gathered. */
    public void checkpoint() {
        if (text.length() >= FLUSH_CHARACTERS) {
            flush();
        }
    }

    public void flush() {
        if (!text.isEmpty()) {
            beforeWriting.run();
        }
        byte[] bytes = taken();
        try {
            stream.write(bytes);
            stream.flush();
        } catch (IOException failure) {
            throw new ThetisException(
                    ErrorCode.IO_FAILED, "the output cannot be written: reason=" + failure.getMessage(), failure);
        }
    }

    /** What has gathered; it is dropped if there is no memory for it, so that what follows can be written. */
    private byte[] taken() {
        try {
            return text.toString().getBytes(StandardCharsets.UTF_8);
        } finally {
            text.setLength(0);
            if (text.capacity() > 4 * FLUSH_CHARACTERS) {
                text.trimToSize();
            }
        }
    }
}
