package org.thetisdb.storage.transaction;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.storage.delta.CountChanges;

/**
 * How the counts of nodes and relationships changed since a base, commit by commit. What is asked for most, the sum up
 * to the newest revision, is kept and only added to. Thread safe.
 */
final class CountHistory {
    private record Entry(long revision, CountChanges changes) {}

    private final List<Entry> entries = new ArrayList<>();
    private CountChanges sum = new CountChanges();
    private int summed;

    synchronized void add(long revision, CountChanges changes) {
        if (!changes.isEmpty()) {
            entries.add(new Entry(revision, changes));
        }
    }

    /** The sum of all changes up to a revision, not to be changed; the same object while nothing was counted. */
    synchronized CountChanges upTo(long revision) {
        int end = summed;
        if (summed > 0 && entries.get(summed - 1).revision() > revision) {
            return sum(new CountChanges(), 0, revision);
        }
        while (end < entries.size() && entries.get(end).revision() <= revision) {
            end++;
        }
        if (end > summed) {
            sum = sum(new CountChanges(sum), summed, revision);
            summed = end;
        }
        return sum;
    }

    private CountChanges sum(CountChanges into, int from, long revision) {
        for (int index = from; index < entries.size() && entries.get(index).revision() <= revision; index++) {
            into.add(entries.get(index).changes());
        }
        return into;
    }
}
