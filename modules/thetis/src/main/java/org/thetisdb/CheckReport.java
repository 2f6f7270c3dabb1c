package org.thetisdb;

import java.util.List;

/**
 * What a {@link Database#check(CheckDepth, CheckProgress) check} of a database found. Immutable.
 *
 * @param findings faults, in the order found; empty if the database is sound. At most a thousand: more of them say
 *     nothing new
 * @param findingCount all faults, also those that {@code findings} has no room for
 * @param pageCount pages whose checksums were verified
 * @param itemCount rows, list entries, index entries and records of the log that were compared
 * @param notes what is not as usual and does no harm, such as files that belong to nothing
 */
public record CheckReport(
        List<Finding> findings, long findingCount, long pageCount, long itemCount, List<String> notes) {
    /** Takes copies of the lists. */
    public CheckReport {
        findings = List.copyOf(findings);
        notes = List.copyOf(notes);
    }

    /** {@return whether nothing was found that is wrong} */
    public boolean isSound() {
        return findingCount == 0;
    }

    /**
     * One fault.
     *
     * @param location the file, and the place or the structure in it
     * @param expected what should be there
     * @param found what is there
     */
    public record Finding(String location, String expected, String found) {
        /** For people: {@code location: expected …, found …}. */
        @Override
        public String toString() {
            return location + ": expected " + expected + ", found " + found;
        }
    }
}
