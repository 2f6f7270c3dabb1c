package org.thetisdb.postgresql.wire;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.thetisdb.postgresql.failure.PostgresFailure;
import org.thetisdb.postgresql.failure.SqlState;

/** Reads what a client sends. */
public final class MessageReader {
    private static final int STARTUP_BYTES_MAX = 10_000;

    private final InputStream input;
    private int lastLetter;

    /**
     * Over a stream.
     *
     * @param input should be buffered
     */
    public MessageReader(InputStream input) {
        this.input = input;
    }

    /** {@return the first message, which has no letter in front; its length is not part of it} */
    public Body startup() throws IOException {
        int length = length();
        if (length < 8 || length > STARTUP_BYTES_MAX) {
            throw PostgresFailure.fatal(
                    SqlState.PROTOCOL_VIOLATION, "the length of the start-up message is invalid: bytes=" + length);
        }
        return new Body(exactly(length - 4));
    }

    /**
     * Waits for the next message.
     *
     * @param bytesMax longer ones end the connection
     * @throws EOFException if the client has gone
     * @throws PostgresFailure if it cannot be read; the next one can, unless the failure is fatal
     */
    public FrontendMessage next(int bytesMax) throws IOException {
        int letter = input.read();
        if (letter < 0) {
            throw new EOFException("the client has gone");
        }
        if ("QPBDECFHSXpdcf".indexOf(letter) < 0) {
            throw PostgresFailure.fatal(SqlState.PROTOCOL_VIOLATION, "unknown kind of message: letter=" + letter);
        }
        lastLetter = letter;
        int length = length();
        if (length < 4 || length - 4 > bytesMax) {
            throw PostgresFailure.fatal(
                    SqlState.PROTOCOL_VIOLATION,
                    "a message is too short or too long: letter=" + (char) letter + ", bytes=" + length + ", bytesMax="
                            + bytesMax);
        }
        return message(letter, new Body(exactly(length - 4)));
    }

    /** {@return whether some of the next message is there, so that it need not be waited for} */
    public boolean hasInput() throws IOException {
        return input.available() > 0;
    }

    /** {@return whether the last message wants ReadyForQuery by itself, also if it could not be read} */
    public boolean lastIsSimple() {
        return lastLetter == 'Q' || lastLetter == 'F';
    }

    private int length() throws IOException {
        return new Body(exactly(4)).int32();
    }

    /** Grows with what arrives, so that a length alone costs no memory. */
    private byte[] exactly(int count) throws IOException {
        byte[] bytes = input.readNBytes(count);
        if (bytes.length < count) {
            throw new EOFException("the client has gone in the middle of a message");
        }
        return bytes;
    }

    private static FrontendMessage message(int letter, Body body) {
        FrontendMessage message = switch (letter) {
            case 'Q' -> new FrontendMessage.Query(body.text());
            case 'P' -> parse(body);
            case 'B' -> bind(body);
            case 'D' -> new FrontendMessage.Describe(kind(body), body.text());
            case 'E' -> new FrontendMessage.Execute(body.text(), body.int32());
            case 'C' -> new FrontendMessage.Close(kind(body), body.text());
            case 'H' -> new FrontendMessage.Flush();
            case 'S' -> new FrontendMessage.Sync();
            case 'X' -> new FrontendMessage.Terminate();
            case 'p' -> new FrontendMessage.Password(body.bytes(body.remaining()));
            case 'F' -> {
                body.bytes(body.remaining());
                yield new FrontendMessage.FunctionCall();
            }
            default -> {
                body.bytes(body.remaining());
                yield new FrontendMessage.StrayCopy();
            }
        };
        body.requireEnd();
        return message;
    }

    private static FrontendMessage.Kind kind(Body body) {
        int letter = body.int8();
        return switch (letter) {
            case 'S' -> FrontendMessage.Kind.STATEMENT;
            case 'P' -> FrontendMessage.Kind.PORTAL;
            default ->
                throw PostgresFailure.of(
                        SqlState.PROTOCOL_VIOLATION, "neither a statement nor a portal: letter=" + letter);
        };
    }

    private static FrontendMessage parse(Body body) {
        String name = body.text();
        String text = body.text();
        int count = body.int16() & 0xFFFF;
        List<Integer> types = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            types.add(body.int32());
        }
        return new FrontendMessage.Parse(name, text, types);
    }

    private static FrontendMessage bind(Body body) {
        String portal = body.text();
        String statement = body.text();
        List<Integer> formats = body.shorts();
        int count = body.int16() & 0xFFFF;
        List<Optional<byte[]>> values = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            int length = body.int32();
            values.add(length == -1 ? Optional.empty() : Optional.of(body.bytes(length)));
        }
        return new FrontendMessage.Bind(portal, statement, formats, values, body.shorts());
    }
}
