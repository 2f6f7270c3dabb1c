package org.thetisdb.bench.adaptive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.bench.harness.ChildJvm;
import org.thetisdb.bench.harness.MeasuredProcess;
import org.thetisdb.bench.harness.StoreDirectory;

/** Runs a process for each mode, round by round; in each round the next mode is the first. Used by one thread. */
final class ModeRounds {
    private static final int ERROR_CHARACTERS_MAX = 400;

    private final AdaptiveOptions options;
    private final Path folder;

    /** What is done before each process. */
    @FunctionalInterface
    interface Before {
        void run() throws IOException, InterruptedException;
    }

    ModeRounds(AdaptiveOptions options) {
        this.options = options;
        this.folder = StoreDirectory.of(options.projectDirectory(), "adaptive-orders");
    }

    /**
     * Has an order carried out in each of the modes, as many rounds as are asked for.
     *
     * @param before each process
     */
    RoundResults run(ModeOrder order, List<RunMode> modes, Before before) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        List<Map<RunMode, ModeResult>> rounds = new ArrayList<>();
        for (int round = 0; round < options.rounds(); round++) {
            Map<RunMode, ModeResult> results = new EnumMap<>(RunMode.class);
            for (int turn = 0; turn < modes.size(); turn++) {
                RunMode mode = modes.get((round + turn) % modes.size());
                before.run();
                results.put(mode, run(order, mode));
            }
            rounds.add(results);
        }
        return new RoundResults(rounds);
    }

    private ModeResult run(ModeOrder order, RunMode mode) throws IOException, InterruptedException {
        Path orderFile = folder.resolve("order.json");
        Path resultFile = folder.resolve("result.json");
        Files.deleteIfExists(resultFile);
        order.in(mode, resultFile).write(orderFile);
        List<String> command = ChildJvm.likeLauncher(
                options.projectDirectory(),
                (options.memoryBytes() >> 20) + "MiB",
                ModeChild.class,
                List.of(orderFile.toString()));
        MeasuredProcess process = MeasuredProcess.run(options.projectDirectory(), command);
        if (!process.succeeded()) {
            String errors = process.errors();
            return ModeResult.failed("exit code " + process.exitCode() + ": "
                    + errors.substring(0, Math.min(ERROR_CHARACTERS_MAX, errors.length()))
                            .replace('\n', ' '));
        }
        return ModeResult.read(resultFile);
    }
}
