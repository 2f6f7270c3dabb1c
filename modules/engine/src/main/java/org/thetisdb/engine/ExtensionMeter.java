package org.thetisdb.engine;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * What the calls of extensions have taken that the statements of one session have made: a count for each extension that
 * it has called, by name, until the session ends. Thread safe.
 */
public final class ExtensionMeter {
    private final Map<String, Count> counts = new ConcurrentHashMap<>();

    /** A session begins. */
    public ExtensionMeter() {}

    /**
     * What calls have come to; 1.2 KB. Workers count in places of their own, a cache line or more apart, so that none
     * waits for another. Thread safe.
     */
    public static final class Count {
        /** More threads than that share places. A power of two. */
        private static final int STRIPES = 8;

        private static final int STRIPE_LENGTH = 16;
        private static final int CALLS = 0;
        private static final int ROWS = 1;
        private static final int NANOS = 2;
        private static final int BYTES = 3;

        /** The first stripe holds nothing: the head of the array is there. */
        private final AtomicLongArray numbers = new AtomicLongArray((STRIPES + 1) * STRIPE_LENGTH);

        /** Nothing yet. */
        public Count() {}

        /**
         * Adds what was done.
         *
         * @param rows that functions were called for, or that procedures gave
         * @param bytes allocated on the heap
         */
        public void add(long calls, long rows, long nanos, long bytes) {
            int stripe = (int) (Thread.currentThread().threadId() & STRIPES - 1) + 1;
            int first = stripe * STRIPE_LENGTH;
            numbers.getAndAdd(first + CALLS, calls);
            numbers.getAndAdd(first + ROWS, rows);
            numbers.getAndAdd(first + NANOS, nanos);
            numbers.getAndAdd(first + BYTES, bytes);
        }

        private long sum(int what) {
            long sum = 0;
            for (int stripe = 1; stripe <= STRIPES; stripe++) {
                sum += numbers.get(stripe * STRIPE_LENGTH + what);
            }
            return sum;
        }

        /** How many calls there were: of functions for a batch of rows each, of procedures for a row that calls. */
        public long calls() {
            return sum(CALLS);
        }

        /** The rows that functions were called for, and those that procedures gave. */
        public long rows() {
            return sum(ROWS);
        }

        /** The time of all, of each thread by itself. */
        public double millis() {
            return sum(NANOS) / 1e6;
        }

        /** What was allocated on the heap within the calls, whether it was kept or not. */
        public long allocatedBytes() {
            return sum(BYTES);
        }
    }

    /** Where the calls of an extension are counted. */
    public Count of(String extension) {
        Count known = counts.get(extension);
        return known == null ? counts.computeIfAbsent(extension, _ -> new Count()) : known;
    }

    /** The counts of all extensions that were called, by their names. */
    public SortedMap<String, Count> counts() {
        return new TreeMap<>(counts);
    }
}
