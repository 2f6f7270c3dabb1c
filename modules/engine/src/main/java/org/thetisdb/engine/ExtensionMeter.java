package org.thetisdb.engine;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** What the calls of extensions have taken that the statements of one session have made. Thread safe. */
public final class ExtensionMeter {
    private final Map<String, Count> counts = new ConcurrentHashMap<>();

    /** A session begins. */
    public ExtensionMeter() {}

    /** What calls have come to. Thread safe. */
    public static final class Count {
        private final LongAdder calls = new LongAdder();
        private final LongAdder rows = new LongAdder();
        private final LongAdder nanos = new LongAdder();
        private final LongAdder bytes = new LongAdder();

        /** Nothing yet. */
        public Count() {}

        /** A call was made. */
        public void addCall() {
            calls.increment();
        }

        public void addRows(long count) {
            rows.add(count);
        }

        /** Some work was done. */
        public void addWork(long moreNanos, long moreBytes) {
            nanos.add(moreNanos);
            bytes.add(moreBytes);
        }

        /** How many calls there were: of functions for a batch of rows each, of procedures for a row that calls. */
        public long calls() {
            return calls.sum();
        }

        /** The rows that functions were called for, and those that procedures gave. */
        public long rows() {
            return rows.sum();
        }

        /** The time of all, of each thread by itself. */
        public double millis() {
            return nanos.sum() / 1e6;
        }

        /** What was allocated on the heap within the calls, whether it was kept or not. */
        public long allocatedBytes() {
            return bytes.sum();
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
