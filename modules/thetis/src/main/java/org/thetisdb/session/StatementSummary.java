package org.thetisdb.session;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.engine.WriteCounters;
import org.thetisdb.value.Notification;

/**
 * What a statement did, besides its rows.
 *
 * @param counters what it has changed
 * @param revision what it has seen or, if it was committed by itself, has made
 * @param notifications what may be worth telling about it
 * @param peakBytes the most that it has kept in memory at a time
 * @param spilledBytes what it has put on disk for a while
 */
public record StatementSummary(
        WriteCounters counters, long revision, List<Notification> notifications, long peakBytes, long spilledBytes) {
    StatementSummary plus(WriteCounters more) {
        return new StatementSummary(counters.plus(more), revision, notifications, peakBytes, spilledBytes);
    }

    StatementSummary at(long committed) {
        return new StatementSummary(counters, committed, notifications, peakBytes, spilledBytes);
    }

    StatementSummary after(List<Notification> inherited) {
        if (inherited.isEmpty()) {
            return this;
        }
        List<Notification> all = new ArrayList<>(inherited);
        all.addAll(notifications);
        return new StatementSummary(counters, revision, all, peakBytes, spilledBytes);
    }
}
