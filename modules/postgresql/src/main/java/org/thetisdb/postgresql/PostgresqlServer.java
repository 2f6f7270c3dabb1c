package org.thetisdb.postgresql;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import javax.net.ssl.SSLContext;
import org.thetisdb.Database;
import org.thetisdb.postgresql.authentication.Certificates;
import org.thetisdb.postgresql.authentication.Credentials;
import org.thetisdb.postgresql.catalog.GraphCatalog;
import org.thetisdb.postgresql.connection.Connection;
import org.thetisdb.postgresql.connection.ConnectionTerms;
import org.thetisdb.postgresql.connection.Registry;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * A server for PostgreSQL's clients, which runs from {@link #start} to {@link #close}. Labels and relationship types
 * are tables of the schema {@code public}; {@code SELECT * FROM cypher($$ … $$) AS (name type, …)} runs any statement.
 *
 * <pre>
 *   try (Database database = Database.open(directory);
 *           PostgresqlServer server = PostgresqlServer.start(database, PostgresqlOptions.onPort(5432))) { … }
 * </pre>
 *
 * <p>Thread safe. To be closed before the database.
 */
public final class PostgresqlServer implements AutoCloseable {
    private static final int BACKLOG = 128;
    private static final long CLOSE_NANOS = 10_000_000_000L;

    private final ServerSocket listener;
    private final ConnectionTerms terms;
    private final Registry registry;
    private final ScheduledExecutorService timer;
    private final Thread acceptor;

    private PostgresqlServer(ServerSocket listener, ConnectionTerms terms, Registry registry) {
        this.listener = listener;
        this.terms = terms;
        this.registry = registry;
        this.timer = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name("thetis-postgresql-timer").factory());
        this.acceptor =
                Thread.ofPlatform().daemon().name("thetis-postgresql-accept").unstarted(this::accept);
    }

    /**
     * Starts a server.
     *
     * @param database that clients ask; stays its owner's
     * @param options where it listens, and who may come in
     * @return the server, which listens already
     * @throws ThetisException {@link ErrorCode#USAGE} if everybody could come in from elsewhere, or a certificate cannot
     *     be used; {@link ErrorCode#IO_FAILED} if the port cannot be had
     */
    public static PostgresqlServer start(Database database, PostgresqlOptions options) {
        return start(database, options, new SecureRandom());
    }

    /** As the other one, with another source of salts and keys. */
    static PostgresqlServer start(Database database, PostgresqlOptions options, RandomGenerator random) {
        byte[] salt = new byte[16];
        random.nextBytes(salt);
        Optional<Credentials> credentials =
                options.user().map(user -> Credentials.of(user.name(), user.secret(), salt));
        Optional<SSLContext> tls =
                options.certificate().map(certificate -> Certificates.context(certificate.chain(), certificate.key()));
        ConnectionTerms terms = new ConnectionTerms(
                database,
                new GraphCatalog(database),
                credentials,
                tls,
                random,
                options.messageBytesMax(),
                options.authenticationTime());
        PostgresqlServer server = new PostgresqlServer(listen(options), terms, new Registry(options.connectionsMax()));
        server.acceptor.start();
        return server;
    }

    private static ServerSocket listen(PostgresqlOptions options) {
        try {
            InetAddress address = InetAddress.getByName(options.host());
            if (options.user().isEmpty() && !address.isLoopbackAddress()) {
                throw new ThetisException(
                        ErrorCode.USAGE,
                        "without a user and password, the server listens on this machine only: host=" + options.host()
                                + "; name a user, or leave the host out");
            }
            ServerSocket listener = new ServerSocket();
            boolean bound = false;
            try {
                listener.setReuseAddress(true);
                listener.bind(new InetSocketAddress(address, options.port()), BACKLOG);
                bound = true;
                return listener;
            } finally {
                if (!bound) {
                    listener.close();
                }
            }
        } catch (IOException failure) {
            throw new ThetisException(
                    ErrorCode.IO_FAILED,
                    "cannot listen: host=" + options.host() + ", port=" + options.port() + ": " + failure.getMessage(),
                    failure);
        }
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                Connection.begin(terms, registry, timer, socket);
            } catch (IOException refused) {
                // Closed, or out of file descriptors for a while, which those who go give back.
                Thread.onSpinWait();
            }
        }
    }

    /** {@return the port on which it listens} */
    public int port() {
        return listener.getLocalPort();
    }

    /** {@return how many connections there are now, those among them that have not come in yet} */
    public int connectionCount() {
        return registry.size();
    }

    /** Listens no more, ends all connections and what they run, and waits for it. Does nothing the second time. */
    @Override
    public void close() {
        try {
            listener.close();
            acceptor.join();
            for (Connection connection : registry.all()) {
                connection.shutDown(CLOSE_NANOS);
            }
            timer.shutdownNow();
            timer.awaitTermination(1, TimeUnit.SECONDS);
        } catch (IOException failure) {
            throw new ThetisException(ErrorCode.IO_FAILED, "cannot stop listening: " + failure.getMessage(), failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
