package org.thetisdb.engine.fuse;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.operator.GroupedStage;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.value.vector.Vector;

/**
 * Adds a loop's totals by place to those of the sink by group. Belongs to one worker.
 *
 * <p>What group a place is, is asked once, as long as places mean the same keys and groups stay. A place that has no
 * group yet makes the batch the interpreter's, which makes groups in the order of rows.
 */
final class GroupsEmitter implements AdaptiveStage.Emitter {
    private static final int NOT_KNOWN = -1;

    private final GroupedStage sink;
    private final Vector[] keys;
    private @Nullable LoopRunner ofRunner;
    private int ofVersion;
    private int ofGeneration;

    /** By place; {@link #NOT_KNOWN} if it was not asked for. */
    private int[] groupOfPlace = {};

    /** The places that rows have, and their groups. */
    private int[] places = {};

    private int[] groups = {};
    private int placeCount;

    private int[] unknown = {};
    private int[] found = {};
    private long[] counts = {};
    private final Vector totals = new Vector();

    GroupsEmitter(GroupedStage sink, int keyCount) {
        this.sink = sink;
        this.keys = new Vector[keyCount];
        for (int key = 0; key < keyCount; key++) {
            keys[key] = new Vector();
        }
    }

    @Override
    public boolean isAccepted(LoopRunner computed) {
        KeyPlaces all = computed.places();
        begin(computed, all);
        long[] rows = computed.rowsOfPlaces();
        int met = 0;
        int missing = 0;
        for (int place = 0; place < all.count(); place++) {
            if (rows[place] > 0) {
                int group = groupOfPlace[place];
                places[met++] = place;
                unknown[missing] = place;
                missing += group == NOT_KNOWN ? 1 : 0;
            }
        }
        placeCount = met;
        if (missing > 0 && !isEachFound(all, missing)) {
            return false;
        }
        for (int index = 0; index < met; index++) {
            groups[index] = groupOfPlace[places[index]];
        }
        return true;
    }

    /** Forgets what places were if they are others now. */
    @SuppressWarnings("ReferenceEquality") // The very same object is meant.
    private void begin(LoopRunner computed, KeyPlaces all) {
        if (computed == ofRunner && all.version() == ofVersion && sink.generation() == ofGeneration) {
            return;
        }
        ofRunner = computed;
        ofVersion = all.version();
        ofGeneration = sink.generation();
        int count = all.count();
        groupOfPlace = Vectors.room(groupOfPlace, count);
        places = Vectors.room(places, count);
        groups = Vectors.room(groups, count);
        unknown = Vectors.room(unknown, count);
        found = Vectors.room(found, count);
        counts = counts.length < count ? new long[count] : counts;
        Arrays.fill(groupOfPlace, 0, count, NOT_KNOWN);
    }

    private boolean isEachFound(KeyPlaces all, int missing) {
        all.keys(unknown, missing, keys);
        sink.find(keys, missing, found);
        boolean isEach = true;
        for (int index = 0; index < missing; index++) {
            groupOfPlace[unknown[index]] = Math.max(NOT_KNOWN, found[index]);
            isEach &= found[index] >= 0;
        }
        return isEach;
    }

    @Override
    public void emit(Batch rows, LoopRunner computed) {
        int totalCount = computed.variant().shape().totals().size();
        for (int total = 0; total < totalCount && placeCount > 0; total++) {
            long[] countOfPlace = computed.countsOfPlaces(total);
            long[] valueOfPlace = computed.valuesOfPlaces(total);
            totals.reset(computed.totalKind(total), placeCount);
            long[] values = totals.longs();
            boolean hasValues = valueOfPlace.length > 0;
            for (int index = 0; index < placeCount; index++) {
                counts[index] = countOfPlace[places[index]];
                values[index] = hasValues ? valueOfPlace[places[index]] : 0;
            }
            sink.addTotals(total, groups, counts, totals, placeCount);
        }
    }

    @Override
    public void doubted(LoopRunner runner) {
        runner.places().learn(sink.lastKeys());
    }
}
