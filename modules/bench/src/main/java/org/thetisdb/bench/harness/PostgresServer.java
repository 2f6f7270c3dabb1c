package org.thetisdb.bench.harness;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A PostgreSQL server of this run alone: its own data directory, the loopback interface only, a free port, stopped at
 * the end. Its programs must be on the PATH. They refuse to run as root; a run as root names another account.
 */
public final class PostgresServer implements AutoCloseable {
    private final Path directory;
    private final String account;
    private final int port;

    private PostgresServer(Path directory, String account, int port) {
        this.directory = directory;
        this.account = account;
        this.port = port;
    }

    /**
     * Makes a data directory and starts a server with PostgreSQL's defaults, except for the size of its buffers and the
     * place of its socket.
     */
    public static PostgresServer start(Path directory, long memoryBytes, String account)
            throws IOException, InterruptedException {
        Files.createDirectories(directory);
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        PostgresServer server = new PostgresServer(directory, account, port);
        if (isRoot()) {
            Files.setOwner(
                    directory,
                    directory.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(account));
        }
        server.call("initdb", "-D", server.data(), "-U", "bench", "-A", "trust", "-E", "UTF8", "--no-locale");
        String settings = "-p " + port + " -c shared_buffers=" + (memoryBytes >> 20) + "MB"
                + " -c listen_addresses=127.0.0.1 -c unix_socket_directories=";
        server.call("pg_ctl", "start", "-w", "-D", server.data(), "-l", server.log(), "-o", settings);
        return server;
    }

    private static boolean isRoot() {
        return System.getProperty("user.name").equals("root");
    }

    private String data() {
        return directory.resolve("data").toString();
    }

    private String log() {
        return directory.resolve("log").toString();
    }

    /** Where JDBC finds it. */
    public String url() {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=bench&prepareThreshold=1";
    }

    /** Its first process, of which all others are children. */
    public long processId() throws IOException {
        return Long.parseLong(Files.readAllLines(directory.resolve("data").resolve("postmaster.pid"))
                .getFirst()
                .strip());
    }

    private void call(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        if (isRoot()) {
            command.addAll(List.of("runuser", "-u", account, "--"));
        }
        command.addAll(List.of(arguments));
        Path output = Files.createTempFile("thetis-bench", ".log");
        try {
            int exitCode = new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start()
                    .waitFor();
            if (exitCode != 0) {
                throw new IOException("a program of PostgreSQL failed: command=" + command + ", exitCode=" + exitCode
                        + ", output=" + Files.readString(output));
            }
        } finally {
            Files.delete(output);
        }
    }

    @Override
    public void close() throws IOException, InterruptedException {
        call("pg_ctl", "stop", "-w", "-m", "fast", "-D", data());
    }
}
