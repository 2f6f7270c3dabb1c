package org.thetisdb.storage.store;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.storage.report.CheckReport;

/** What a part of a check finds, in words. */
public final class Findings implements CheckReport.Collector {
    private final List<String> found = new ArrayList<>();
    private long itemCount;

    /** Nothing has been found yet. */
    public Findings() {}

    /** All findings and notes so far. */
    public List<String> found() {
        return found;
    }

    public long itemCount() {
        return itemCount;
    }

    @Override
    public void finding(String location, String expected, String found) {
        this.found.add(location + ": expected " + expected + ", found " + found);
    }

    @Override
    public void note(String text) {
        found.add(text);
    }

    @Override
    public void items(long count) {
        itemCount += count;
    }

    @Override
    public void phase(String name) {
        // Nobody waits for a test.
    }
}
