package org.thetisdb.storage.report;

import java.util.List;
import org.thetisdb.value.ThetisException;

/**
 * What a check of a database found.
 *
 * @param findings faults, in the order found; empty if the database is sound. At most {@link #FINDING_COUNT_MAX}
 * @param findingCount all faults, also those that {@code findings} has no room for
 * @param pageCount pages whose checksums were verified
 * @param itemCount rows, list entries, index entries and records of the log that were compared
 * @param notes what is not as usual and does no harm, such as files that belong to nothing
 */
public record CheckReport(
        List<Finding> findings, long findingCount, long pageCount, long itemCount, List<String> notes) {
    /** Faults that are listed one by one: more of them say nothing new. */
    public static final int FINDING_COUNT_MAX = 1_000;

    public CheckReport {
        findings = List.copyOf(findings);
        notes = List.copyOf(notes);
    }

    public boolean isSound() {
        return findingCount == 0;
    }

    /** One fault: where, what should be there and what is there. */
    public record Finding(String location, String expected, String found) {
        @Override
        public String toString() {
            return location + ": expected " + expected + ", found " + found;
        }
    }

    /** Takes faults and progress from the pieces of a check. One thread. */
    public interface Collector {
        void finding(String location, String expected, String found);

        /** Something that could not be read. */
        default void problem(String location, String expected, ThetisException problem) {
            finding(location, expected, problem.code().code() + " " + problem.getMessage());
        }

        /** Something that does no harm. */
        void note(String text);

        /** Told after each piece of work. */
        void items(long count);

        /** What is being checked now, for people who wait. */
        void phase(String name);
    }
}
