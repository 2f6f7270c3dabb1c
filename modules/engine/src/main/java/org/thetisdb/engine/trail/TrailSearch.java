package org.thetisdb.engine.trail;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.thetisdb.engine.expand.TypeSet;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.MemoryCharge;
import org.thetisdb.engine.pipeline.MemoryShare;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.value.NodeReference;
import org.thetisdb.value.PathReference;
import org.thetisdb.value.RelationshipReference;

/**
 * All trails between two nodes that use no relationship twice, shortest first: what remains when the shortest paths do
 * not fulfil a condition on the whole path.
 *
 * <p>As long as there is memory, all trails of one length are kept, each as a step from one that is shorter by one.
 * When there is no more, the longest that are complete stay, and those of each greater length are made from them depth
 * first, piece by piece, and forgotten (iterative deepening; R. Korf: Depth-First Iterative-Deepening, Artificial
 * Intelligence 27, 1985). What lies between is made once more for each length: little where there are ever more trails,
 * and where there are not, there is memory for them.
 *
 * <pre>
 *   levels   0   1   2 … k │ k+1   k+2 … length
 *            complete      │ a piece of each, of a batch's rows at most
 * </pre>
 *
 * <p>Used by one thread.
 */
final class TrailSearch {
    /** About what a piece takes for each row of a batch, with what it is followed with. */
    private static final int PIECE_ROW_BYTES = 100;

    /** What is looked for. */
    private record Wanted(Batch input, int row, TypeSet types, long to, PathOutput output) {}

    private final Worker worker;
    private final Supplier<Hops> newHops;
    private final MemoryCharge charge;
    private final List<TrailLevel> levels = new ArrayList<>();

    /** For the longest complete level, and each piece after it. */
    private final List<Hops> hops = new ArrayList<>();

    /** @param newHops makes what follows the trails of one length */
    TrailSearch(Worker worker, MemoryShare share, Supplier<Hops> newHops) {
        this.worker = worker;
        this.newHops = newHops;
        this.charge = new MemoryCharge(worker, share);
    }

    /** Offers the trails longer than {@code tested}, length by length, until some of one length are accepted. */
    void search(
            Batch input, int row, long from, long to, long tested, ShortestPathsStage.Shape shape, PathOutput output) {
        Wanted wanted = new Wanted(input, row, shape.types(), to, output);
        TrailLevel start = new TrailLevel();
        start.add(from, 0, 0);
        levels.clear();
        levels.add(start);
        boolean isFound = true;
        boolean isAccepted = false;
        for (int length = 1; isFound && !isAccepted && length <= shape.maximum() && output.isOpen(); length++) {
            boolean isOffered = length > tested;
            if (levels.size() == length && lengthen(wanted)) {
                isFound = levels.getLast().count() > 0;
                offer(wanted, length, isOffered);
            } else {
                isFound = walk(wanted, length, isOffered);
            }
            isAccepted = isOffered && output.settle();
        }
        levels.clear();
        hops.forEach(Hops::finish);
        charge.release();
    }

    private void offer(Wanted wanted, int length, boolean isOffered) {
        TrailLevel level = levels.get(length);
        for (int entry = 0;
                isOffered && entry < level.count() && wanted.output().isOpen();
                entry++) {
            if (level.node(entry) == wanted.to()) {
                wanted.output().add(wanted.row(), path(length, entry));
            }
        }
    }

    // ---------------------------------------------------------------- all of a length

    /** Adds all trails of the next length; false if there is no memory for them. */
    private boolean lengthen(Wanted wanted) {
        long shorterBytes = levels.stream().mapToLong(TrailLevel::bytes).sum();
        int length = levels.size();
        TrailLevel longer = new TrailLevel();
        Hops following = follow(wanted, 0, levels.getLast());
        int found = following.next();
        while (found > 0) {
            if (!charge.tryGrowTo(shorterBytes + longer.bytesWith(found))) {
                charge.shrinkTo(shorterBytes);
                return false;
            }
            addFound(following, found, length, longer);
            found = following.next();
        }
        charge.shrinkTo(shorterBytes + longer.bytes());
        levels.add(longer);
        return true;
    }

    /** @param place among the {@link #hops} */
    private Hops follow(Wanted wanted, int place, TrailLevel level) {
        while (hops.size() <= place) {
            hops.add(newHops.get());
        }
        Hops following = hops.get(place);
        following.start(wanted.input(), wanted.row(), level.fromFirst(), level.count(), wanted.types());
        return following;
    }

    private void addFound(Hops following, int found, int length, TrailLevel longer) {
        for (int index = 0; index < found; index++) {
            long id = following.relationships()[index];
            int parent = following.origins()[index];
            if (!isUsed(length - 1, parent, id)) {
                longer.add(following.neighbours()[index], parent, following.isForward() ? id : ~id);
            }
        }
    }

    private boolean isUsed(int length, int lastEntry, long relationship) {
        int entry = lastEntry;
        for (int step = length; step > 0; step--) {
            TrailLevel level = levels.get(step);
            if (level.endsBy(entry, relationship)) {
                return true;
            }
            entry = level.parent(entry);
        }
        return false;
    }

    // ---------------------------------------------------------------- piece by piece

    /** Makes all trails of a length from the longest that are complete, and offers them; false if there are none. */
    private boolean walk(Wanted wanted, int length, boolean isOffered) {
        int complete = levels.size() - 1;
        addPieces(length - complete);
        boolean isFound = false;
        int depth = complete;
        follow(wanted, 0, levels.get(depth));
        while (depth >= complete && wanted.output().isOpen()) {
            Hops following = hops.get(depth - complete);
            int found = following.next();
            if (found == 0) {
                depth--;
                continue;
            }
            TrailLevel longer = levels.get(depth + 1);
            longer.clear();
            addFound(following, found, depth + 1, longer);
            if (depth + 1 == length) {
                isFound |= longer.count() > 0;
                offer(wanted, length, isOffered);
            } else if (longer.count() > 0) {
                depth++;
                follow(wanted, depth - complete, longer);
            }
        }
        levels.subList(complete + 1, levels.size()).clear();
        return isFound;
    }

    private void addPieces(int count) {
        long bytes = levels.stream().mapToLong(TrailLevel::bytes).sum();
        charge.growAnyway(bytes + (long) count * worker.batchRows() * PIECE_ROW_BYTES);
        for (int piece = 0; piece < count; piece++) {
            levels.add(new TrailLevel());
        }
    }

    private PathReference path(int length, int lastEntry) {
        NodeReference[] nodes = new NodeReference[length + 1];
        RelationshipReference[] relationships = new RelationshipReference[length];
        int entry = lastEntry;
        for (int step = length; step > 0; step--) {
            TrailLevel level = levels.get(step);
            long far = level.node(entry);
            long signed = level.signedRelationship(entry);
            entry = level.parent(entry);
            long near = levels.get(step - 1).node(entry);
            nodes[step] = new NodeReference(far);
            relationships[step - 1] = signed >= 0
                    ? new RelationshipReference(signed, near, far)
                    : new RelationshipReference(~signed, far, near);
        }
        nodes[0] = new NodeReference(levels.getFirst().node(0));
        return new PathReference(List.of(nodes), List.of(relationships));
    }
}
