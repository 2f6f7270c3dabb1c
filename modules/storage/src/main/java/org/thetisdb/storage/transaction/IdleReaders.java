package org.thetisdb.storage.transaction;

import java.util.ArrayDeque;
import org.thetisdb.storage.delta.DeltaReader;
import org.thetisdb.storage.delta.DeltaSnapshot;

/**
 * Readers of an era that no transaction uses at the moment. A reader knows the segments and the cursors that it has
 * opened, so a short transaction had better take one that others have used. Thread safe.
 */
final class IdleReaders implements AutoCloseable {
    /** About as many as write at the same time. */
    private static final int READERS_MAX = 16;

    private final ArrayDeque<DeltaReader> idle = new ArrayDeque<>();
    private final DeltaSnapshot resting;
    private boolean closed;

    /** @param resting what a reader reads that nobody uses */
    IdleReaders(DeltaSnapshot resting) {
        this.resting = resting;
    }

    /** A reader that does not note what it reads. */
    DeltaReader take(DeltaSnapshot snapshot) {
        DeltaReader reader;
        synchronized (this) {
            reader = idle.pollFirst();
        }
        if (reader == null) {
            return snapshot.untrackedReader();
        }
        reader.move(snapshot);
        return reader;
    }

    /** Takes back a reader, or closes it. */
    void giveBack(DeltaReader reader) {
        reader.refresh();
        reader.move(resting);
        synchronized (this) {
            if (!closed && idle.size() < READERS_MAX) {
                idle.addFirst(reader);
                return;
            }
        }
        reader.close();
    }

    /** No reader is kept from now on. */
    @Override
    public synchronized void close() {
        closed = true;
        idle.forEach(DeltaReader::close);
        idle.clear();
    }
}
