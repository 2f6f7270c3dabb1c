package org.thetisdb.storage.delta;

import java.lang.foreign.MemorySegment;
import org.thetisdb.storage.RelationshipIdLayout;
import org.thetisdb.storage.arena.RecordArena;
import org.thetisdb.storage.arena.Records;

/**
 * Relationships made, changed or deleted since the base, by the handles of their records ({@link LinkLayout}).
 * Thread safe.
 */
final class Links {
    private final RecordArena arena;
    private final StampTable stamps;

    Links(RecordArena arena, StampTable stamps) {
        this.arena = arena;
        this.stamps = stamps;
    }

    /**
     * Makes a record that nobody knows yet.
     *
     * @param records where the record is made
     * @param created the mark of who makes the relationship; {@link StampTable#BASE} for one of the base
     */
    int make(Records records, long relationship, long start, long end, int created) {
        int link = records.allocate(LinkLayout.BYTES);
        LinkLayout.write(arena.block(link), RecordArena.offset(link), relationship, start, end, created);
        return link;
    }

    MemorySegment block(int link) {
        return arena.block(link);
    }

    long relationship(int link) {
        return LinkLayout.relationship(block(link), RecordArena.offset(link));
    }

    int type(int link) {
        return RelationshipIdLayout.type(relationship(link));
    }

    long start(int link) {
        return LinkLayout.start(block(link), RecordArena.offset(link));
    }

    long end(int link) {
        return LinkLayout.end(block(link), RecordArena.offset(link));
    }

    long neighbour(int link, boolean forward) {
        return LinkLayout.neighbour(block(link), RecordArena.offset(link), forward);
    }

    int slot(int link) {
        return LinkLayout.slot(block(link), RecordArena.offset(link));
    }

    /** The mark of who made it. */
    int created(int link) {
        return LinkLayout.created(block(link), RecordArena.offset(link));
    }

    boolean isOfBase(int link) {
        return created(link) == StampTable.BASE;
    }

    /** The mark of who deleted it; 0 if nobody has. */
    int deleted(int link) {
        return LinkLayout.deleted(block(link), RecordArena.offset(link));
    }

    /** The newest version of its properties; 0 if none was written since the base. */
    int version(int link) {
        return LinkLayout.version(block(link), RecordArena.offset(link));
    }

    boolean delete(int link, int mark) {
        return replace(link, LinkLayout.DELETED, 0, mark);
    }

    /** Takes {@link #delete} back, if it was this mark's. */
    void undelete(int link, int mark) {
        replace(link, LinkLayout.DELETED, mark, 0);
    }

    boolean replaceVersion(int link, int expected, int version) {
        return replace(link, LinkLayout.VERSION, expected, version);
    }

    private boolean replace(int link, long field, int expected, int value) {
        return RecordArena.INT.compareAndSet(block(link), RecordArena.offset(link) + field, expected, value);
    }

    /** Whether the relationship exists for a reader. */
    boolean sees(int link, Visibility visibility) {
        MemorySegment block = block(link);
        long at = RecordArena.offset(link);
        if (!stamps.sees(link, LinkLayout.CREATED, LinkLayout.created(block, at), visibility)) {
            return false;
        }
        int deleted = LinkLayout.deleted(block, at);
        return deleted == 0 || !stamps.sees(link, LinkLayout.DELETED, deleted, visibility);
    }

    /**
     * Enters a relationship of the base into the lists of both its nodes, if it is not in them. Where that has failed
     * half-way, the next one begins again.
     */
    synchronized void enterInto(int link, LinkLists lists) {
        MemorySegment block = block(link);
        long at = RecordArena.offset(link);
        if (LinkLayout.hasFlag(block, at, LinkLayout.LISTED)) {
            return;
        }
        if (LinkLayout.hasFlag(block, at, LinkLayout.ENTERING)) {
            lists.remove(link, true);
            lists.remove(link, false);
        }
        LinkLayout.addFlag(block, at, LinkLayout.ENTERING);
        lists.add(link, true);
        lists.add(link, false);
        LinkLayout.addFlag(block, at, LinkLayout.LISTED);
    }
}
