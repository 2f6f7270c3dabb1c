package org.thetisdb.engine.trail;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.bound.LabelExpression;
import org.thetisdb.engine.evaluation.LabelTest;
import org.thetisdb.engine.evaluation.Predicate;
import org.thetisdb.engine.expand.RelationshipSets;
import org.thetisdb.engine.expand.Relationships;
import org.thetisdb.engine.expand.TypeSet;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Columns;
import org.thetisdb.engine.pipeline.MemoryCharge;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.storage.Expansion;
import org.thetisdb.value.Invariant;
import org.thetisdb.value.RelationshipReference;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Trails of several relationships, none of them used twice in one trail.
 *
 * <p>The trails of a whole batch are made together, depth first by pieces: a level holds a piece of at most a batch of
 * trails of one length; it is pushed on if it is long enough, then extended piece by piece, each piece down to
 * the last level before the next is made. So the work is done on vectors as in a breadth-first search, and the memory
 * is one piece per level as in a depth-first one. A trail is a chain of entries: each level's entry names its parent in
 * the level above, which is still there.
 */
public final class VariableExpandStage implements Stage {
    /**
     * What to follow.
     *
     * @param relationshipsSlot where the list of relationships goes, or {@link Batch#NO_SLOT}
     * @param sizeSlot where the number of relationships goes, or {@link Batch#NO_SLOT}
     * @param into whether the end node is bound already
     * @param excludedSlots columns of relationships or lists of them that a trail must not use
     * @param hop where the predicate finds what it reads of a trail's last hop
     * @param dependsOnRow whether it depends on the row which relationships may be used
     * @param mayReturn whether a trail that leads back to its start may end there; of interest where only ends are
     */
    public record Shape(
            int fromSlot,
            int relationshipsSlot,
            int sizeSlot,
            int toSlot,
            boolean into,
            TypeSet types,
            int minimum,
            long maximum,
            int[] excludedSlots,
            HopSlots hop,
            boolean dependsOnRow,
            boolean mayReturn,
            Optional<LabelExpression> labels) {}

    /** What a level keeps for each row of a batch: a node, two numbers, a selection, and a relationship. */
    private static final int LEVEL_ROW_BYTES = 8 + 3 * 4 + 3 * 8 + 1;

    /** About what a level takes in addition. */
    private static final int LEVEL_BYTES = 2048;

    private static final int LONG_PIECE_ROWS = 32;

    /** Trails are seldom longer; an idle stage keeps no room for more. */
    private static final int KEPT_LEVELS_MAX = 16;

    private final Worker worker;
    private final Shape shape;
    private final Optional<Predicate> hopPredicate;
    private final Optional<LabelTest> labels;
    private final Stage next;
    private final List<Level> levels = new ArrayList<>();
    private final Vector fromScratch = new Vector();
    private final Vector toScratch = new Vector();
    private final Batch followed;
    private final Vector ends = new Vector();
    private final Vector lists = new Vector();
    private final Vector sizes = new Vector();
    private final MemoryCharge levelCharge;
    private int[] endRows = {};
    private @Nullable Batch input;
    private int chargedLevels;
    private long chargedBytes;

    public VariableExpandStage(Worker worker, Shape shape, Optional<Predicate> hopPredicate, Stage next) {
        this.worker = worker;
        this.shape = shape;
        this.hopPredicate = hopPredicate;
        this.labels = shape.labels().map(LabelTest::new);
        this.next = next;
        this.followed = worker.newBatch();
        this.levelCharge = new MemoryCharge(worker, "VariableExpand");
        if (!shape.into()) {
            followed.hold(shape.toSlot(), ends);
        }
        if (shape.relationshipsSlot() != Batch.NO_SLOT) {
            followed.hold(shape.relationshipsSlot(), lists);
        }
        if (shape.sizeSlot() != Batch.NO_SLOT) {
            followed.hold(shape.sizeSlot(), sizes);
        }
    }

    /**
     * Trails of one length: entry i ends at {@code nodes[i]} and extends entry {@code parents[i]} of the level above.
     */
    private final class Level {
        private final Expansion expansion = worker.reader().expansion();
        private final Batch hops = worker.newBatch();
        private final Vector relationships = new Vector();
        private final Vector hopEnds = new Vector();
        private int count;
        private int pieceRows;
        private long[] nodes = {};
        private int[] inputRows = {};
        private int[] parents = {};
        private int[] selection = {};

        Level() {
            if (shape.hop().relationship() != Batch.NO_SLOT) {
                hops.hold(shape.hop().relationship(), relationships);
            }
            if (shape.hop().end() != Batch.NO_SLOT) {
                hops.hold(shape.hop().end(), hopEnds);
            }
        }

        void reserve(int capacity) {
            if (nodes.length < capacity) {
                nodes = new long[capacity];
                inputRows = new int[capacity];
                parents = new int[capacity];
                selection = new int[capacity];
            }
        }

        void keep(int[] kept, int keptCount) {
            long[] ids = relationships.longs();
            long[] starts = relationships.longs2();
            long[] ends = relationships.longs3();
            for (int index = 0; index < keptCount; index++) {
                int from = kept[index];
                nodes[index] = nodes[from];
                inputRows[index] = inputRows[from];
                parents[index] = parents[from];
                ids[index] = ids[from];
                starts[index] = starts[from];
                ends[index] = ends[from];
            }
            count = keptCount;
            relationships.resize(keptCount);
        }
    }

    @Override
    public void push(Batch rows) {
        input = rows;
        labels.ifPresent(test -> test.begin(worker.evaluation()));
        Vector from = Columns.nodes(rows, shape.fromSlot(), fromScratch);
        Level start = level(0);
        start.reserve(rows.count());
        int count = 0;
        for (int row = 0; row < rows.count(); row++) {
            if (!from.isNull(row)) {
                start.nodes[count] = from.longs()[row];
                start.inputRows[count++] = row;
            }
        }
        start.count = count;
        if (shape.minimum() == 0) {
            emit(0);
        }
        if (!shape.types().isNone(worker) && shape.maximum() > 0 && count > 0) {
            lengthen();
        }
    }

    private Batch input() {
        return Invariant.present(input, "trails are made between push and finish");
    }

    private Level level(int depth) {
        while (levels.size() <= depth) {
            levels.add(new Level());
        }
        if (depth >= chargedLevels) {
            chargedLevels = depth + 1;
            levels.get(depth).pieceRows = chargedPieceRows(depth);
        }
        return levels.get(depth);
    }

    /** How many trails of a length are made at once: few of long ones, of which there may be very many lengths. */
    private int chargedPieceRows(int depth) {
        int fewRows = Math.min(worker.batchRows(), LONG_PIECE_ROWS);
        long bytes = chargedBytes + levelBytes(worker.batchRows());
        boolean isWhole = depth <= KEPT_LEVELS_MAX && levelCharge.growIfThereIs(bytes);
        if (!isWhole) {
            bytes = chargedBytes + levelBytes(fewRows);
            levelCharge.growToWork(bytes);
        }
        chargedBytes = bytes;
        return isWhole ? worker.batchRows() : fewRows;
    }

    private static long levelBytes(int pieceRows) {
        return LEVEL_BYTES + (long) pieceRows * LEVEL_ROW_BYTES;
    }

    /**
     * Makes all trails, piece by piece: each piece is extended down to the greatest length before the next is made. A
     * loop and no recursion, because trails may be longer than a stack is deep.
     */
    private void lengthen() {
        int depth = 0;
        start(depth);
        while (depth >= 0 && !next.isSatisfied()) {
            Level longer = level(depth + 1);
            if (!fill(depth + 1, levels.get(depth), longer)) {
                depth--;
                continue;
            }
            if (longer.count > 0 && depth + 1 >= shape.minimum()) {
                emit(depth + 1);
            }
            if (longer.count > 0 && depth + 1 < shape.maximum()) {
                depth++;
                start(depth);
            }
            worker.betweenBatches();
        }
    }

    private void start(int depth) {
        Level shorter = levels.get(depth);
        TypeSet types = shape.types();
        shorter.expansion.start(shorter.nodes, null, shorter.count, types.ids(), types.side(), true);
    }

    /** Makes the next piece of the trails of a length, which may be empty; false if there is none. */
    private boolean fill(int depth, Level shorter, Level longer) {
        int capacity = longer.pieceRows;
        longer.reserve(capacity);
        longer.relationships.reset(VectorKind.RELATIONSHIP, capacity);
        int count = shorter.expansion.next(longer.parents, longer.relationships.longs(), longer.nodes, capacity);
        if (count == 0) {
            return false;
        }
        complete(shorter, longer, count);
        dropRepeated(depth, longer);
        dropFailing(longer);
        return true;
    }

    private static void complete(Level shorter, Level longer, int count) {
        longer.count = count;
        longer.relationships.resize(count);
        for (int index = 0; index < count; index++) {
            longer.inputRows[index] = shorter.inputRows[longer.parents[index]];
        }
        Relationships.fillEnds(
                longer.relationships,
                shorter.nodes,
                longer.parents,
                longer.nodes,
                count,
                shorter.expansion.isForward());
    }

    private void dropRepeated(int depth, Level level) {
        if (depth == 1 && shape.excludedSlots().length == 0) {
            return;
        }
        Batch rows = input();
        long[] relationshipIds = level.relationships.longs();
        int kept = 0;
        for (int index = 0; index < level.count; index++) {
            long relationship = relationshipIds[index];
            level.selection[kept] = index;
            boolean repeated = usedBefore(depth, level.parents[index], relationship)
                    || isExcluded(rows, level.inputRows[index], relationship);
            kept += repeated ? 0 : 1;
        }
        if (kept < level.count) {
            level.keep(level.selection, kept);
        }
    }

    private boolean usedBefore(int depth, int parent, long relationship) {
        int entry = parent;
        for (int above = depth - 1; above > 0; above--) {
            Level level = levels.get(above);
            if (level.relationships.longs()[entry] == relationship) {
                return true;
            }
            entry = level.parents[entry];
        }
        return false;
    }

    private boolean isExcluded(Batch rows, int inputRow, long relationship) {
        for (int slot : shape.excludedSlots()) {
            if (RelationshipSets.contains(rows.column(slot), inputRow, relationship)) {
                return true;
            }
        }
        return false;
    }

    private void dropFailing(Level level) {
        if (hopPredicate.isEmpty() || level.count == 0) {
            return;
        }
        if (shape.hop().end() != Batch.NO_SLOT) {
            level.hopEnds.reset(VectorKind.NODE, level.count);
            System.arraycopy(level.nodes, 0, level.hopEnds.longs(), 0, level.count);
        }
        level.hops.fillFrom(input(), level.inputRows, level.count);
        int kept = hopPredicate.get().select(worker.evaluation(), level.hops, level.selection);
        if (kept < level.count) {
            level.keep(level.selection, kept);
        }
    }

    private void emit(int depth) {
        Level level = levels.get(depth);
        if (endRows.length < level.count) {
            endRows = new int[level.count];
        }
        boolean listed = shape.relationshipsSlot() != Batch.NO_SLOT;
        ends.reset(VectorKind.NODE, level.count);
        lists.reset(VectorKind.OBJECT, listed ? level.count : 0);
        Vector bound = shape.into() ? Columns.nodes(input(), shape.toSlot(), toScratch) : ends;
        int count = 0;
        for (int index = 0; index < level.count; index++) {
            int row = level.inputRows[index];
            long node = level.nodes[index];
            if (shape.into() && (bound.isNull(row) || bound.longs()[row] != node)) {
                continue;
            }
            if (labels.isPresent() && !labels.get().matches(node)) {
                continue;
            }
            ends.longs()[count] = node;
            endRows[count] = row;
            if (listed) {
                lists.objects()[count] = relationships(depth, index);
            }
            count++;
        }
        if (count > 0) {
            ends.resize(count);
            lists.resize(listed ? count : 0);
            fillSizes(depth, count);
            followed.fillFrom(input(), endRows, count);
            next.push(followed);
        }
    }

    private void fillSizes(int depth, int count) {
        if (shape.sizeSlot() != Batch.NO_SLOT) {
            sizes.reset(VectorKind.INTEGER, count);
            Arrays.fill(sizes.longs(), 0, count, depth);
        }
    }

    private List<RelationshipReference> relationships(int depth, int index) {
        RelationshipReference[] trail = new RelationshipReference[depth];
        int entry = index;
        for (int step = depth; step > 0; step--) {
            Level level = levels.get(step);
            trail[step - 1] = (RelationshipReference) level.relationships.valueAt(entry);
            entry = level.parents[entry];
        }
        return List.of(trail);
    }

    @Override
    public void finish() {
        input = null;
        while (levels.size() > KEPT_LEVELS_MAX) {
            levels.removeLast();
        }
        chargedLevels = 0;
        chargedBytes = 0;
        levelCharge.release();
        next.finish();
    }

    @Override
    public boolean isSatisfied() {
        return next.isSatisfied();
    }
}
