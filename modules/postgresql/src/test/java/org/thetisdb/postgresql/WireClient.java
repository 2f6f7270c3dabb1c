package org.thetisdb.postgresql;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A client that speaks the protocol byte by byte, and so can say what no driver would. */
final class WireClient implements AutoCloseable {
    private final Socket socket;
    private final DataInputStream input;
    private final DataOutputStream output;

    /** A message of the server. */
    record Message(char letter, byte[] bytes) {
        /** Bytes that are text, with dots for the rest. */
        String text() {
            return new String(bytes, StandardCharsets.UTF_8).replaceAll("[^\\x20-\\x7E]", ".");
        }

        /** A field of an error. */
        String field(char name) {
            int at = 0;
            while (at < bytes.length && bytes[at] != 0) {
                int end = at + 1;
                while (bytes[end] != 0) {
                    end++;
                }
                if (bytes[at] == name) {
                    return new String(bytes, at + 1, end - at - 1, StandardCharsets.UTF_8);
                }
                at = end + 1;
            }
            return "";
        }
    }

    WireClient(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(20_000);
        input = new DataInputStream(socket.getInputStream());
        output = new DataOutputStream(socket.getOutputStream());
    }

    /** Comes in and gives what the server says until it is ready. */
    static WireClient in(int port) throws IOException {
        WireClient client = new WireClient(port);
        client.startup("user", "ada", "database", "graph");
        client.untilReady();
        return client;
    }

    void startup(String... parameters) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.write(new byte[] {0, 3, 0, 0});
        for (String each : parameters) {
            body.write(each.getBytes(StandardCharsets.UTF_8));
            body.write(0);
        }
        body.write(0);
        output.writeInt(body.size() + 4);
        output.write(body.toByteArray());
        output.flush();
    }

    void raw(byte[] bytes) throws IOException {
        output.write(bytes);
        output.flush();
    }

    /** A message whose parts are texts (with a zero behind), bytes as they are, Integers (4 bytes), Shorts (2). */
    static byte[] message(char letter, Object... parts) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (Object part : parts) {
            switch (part) {
                case String text -> {
                    body.writeBytes(text.getBytes(StandardCharsets.UTF_8));
                    body.write(0);
                }
                case Integer number -> {
                    body.write(number >> 24);
                    body.write(number >> 16);
                    body.write(number >> 8);
                    body.write(number);
                }
                case Short number -> {
                    body.write(number >> 8);
                    body.write(number);
                }
                case Character unit -> body.write(unit);
                case byte[] bytes -> body.writeBytes(bytes);
                default -> throw new IllegalArgumentException("" + part);
            }
        }
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        int length = body.size() + 4;
        whole.write(letter);
        whole.write(length >> 24);
        whole.write(length >> 16);
        whole.write(length >> 8);
        whole.write(length);
        whole.writeBytes(body.toByteArray());
        return whole.toByteArray();
    }

    void say(char letter, Object... parts) throws IOException {
        raw(message(letter, parts));
    }

    Message next() throws IOException {
        char letter = (char) input.readUnsignedByte();
        byte[] bytes = new byte[input.readInt() - 4];
        input.readFully(bytes);
        return new Message(letter, bytes);
    }

    List<Message> untilReady() throws IOException {
        List<Message> messages = new ArrayList<>();
        do {
            messages.add(next());
        } while (messages.getLast().letter() != 'Z');
        return messages;
    }

    /** The letters of what the server says until it is ready. */
    String lettersUntilReady() throws IOException {
        StringBuilder letters = new StringBuilder();
        untilReady().forEach(message -> letters.append(message.letter()));
        return letters.toString();
    }

    int readByte() throws IOException {
        return input.read();
    }

    Socket socket() {
        return socket;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
