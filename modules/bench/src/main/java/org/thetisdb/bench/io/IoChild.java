package org.thetisdb.bench.io;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The program of a process that reads in one way: arguments are the way, the budget, seconds, parts, thread counts and
 * the file; a line of output is a part, a number of threads, and operations in a millisecond. The main thread leads,
 * the others read.
 */
final class IoChild {
    private static final int EXTENT_BYTES = 16 << 10;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final double NANOS_PER_MILLI = 1e6;

    private final Way way;
    private final long budgetBytes;
    private final long nanos;
    private final IoFile file;

    private IoChild(Way way, long budgetBytes, int seconds, IoFile file) {
        this.way = way;
        this.budgetBytes = budgetBytes;
        this.nanos = seconds * NANOS_PER_SECOND;
        this.file = file;
    }

    /** The words that {@link #main} understands. */
    static List<String> arguments(
            Way way, long budgetBytes, int seconds, List<IoPart> parts, List<Integer> threadCounts, IoFile file) {
        List<String> words =
                new ArrayList<>(List.of(way.name(), Long.toString(budgetBytes), Integer.toString(seconds)));
        words.add(String.join(",", parts.stream().map(IoPart::label).toList()));
        words.add(String.join(",", threadCounts.stream().map(String::valueOf).toList()));
        words.addAll(file.words());
        return words;
    }

    /** Measures all parts with all numbers of threads. */
    public static void main(String[] arguments) throws Exception {
        List<String> words = List.of(arguments);
        IoChild child = new IoChild(
                Way.valueOf(words.get(0)),
                Long.parseLong(words.get(1)),
                Integer.parseInt(words.get(2)),
                IoFile.of(words.subList(5, words.size())));
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        List<IoPart> parts =
                List.of(words.get(3).split(",")).stream().map(IoPart::named).toList();
        List<Integer> threadCounts =
                List.of(words.get(4).split(",")).stream().map(Integer::valueOf).toList();
        child.warm(parts.stream().filter(IoPart::isWarm).toList(), threadCounts, out);
        if (parts.contains(IoPart.COLD)) {
            child.cold(threadCounts, out);
        }
    }

    private void warm(List<IoPart> parts, List<Integer> threadCounts, PrintStream out) throws Exception {
        try (OpenWay open = OpenWay.open(way, file, budgetBytes)) {
            readAll(open);
            for (IoPart part : parts) {
                for (int threads : threadCounts) {
                    operationsPerMilli(open, part, threads, nanos / 2);
                    print(out, part, threads, operationsPerMilli(open, part, threads, nanos));
                }
            }
        }
    }

    private void readAll(OpenWay open) {
        try (WayReader reader = open.reader(EXTENT_BYTES)) {
            long[] offsets = new long[IoPart.READS];
            for (long at = 0; at <= file.dataBytes() - (long) IoPart.READS * EXTENT_BYTES; ) {
                for (int index = 0; index < offsets.length; index++) {
                    offsets[index] = at;
                    at += EXTENT_BYTES;
                }
                reader.read(offsets, EXTENT_BYTES);
            }
        }
    }

    /** Each time, nothing of the file is in memory. */
    private void cold(List<Integer> threadCounts, PrintStream out) throws Exception {
        for (int threads : threadCounts) {
            file.drop();
            try (OpenWay open = OpenWay.open(way, file, budgetBytes)) {
                print(out, IoPart.COLD, threads, operationsPerMilli(open, IoPart.COLD, threads, nanos));
            }
        }
    }

    private static void print(PrintStream out, IoPart part, int threads, double rate) {
        out.println(String.format(Locale.ROOT, "%s %d %.4f", part.label(), threads, rate));
    }

    private double operationsPerMilli(OpenWay open, IoPart part, int threads, long forNanos)
            throws IOException, InterruptedException, ExecutionException {
        try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
            long started = System.nanoTime();
            Callable<Long> task = () -> operations(open, part, started + forNanos);
            List<Future<Long>> counts = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                counts.add(executor.submit(task));
            }
            long operations = 0;
            for (Future<Long> count : counts) {
                operations += count.get();
            }
            return operations / ((System.nanoTime() - started) / NANOS_PER_MILLI);
        }
    }

    private long operations(OpenWay open, IoPart part, long end) {
        long operations = 0;
        long[] offsets = new long[IoPart.READS];
        try (WayReader reader = open.reader(part.bytes())) {
            while (System.nanoTime() < end) {
                choose(offsets, part);
                reader.read(offsets, part.bytes());
                operations++;
            }
        }
        return operations;
    }

    private void choose(long[] offsets, IoPart part) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        if (part.isRandom()) {
            for (int index = 0; index < offsets.length; index++) {
                offsets[index] = random.nextLong(file.dataBytes() - part.bytes());
            }
        } else {
            long first = random.nextLong(file.dataBytes() - (long) offsets.length * part.bytes());
            for (int index = 0; index < offsets.length; index++) {
                offsets[index] = first + (long) index * part.bytes();
            }
        }
    }
}
