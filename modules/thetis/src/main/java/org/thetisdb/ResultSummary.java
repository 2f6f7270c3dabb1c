package org.thetisdb;

import java.util.List;
import org.thetisdb.value.Notification;

/**
 * What a statement did, known when its last record was read.
 *
 * @param counters what it changed
 * @param revision of a statement that committed changes by itself: the revision that it made. Else the revision that
 *     it read; inside a transaction the one with which the transaction began
 * @param notifications remarks on the statement, in the order of its text: names that the graph does not know, what
 *     may take longer than it has to, what is out of date
 * @param peakMemoryBytes the most that it has kept in memory at a time, of what counts against the limit of a query; 0
 *     for a statement that has kept next to nothing
 * @param spilledBytes what it has put on disk for a while, because there was no memory for it
 */
public record ResultSummary(
        Counters counters, long revision, List<Notification> notifications, long peakMemoryBytes, long spilledBytes) {
    /** Takes a copy of the list. */
    public ResultSummary {
        notifications = List.copyOf(notifications);
    }
}
