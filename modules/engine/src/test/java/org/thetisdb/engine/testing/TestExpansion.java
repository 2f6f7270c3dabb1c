package org.thetisdb.engine.testing;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.thetisdb.storage.Expansion;
import org.thetisdb.storage.GraphReader.Side;

/** Trails a {@link TestGraph}: one list for each side and type, gathered when the trail begins. */
final class TestExpansion implements Expansion {
    private record Step(int row, long relationship, long neighbour) {}

    /** What one call may give: relationships of one type and side. */
    private record Run(boolean isForward, List<Step> steps) {}

    private final TestReader reader;
    private final List<Run> runs = new ArrayList<>();
    private boolean withRelationships;
    private int run;
    private int step;
    private boolean forward;

    TestExpansion(TestReader reader) {
        this.reader = reader;
    }

    @Override
    public void start(
            long[] nodes, boolean[] nulls, int count, int[] typeIds, Side side, boolean newWithRelationships) {
        begin(nodes, null, nulls, count, typeIds, side, newWithRelationships);
    }

    @Override
    public void startBetween(
            long[] from,
            long[] to,
            boolean[] nulls,
            int count,
            int[] typeIds,
            Side side,
            boolean newWithRelationships) {
        begin(from, to, nulls, count, typeIds, side, newWithRelationships);
    }

    private void begin(
            long[] from,
            long[] to,
            boolean[] nulls,
            int count,
            int[] typeIds,
            Side side,
            boolean newWithRelationships) {
        runs.clear();
        run = 0;
        step = 0;
        withRelationships = newWithRelationships;
        for (int type = 0; type < reader.graph().catalog().typeCount(); type++) {
            if (!follows(typeIds, type)) {
                continue;
            }
            if (side != Side.BACKWARD) {
                runs.add(new Run(true, steps(from, to, nulls, count, type, true, true)));
            }
            if (side != Side.FORWARD) {
                runs.add(new Run(false, steps(from, to, nulls, count, type, false, side == Side.BACKWARD)));
            }
        }
    }

    private static boolean follows(int[] typeIds, int type) {
        boolean found = typeIds.length == 0;
        for (int each : typeIds) {
            found |= each == type;
        }
        return found;
    }

    private List<Step> steps(
            long[] from, long[] to, boolean[] nulls, int count, int type, boolean isForward, boolean withLoops) {
        String name = reader.graph().catalog().typeName(type);
        List<Step> steps = new ArrayList<>();
        for (int row = 0; row < count; row++) {
            if (nulls != null && nulls[row]) {
                continue;
            }
            List<Step> found = new ArrayList<>();
            for (TestGraph.Relationship each : reader.graph().relationshipsAt(from[row], isForward)) {
                long near = isForward ? each.start() : each.end();
                long far = isForward ? each.end() : each.start();
                boolean fits = each.type().equals(name) && (to == null || far == to[row]);
                if (fits && (withLoops || near != far)) {
                    found.add(new Step(row, each.id(), far));
                }
            }
            found.sort(Comparator.comparingLong(Step::neighbour));
            steps.addAll(found);
        }
        return steps;
    }

    @Override
    public int next(int[] rows, long[] relationships, long[] neighbours, int capacity) {
        while (run < runs.size() && step == runs.get(run).steps().size()) {
            run++;
            step = 0;
        }
        if (run == runs.size()) {
            return 0;
        }
        forward = runs.get(run).isForward();
        List<Step> steps = runs.get(run).steps();
        int count = Math.min(capacity, steps.size() - step);
        for (int index = 0; index < count; index++) {
            Step each = steps.get(step++);
            rows[index] = each.row();
            neighbours[index] = each.neighbour();
            if (withRelationships) {
                relationships[index] = each.relationship();
            }
        }
        return count;
    }

    @Override
    public boolean isForward() {
        return forward;
    }

    @Override
    public boolean hasSingles(long node, int[] typeIds, Side side, boolean withRelationships) {
        return false;
    }
}
