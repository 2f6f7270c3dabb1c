package org.thetisdb.bench.compare;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.thetisdb.bench.compare.Comparison.Verdict;
import org.thetisdb.bench.rounds.QueryOutcome;

/**
 * The whole comparison: builds, imports, a first pass over everything, a second over what seemed slower or faster. A
 * pass is two JVMs, one for each order of loading. The second pass is there because a JVM may have bad luck with what
 * it compiles, for its whole lifetime and however many rounds there are.
 */
public final class CompareRun {
    private final CompareOptions options;
    private final PrintStream out;
    private final Path directory;

    public CompareRun(CompareOptions options, PrintStream out) {
        this.options = options;
        this.out = out;
        this.directory = options.directory();
    }

    /**
     * Runs the comparison.
     *
     * @return whether no answer was wrong and no query slower
     * @throws CompareException if there is nothing to compare
     */
    public boolean run() throws IOException, InterruptedException {
        if (options.isRecorded() && CommitBuild.isChanged(options.projectDirectory())) {
            throw new CompareException("only a commit can be recorded, and this tree has changes; commit them first");
        }
        CommitBuild base = build(Comparison.BASE, options.commit());
        CommitBuild head = options.isRecorded()
                ? build(Comparison.HEAD, "HEAD")
                : CommitBuild.ofTree(Comparison.HEAD, options.projectDirectory());
        CompareData data = CompareData.of(options.data(), options.projectDirectory(), out);
        CompareReport report = new CompareReport(options, base, head);
        out.println(report.head());

        List<Comparison> comparisons = new ArrayList<>();
        Imports imports = new Imports(data, List.of(base, head), directory);
        boolean isImportWanted = options.names().hold(Imports.NAME);
        Comparison imported = imports.run(isImportWanted ? options.importCount() : 1);
        if (isImportWanted) {
            comparisons.add(imported);
        }
        comparisons.addAll(compare(base, head, imports));

        String table = report.table(comparisons);
        out.println(table);
        if (options.output().isPresent()) {
            Files.writeString(options.output().get(), report.head() + table);
        }
        if (options.isRecorded()) {
            Path history = options.projectDirectory().resolve(HistoryLine.FILE);
            HistoryLine.of(data, base, head, comparisons).appendTo(history);
            out.println("recorded in " + HistoryLine.FILE);
        }
        return comparisons.stream()
                .map(Comparison::verdict)
                .noneMatch(verdict -> verdict == Verdict.SLOWER || verdict == Verdict.WRONG);
    }

    private CommitBuild build(String name, String revision) throws IOException, InterruptedException {
        return CommitBuild.ofCommit(name, options.projectDirectory(), revision, directory.resolve("commits"), out);
    }

    private List<Comparison> compare(CommitBuild base, CommitBuild head, Imports imports)
            throws IOException, InterruptedException {
        Map<String, List<QueryOutcome>> outcomes = new LinkedHashMap<>();
        pass(base, head, imports, options.names(), outcomes);
        Set<String> again = comparisons(outcomes).stream()
                .filter(each -> each.verdict() == Verdict.SLOWER || each.verdict() == Verdict.FASTER)
                .map(Comparison::query)
                .collect(Collectors.toSet());
        if (!again.isEmpty()) {
            pass(base, head, imports, options.names().only(again), outcomes);
        }
        return comparisons(outcomes);
    }

    private static List<Comparison> comparisons(Map<String, List<QueryOutcome>> outcomes) {
        return outcomes.values().stream().map(Comparison::of).toList();
    }

    /** Runs both orders, and adds what came out to the outcomes of each query. */
    private void pass(
            CommitBuild base,
            CommitBuild head,
            Imports imports,
            QueryNames names,
            Map<String, List<QueryOutcome>> outcomes)
            throws IOException, InterruptedException {
        for (List<CommitBuild> order : List.of(List.of(base, head), List.of(head, base))) {
            out.println("measuring, loaded first: " + order.getFirst().name()
                    + (names.only().isEmpty() ? "" : ", once more: " + String.join(" ", names.only())));
            for (QueryOutcome outcome : measure(order, imports, names)) {
                outcomes.computeIfAbsent(outcome.query(), query -> new ArrayList<>())
                        .add(outcome);
            }
        }
    }

    private List<QueryOutcome> measure(List<CommitBuild> builds, Imports imports, QueryNames names)
            throws IOException, InterruptedException {
        Path orderFile = directory.resolve("order.json");
        Path result = directory.resolve("result.json");
        Files.deleteIfExists(result);
        List<PassOrder.LoadedBuild> loaded = builds.stream()
                .map(build -> new PassOrder.LoadedBuild(
                        build.name(),
                        build.library().toString(),
                        imports.store(build).toString()))
                .toList();
        new PassOrder(
                        options.projectDirectory().toString(),
                        options.data(),
                        names,
                        options.setCount(),
                        options.rounds(),
                        options.secondsPerQuery(),
                        options.warmupSeconds(),
                        options.memoryBytes(),
                        loaded,
                        result.toString())
                .write(orderFile);
        Path log = directory.resolve("pass.log");
        int exitCode = Command.run(options.projectDirectory(), javaCommand(orderFile), log);
        if (exitCode != 0 || !Files.exists(result)) {
            throw new CompareException(
                    "a pass failed: exitCode=" + exitCode + ", log=" + log + "\n" + Command.tail(log));
        }
        return Pass.outcomes(result);
    }

    /** A JVM like this one, with the same options and class path. */
    private static List<String> javaCommand(Path orderFile) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Pass.class.getName()));
        command.add(orderFile.toString());
        return command;
    }
}
