package org.thetisdb.shell.statement;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Function;
import org.thetisdb.value.ThetisException;

/**
 * The lines of a text in UTF-8, read as they are asked for.
 *
 * <pre>
 *   input ──chunk──► decoder ──► ahead: what was read of the lines to come
 *                                └line┘
 * </pre>
 *
 * <p>Holds one line and less than a chunk. A line can be had as soon as whoever writes it has written its end. One
 * thread.
 */
public final class TextLines implements AutoCloseable {
    private static final int CHUNK_BYTES = 1 << 13;

    private final InputStream input;
    private final Function<IOException, ThetisException> unreadable;
    private final CharsetDecoder decoder;
    private final ByteBuffer bytes = ByteBuffer.allocate(CHUNK_BYTES);

    /** No byte becomes more than one of these. */
    private final CharBuffer characters = CharBuffer.allocate(CHUNK_BYTES);

    private StringBuilder ahead = new StringBuilder();
    private Optional<CharacterCodingException> malformed = Optional.empty();
    private boolean ended;

    /**
     * What an input gives.
     *
     * @param input is closed with this
     * @param onMalformed what to do about bytes that are not UTF-8: REPLACE them, or REPORT them, which is an error
     *     once the lines before are read
     * @param unreadable the error that is thrown if reading fails
     */
    public TextLines(
            InputStream input, CodingErrorAction onMalformed, Function<IOException, ThetisException> unreadable) {
        this.input = input;
        this.unreadable = unreadable;
        this.decoder = StandardCharsets.UTF_8.newDecoder().onMalformedInput(onMalformed);
    }

    /** The next line with its end, a line feed, which the last one may lack; empty at the end of the text. */
    String next() {
        int end = ahead.indexOf("\n");
        for (int known = ahead.length(); end < 0 && read(); known = ahead.length()) {
            end = ahead.indexOf("\n", known);
        }
        int length = end < 0 ? ahead.length() : end + 1;
        String line = ahead.substring(0, length);
        if (length > CHUNK_BYTES) {
            ahead = new StringBuilder(ahead.substring(length));
        } else {
            ahead.delete(0, length);
        }
        return line;
    }

    /** Whether more than blanks follows, as far as that is there already: nobody is waited for. */
    boolean goesOn() {
        for (int at = 0; true; at++) {
            while (at == ahead.length()) {
                if (malformed.isPresent()) {
                    return true;
                }
                if (!isReady() || !read()) {
                    return false;
                }
            }
            if (!Character.isWhitespace(ahead.charAt(at))) {
                return true;
            }
        }
    }

    private boolean isReady() {
        try {
            return input.available() > 0;
        } catch (IOException unknown) {
            // What cannot tell is taken for a pipe that has nothing yet.
            return false;
        }
    }

    /** Waits for more of the text. False at its end. */
    private boolean read() {
        try {
            if (malformed.isPresent()) {
                throw malformed.get();
            }
            if (ended) {
                return false;
            }
            int count = input.read(bytes.array(), bytes.position(), bytes.remaining());
            ended = count < 0;
            bytes.position(bytes.position() + Math.max(0, count));
        } catch (IOException failure) {
            throw unreadable.apply(failure);
        }
        CoderResult result = decoder.decode(bytes.flip(), characters, ended);
        bytes.compact();
        ahead.append(characters.flip());
        characters.clear();
        if (result.isError()) {
            malformed = Optional.of(new MalformedInputException(result.length()));
        }
        return true;
    }

    @Override
    public void close() {
        try {
            input.close();
        } catch (IOException failure) {
            throw unreadable.apply(failure);
        }
    }
}
