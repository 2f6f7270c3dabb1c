package org.thetisdb.bench.adaptive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.thetisdb.bench.harness.StoreDirectory;
import org.thetisdb.bench.snb.QueryCase;

/**
 * What planning a path and compiling its loops take, by the number of hops, in milliseconds. Each time in a database
 * that was just opened, so that neither its plan nor its loops are there; what the JVM knows already, it knows from the
 * times before. A path runs, with a profile, until none of its places is to be compiled any more. Then it does so once
 * more in another database, with the code cache that the first has filled. What was compiled and retrieved the engine
 * reports to a recording of the JVM. The interpreter is asked for its answers only.
 */
final class HopTimes implements ModeTask {
    static final String PLAN = "plan";
    static final String DEFINE = "define";
    static final String WARM = "warm";
    static final String LOOPS = "loops";
    static final String BLOCKS = "blocks";
    static final String CLASS_BYTES = "bytes";
    static final String ROW_NANOS = "row";
    static final String REFUSED = "refused";

    /** Of single loops: from the shape to the class … */
    static final String MAKE_ONE = "make one";

    /** … from the file to the class, for the first of a database, which also digests the engine's classes … */
    static final String RETRIEVE_FIRST = "retrieve first";

    /** … and for later ones. */
    static final String RETRIEVE_LATER = "retrieve later";

    /** So many runs after the last loop is there both ways of each have been measured, and what was found is kept. */
    private static final int RUNS_TO_DECIDE = 4;

    private static final String EVENT = "org.thetisdb.LoopCompilation";

    /** The event's names. */
    private static final String COMPILED = "compiled";

    /**
     * A path in a database that was just opened, until the next one.
     *
     * @param isRetrieval whether its loops are there already
     */
    private record Window(int hops, int time, boolean isRetrieval, Instant begin) {}

    @Override
    public void run(ModeOrder order, List<List<QueryCase>> queries, ModeNotes notes)
            throws IOException, InterruptedException {
        List<Window> windows = new ArrayList<>();
        Path file = Files.createTempFile("thetis-bench", ".jfr");
        try (Recording recording = new Recording()) {
            recording.enable(EVENT);
            recording.start();
            for (int time = 1; time <= order.limits().times(); time++) {
                for (int hops = 1; hops <= HopGraph.HOPS_MAX; hops++) {
                    compileAndRetrieve(order, hops, time, windows, notes);
                }
            }
            recording.stop();
            recording.dump(file);
            report(windows, RecordingFile.readAllEvents(file), notes);
        } finally {
            Files.delete(file);
        }
    }

    private static void compileAndRetrieve(ModeOrder order, int hops, int time, List<Window> windows, ModeNotes notes)
            throws IOException {
        QueryCase asked = HopGraph.query(hops);
        if (order.mode() == RunMode.INTERPRETED) {
            try (AskedDatabase database = AskedDatabase.open(order)) {
                notes.check(asked.query(), asked, database.run(asked));
            }
            return;
        }
        Path codeCache = Files.createTempDirectory("thetis-bench");
        try {
            windows.add(new Window(hops, time, false, Instant.now()));
            double planMillis = runUntilSettled(order.withCodeCache(codeCache), asked, notes);
            notes.add(asked.query(), PLAN, time, planMillis);
            windows.add(new Window(hops, time, true, Instant.now()));
            runUntilSettled(order.withCodeCache(codeCache), asked, notes);
        } finally {
            StoreDirectory.delete(codeCache);
        }
    }

    /** Runs a path until its loops are there and measured; returns what planning it took, in milliseconds. */
    private static double runUntilSettled(ModeOrder order, QueryCase asked, ModeNotes notes) {
        try (AskedDatabase database = AskedDatabase.open(order)) {
            long planNanos = database.run("EXPLAIN " + asked.text(), Map.of()).nanos();
            long end = System.nanoTime() + order.limits().secondsPerQuery() * 1_000_000_000L;
            boolean isSettled = false;
            while (!isSettled && System.nanoTime() < end) {
                AskedDatabase.Rows rows = database.profile(asked);
                isSettled = PlanModes.of(rows.plan().orElse("")).isSettled();
                notes.check(asked.query(), asked, rows);
            }
            for (int run = 0; run < RUNS_TO_DECIDE; run++) {
                database.profile(asked);
            }
            return planNanos / 1e6;
        }
    }

    private static void report(List<Window> windows, List<RecordedEvent> events, ModeNotes notes) {
        for (int index = 0; index < windows.size(); index++) {
            Window window = windows.get(index);
            Instant end = index + 1 < windows.size() ? windows.get(index + 1).begin() : Instant.MAX;
            List<RecordedEvent> made = events.stream()
                    .filter(event -> event.getEventType().getName().equals(EVENT)
                            && !event.getStartTime().isBefore(window.begin())
                            && event.getStartTime().isBefore(end))
                    .toList();
            if (window.isRetrieval()) {
                reportRetrieved(window, made, notes);
            } else {
                report(window, made, notes);
            }
        }
    }

    private static void report(Window window, List<RecordedEvent> loops, ModeNotes notes) {
        String query = HopGraph.name(window.hops());
        int time = window.time();
        long refused = loops.stream()
                .filter(loop -> !loop.getString("outcome").equals(COMPILED))
                .count();
        remark(query, loops, notes);
        loops.stream().filter(HopTimes::isNew).forEach(loop -> notes.add(query, MAKE_ONE, time, defineMillis(loop)));
        notes.add(query, LOOPS, time, loops.size());
        notes.add(query, REFUSED, time, (double) refused);
        notes.add(
                query,
                BLOCKS,
                time,
                loops.stream().mapToInt(loop -> loop.getInt("blockCount")).sum());
        notes.add(
                query,
                CLASS_BYTES,
                time,
                loops.stream().mapToDouble(loop -> loop.getLong("classBytes")).sum());
        notes.add(query, DEFINE, time, millis(loops, "defineNanos"));
        notes.add(query, WARM, time, millis(loops, "warmNanos"));
        notes.add(
                query,
                ROW_NANOS,
                time,
                loops.stream().mapToDouble(loop -> loop.getDouble("rowNanos")).sum());
    }

    private static void reportRetrieved(Window window, List<RecordedEvent> loops, ModeNotes notes) {
        List<RecordedEvent> retrieved = loops.stream()
                .filter(loop -> loop.getBoolean("retrieved") && isNew(loop))
                .sorted(Comparator.comparing(RecordedEvent::getStartTime))
                .toList();
        for (int index = 0; index < retrieved.size(); index++) {
            String moment = index == 0 ? RETRIEVE_FIRST : RETRIEVE_LATER;
            notes.add(HopGraph.name(window.hops()), moment, window.time(), defineMillis(retrieved.get(index)));
        }
    }

    /** Whether its class was made, and not only warmed again. */
    private static boolean isNew(RecordedEvent loop) {
        return !loop.getDuration("defineNanos").isZero();
    }

    private static double defineMillis(RecordedEvent loop) {
        return loop.getDuration("defineNanos").toNanos() / 1e6;
    }

    private static void remark(String query, List<RecordedEvent> loops, ModeNotes notes) {
        loops.stream()
                .map(loop -> loop.getString("outcome"))
                .filter(outcome -> !outcome.equals(COMPILED))
                .distinct()
                .forEach(outcome -> notes.remark(query, outcome));
    }

    private static double millis(List<RecordedEvent> loops, String field) {
        return loops.stream()
                        .mapToLong(loop -> loop.getDuration(field).toNanos())
                        .sum()
                / 1e6;
    }
}
