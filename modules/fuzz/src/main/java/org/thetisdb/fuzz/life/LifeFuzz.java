package org.thetisdb.fuzz.life;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.thetisdb.fuzz.generate.GraphGenerator;
import org.thetisdb.fuzz.generate.SeedRange;
import org.thetisdb.fuzz.load.ThetisConfiguration;
import org.thetisdb.fuzz.oracle.Comparison.Difference;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** {@code fuzz life [--seed A..B] …}: a database's life for each seed. Used once; each worker takes the next seed. */
public final class LifeFuzz {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final long PROGRESS_MILLIS = 10_000;

    private SeedRange seeds = new SeedRange(1, 100);
    private int steps = 80;
    private int threads = Runtime.getRuntime().availableProcessors();
    private int findingsMost = 5;

    private final String command;
    private final PrintStream out;
    private final InstantSource clock = InstantSource.system();
    private final AtomicLong nextSeed = new AtomicLong();
    private final AtomicLong stepsDone = new AtomicLong();
    private final AtomicInteger findings = new AtomicInteger();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    private LifeFuzz(String command, PrintStream out) {
        this.command = command;
        this.out = out;
    }

    /** How it is called, for the fuzzer's help. */
    public static String usage() {
        return """
                       thetis fuzz life [--seed A..B] [--steps N] [--threads N] [--findings N]

                A database goes through N steps (default 80) for each seed (default 1..100): statements that write,
                queries, checkpoints, kills, backups, indexes, the past. After each it must hold the graph that a model
                of it holds.
                """;
    }

    /**
     * Lives the lives that the arguments ask for.
     *
     * @param command starts this program
     * @return whether nothing was found
     * @throws ThetisException {@link ErrorCode#USAGE}
     */
    public static boolean run(List<String> arguments, String command, PrintStream out) {
        LifeFuzz fuzz = new LifeFuzz(command, out);
        for (int index = 0; index < arguments.size(); index += 2) {
            if (index + 1 == arguments.size()) {
                throw wrong("a value is missing after " + arguments.get(index));
            }
            fuzz.set(arguments.get(index), arguments.get(index + 1));
        }
        return fuzz.run();
    }

    private void set(String option, String value) {
        switch (option) {
            case "--seed" ->
                seeds = SeedRange.parse(value).orElseThrow(() -> wrong("--seed takes A..B: value=" + value));
            case "--steps" -> steps = number(option, value);
            case "--threads" -> threads = number(option, value);
            case "--findings" -> findingsMost = number(option, value);
            default -> throw wrong("no such option: " + option);
        }
    }

    private static int number(String option, String value) {
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw wrong(option + " takes a number: value=" + value);
        }
    }

    private static ThetisException wrong(String message) {
        return new ThetisException(ErrorCode.USAGE, message);
    }

    private boolean run() {
        long began = clock.millis();
        nextSeed.set(seeds.first());
        List<Thread> workers = new ArrayList<>();
        for (int index = 0; index < threads; index++) {
            workers.add(Thread.ofPlatform()
                    .daemon()
                    .name("life-" + index)
                    .uncaughtExceptionHandler((thread, thrown) -> failure.compareAndSet(null, thrown))
                    .start(this::work));
        }
        watch(workers, began);
        if (failure.get() != null) {
            throw new IllegalStateException("the fuzzer itself has failed", failure.get());
        }
        out.println(progress(began));
        out.println(findings.get() == 0 ? "no findings" : findings.get() + " findings, in " + output());
        return findings.get() == 0;
    }

    private void watch(List<Thread> workers, long began) {
        try {
            for (Thread worker : workers) {
                while (!worker.join(Duration.ofMillis(PROGRESS_MILLIS))) {
                    out.println(progress(began));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private String progress(long began) {
        return String.format(
                Locale.ROOT,
                "%,d lives, %,d steps, %,d a second",
                Math.min(nextSeed.get(), seeds.last() + 1) - seeds.first(),
                stepsDone.get(),
                stepsDone.get() * 1000 / Math.max(1, clock.millis() - began));
    }

    private void work() {
        Path folder = folder();
        for (long seed = nextSeed.getAndIncrement(); seed <= seeds.last(); seed = nextSeed.getAndIncrement()) {
            if (findings.get() >= findingsMost) {
                break;
            }
            Life life = Life.live(seed, GraphGenerator.generate(seed), steps, folder, TIMEOUT);
            stepsDone.addAndGet(life.steps().size());
            if (life.difference().isPresent()) {
                tell(seed, life.difference().get(), life, folder);
            }
        }
        delete(folder);
    }

    private void tell(long seed, Difference difference, Life life, Path folder) {
        findings.incrementAndGet();
        String replay = command + " life --seed " + seed + " --steps " + steps;
        out.println("finding: " + replay + "\n  " + difference.kind());
        Life shrunk = life.shrunk(folder, TIMEOUT, clock);
        Path file = output().resolve("life-" + seed + ".txt");
        try {
            Files.createDirectories(output());
            Files.writeString(file, "# " + replay + "\n" + shrunk.text());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        out.println("  " + shrunk.steps().size() + " steps, in " + file);
    }

    private static Path output() {
        return Path.of(System.getProperty("thetis.project", ".")).resolve("build/fuzz");
    }

    private static Path folder() {
        try {
            return Files.createTempDirectory(ThetisConfiguration.parentFolder(), "thetis-life-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path folder) {
        try {
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
