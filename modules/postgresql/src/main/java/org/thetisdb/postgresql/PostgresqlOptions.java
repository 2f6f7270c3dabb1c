package org.thetisdb.postgresql;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * How a server listens, and to whom. Immutable: {@code PostgresqlOptions.onPort(5432).withUser("ada", "secret")}.
 *
 * @param host the address on which it listens; of this machine only, if there is no user
 * @param port 1 to 65,535, or 0 for any that is free
 * @param user who may come in, with a password; anybody if empty
 * @param certificate the PEM files of a certificate and its key; no TLS if empty
 * @param connectionsMax how many clients there may be at a time, at least 1
 * @param messageBytesMax the longest message of a client, in bytes, at least 1,024
 * @param authenticationTime within which a client must have come in
 */
public record PostgresqlOptions(
        String host,
        int port,
        Optional<User> user,
        Optional<Certificate> certificate,
        int connectionsMax,
        int messageBytesMax,
        Duration authenticationTime) {
    private static final int CONNECTIONS_MAX = 100;
    private static final int MESSAGE_BYTES_MAX = 64 << 20;
    private static final Duration AUTHENTICATION_TIME = Duration.ofSeconds(10);

    /** Checks the ranges. */
    public PostgresqlOptions {
        if (port < 0 || port > 65_535 || connectionsMax < 1 || messageBytesMax < 1024) {
            throw new ThetisException(
                    ErrorCode.USAGE,
                    "an option of the server is out of range: port=" + port + ", connectionsMax=" + connectionsMax
                            + ", messageBytesMax=" + messageBytesMax);
        }
        if (authenticationTime.isNegative() || authenticationTime.isZero()) {
            throw new ThetisException(
                    ErrorCode.USAGE, "a client needs some time to come in: authenticationTime=" + authenticationTime);
        }
    }

    /**
     * A user.
     *
     * @param name as clients give it
     * @param secret a password, or the verifier that PostgreSQL keeps instead ({@code SCRAM-SHA-256$…})
     */
    public record User(String name, String secret) {
        /** Without the secret. */
        @Override
        public String toString() {
            return "User " + name;
        }
    }

    /**
     * What TLS needs.
     *
     * @param chain a PEM file with the certificate, and those that vouch for it
     * @param key a PEM file with its key, PKCS#8 without a password
     */
    public record Certificate(Path chain, Path key) {}

    /**
     * {@return options for a server on this machine's loopback address that lets everybody in}
     *
     * @param port 1 to 65,535, or 0 for any that is free
     */
    public static PostgresqlOptions onPort(int port) {
        return new PostgresqlOptions(
                "127.0.0.1",
                port,
                Optional.empty(),
                Optional.empty(),
                CONNECTIONS_MAX,
                MESSAGE_BYTES_MAX,
                AUTHENTICATION_TIME);
    }

    /**
     * {@return options with another address}
     *
     * @param other a name or number, such as {@code 0.0.0.0} for all of this machine's
     */
    public PostgresqlOptions withHost(String other) {
        return new PostgresqlOptions(
                other, port, user, certificate, connectionsMax, messageBytesMax, authenticationTime);
    }

    /**
     * {@return options with the one user who may come in}
     *
     * @param name as clients give it
     * @param secret a password, or what PostgreSQL keeps instead
     */
    public PostgresqlOptions withUser(String name, String secret) {
        return new PostgresqlOptions(
                host,
                port,
                Optional.of(new User(name, secret)),
                certificate,
                connectionsMax,
                messageBytesMax,
                authenticationTime);
    }

    /**
     * {@return options with TLS}
     *
     * @param chain a PEM file with the certificate
     * @param key a PEM file with its key
     */
    public PostgresqlOptions withCertificate(Path chain, Path key) {
        return new PostgresqlOptions(
                host,
                port,
                user,
                Optional.of(new Certificate(chain, key)),
                connectionsMax,
                messageBytesMax,
                authenticationTime);
    }

    /**
     * {@return options with another number of clients}
     *
     * @param count at a time, at least 1
     */
    public PostgresqlOptions withConnectionsMax(int count) {
        return new PostgresqlOptions(host, port, user, certificate, count, messageBytesMax, authenticationTime);
    }

    /**
     * {@return options with another limit of messages}
     *
     * @param bytes at least 1,024
     */
    public PostgresqlOptions withMessageBytesMax(int bytes) {
        return new PostgresqlOptions(host, port, user, certificate, connectionsMax, bytes, authenticationTime);
    }

    /**
     * {@return options with another time to come in}
     *
     * @param time more than zero
     */
    public PostgresqlOptions withAuthenticationTime(Duration time) {
        return new PostgresqlOptions(host, port, user, certificate, connectionsMax, messageBytesMax, time);
    }
}
