package org.thetisdb.postgresql.wire;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Gathers messages and sends them, 32 KiB or one message at a time.
 *
 * <pre>
 *   begin('D') int16(2) … end() ──► buffer ──► send(), or by itself when there is much of it
 * </pre>
 */
public final class MessageWriter {
    private static final int SEND_BYTES = 32 << 10;

    private final OutputStream output;
    private byte[] buffer = new byte[SEND_BYTES + 8192];
    private int count;

    /** Where the length of the message that was begun goes. */
    private int lengthAt;

    /** Over a stream, which need not be buffered. */
    public MessageWriter(OutputStream output) {
        this.output = output;
    }

    /** Begins a message. */
    public MessageWriter begin(char letter) {
        room(5);
        buffer[count++] = (byte) letter;
        lengthAt = count;
        count += 4;
        return this;
    }

    /** Ends the message that was begun. */
    public void end() throws IOException {
        patch(lengthAt, count - lengthAt);
        if (count >= SEND_BYTES) {
            drain();
        }
    }

    /** Forgets the message that was begun. */
    public void abandon() {
        count = lengthAt - 1;
    }

    /** Sends a byte that is no message. */
    public void single(char letter) throws IOException {
        room(1);
        buffer[count++] = (byte) letter;
        send();
    }

    public MessageWriter int8(int value) {
        room(1);
        buffer[count++] = (byte) value;
        return this;
    }

    public MessageWriter int16(int value) {
        room(2);
        buffer[count++] = (byte) (value >> 8);
        buffer[count++] = (byte) value;
        return this;
    }

    public MessageWriter int32(int value) {
        room(4);
        patch(count, value);
        count += 4;
        return this;
    }

    public MessageWriter int64(long value) {
        return int32((int) (value >> 32)).int32((int) value);
    }

    /** A text and a zero behind it. */
    public MessageWriter text(String text) {
        return bytes(text.getBytes(StandardCharsets.UTF_8)).int8(0);
    }

    public MessageWriter bytes(byte[] bytes) {
        room(bytes.length);
        System.arraycopy(bytes, 0, buffer, count, bytes.length);
        count += bytes.length;
        return this;
    }

    /**
     * Whole messages, of another writer.
     *
     * @param from where they begin
     * @param to where they end
     */
    public void messages(byte[] ended, int from, int to) throws IOException {
        for (int start = from; start < to; ) {
            int part = Math.min(to - start, SEND_BYTES);
            room(part);
            System.arraycopy(ended, start, buffer, count, part);
            count += part;
            start += part;
            if (count >= SEND_BYTES) {
                drain();
            }
        }
    }

    /** The length of a value and its text; fast where all is ASCII. */
    public MessageWriter value(CharSequence text) {
        int length = text.length();
        room(length + 4);
        int start = count;
        count += 4;
        for (int index = 0; index < length; index++) {
            char unit = text.charAt(index);
            if (unit >= 0x80) {
                count = start;
                byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
                return int32(bytes.length).bytes(bytes);
            }
            buffer[count++] = (byte) unit;
        }
        patch(start, length);
        return this;
    }

    /** {@return the place of a length that is not known yet} */
    public int reserve() {
        int place = count;
        int32(0);
        return place;
    }

    /** Says that all since then is the value whose length was reserved. */
    public void fill(int place) {
        patch(place, count - place - 4);
    }

    private void patch(int place, int value) {
        buffer[place] = (byte) (value >> 24);
        buffer[place + 1] = (byte) (value >> 16);
        buffer[place + 2] = (byte) (value >> 8);
        buffer[place + 3] = (byte) value;
    }

    private void room(int bytes) {
        if (buffer.length - count < bytes) {
            buffer = Arrays.copyOf(buffer, Math.max(Math.addExact(count, bytes), buffer.length * 2));
        }
    }

    private void drain() throws IOException {
        output.write(buffer, 0, count);
        count = 0;
        if (buffer.length > 32 * SEND_BYTES) {
            buffer = new byte[SEND_BYTES + 8192];
        }
    }

    /** Sends all that was ended. */
    public void send() throws IOException {
        drain();
        output.flush();
    }
}
