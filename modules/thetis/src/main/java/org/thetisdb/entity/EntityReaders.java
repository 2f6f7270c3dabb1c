package org.thetisdb.entity;

import java.util.ArrayDeque;
import java.util.function.Predicate;
import org.thetisdb.engine.semantics.EntityMaker;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.spill.TemporarySpace;

/**
 * Readers of entities that no result is using, kept because making one costs more than reading a node. Only those over
 * the newest base are kept: any other would keep that base, and all that changed over it, in memory. Thread
 * safe.
 */
public final class EntityReaders implements AutoCloseable {
    /** About as many sessions as read at the same time. */
    private static final int READERS_MAX = 16;

    private final LabelLists labelLists = new LabelLists();
    private final Predicate<Object> isNewest;
    private final long listBytesMax;
    private final TemporarySpace space;
    private final ArrayDeque<EntityReader> idle = new ArrayDeque<>();
    private boolean closed;

    /**
     * @param isNewest whether a base is the newest one
     * @param listBytesMax what the nodes and relationships of one list may hold together on the heap
     * @param space for lists of which they hold more
     */
    public EntityReaders(Predicate<Object> isNewest, long listBytesMax, TemporarySpace space) {
        this.isNewest = isNewest;
        this.listBytesMax = listBytesMax;
        this.space = space;
    }

    /** A reader that nobody else uses, for one snapshot and one maker; to be returned. */
    public EntityReader take(Snapshot snapshot, EntityMaker maker) {
        EntityReader reader;
        synchronized (this) {
            reader = idle.pollFirst();
        }
        if (reader == null) {
            return new EntityReader(labelLists, snapshot, maker, listBytesMax, space);
        }
        reader.move(snapshot, maker);
        return reader;
    }

    public void giveBack(EntityReader reader) {
        reader.refresh();
        synchronized (this) {
            if (!closed && idle.size() < READERS_MAX && isNewest.test(reader.base())) {
                idle.addFirst(reader);
                return;
            }
        }
        reader.close();
    }

    /** To be called when a base is no longer the newest. */
    public synchronized void forget(Object base) {
        idle.removeIf(reader -> {
            boolean over = reader.base().equals(base);
            if (over) {
                reader.close();
            }
            return over;
        });
    }

    @Override
    public synchronized void close() {
        closed = true;
        idle.forEach(EntityReader::close);
        idle.clear();
    }
}
