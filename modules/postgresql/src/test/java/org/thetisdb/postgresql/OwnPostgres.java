package org.thetisdb.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A PostgreSQL of a test's own. */
final class OwnPostgres {
    private final Path directory;
    private final Path home;
    private final int port;

    private OwnPostgres(Path directory, Path home, int port) {
        this.directory = directory;
        this.home = home;
        this.port = port;
    }

    /** Starts one; skips the test where there is none. */
    static OwnPostgres start(Path directory) throws IOException, InterruptedException {
        assumeTrue(Programs.find("initdb").isPresent(), "initdb is neither on the PATH nor where Debian keeps it");
        assumeTrue(Programs.find("psql").isPresent(), "psql is not on the PATH");
        if (isRoot()) {
            assumeTrue(
                    Programs.run(directory, Map.of(), List.of("id", account()), "")
                                    .code()
                            == 0,
                    "PostgreSQL does not run as root, and there is no account " + account());
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        Path home = Files.createDirectory(directory.resolve("postgres"));
        if (isRoot()) {
            Files.setOwner(
                    home, home.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(account()));
        }
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        OwnPostgres postgres = new OwnPostgres(directory, home, port);
        String data = home.resolve("data").toString();
        postgres.call("initdb", "-D", data, "-U", "bench", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync");
        String settings = "-p " + port + " -c fsync=off -c listen_addresses=127.0.0.1 -c unix_socket_directories=";
        postgres.call(
                "pg_ctl", "start", "-w", "-D", data, "-l", home.resolve("log").toString(), "-o", settings);
        return postgres;
    }

    void close() throws IOException, InterruptedException {
        call(
                "pg_ctl",
                "stop",
                "-w",
                "-m",
                "immediate",
                "-D",
                home.resolve("data").toString());
    }

    private static boolean isRoot() {
        return System.getProperty("user.name").equals("root");
    }

    private static String account() {
        return System.getProperty("thetis.postgres.account", "postgres");
    }

    private void call(String name, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        if (isRoot()) {
            command.addAll(List.of("runuser", "-u", account(), "--"));
        }
        command.add(Programs.find(name).orElseThrow().toString());
        command.addAll(List.of(arguments));
        Programs.Ended ended = Programs.run(directory, Map.of(), command, "");
        assertThat(ended.code()).as("%s: %s", command, ended.output()).isZero();
    }

    /** Takes the tables of a server of Thetis into the schema g. */
    void importGraph(int thetisPort) throws IOException, InterruptedException {
        psql("", """
                CREATE EXTENSION postgres_fdw;
                CREATE SERVER thetis FOREIGN DATA WRAPPER postgres_fdw
                  OPTIONS (host '127.0.0.1', port '%d', dbname 'graph', fetch_size '100');
                CREATE USER MAPPING FOR bench SERVER thetis OPTIONS (user 'ada');
                CREATE SCHEMA g;
                IMPORT FOREIGN SCHEMA public FROM SERVER thetis INTO g;
                """.formatted(thetisPort));
    }

    /** What psql says. */
    String psql(String options, String input) throws IOException, InterruptedException {
        return psql(port, options, input);
    }

    /** What psql says at another server. */
    String psql(int at, String options, String input) throws IOException, InterruptedException {
        return Programs.run(
                        directory,
                        Map.of(
                                "PGHOST", "127.0.0.1",
                                "PGPORT", Integer.toString(at),
                                "PGUSER", "bench",
                                "PGDATABASE", "postgres",
                                "PGOPTIONS", options),
                        List.of(Programs.find("psql").orElseThrow().toString(), "-X", "-q", "-A", "-t", "-f", "-"),
                        input)
                .output();
    }
}
