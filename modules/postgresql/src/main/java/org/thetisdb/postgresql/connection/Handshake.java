package org.thetisdb.postgresql.connection;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLSocket;
import org.thetisdb.postgresql.authentication.Credentials;
import org.thetisdb.postgresql.authentication.ScramServer;
import org.thetisdb.postgresql.failure.PostgresFailure;
import org.thetisdb.postgresql.failure.SqlState;
import org.thetisdb.postgresql.wire.Body;
import org.thetisdb.postgresql.wire.FrontendMessage;
import org.thetisdb.postgresql.wire.MessageReader;
import org.thetisdb.postgresql.wire.MessageWriter;

/**
 * A client's way in.
 *
 * <pre>
 *   SSLRequest ──► S, TLS │ N        GSSENCRequest ──► N        CancelRequest ──► the other connection; end
 *   StartupMessage 3.0 ──► SCRAM, if there are credentials ──► AuthenticationOk
 * </pre>
 */
final class Handshake {
    private static final int SSL_REQUEST = 80877103;
    private static final int GSS_REQUEST = 80877104;
    private static final int CANCEL_REQUEST = 80877102;
    private static final int MESSAGE_BYTES_MAX = 16 << 10;

    /** How often a client may ask for encryption before it says who it is. */
    private static final int REQUESTS_MAX = 4;

    private final ConnectionTerms terms;
    private final Registry registry;
    private Socket socket;
    private MessageReader reader;
    private Responses responses;
    private boolean encrypted;

    /**
     * A client that has come in.
     *
     * @param socket with TLS if it has asked for it
     * @param parameters what it has said of itself
     */
    record Entered(Socket socket, MessageReader reader, Responses responses, Map<String, String> parameters) {
        String user() {
            return parameters.getOrDefault("user", "");
        }

        /** The user's name if it has not said. */
        String database() {
            return parameters.getOrDefault("database", user());
        }
    }

    Handshake(ConnectionTerms terms, Registry registry, Socket socket) throws IOException {
        this.terms = terms;
        this.registry = registry;
        this.socket = socket;
        this.reader = new MessageReader(new BufferedInputStream(socket.getInputStream()));
        this.responses = new Responses(new MessageWriter(socket.getOutputStream()));
    }

    /** For an error before the end of the handshake. */
    Responses responses() {
        return responses;
    }

    /** Empty if there was something else to be done than to come in. */
    Optional<Entered> run() throws IOException {
        for (int request = 0; request < REQUESTS_MAX; request++) {
            Body body = reader.startup();
            int code = body.int32();
            switch (code) {
                case SSL_REQUEST -> secure();
                case GSS_REQUEST -> responses.writer().single('N');
                case CANCEL_REQUEST -> {
                    registry.cancel(body.int32(), body.int32());
                    return Optional.empty();
                }
                default -> {
                    return Optional.of(enter(code, body));
                }
            }
        }
        throw PostgresFailure.fatal(SqlState.PROTOCOL_VIOLATION, "too many requests for encryption");
    }

    private void secure() throws IOException {
        if (terms.tls().isEmpty() || encrypted) {
            responses.writer().single('N');
            return;
        }
        responses.writer().single('S');
        SSLSocket secured = (SSLSocket) terms.tls()
                .get()
                .getSocketFactory()
                .createSocket(socket, socket.getInetAddress().getHostAddress(), socket.getPort(), true);
        secured.setUseClientMode(false);
        secured.startHandshake();
        // A new reader: what somebody has put between the lines without encryption is not read as if it had any.
        socket = secured;
        reader = new MessageReader(new BufferedInputStream(secured.getInputStream()));
        responses = new Responses(new MessageWriter(secured.getOutputStream()));
        encrypted = true;
    }

    private Entered enter(int version, Body body) throws IOException {
        if (version >> 16 != 3) {
            throw PostgresFailure.fatal(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "unsupported frontend protocol " + (version >> 16) + "." + (version & 0xFFFF)
                            + ": server supports 3.0");
        }
        Map<String, String> parameters = new LinkedHashMap<>();
        StringBuilder unknown = new StringBuilder();
        int unknownCount = 0;
        for (String name = body.text(); !name.isEmpty(); name = body.text()) {
            String value = body.text();
            if (name.startsWith("_pq_.")) {
                unknown.append(name).append('\0');
                unknownCount++;
            } else {
                parameters.put(name, value);
            }
        }
        if (parameters.getOrDefault("user", "").isEmpty()) {
            throw PostgresFailure.fatal(SqlState.INVALID_AUTHORIZATION, "no user name was given");
        }
        if (parameters.containsKey("replication")
                && !parameters.get("replication").equals("false")) {
            throw PostgresFailure.fatal(SqlState.FEATURE_NOT_SUPPORTED, "replication is not supported");
        }
        if ((version & 0xFFFF) > 0 || unknownCount > 0) {
            byte[] names = unknown.toString().getBytes(StandardCharsets.UTF_8);
            responses
                    .writer()
                    .begin('v')
                    .int32(0)
                    .int32(unknownCount)
                    .bytes(names)
                    .end();
        }
        if (terms.credentials().isPresent()) {
            authenticate(terms.credentials().get(), parameters.getOrDefault("user", ""));
        }
        return new Entered(socket, reader, responses, parameters);
    }

    private void authenticate(Credentials credentials, String user) throws IOException {
        MessageWriter writer = responses.writer();
        writer.begin('R').int32(10).text(ScramServer.MECHANISM).int8(0).end();
        writer.send();
        byte[] random = new byte[18];
        terms.random().nextBytes(random);
        ScramServer scram = new ScramServer(credentials, credentials.user().equals(user), random);
        Body first = new Body(password());
        String mechanism = first.text();
        if (!mechanism.equals(ScramServer.MECHANISM)) {
            throw PostgresFailure.fatal(
                    SqlState.PROTOCOL_VIOLATION, "the client selected an invalid SASL authentication mechanism");
        }
        int length = first.int32();
        String challenge = scram.first(Body.decode(first.bytes(length)));
        writer.begin('R')
                .int32(11)
                .bytes(challenge.getBytes(StandardCharsets.UTF_8))
                .end();
        writer.send();
        String signature = scram.last(Body.decode(password()));
        writer.begin('R')
                .int32(12)
                .bytes(signature.getBytes(StandardCharsets.UTF_8))
                .end();
    }

    private byte[] password() throws IOException {
        FrontendMessage message = reader.next(MESSAGE_BYTES_MAX);
        if (message instanceof FrontendMessage.Password password) {
            return password.bytes();
        }
        throw PostgresFailure.fatal(SqlState.PROTOCOL_VIOLATION, "expected a password");
    }
}
