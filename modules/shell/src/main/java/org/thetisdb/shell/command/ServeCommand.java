package org.thetisdb.shell.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.thetisdb.Database;
import org.thetisdb.postgresql.PostgresqlOptions;
import org.thetisdb.postgresql.PostgresqlServer;
import org.thetisdb.shell.argument.Arguments;
import org.thetisdb.shell.argument.DatabaseArguments;
import org.thetisdb.shell.argument.Opening;
import org.thetisdb.shell.output.Output;

/** {@code thetis serve}: lets PostgreSQL's clients in, until it is interrupted. */
public final class ServeCommand {
    private static final int PORT_MAX = 65_535;
    private static final int CONNECTIONS_MAX = 10_000;

    private final Output output;
    private final Output errors;

    public ServeCommand(Output output, Output errors) {
        this.output = output;
        this.errors = errors;
    }

    public int run(List<String> words) {
        Arguments arguments = Arguments.parse(
                "serve",
                words,
                DatabaseArguments.with(
                        "--postgresql",
                        "--host",
                        "--user",
                        "--password-file",
                        "--certificate",
                        "--key",
                        "--connections"),
                List.of("--read-only"));
        Path directory = Path.of(arguments.positional(0, "the database's directory"));
        arguments.requireAtMost(1);
        PostgresqlOptions options = options(arguments);
        CountDownLatch interrupted = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        Thread hook = Thread.ofPlatform().unstarted(() -> {
            interrupted.countDown();
            awaitQuietly(closed);
        });
        try (Database database = Opening.open(directory, DatabaseArguments.readOrWrite(arguments), errors);
                PostgresqlServer server = PostgresqlServer.start(database, options)) {
            Runtime.getRuntime().addShutdownHook(hook);
            output.println("postgresql  " + options.host() + ":" + server.port()
                            + (options.user().isPresent() ? "" : ", without a password")
                            + (options.certificate().isPresent() ? ", with TLS" : ""))
                    .flush();
            awaitQuietly(interrupted);
        } finally {
            closed.countDown();
        }
        return 0;
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException end) {
            // That is the end that was waited for.
            return;
        }
    }

    private static PostgresqlOptions options(Arguments arguments) {
        int port = arguments
                .number("--postgresql", 0, PORT_MAX)
                .orElseThrow(() -> arguments.usage("option --postgresql is missing, which takes a port such as 5432"));
        PostgresqlOptions options = PostgresqlOptions.onPort(port);
        Optional<String> host = arguments.value("--host");
        Optional<Integer> connections = arguments.number("--connections", 1, CONNECTIONS_MAX);
        options = host.isPresent() ? options.withHost(host.get()) : options;
        options = connections.isPresent() ? options.withConnectionsMax(connections.get()) : options;
        Optional<String> user = arguments.value("--user");
        Optional<String> passwordFile = arguments.value("--password-file");
        if (user.isPresent() != passwordFile.isPresent()) {
            throw arguments.usage("options --user and --password-file belong together");
        }
        if (user.isPresent()) {
            options = options.withUser(user.get(), password(arguments, Path.of(passwordFile.orElseThrow())));
        }
        Optional<String> certificate = arguments.value("--certificate");
        Optional<String> key = arguments.value("--key");
        if (certificate.isPresent() != key.isPresent()) {
            throw arguments.usage("options --certificate and --key belong together");
        }
        return certificate.isPresent()
                ? options.withCertificate(Path.of(certificate.get()), Path.of(key.orElseThrow()))
                : options;
    }

    private static String password(Arguments arguments, Path file) {
        try {
            return Files.readString(file).lines().findFirst().orElse("").strip();
        } catch (IOException unreadable) {
            String reason =
                    unreadable instanceof NoSuchFileException ? "there is no such file" : unreadable.getMessage();
            throw arguments.usage("the password's file cannot be read: file=" + file + ", reason=" + reason);
        }
    }
}
