package org.thetisdb.postgresql.connection;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.thetisdb.postgresql.failure.PostgresFailure;
import org.thetisdb.postgresql.failure.SqlState;
import org.thetisdb.value.ThetisException;

/** One client's connection, from accept to close. */
public final class Connection {
    private static final Set<String> NO_SETTINGS = Set.of("user", "database", "options", "replication");
    private static final long CANCEL_NANOS = 5_000_000;
    private static final long CANCEL_NANOS_MAX = 2_000_000_000;

    private final ConnectionTerms terms;
    private final Registry registry;
    private final ScheduledExecutorService timer;
    private final Socket socket;
    private final int number;
    private final int key;
    private final CountDownLatch ended = new CountDownLatch(1);

    /** Whether the registry counts it among those who are in; belongs to whatever thread serves it. */
    private boolean isIn;

    /** Once the client has come in; looked at by those who cancel. */
    private volatile Optional<ClientSession> session = Optional.empty();

    private Connection(ConnectionTerms terms, Registry registry, ScheduledExecutorService timer, Socket socket) {
        this.terms = terms;
        this.registry = registry;
        this.timer = timer;
        this.socket = socket;
        this.key = terms.random().nextInt();
        this.number = registry.add(this);
    }

    /** Takes a socket over and serves it on threads of its own. */
    public static void begin(ConnectionTerms terms, Registry registry, ScheduledExecutorService timer, Socket socket) {
        if (registry.isFull()) {
            closeQuietly(socket);
            return;
        }
        Connection connection = new Connection(terms, registry, timer, socket);
        Thread.ofVirtual().name("thetis-postgresql-enter-" + connection.number).start(connection::enter);
    }

    /** Comes in on a virtual thread; who is in goes on on a platform thread. */
    private void enter() {
        boolean handedOver = false;
        ScheduledFuture<?> deadline =
                timer.schedule(this::closeSocket, terms.authenticationTime().toMillis(), TimeUnit.MILLISECONDS);
        try {
            socket.setTcpNoDelay(true);
            socket.setKeepAlive(true);
            Optional<Handshake.Entered> entered = shake();
            // False if it has closed the socket meanwhile.
            boolean inTime = deadline.cancel(false);
            if (entered.isPresent() && inTime) {
                Handshake.Entered client = entered.get();
                Thread.ofPlatform().daemon().name("thetis-postgresql-" + number).start(() -> serveAndEnd(client));
                handedOver = true;
            }
        } catch (IOException | RuntimeException | OutOfMemoryError gone) {
            // The client has gone, was too late, or has been told; there may be no memory for a thread.
        } finally {
            deadline.cancel(false);
            if (!handedOver) {
                end();
            }
        }
    }

    private Optional<Handshake.Entered> shake() throws IOException {
        Handshake handshake = new Handshake(terms, registry, socket);
        try {
            Optional<Handshake.Entered> entered = handshake.run();
            isIn = entered.isPresent() && registry.enter();
            if (entered.isPresent() && !isIn) {
                throw PostgresFailure.fatal(SqlState.TOO_MANY_CONNECTIONS, "sorry, too many clients already");
            }
            return entered;
        } catch (PostgresFailure failure) {
            PostgresFailure fatal =
                    failure.isFatal() ? failure : PostgresFailure.fatal(failure.state(), failure.message());
            handshake.responses().error(fatal, "");
            handshake.responses().writer().send();
            return Optional.empty();
        }
    }

    private void serveAndEnd(Handshake.Entered client) {
        try {
            serve(client);
        } catch (IOException gone) {
            // The client has gone: there is nobody to tell.
        } finally {
            end();
        }
    }

    private void serve(Handshake.Entered client) throws IOException {
        Responses responses = client.responses();
        ClientSession made;
        try {
            Settings settings = settings(client.parameters(), client.user());
            made = new ClientSession(terms, client.user(), client.database(), settings, responses);
        } catch (PostgresFailure failure) {
            responses.error(PostgresFailure.fatal(failure.state(), failure.message()), "");
            responses.writer().send();
            return;
        } catch (ThetisException closed) {
            responses.error(PostgresFailure.fatal(SqlState.ADMIN_SHUTDOWN, closed.getMessage()), "");
            responses.writer().send();
            return;
        }
        session = Optional.of(made);
        try {
            responses.writer().begin('R').int32(0).end();
            for (String name : Settings.REPORTED) {
                responses.parameter(name, made.settings().get(name));
            }
            responses.writer().begin('K').int32(number).int32(key).end();
            responses.ready('I');
            new Dispatcher(client.reader(), responses, made, terms.messageBytesMax()).run();
        } finally {
            made.close();
            closeQuietly(client.socket());
        }
    }

    private static Settings settings(Map<String, String> parameters, String user) {
        Settings settings = new Settings(user);
        parameters.forEach((name, value) -> {
            if (!NO_SETTINGS.contains(name)) {
                settings.begin(name, value);
            }
        });
        StartupOptions.parse(parameters.getOrDefault("options", "")).forEach(settings::begin);
        return settings;
    }

    /** Ends the statement that runs, if the key is right. Any thread. */
    void cancelStatement(int givenKey) {
        if (givenKey == key && session.isPresent()) {
            cancel(session.get());
        }
    }

    /** Again and again, as the statement may be just about to begin. */
    private static void cancel(ClientSession running) {
        long turn = running.turn();
        long until = System.nanoTime() + CANCEL_NANOS_MAX;
        while (running.cancel(turn) && System.nanoTime() - until < 0) {
            LockSupport.parkNanos(CANCEL_NANOS);
        }
    }

    private void end() {
        closeSocket();
        if (isIn) {
            registry.leave();
        }
        registry.remove(number);
        ended.countDown();
    }

    private void closeSocket() {
        closeQuietly(socket);
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (SocketException closed) {
            // It is closed all the same.
        } catch (IOException failed) {
            // Of TLS' last message; the socket below is closed.
        }
    }

    /** Ends the connection, and waits until all is given back or the time is over. Any thread. */
    public void shutDown(long nanos) throws InterruptedException {
        long until = System.nanoTime() + nanos;
        closeSocket();
        while (!ended.await(0, TimeUnit.NANOSECONDS) && System.nanoTime() - until < 0) {
            session.ifPresent(running -> running.cancel(running.turn()));
            LockSupport.parkNanos(CANCEL_NANOS);
        }
    }
}
