package org.thetisdb.bench.xml;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.thetisdb.bench.harness.ChildJvm;
import org.thetisdb.bench.harness.Machine;
import org.thetisdb.bench.harness.MeasuredProcess;
import org.thetisdb.bench.harness.PostgresServer;
import org.thetisdb.bench.harness.Spread;
import org.thetisdb.bench.harness.StoreDirectory;

/** The comparison: the systems take turns, and each session is measured from its first call. Used once. */
public final class XmlRun {
    private static final int CALLS = 16;
    private static final int[] SHOWN = {1, 2, 4, 8, 16};
    private static final long POSTGRES_BYTES = 256L << 20;

    private final XmlOptions options;
    private final PrintStream out;
    private final Set<String> answers = new HashSet<>();
    private final StringBuilder report = new StringBuilder();
    private String classPath = "";

    /** What is compared. */
    private enum Kind {
        POSTGRESQL("PostgreSQL, new session"),
        SESSION("Thetis, new session"),
        PROCESS("Thetis, new process"),
        CACHED("the same, AOT cache");

        private final String title;

        Kind(String title) {
            this.title = title;
        }
    }

    /** A run that reports to a stream. */
    public XmlRun(XmlOptions options, PrintStream out) {
        this.options = options;
        this.out = out;
    }

    /** Runs it; says whether all answers agree. */
    public boolean run() throws IOException, InterruptedException, SQLException {
        StoreDirectory.recreate(options.directory());
        try (PostgresServer server =
                PostgresServer.start(options.directory().resolve("postgres"), POSTGRES_BYTES, options.databaseUser())) {
            PostgresCalls postgres = new PostgresCalls(server.url());
            String document = postgres.fill();
            XmlChild.fill(database(), document);
            classPath = JarredClassPath.make(options.directory().resolve("jars"));
            child("", "-XX:AOTCacheOutput=" + cache());
            report.append(Machine.describe())
                    .append(String.format(
                            Locale.ROOT,
                            "- PostgreSQL %s; %,d bytes of XML; %d rounds, memory of Thetis %s; milliseconds, median"
                                    + " [least..greatest]%n",
                            postgres.version(),
                            document.getBytes(StandardCharsets.UTF_8).length,
                            options.rounds(),
                            options.memory()));
            for (String processors : options.processors()) {
                compare(postgres, processors);
            }
        }
        out.println(report);
        if (options.output().isPresent()) {
            Files.writeString(options.output().get(), report);
        }
        if (answers.size() != 1) {
            out.println("the answers differ: " + answers);
        }
        return answers.size() == 1;
    }

    private Path database() {
        return options.directory().resolve("database");
    }

    private Path cache() {
        return options.directory().resolve("classes.aot");
    }

    private void compare(PostgresCalls postgres, String processors)
            throws IOException, InterruptedException, SQLException {
        Map<Kind, List<SessionTimes>> times = new EnumMap<>(Kind.class);
        for (Kind kind : Kind.values()) {
            times.put(kind, new ArrayList<>());
        }
        for (int round = 0; round < options.rounds(); round++) {
            add(times, Kind.POSTGRESQL, postgres.session(processors, CALLS));
            List<SessionTimes> plain = child(processors, "-Dthetis.bench=plain");
            add(times, Kind.PROCESS, plain.getFirst());
            add(times, Kind.SESSION, plain.getLast());
            add(times, Kind.CACHED, child(processors, "-XX:AOTCache=" + cache()).getFirst());
            out.println("processors " + processors + ", round " + (round + 1) + " of " + options.rounds());
        }
        table(processors, times);
    }

    private void add(Map<Kind, List<SessionTimes>> times, Kind kind, SessionTimes session) {
        answers.add(session.answer());
        times.computeIfAbsent(kind, _ -> new ArrayList<>()).add(session);
    }

    /** The sessions of a process, with the launchers' rules for memory. */
    private List<SessionTimes> child(String processors, String option) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(processors.isEmpty() ? List.of() : List.of("taskset", "-c", processors));
        words.addAll(ChildJvm.ofJars(
                options.project(),
                options.memory(),
                classPath,
                List.of(option, "-Xlog:disable", "-Xlog:all=error:stderr"),
                XmlChild.class,
                List.of(database().toString(), Integer.toString(CALLS))));
        MeasuredProcess process = MeasuredProcess.run(options.directory(), words);
        if (!process.succeeded()) {
            throw new IOException(
                    "a process has failed: exitCode=" + process.exitCode() + ", errors=" + process.errors());
        }
        return process.head()
                .lines()
                .filter(line -> line.split(" ").length == CALLS + 2)
                .map(XmlRun::session)
                .toList();
    }

    private static SessionTimes session(String line) {
        String[] words = line.split(" ");
        List<Double> millis = Stream.of(words).limit(CALLS).map(Double::valueOf).toList();
        return new SessionTimes(millis, words[CALLS], Long.parseLong(words[CALLS + 1]));
    }

    private static Spread call(List<SessionTimes> sessions, int call) {
        return Spread.of(sessions.stream()
                .mapToDouble(each -> each.millis().get(call - 1))
                .toArray());
    }

    private void table(String processors, Map<Kind, List<SessionTimes>> times) {
        report.append("\nProcessors ").append(processors).append(":\n\n| call |");
        for (Kind kind : Kind.values()) {
            report.append(' ').append(kind.title).append(" |");
        }
        report.append(" new sessions, Thetis / PostgreSQL |\n|---:|---:|---:|---:|---:|---:|\n");
        for (int call : SHOWN) {
            report.append("| ").append(call).append(" |");
            times.forEach((_, sessions) ->
                    report.append(' ').append(call(sessions, call).rounded()).append(" |"));
            double ours =
                    call(times.getOrDefault(Kind.SESSION, List.of()), call).median();
            double theirs =
                    call(times.getOrDefault(Kind.POSTGRESQL, List.of()), call).median();
            report.append(String.format(Locale.ROOT, " %.2f |%n", ours / theirs));
        }
        report.append("| peak, MiB |");
        times.forEach((_, sessions) -> report.append(String.format(
                Locale.ROOT,
                " %d |",
                sessions.stream().mapToLong(SessionTimes::peakBytes).max().orElse(0) >> 20)));
        report.append(" |\n");
    }
}
