package org.thetisdb.storage.delta;

import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.RelationshipIdLayout;
import org.thetisdb.storage.arena.HandleLog;
import org.thetisdb.storage.arena.RecordArena;
import org.thetisdb.storage.options.FaultPoints.Point;
import org.thetisdb.storage.runs.TransactionRuns;

/**
 * What one transaction has written in a delta, as numbers, so that it can be taken back: nodes, marked as such, and
 * relationships. A number says no more than what to look at: of a node the transaction's version goes from the head of
 * the chain, of a relationship that it has made the link goes, of another one what it has changed of it. Taking back
 * what was not changed changes nothing, so a number is noted before the change, whatever happens then.
 *
 * <p>Not thread safe.
 */
final class WrittenEntities {
    private static final int NONE = RecordArena.NONE;

    /** About what one more entity takes. */
    private static final long ENTITY_BYTES = 100;

    /** A transaction that has written less than this part of what may be in memory puts all into lists. */
    private static final int SMALL_DIVISOR = 64;

    /** Of a number: it is that of a node, and not of a relationship. */
    private static final long NODE = Long.MIN_VALUE;

    private final Delta delta;
    private final Stamp stamp;

    /** In this order. */
    private HandleLog numbers;

    /** Where the lists' entries of new relationships go since there is no memory for lists; null before. */
    private @Nullable TransactionRuns runs;

    /** The same for deleted ones of the base. */
    private @Nullable TransactionRuns deletions;

    /** The stamp's in this delta; 0 as long as nothing was written. */
    private int mark;

    WrittenEntities(Delta delta, Stamp stamp) {
        this.delta = delta;
        this.stamp = stamp;
        this.numbers = new HandleLog(delta.arena());
    }

    /** The transaction's mark in this delta; 0 as long as nothing was written. */
    int mark() {
        return mark;
    }

    /** Whether a mark is the transaction's. */
    boolean isOwn(int other) {
        return mark != 0 && other == mark;
    }

    /** Before a node is changed. */
    void noteNode(long node) {
        note(node | NODE);
    }

    /** Before a relationship is changed. */
    void noteRelationship(long relationship) {
        note(relationship);
    }

    /**
     * Where the lists' entries of a new relationship go, if they do not go into the lists. It need not be noted then: a
     * rollback drops the runs, and nobody who does not meet the relationship in a list asks for it.
     */
    @Nullable
    TransactionRuns runs() {
        if (runs == null && isForRuns()) {
            runs = delta.runs().begin(false, mark);
        }
        return runs;
    }

    /** Where the lists' entries of a deleted relationship of the base go, if they do not go into the lists. */
    @Nullable
    TransactionRuns deletions() {
        if (deletions == null && isForRuns()) {
            deletions = delta.runs().begin(true, mark);
        }
        return deletions;
    }

    private boolean isForRuns() {
        return delta.arena().isInFile() && !isSmall();
    }

    private boolean isSmall() {
        return numbers.count() * ENTITY_BYTES < delta.arena().limitBytes() / SMALL_DIVISOR;
    }

    private void note(long number) {
        if (mark == 0) {
            mark = delta.stamps().add(stamp);
        }
        numbers.add(number);
        delta.faultPoints().pass(Point.CHANGE);
    }

    /** After a change. */
    void noteChanged() {
        delta.faultPoints().pass(Point.CHANGE);
    }

    /**
     * Takes everything back, from the last to the first, as far as that is possible: an error in one place keeps
     * nothing else from that.
     *
     * @throws RuntimeException or an error if something could not be taken back
     */
    void takeBack() {
        Throwable problem = null;
        for (long index = numbers.count() - 1; index >= 0; index--) {
            try {
                delta.faultPoints().pass(Point.ROLLBACK);
                takeBack(numbers.get(index));
            } catch (RuntimeException | Error e) {
                problem = e;
            }
        }
        leave();
        switch (problem) {
            case null -> {}
            case RuntimeException exception -> throw exception;
            case Error error -> throw error;
            default -> throw new IllegalStateException(problem);
        }
    }

    /** Nothing is taken back one by one, now or later; what nobody needs for as long as the delta lives is dropped. */
    void leave() {
        if (runs != null) {
            delta.runs().drop(runs);
            runs = null;
        }
        if (deletions != null) {
            delta.runs().drop(deletions);
            deletions = null;
        }
        end();
    }

    private void takeBack(long number) {
        if (number < 0) {
            takeBackNode(number & ~NODE);
        } else {
            takeBackRelationship(number);
        }
    }

    private void takeBackNode(long node) {
        Versions versions = delta.versions();
        int head = delta.head(node);
        if (head != NONE && isOwn(versions.stamp(head))) {
            delta.makeNodeChunk(NodeIdLayout.chunk(node))
                    .entries()
                    .compareAndSet(NodeIdLayout.row(node), head, versions.older(head));
        }
    }

    private void takeBackRelationship(long relationship) {
        Links links = delta.links();
        int link = delta.link(relationship);
        if (link == NONE) {
            return;
        }
        if (isOwn(links.created(link))) {
            delta.lists().remove(link, false);
            delta.lists().remove(link, true);
            delta.makeLinkChunk(RelationshipIdLayout.type(relationship), RelationshipIdLayout.chunk(relationship))
                    .entries()
                    .compareAndSet(RelationshipIdLayout.slot(relationship), link, NONE);
            return;
        }
        links.undelete(link, mark);
        int head = links.version(link);
        if (head != NONE && isOwn(delta.versions().stamp(head))) {
            links.replaceVersion(link, head, delta.versions().older(head));
        }
    }

    /** Nothing more will be written: what has to be done for that is done while the transaction runs. */
    void seal() {
        if (runs != null) {
            runs.seal();
        }
        if (deletions != null) {
            deletions.seal();
        }
    }

    /** The transaction has ended: nothing is to be taken back any more. */
    void end() {
        seal();
        runs = null;
        deletions = null;
        delta.stamps().end(mark);
        numbers = new HandleLog(delta.arena());
    }
}
