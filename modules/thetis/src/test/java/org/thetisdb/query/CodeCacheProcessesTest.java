package org.thetisdb.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.CodeCacheDescription;
import org.thetisdb.Database;
import org.thetisdb.DatabaseOptions;
import org.thetisdb.Durability;
import org.thetisdb.Session;

/**
 * Goal: processes share a code cache without harm. Method: two real ones ask the same queries at the same time, in
 * opposite orders, with one directory, which both fill and read; then a third one has what they have left.
 */
@Timeout(300)
final class CodeCacheProcessesTest {
    private static final int NODES = 100_000;
    private static final int ROUNDS = 150;

    /** Enough for each loop to be measured. */
    private static final int MANY_ROUNDS = 400;

    private static final long DEADLINE_NANOS = 90_000_000_000L;
    private static final String EVENT = "org.thetisdb.LoopCompilation";

    /** Each is a loop of its own, or more. */
    private static final List<String> QUERIES = List.of(
            "MATCH (n:Node) WHERE n.value > 10 AND n.value * 3 < 250000 RETURN sum(n.value + 1) AS total",
            "MATCH (n:Node) WHERE n.value % 7 = 3 AND n.value > 99 RETURN count(*) AS total",
            "MATCH (n:Node) WHERE n.value < 90000 RETURN sum(CASE WHEN n.value > 50000 THEN 2 ELSE 1 END) AS total",
            "MATCH (n:Node) WHERE n.value * 2 > 70 AND n.value <> 5 RETURN max(n.value - 3) AS total");

    @TempDir
    private Path folder;

    private static DatabaseOptions options(Path code) {
        return DatabaseOptions.byDefault()
                .withDurability(Durability.OFF)
                .withThreadCount(1)
                .withCodeCache(code);
    }

    private static long total(Session session, int query) {
        return session.run(QUERIES.get(query)).single().getLong("total");
    }

    /** Asks so many times at least, and until so many loops are kept; answers have to be the same each time. */
    private static List<Long> ask(Session session, Path code, boolean isBackwards, int rounds, long loops)
            throws IOException {
        Long[] totals = new Long[QUERIES.size()];
        long begin = System.nanoTime();
        for (int round = 0; System.nanoTime() - begin < DEADLINE_NANOS; round++) {
            for (int turn = 0; turn < totals.length; turn++) {
                int query = isBackwards ? totals.length - 1 - turn : turn;
                long total = total(session, query);
                if (totals[query] != null && totals[query] != total) {
                    throw new IllegalStateException("query " + query + ": " + totals[query] + ", then " + total);
                }
                totals[query] = total;
            }
            if (round >= rounds && loopCount(code) >= loops) {
                break;
            }
        }
        return List.of(totals);
    }

    private static List<Path> files(Path code) throws IOException {
        if (!Files.exists(code)) {
            return List.of();
        }
        try (var files = Files.list(code)) {
            return files.toList();
        }
    }

    private static long loopCount(Path code) throws IOException {
        return files(code).stream()
                .filter(file -> file.toString().endsWith(".loop"))
                .count();
    }

    /** A process that asks when it is told to, and says what the answers were. */
    static final class Asker {
        private Asker() {}

        public static void main(String[] arguments) throws IOException {
            PrintStream output = new PrintStream(System.out, true, StandardCharsets.UTF_8);
            BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            Path code = Path.of(arguments[1]);
            try (Database database =
                            Database.open(Path.of(arguments[0]), options(code).asReadOnly());
                    Session session = database.session()) {
                output.println("ready");
                if (input.readLine() != null) {
                    output.println(ask(
                            session,
                            code,
                            Boolean.parseBoolean(arguments[2]),
                            Integer.parseInt(arguments[3]),
                            Long.parseLong(arguments[4])));
                }
            }
        }
    }

    private Process start(Path code, boolean isBackwards, int rounds, long loops, Path errors) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-ea",
                        "-Xmx300m",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Asker.class.getName(),
                        folder.resolve("database").toString(),
                        code.toString(),
                        String.valueOf(isBackwards),
                        String.valueOf(rounds),
                        String.valueOf(loops))
                .redirectError(errors.toFile())
                .start();
    }

    private void create() {
        try (Database database = Database.create(folder.resolve("database"), options(folder.resolve("code")));
                Session session = database.session()) {
            session.run("UNWIND range(1, " + NODES + ") AS value CREATE (:Node {value: value})")
                    .consume();
        }
    }

    @Test
    void twoProcesses_fillOneDirectory_andAThirdHasWhatTheyLeave() throws Exception {
        create();
        Path code = folder.resolve("code");
        List<String> answers = answersOfTwo();
        CodeCacheDescription kept;
        List<Long> totals;
        Path recording = folder.resolve("recording.jfr");
        try (Recording recorded = new Recording();
                Database third = Database.open(folder.resolve("database"), options(code));
                Session session = third.session()) {
            recorded.enable(EVENT);
            recorded.start();
            kept = third.codeCache().orElseThrow();
            totals = ask(session, code, false, ROUNDS, QUERIES.size());
            recorded.stop();
            recorded.dump(recording);
        }
        assertThat(answers).containsExactly(totals.toString(), totals.toString());
        assertThat(kept.unusableCount()).as("damaged files").isZero();
        assertThat(kept.fasterCount() + kept.slowerCount())
                .as("a loop for each query at least")
                .isGreaterThanOrEqualTo(QUERIES.size());
        assertThat(files(code))
                .as("no file in the making")
                .allMatch(file -> file.toString().endsWith(".loop"));
        assertThat(retrieved(recording) > 0)
                .as("loops were made from files, if there are faster ones: %s", kept)
                .isEqualTo(kept.fasterCount() > 0);
    }

    private List<String> answersOfTwo() throws Exception {
        List<Process> processes = new ArrayList<>();
        List<String> answers = new ArrayList<>();
        try {
            for (int process = 0; process < 2; process++) {
                processes.add(start(
                        folder.resolve("code"),
                        process == 1,
                        ROUNDS,
                        QUERIES.size(),
                        folder.resolve("errors" + process)));
            }
            for (Process process : processes) {
                assertThat(process.inputReader().readLine()).isEqualTo("ready");
            }
            for (Process process : processes) {
                tellToAsk(process);
            }
            for (int process = 0; process < 2; process++) {
                answers.add(processes.get(process).inputReader().readLine());
                assertThat(processes.get(process).waitFor(1, TimeUnit.MINUTES)).isTrue();
                assertThat(Files.readString(folder.resolve("errors" + process)))
                        .doesNotContain("code cache", "Exception");
                assertThat(processes.get(process).exitValue()).isZero();
            }
        } finally {
            processes.forEach(Process::destroyForcibly);
        }
        return answers;
    }

    private static void tellToAsk(Process process) throws IOException {
        process.outputWriter().write("go\n");
        process.outputWriter().flush();
    }

    /** A file is where the directory should be, which nobody can change, whatever his rights. */
    @Test
    void directoryThatCannotBeMade_isToldOnce_andQueriesGoOn() throws Exception {
        create();
        Path file = Files.writeString(folder.resolve("file"), "a file");
        Path errors = folder.resolve("errors");
        Process process = start(file.resolve("code"), false, MANY_ROUNDS, 0, errors);
        try {
            assertThat(process.inputReader().readLine()).isEqualTo("ready");
            tellToAsk(process);
            assertThat(process.inputReader().readLine()).startsWith("[");
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(process.exitValue()).isZero();
        } finally {
            process.destroyForcibly();
        }
        assertThat(Files.readString(errors)).containsOnlyOnce("the code cache cannot be written");
        assertThat(Files.readString(file)).isEqualTo("a file");
    }

    private static long retrieved(Path recording) throws IOException {
        return RecordingFile.readAllEvents(recording).stream()
                .filter(event -> event.getEventType().getName().equals(EVENT) && event.getBoolean("retrieved"))
                .count();
    }
}
