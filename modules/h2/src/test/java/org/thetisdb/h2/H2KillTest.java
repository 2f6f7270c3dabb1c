package org.thetisdb.h2;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real process that writes is killed, and leaves a sound database with all that it said was committed. */
class H2KillTest {
    @TempDir
    private Path folder;

    @Test
    void aKilledProcess_losesNoCommit() throws Exception {
        killOften(2);
    }

    @Test
    @Tag("long")
    void aProcessKilledOften_losesNoCommit() throws Exception {
        killOften(40);
    }

    private void killOften(int kills) throws Exception {
        long seed = Long.getLong("thetis.seed", new Random().nextLong());
        Random random = new Random(seed);
        long found = 0;
        for (int kill = 0; kill < kills; kill++) {
            long acknowledged = writeAndKill(found, 1 + random.nextInt(200));
            try (Pages pages = Pages.register(folder, Pages.TINY);
                    Connection connection = DriverManager.getConnection(pages.url("killed"), "sa", "")) {
                found = count(connection);
                assertThat(found).as("seed=%d, kill=%d", seed, kill).isGreaterThanOrEqualTo(acknowledged);
            }
        }
    }

    /** Row n says n, and they are all there up to the last. */
    private static long count(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT count(*), coalesce(max(id), 0), count(CASE WHEN s LIKE 'row ' || id || ' %' THEN 1 END)"
                                + " FROM t")) {
            rows.next();
            assertThat(rows.getLong(2)).isEqualTo(rows.getLong(1));
            assertThat(rows.getLong(3)).isEqualTo(rows.getLong(1));
            return rows.getLong(1);
        }
    }

    /** The last row whose commit was acknowledged before the process was killed. */
    private long writeAndKill(long former, int commits) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        classPath(),
                        WritingProcess.class.getName(),
                        folder.toString(),
                        Long.toString(former))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        long acknowledged = former;
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            while (acknowledged < former + commits) {
                String line = lines.readLine();
                assertThat(line).as("the process ended by itself").isNotNull();
                acknowledged = Long.parseLong(line);
            }
        } finally {
            process.destroyForcibly();
            process.waitFor();
        }
        return acknowledged;
    }

    private static String classPath() {
        String modules = System.getProperty("jdk.module.path", "");
        return System.getProperty("java.class.path") + File.pathSeparator + modules;
    }
}
