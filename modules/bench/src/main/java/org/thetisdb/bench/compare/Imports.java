package org.thetisdb.bench.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.thetisdb.bench.harness.StoreDirectory;
import org.thetisdb.bench.peer.ThetisPeer;

/**
 * Imports by both builds, alternating, each in a process of its own through the build's launcher: what a user waits
 * for, the start of the JVM included. The stores of the last turn are those that are read afterwards.
 */
final class Imports {
    /** The name of imports in reports and options. */
    static final String NAME = "import";

    private final CompareData data;
    private final List<CommitBuild> builds;
    private final Path directory;

    Imports(CompareData data, List<CommitBuild> builds, Path directory) {
        this.data = data;
        this.builds = builds;
        this.directory = directory;
    }

    /** The directory of a build's store. */
    Path store(CommitBuild build) {
        return directory.resolve("stores").resolve(build.name() + "-" + data.name());
    }

    /** Imports that many times with each build. */
    Comparison run(int count) throws IOException, InterruptedException {
        double[][] millis = new double[builds.size()][count];
        for (int turn = 0; turn < count; turn++) {
            for (int place = 0; place < builds.size(); place++) {
                int index = (turn + place) % builds.size();
                millis[index][turn] = load(builds.get(index));
            }
        }
        for (CommitBuild build : builds) {
            setUp(build);
        }
        return Comparison.ofTurns(NAME, millis[0], millis[1]);
    }

    private double load(CommitBuild build) throws IOException, InterruptedException {
        Path store = store(build);
        StoreDirectory.recreate(store);
        long started = System.nanoTime();
        launch(
                build,
                NAME,
                ThetisPeer.databaseIn(store).toString(),
                "--mapping",
                data.mapping().toString(),
                "--data",
                data.folder().toString());
        return (System.nanoTime() - started) / 1e6;
    }

    /** Runs the data's schema statements, which the mapping does not have. */
    private void setUp(CommitBuild build) throws IOException, InterruptedException {
        List<String> statements = new ArrayList<>();
        if (data.schema().isPresent()) {
            statements.addAll(
                    List.of(Files.readString(data.schema().get()).strip().split(";\n|;$")));
        }
        for (String statement : statements) {
            if (!statement.isBlank()) {
                launch(build, "query", ThetisPeer.databaseIn(store(build)).toString(), statement);
            }
        }
    }

    private void launch(CommitBuild build, String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(build.tree().resolve("thetis").toString());
        command.addAll(List.of(words));
        Command done = Command.run(build.tree(), command);
        if (!done.succeeded()) {
            throw new CompareException("a build cannot do what both have to: build=" + build.name() + ", command="
                    + words[0] + ", exitCode=" + done.exitCode() + "\n" + done.output());
        }
    }
}
